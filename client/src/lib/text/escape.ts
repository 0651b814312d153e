/** Escape text for use inside markup: element content and quoted attribute values. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

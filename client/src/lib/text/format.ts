// Formatting of numbers and sentences that all games and screens use.

/** A number with a typographic minus sign. */
export const minus = (value: number): string => String(value).replace("-", "−");
/** A change of a number, such as “+3” or “−2”. */
export const signed = (value: number): string => (value > 0 ? `+${value}` : minus(value));
/** The text with a capital first letter. */
export const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

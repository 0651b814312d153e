// Keyboard shortcuts of the table. Ignored in text fields and with a modifier.

export type KeyName = "last" | "status" | "rules" | "talk" | "menu" | "back" | "hint" | "keys" | "close";

const LETTERS: Record<string, KeyName> = {
  l: "last",
  s: "status",
  r: "rules",
  t: "talk",
  m: "menu",
  u: "back",
  h: "hint",
  "?": "keys",
};

/** Entries of the keyboard help, in order: keys as printed, and the key of the text. */
export const LISTED: { keys: string[]; says: string }[] = [
  { keys: ["1", "…", "9"], says: "keys.number" },
  { keys: ["Tab"], says: "keys.tab" },
  { keys: ["Enter"], says: "keys.enter" },
  { keys: ["U"], says: "keys.u" },
  { keys: ["Esc"], says: "keys.esc" },
  { keys: ["L"], says: "keys.l" },
  { keys: ["S"], says: "keys.s" },
  { keys: ["R"], says: "keys.r" },
  { keys: ["T"], says: "keys.t" },
  { keys: ["M"], says: "keys.m" },
  { keys: ["H"], says: "keys.h" },
  { keys: ["?"], says: "keys.help" },
];

const writes = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest(
    "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]",
  ) !== null;

/** Meaning of a key: a number from 1, the name of a command, or null. */
export function commandOf(event: KeyboardEvent): number | KeyName | null {
  if (event.key === "Escape") return "close";
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || writes(event.target)) return null;
  if (/^[1-9]$/.test(event.key)) return Number(event.key);
  return LETTERS[event.key.toLowerCase()] ?? null;
}

/** Press the n-th action of the dock, in the order on the screen. */
export function press(dock: HTMLElement | null, number: number): boolean {
  const all = dock?.querySelectorAll<HTMLButtonElement>("[data-act], .choices > button");
  const button = all?.[number - 1];
  if (!button || button.disabled) return false;
  button.focus();
  button.click();
  return true;
}

// Keys of the table. One letter does one thing, and never while somebody is writing or a modifier is held.

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

/** What the keyboard page lists, in its order: keys as printed, and the text that explains them. */
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

/** What a key means here: a number from 1, a name, or nothing. */
export function meaning(event: KeyboardEvent): number | KeyName | null {
  if (event.key === "Escape") return "close";
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || writes(event.target)) return null;
  if (/^[1-9]$/.test(event.key)) return Number(event.key);
  return LETTERS[event.key.toLowerCase()] ?? null;
}

/** Press the n-th action of the dock, as it is shown there. */
export function press(dock: HTMLElement | null, number: number): boolean {
  const all = dock?.querySelectorAll<HTMLButtonElement>("[data-act], .choices > button");
  const found = all?.[number - 1];
  if (!found || found.disabled) return false;
  found.focus();
  found.click();
  return true;
}

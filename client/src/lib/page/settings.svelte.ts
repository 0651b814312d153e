// Settings of the page, in local storage and as attributes of <html> for the style sheets.
import type { Pace } from "../game/pace.svelte";
import { storage } from "./storage";
import { ENGLISH, LANGUAGES, pickLanguage } from "../text/languages";

export type Theme = "auto" | "light" | "dark";

export interface Settings {
  theme: Theme;
  sound: boolean;
  vibration: boolean;
  motion: "auto" | "full" | "less";
  text: number; // per cent
  language: string;
  level: string; // of bots
  name: string;
  animal: string;
  patterns: boolean; // drawn stronger
  pace: Pace; // at which boards show what has happened
  notify: boolean; // a notice when it is this person's turn and the page is hidden
  auto: boolean; // a single legal action plays itself
}

const KEY = "fairyring.settings";
const LARGE = 19; // pixels; 16 are usual
const USUAL: Settings = {
  theme: "auto",
  sound: true,
  vibration: true,
  motion: "auto",
  text: 100,
  language: ENGLISH,
  level: "normal",
  name: "",
  animal: "",
  patterns: false,
  pace: "usual",
  notify: false,
  auto: true,
};

const known =
  typeof navigator === "undefined"
    ? USUAL
    : { ...USUAL, language: pickLanguage(navigator.languages ?? []), ...storage.read<Partial<Settings>>(KEY, {}) };
if (!LANGUAGES.includes(known.language)) known.language = ENGLISH; // one that there was once

export const settings = $state<Settings>({ ...known });

export function change(changed: Partial<Settings>): void {
  Object.assign(settings, changed);
  storage.write(KEY, $state.snapshot(settings));
  show();
}

const media = (query: string): boolean => matchMedia(query).matches;

export const dark = (): boolean =>
  settings.theme === "dark" || (settings.theme === "auto" && media("(prefers-color-scheme: dark)"));
export const still = (): boolean =>
  settings.motion === "less" || (settings.motion === "auto" && media("(prefers-reduced-motion: reduce)"));

/** Set the attributes of <html>. */
export function show(): void {
  const root = document.documentElement;
  root.dataset["theme"] = dark() ? "dark" : "light";
  root.dataset["motion"] = still() ? "less" : "full";
  root.dataset["patterns"] = settings.patterns ? "strong" : "plain";
  root.style.fontSize = `${settings.text}%`;
  // Large by this setting or by the browser's: a phone then leaves out what is only for beauty.
  root.dataset["text"] = parseFloat(getComputedStyle(root).fontSize) >= LARGE ? "large" : "usual";
  root.lang = settings.language;
}

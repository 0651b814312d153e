// How people like the page. Kept in this browser; shown on <html> so that styles can follow.
import { keep } from "./keep";
import { ENGLISH, LANGUAGES, suited } from "../text/languages";

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
  auto: boolean; // a single legal action plays itself
}

const KEY = "fairyring.settings";
const LARGE = 120; // per cent
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
  auto: true,
};

const known =
  typeof navigator === "undefined"
    ? USUAL
    : { ...USUAL, language: suited(navigator.languages ?? []), ...keep.read<Partial<Settings>>(KEY, {}) };
if (!LANGUAGES.includes(known.language)) known.language = ENGLISH; // one that there was once

export const settings = $state<Settings>({ ...known });

export function change(changed: Partial<Settings>): void {
  Object.assign(settings, changed);
  keep.write(KEY, $state.snapshot(settings));
  show();
}

const media = (query: string): boolean => matchMedia(query).matches;

export const dark = (): boolean =>
  settings.theme === "dark" || (settings.theme === "auto" && media("(prefers-color-scheme: dark)"));
export const still = (): boolean =>
  settings.motion === "less" || (settings.motion === "auto" && media("(prefers-reduced-motion: reduce)"));

/** Put what was chosen where styles see it. */
export function show(): void {
  const root = document.documentElement;
  root.dataset["theme"] = dark() ? "dark" : "light";
  root.dataset["motion"] = still() ? "less" : "full";
  root.dataset["patterns"] = settings.patterns ? "strong" : "plain";
  root.style.fontSize = `${settings.text}%`;
  root.dataset["text"] = settings.text >= LARGE ? "large" : "usual"; // a phone then leaves out what is only for beauty
  root.lang = settings.language;
}

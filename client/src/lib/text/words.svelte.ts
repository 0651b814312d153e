// What the page itself says, in the language that was chosen. A language is a folder; what it lacks is English.
import { fetched } from "./languages";
import { settings } from "../page/settings.svelte";
import { Speaker } from "./speak";

type Texts = Record<string, string>;
// What the first page says comes with it; all the rest (words/rest.ts) with whatever screen is opened next.
const ENGLISH = import.meta.glob<Texts>(
  ["../../words/en/common.json", "../../words/en/home.json", "../../words/en/settings.json"],
  { eager: true, import: "default" },
);

let english: Texts = Object.assign({}, ...Object.values(ENGLISH));

class Words {
  texts = $state.raw<Texts>(english);
  speaker = $derived(new Speaker(this.texts, {}, [], settings.language));

  /** Fetch the chosen language. */
  async load(): Promise<void> {
    const language = settings.language;
    const own = await fetched(language).catch(() => []); // what cannot be had is said in English
    if (language === settings.language) this.texts = Object.assign({}, english, ...(this.own = own));
  }

  private own: Texts[] = [];
  private whole: Promise<void> | undefined;

  /** Fetch what all the other screens say. */
  rest(): Promise<void> {
    this.whole ??= import("../../words/rest").then((found) => {
      english = { ...english, ...found.default };
      this.texts = Object.assign({}, english, ...this.own);
    });
    return this.whole;
  }

  say(key: string, args: Record<string, unknown> = {}): string {
    return this.speaker.say(key, args);
  }
}

export const words = new Words();
export const t = (key: string, args: Record<string, unknown> = {}): string => words.say(key, args);
/** A quick shout, by its number; a game may have words of its own for some of them. */
export const shouted = (game: string, n: number): string =>
  t(words.speaker.has(`shout.${game}.${n}`) ? `shout.${game}.${n}` : `shout.${n}`);
export { LANGUAGES } from "./languages";

// Texts of the page in the chosen language; missing texts fall back to English.
import { loadTexts } from "./languages";
import { settings } from "../page/settings.svelte";
import { Speaker } from "./speak";

type Texts = Record<string, string>;
// Texts of the home page are bundled with it; the rest (words/rest.ts) is loaded with the next screen.
const ENGLISH = import.meta.glob<Texts>(["../../words/en/common.json", "../../words/en/home.json"], {
  eager: true,
  import: "default",
});

let english: Texts = Object.assign({}, ...Object.values(ENGLISH));

class Words {
  texts = $state.raw<Texts>(english);
  speaker = $derived(new Speaker(this.texts, {}, [], settings.language));

  /** Load the chosen language. */
  async load(): Promise<void> {
    const language = settings.language;
    const own = await loadTexts(language).catch(() => []); // what cannot be had is said in English
    if (language === settings.language) this.texts = Object.assign({}, english, ...(this.own = own));
  }

  private own: Texts[] = [];
  private whole: Promise<void> | undefined;

  /** Load the English texts of all other screens. */
  rest(): Promise<void> {
    this.whole ??= import("../../words/rest").then((module) => {
      english = { ...english, ...module.default };
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
/** Text of a quick shout by number; a game may override some. */
export const shoutText = (game: string, n: number): string =>
  t(words.speaker.has(`shout.${game}.${n}`) ? `shout.${game}.${n}` : `shout.${n}`);
export { LANGUAGES } from "./languages";

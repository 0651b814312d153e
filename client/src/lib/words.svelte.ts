// What the page itself says, in the language that was chosen. A language is a folder; what it lacks is English.
import { settings } from "./settings.svelte";
import { Speaker } from "./speak";

type Texts = Record<string, string>;
// What the first page says comes with it; all the rest (words/rest.ts) with whatever screen is opened next.
const ENGLISH = import.meta.glob<Texts>(["../words/en/common.json", "../words/en/home.json", "../words/en/settings.json"], { eager: true, import: "default" });
const OTHERS = import.meta.glob<Texts>(["../words/*/*.json", "!../words/en/*.json"], { import: "default" });

const language = (path: string): string => path.split("/")[2]!;
let english: Texts = Object.assign({}, ...Object.values(ENGLISH));

class Words {
  texts = $state.raw<Texts>(english);
  speaker = $derived(new Speaker(this.texts, {}, [], settings.language));

  /** Fetch the chosen language. */
  async load(): Promise<void> {
    const files = Object.entries(OTHERS).filter(([path]) => language(path) === settings.language);
    this.texts = Object.assign({}, english, ...(await Promise.all(files.map(([, file]) => file()))));
  }

  private whole: Promise<void> | undefined;

  /** Fetch what all the other screens say. */
  rest(): Promise<void> {
    this.whole ??= import("../words/rest").then((found) => {
      english = { ...english, ...found.default };
      this.texts = { ...english, ...this.texts };
    });
    return this.whole;
  }

  say(key: string, args: Record<string, unknown> = {}): string {
    return this.speaker.say(key, args as never);
  }
}

export const words = new Words();
export const t = (key: string, args: Record<string, unknown> = {}): string => words.say(key, args);
export const LANGUAGES = ["en", ...new Set(Object.keys(OTHERS).map(language))];

// Languages of the page: one folder of texts each; the default follows the browser.
const HOMES = Object.keys(import.meta.glob("../../words/*/home.json"));

export const ENGLISH = "en";
/** English, and the others in the order of their codes. */
export const LANGUAGES = [
  ENGLISH,
  ...HOMES.map((path) => /([\w-]+)\/home/.exec(path)![1]!).filter((code) => code !== ENGLISH),
];

/** First available language of a list of preferences; else English. */
export const pickLanguage = (wanted: readonly string[]): string =>
  wanted.flatMap((code) => [code, code.split("-")[0]!]).find((code) => LANGUAGES.includes(code)) ?? ENGLISH;

/** Load the texts of a language; English is built in. Readers of other languages fetch the list of their files, too. */
export async function loadTexts(language: string): Promise<Record<string, string>[]> {
  return language === ENGLISH ? [] : (await import("./translations")).load(language);
}

// Languages of the page: one folder of texts each; the default follows the browser.
const FILES = import.meta.glob(
  ["../../words/*/*.json", "../../games/*/words/*.json", "!**/words/en/*.json", "!**/words/en.json"],
  { import: "default" },
) as Record<string, () => Promise<Record<string, string>>>;

const codeOf = (path: string): string => /\/words\/([\w-]+)/.exec(path)![1]!;

export const ENGLISH = "en";
export const LANGUAGES = [ENGLISH, ...new Set(Object.keys(FILES).map(codeOf))];

/** First available language of a list of preferences; else English. */
export const pickLanguage = (wanted: readonly string[]): string =>
  wanted.flatMap((code) => [code, code.split("-")[0]!]).find((code) => LANGUAGES.includes(code)) ?? ENGLISH;

/** Load the texts of a language; English is built in. */
export async function loadTexts(language: string): Promise<Record<string, string>[]> {
  return Promise.all(Object.entries(FILES).flatMap(([path, file]) => (codeOf(path) === language ? [file()] : [])));
}

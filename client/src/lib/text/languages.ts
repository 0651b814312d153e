// The languages that the page speaks: each is a folder of words, and one is chosen that the browser asks for.
const FILES = import.meta.glob(
  ["../../words/*/*.json", "../../games/*/words/*.json", "!**/words/en/*.json", "!**/words/en.json"],
  { import: "default" },
) as Record<string, () => Promise<Record<string, string>>>;

const codeOf = (path: string): string => /\/words\/([\w-]+)/.exec(path)![1]!;

export const ENGLISH = "en";
export const LANGUAGES = [ENGLISH, ...new Set(Object.keys(FILES).map(codeOf))];

/** The first of these that there is. */
export const suited = (wanted: readonly string[]): string =>
  wanted.flatMap((one) => [one, one.split("-")[0]!]).find((one) => LANGUAGES.includes(one)) ?? ENGLISH;

/** All its texts; English needs no fetching. */
export async function fetched(language: string): Promise<Record<string, string>[]> {
  return Promise.all(Object.entries(FILES).flatMap(([path, file]) => (codeOf(path) === language ? [file()] : [])));
}

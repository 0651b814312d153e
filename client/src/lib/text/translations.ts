// The files of all languages besides English. Apart from the list of languages, because it has a line for each file.
type Texts = Record<string, string>;
const FILES = import.meta.glob<Texts>(
  ["../../words/*/*.json", "../../games/*/words/*.json", "!**/words/en/*.json", "!**/words/en.json"],
  { import: "default" },
);

/** Load all texts of a language. */
export const load = (language: string): Promise<Texts[]> =>
  Promise.all(
    Object.entries(FILES).flatMap(([path, file]) => (/\/words\/([\w-]+)/.exec(path)![1] === language ? [file()] : [])),
  );

// English for everything behind the first page, in one piece: the first page does not wait for it.
type Texts = Record<string, string>;
const files = import.meta.glob<Texts>(
  ["./en/*.json", "../games/*/words/en.json", "!./en/common.json", "!./en/home.json"],
  { eager: true, import: "default" },
);
const texts: Texts = Object.assign({}, ...Object.values(files));
export default texts;

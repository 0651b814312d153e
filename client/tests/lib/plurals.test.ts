import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Plurals {
  letters: Record<string, string>;
  numbers: number[];
  languages: Record<string, string>;
}
// The Python engine is compared with the same file: tests/core/text/test_plurals.py.
const plurals = JSON.parse(
  readFileSync(new URL("../../../tests/core/text/plurals.json", import.meta.url), "utf8"),
) as Plurals;

test.each(Object.entries(plurals.languages))("Intl has the plural categories of %s", (language, letters) => {
  const rules = new Intl.PluralRules(language);
  expect(plurals.numbers.map((number) => rules.select(number))).toEqual(
    [...letters].map((letter) => plurals.letters[letter]),
  );
});

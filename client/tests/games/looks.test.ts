// Every game on the list looks like something: a poster, a stamp, colours, and words in every language of the page.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emblem, known, poster } from "../../src/art/games";
import { OURS } from "../../src/games";
import { LANGUAGES } from "../../src/lib/text/languages";

const folder = (game: string, file: string): string =>
  join(import.meta.dirname, "..", "..", "src", "games", game, file);
const other = emblem("unheard-of");

test.each(OURS)("%s has a look of its own", (game) => {
  expect(known(game)).toBe(true);
  expect(poster(game, "Its name")).toContain("Its name");
  expect(poster(game, "")).not.toMatch(/undefined|NaN/);
  expect(emblem(game).replace(`g-${game}`, "g-other")).not.toBe(other);
  expect(existsSync(folder(game, "look.css"))).toBe(true);
});

test.each(OURS)("%s has words in every language", (game) => {
  for (const language of LANGUAGES) expect(existsSync(folder(game, `words/${language}.json`))).toBe(true);
});

test("a game without a look gets the default look", () => {
  expect(known("unheard-of")).toBe(false);
  expect(other).toContain("g-other");
});

const kits = import.meta.glob<{ kit: string }>("../../src/games/*/art/kit.ts", { eager: true });
test.each(Object.keys(kits))("%s is a whole picture", (path) => {
  expect(kits[path]!.kit).not.toMatch(/undefined|NaN/);
});

import { expect, test } from "vitest";
import { fileOf } from "../../src/lib/net/transport";

test.each([
  ["api/games?language=de", "api/games.de.json"],
  ["api/games/fairy-tale/texts?language=en", "api/games/fairy-tale/texts.en.json"],
  ["api/games/fairy/rules?language=de", "api/games/fairy/rules.de.json"],
  ["api/games/fairy-tale/catalogue?", "api/games/fairy-tale/catalogue.json"],
  ["api/games/fairy/catalogue?players=3", null],
  ["api/games/fairy/day?day=3", null],
  ["api/tables/abc/story?game=0", null],
])("on a static host %s is answered by %s", (path, file) => {
  expect(fileOf(path)).toBe(file);
});

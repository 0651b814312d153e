// Sentences of hints and marks, as people read them, and words that confused people and must not come back.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { t, words } from "../../src/lib/text/words.svelte";

beforeAll(() => words.rest());

test("a hint says what it counts: games won from here, not odds of the action", () => {
  const action = "guess higher (+2)";
  expect(t("advice.first", { action, percent: 50 })).toBe("Guess higher (+2): wins 50\u00a0% of games from here");
  expect(t("advice.next", { action: "guess lower (+2)", percent: 41 })).toBe("guess lower (+2): 41\u00a0%");
  expect(t("advice.first.mixed", { action, often: 30, percent: 50 })).toBe(
    "Guess higher (+2) (30\u00a0% of the time): wins 50\u00a0% of games from here",
  );
});

test("a mark says what somebody could have done, and by what was known then", () => {
  expect(t("replay.mark", { name: "Fox", better: "guess lower (+2)" })).toBe(
    "Fox could have chosen to guess lower (+2)",
  );
  expect(t("replay.mark.cost", { percent: 14 })).toBe("Wins 14\u00a0% more often, by what was known then.");
  expect(t("replay.mark.cost", { percent: 100 })).toBe("Wins far more often, by what was known then.");
});

const CONFUSING = [
  /Go on on\b/,
  /what is forced/,
  /deciding works again/,
  /no fair chance/,
  /One more is looking on/,
  /memory_aid|couples=|simplified=/,
  /Lacks the most/,
  /lead is big enough/,
  /Open now/,
];
const ROOTS = ["../../src", "../../../src/fairyring/games"].map((root) => join(import.meta.dirname, root));
const files = ROOTS.flatMap((root) =>
  (readdirSync(root, { recursive: true }) as string[])
    .filter((path) => /(words\/en(\/[\w-]+)?|messages\/en)\.json$/.test(path))
    .map((path) => join(root, path)),
);

test("no English text has words that confused people", () => {
  expect(files.length).toBeGreaterThan(20);
  const texts = files.flatMap((path) =>
    Object.values(JSON.parse(readFileSync(path, "utf8")) as Record<string, string>),
  );
  expect(texts.filter((text) => CONFUSING.some((word) => word.test(text)))).toEqual([]);
});

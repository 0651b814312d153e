import { expect, test } from "vitest";
import { ANIMALS, animalsFor } from "../src/lib/game/animals";

test("a bot keeps its animal while people sit down and get up", () => {
  const alone = animalsFor(["fox", null, null, null]);
  expect(alone).toEqual(["fox", "owl", "hedgehog", "hare"]);
  expect(animalsFor(["fox", "moth", null, null]).slice(2)).toEqual(alone.slice(2));
  expect(animalsFor([null, null, null, null]).slice(1)).toEqual(alone.slice(1));
});

test("only the bot whose animal somebody takes gets another", () => {
  expect(animalsFor(["hare", null, null, null])).toEqual(["hare", "owl", "hedgehog", "fox"]);
});

test("no two seats have the same", () => {
  const found = animalsFor(["moth", null, "owl", null, null, "fox", null, null, null, null]);
  expect(new Set(found).size).toBe(ANIMALS.length);
});

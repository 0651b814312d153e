import { expect, test } from "vitest";
import { ANIMALS, animalsFor } from "../../src/lib/game/animals";

test("animalsFor keeps the animal of a bot", () => {
  const alone = animalsFor(["fox", null, null, null]);
  expect(alone).toEqual(["fox", "owl", "hedgehog", "hare"]);
  expect(animalsFor(["fox", "moth", null, null]).slice(2)).toEqual(alone.slice(2));
  expect(animalsFor([null, null, null, null]).slice(1)).toEqual(alone.slice(1));
});

test("animalsFor reassigns a bot only when its animal is taken", () => {
  expect(animalsFor(["hare", null, null, null])).toEqual(["hare", "owl", "hedgehog", "fox"]);
});

test("animalsFor gives distinct animals", () => {
  const animals = animalsFor(["moth", null, "owl", null, null, "fox", null, null, null, null]);
  expect(new Set(animals).size).toBe(ANIMALS.length);
});

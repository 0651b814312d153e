import { expect, test } from "vitest";
import type { OptionForm } from "../src/lib/game/catalogue";
import type { KeptTable } from "../src/lib/page/storage";
import { Speaker } from "../src/lib/text/speak";
import { asText, sentence, ways } from "../src/parts/gather/how";
import { unfinished } from "../src/parts/home/kept";
import { changeCount } from "../src/games/fairy-tale/tools/pad";
import gather from "../src/words/en/gather.json";

const kept = (change: Partial<KeptTable>): KeptTable => ({
  token: "t",
  game: "fairy",
  at: 1000,
  phase: "playing",
  ...change,
});

test("own tables: unfinished ones, own turn first, then newest", () => {
  const all = {
    old: kept({ at: 1 }),
    new: kept({ at: 900 }),
    turn: kept({ at: 5, turn: true }),
    over: kept({ phase: "over" }),
    none: kept({ token: "" }),
    left: kept({ at: 950, left: true }), // on purpose: the bot that plays on is nobody to go back to
  };
  expect(unfinished(all, 1000).map(([id]) => id)).toEqual(["turn", "new", "old"]);
  expect(unfinished(all, 1000 + 30 * 24 * 3600 * 1000)).toEqual([]);
});

const texts = {
  ...gather,
  "option.size": "how large: very",
  "option.size.5": "five: the full one",
  "option.own": "something",
};
const speaker = new Speaker(texts);
const choice = (name: string, values: string[]): OptionForm => ({ name, kind: "choice", values, default: values[0]! });

test("options use the page's sentences, else the game's texts", () => {
  expect(sentence(speaker, "fairy", choice("variant", []))).toMatchObject({ before: "It ends", after: "" });
  expect(sentence(speaker, "fariables", choice("first", []))).toMatchObject({ before: "", after: "begins" });
  expect(sentence(speaker, "unheard-of", choice("size", []))).toEqual({
    before: "How large:",
    after: "",
    label: "How large: very",
  });
  expect(ways(speaker, "unheard-of", choice("size", ["5", "3"]))).toEqual([
    { value: "5", short: "five", long: "Five: the full one" },
    { value: "3", short: "3", long: "3" },
  ]);
});

test("free options offer the forms that the page has texts for", () => {
  const written = { name: "match", kind: "written", forms: ["lead:N"], default: "lead:3" } as OptionForm;
  expect(ways(speaker, "sneaky-town", written).map((way) => way.value)).toContain("first-to:3");
  expect(ways(speaker, "sneaky-town", { name: "turn_limit", kind: "number", min: 0, max: 9, default: 1 })).toEqual([]);
});

test("own file option is shown by its name", () => {
  expect(asText({ file: "mine.csv", text: "…" })).toBe("mine.csv");
  expect(asText(7)).toBe("7");
});

test("score pad limits counts to the cards in the box", () => {
  const hand = { name: "Ann", cards: { Castle: 1 } };
  expect(changeCount(hand, "Castle", 1, 2).cards).toEqual({ Castle: 2 });
  expect(changeCount(hand, "Castle", 5, 2).cards).toEqual({ Castle: 2 });
  expect(changeCount(hand, "Castle", -1, 2).cards).toEqual({});
  expect(hand.cards).toEqual({ Castle: 1 });
});

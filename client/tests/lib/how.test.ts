import { expect, test } from "vitest";
import { Speaker } from "../../src/lib/text/speak";
import { clockName, unusual } from "../../src/parts/gather/how";
import gather from "../../src/words/en/gather.json";
import table from "../../src/words/en/table.json";

const speaker = new Speaker({ ...gather, ...table });

test("a table says how it plays where that is not as usual", () => {
  const options = { variant: "fifteen", goal: "30", wrong: "2" };
  expect(unusual(speaker, { game: "fairy", options, clock: { per: 30_000 } })).toEqual([
    "at 15, fairies or not",
    "30 seconds each time",
    "2 house rules",
  ]);
  expect(unusual(speaker, { game: "sneaky-town", options: { turn_limit: "40" }, clock: {} })).toEqual([
    "A round has at most 40 turns",
  ]);
  expect(unusual(speaker, { game: "crane", options: { grab: "riffle" }, clock: {} })).toEqual([]); // as tables of the page do
  expect(unusual(speaker, { game: "fairy", clock: {} })).toEqual([]); // of an older server
});

test("a clock has a name", () => {
  expect([clockName({}), clockName({ bank: 300_000, add: 5_000 }), clockName({ per: 1 })]).toEqual([
    "none",
    "bank-5",
    "own",
  ]);
});

import { expect, test } from "vitest";
import { Speaker } from "../../src/lib/text/speak";

const texts = {
  "list.more": "{start}, {next}",
  "list.last": "{start} and {last}",
  nothing: "nothing",
  yes: "yes",
  player: "Player {number}",
  n: "{n, plural, =0 {no cards} one {# card} other {# cards}}",
  gain: "{seat} gets {gain, signed}",
  card: "{card}{fairy, select, yes {, a fairy} other {}}",
  start: "{x, start}!",
};
const speaker = new Speaker(texts, { card: { "4": { fairy: true } } }, ["Ann", "Bo"]);

test("Speaker formats numbers, names, things and lists", () => {
  expect(speaker.say("n", { n: 0 })).toBe("no cards");
  expect(speaker.say("n", { n: 1 })).toBe("1 card");
  expect(speaker.say("n", { n: 5 })).toBe("5 cards");
  expect(speaker.say("gain", { seat: { seat: 1 }, gain: -1 })).toBe("Bo gets −1");
  expect(speaker.say("gain", { seat: { seat: 0 }, gain: 7 })).toBe("Ann gets +7");
  expect(speaker.value({ one: "card", word: 4 })).toBe("4, a fairy");
  expect(speaker.value([{ seat: 0 }, { seat: 1 }, { seat: 2 }])).toBe("Ann, Bo and Player 3");
  expect(speaker.value({ "5": 1, "6": 2 })).toBe("1 × 5 and 2 × 6");
  expect(speaker.value({ left: true, right: "all" })).toBe("left: yes and right: all");
  expect(speaker.say("start", { x: "moss" })).toBe("Moss!");
});

test("Speaker shows a missing text by its key", () => expect(speaker.say("none.such")).toBe("none.such"));

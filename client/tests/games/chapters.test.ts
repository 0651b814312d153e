// Finished games told in parts. Stories are written by `python -m tests.page.support.stories`.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { grabsOf } from "../../src/games/crane/state/turn";
import { roundsOf as taleRounds } from "../../src/games/fairy-tale/end/rounds";
import { coursesOf, turnsOf } from "../../src/games/fariables/end/turns";
import { roundsOf as townRounds } from "../../src/games/sneaky-town/end/rounds";
import { findStops } from "../../src/lib/replay/story";
import type { Story } from "../../src/wire/api";

const story = (game: string): Story =>
  JSON.parse(readFileSync(new URL(`../data/${game}.story.json`, import.meta.url), "utf8")) as Story;
const last = ({ moments }: Story) => moments.at(-1)!;

test("grabs of Crane: every count once, bets beside it, in the order of the game", () => {
  const crane = story("crane");
  const counts = crane.moments.flatMap(({ events }) =>
    events.filter((event) => ["exact", "short", "overshot", "opened"].includes(event.kind)),
  );
  const grabs = grabsOf(crane);
  expect(grabs.map(({ seat, cards }) => [seat, cards])).toEqual(
    counts.map(({ args }) => [args["seat"], args["cards"] ?? 0]),
  );
  for (const grab of grabs) {
    expect(grab.from).toBeLessThan(grab.at);
    expect(grab.bets[grab.seat]).toBeNull(); // the challenger does not bet
    expect(grab.bets.filter((bet) => bet !== null).length).toBe(crane.seats.length - 1);
  }
  // What all grabs brought is what everybody has.
  const sums = crane.seats.map((_, p) => grabs.reduce((sum, grab) => sum + (grab.paid?.gains[p] ?? 0), 0));
  expect(sums).toEqual(last(crane).scores);
});

test("rounds of Fairy Tale: three cards each, gains add up to the score", () => {
  const tale = story("fairy-tale");
  const rounds = taleRounds(tale);
  expect(rounds.map(({ round }) => round)).toEqual([1, 2, 3, 4]);
  for (const { played } of rounds) expect(played.map((cards) => cards.length)).toEqual(tale.seats.map(() => 3));
  expect(tale.seats.map((_, p) => rounds.reduce((sum, { gains }) => sum + gains[p]!, 0))).toEqual(last(tale).scores);
  expect(rounds.at(-1)!.at).toBe(last(tale).at);
});

test("turns of Fariables: each course ends at the last value told, and what seats did adds up", () => {
  const fari = story("fariables");
  const told = new Map<string, number>();
  for (const { events } of fari.moments)
    for (const event of events)
      if (event.kind === "changed") told.set(String(event.args["kind"]), Number(event.args["value"]));
  const courses = coursesOf(fari);
  for (const { kind, values, by } of courses) {
    if (told.has(kind)) expect(values.at(-1)).toBe(told.get(kind));
    expect(values[0]! + by.reduce((sum, change) => sum + change, 0)).toBe(values.at(-1));
  }
  const turns = turnsOf(fari);
  expect(turns.length).toBe(courses[0]!.values.length - 1);
  expect(turns.some(({ lifted }) => lifted > 0)).toBe(true);
});

test("rounds of Sneaky Town: points and winners as told", () => {
  const town = story("sneaky-town");
  const rounds = townRounds(town);
  expect(rounds.at(-1)!.wins).toEqual(last(town).scores);
  for (const { captured, voids, points } of rounds)
    expect([0, 1].map((p) => captured[p]!.reduce((sum, one) => sum + one.points, 0) + voids[p as 0 | 1])).toEqual(
      points,
    );
  expect(rounds.every((round, i) => i === 0 || round.from >= rounds[i - 1]!.at)).toBe(true);
});

test("chapters are the stops of the chart", () => {
  const tale = story("fairy-tale");
  const chapters = taleRounds(tale).map(({ from, at, round }) => ({ from, at, title: String(round) }));
  const stops = findStops(tale, () => null, chapters);
  expect(stops.map(({ at }) => at)).toEqual([0, ...chapters.map(({ at }) => at)]);
  expect(stops.at(-1)!.scores).toEqual(last(tale).scores);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Replay, Step, Story } from "../../src/wire/api";
import { past } from "../../src/games/fairy/end/past";
import { tally, pointsOfGuess } from "../../src/games/fairy/end/tally";
import type { Past } from "../../src/lib/game/play";
import { CHUNK, openView, Positions } from "../../src/lib/replay/positions";
import { placesByScore, rankSeats, stopAt, findStops, axisTicks } from "../../src/lib/replay/story";
import { groupLines } from "../../src/parts/end/lines";
import { podium, spread, type Stand } from "../../src/parts/end/podium";

const story = JSON.parse(readFileSync(new URL("../data/fairy-two.story.json", import.meta.url), "utf8")) as Story;
const last = story.moments.at(-1)!;

test("findStops finds each card that is turned up", () => {
  const stops = findStops(story, (past as Past).turnedUp);
  expect(stops.map((stop) => stop.thing)).toEqual(
    story.moments.flatMap((moment) =>
      moment.events.flatMap((event) =>
        event.kind === "flipped" || event.kind === "revealed" ? [event.args["card"]] : [],
      ),
    ),
  );
  expect(stops.at(-1)!.scores).toEqual(last.scores);
  expect(stopAt(stops, 0)).toBe(0);
  expect(stopAt(stops, last.at)).toBe(stops.length - 1);
});

test("findStops without cards finds changes of scores and both ends", () => {
  const moment = (at: number, ...scores: number[]) => ({ at, seat: 0, scores, events: [] });
  const plain: Story = {
    game: "x",
    seats: [{ name: "a" }, { name: "b" }],
    moments: [moment(0, 0, 0), moment(1, 0, 0), moment(2, 1, 0), moment(3, 1, 0), moment(4, 1, 0)],
  };
  expect(findStops(plain).map((stop) => stop.at)).toEqual([0, 2, 4]);
});

test("tally adds up to the score", () => {
  const rows = tally(story);
  rows.forEach((row) => {
    const right = Object.values(row.right).reduce((sum, entry) => sum + entry.points, 0);
    expect(right + row.wrong.points).toBe(last.scores[row.seat]);
  });
  expect(pointsOfGuess(rows, "higher")).toBe(2);
  expect(pointsOfGuess(rows, "no such guess")).toBeNull();
});

test("axisTicks are round numbers", () => {
  expect(axisTicks(-4, 24)).toEqual([0, 10, 20]);
  expect(axisTicks(0, 3)).toEqual([0, 1, 2, 3]);
  expect(axisTicks(-3, 0).length).toBeLessThanOrEqual(5);
});

test("rankSeats sorts by place", () => {
  expect(rankSeats([3, 1, 1, 4])).toEqual([1, 2, 0, 3]);
  expect(placesByScore([7, 22, 22, 7])).toEqual([3, 1, 1, 3]);
  expect(spread(5)).toEqual([0, 1, -1, 2, -2]);
});

test("podium takes two to ten seats and escapes names", () => {
  const stand = (place: number): Stand => ({
    name: "<b>&",
    animal: "fox",
    bot: false,
    place,
    score: "3",
    first: place === 1,
  });
  for (let count = 2; count <= 10; count++) {
    const { art } = podium(
      Array.from({ length: count }, (_, k) => stand(k + 1)),
      true,
    );
    expect(art.split("podium__name").length - 1).toBe(count);
    expect(art).not.toMatch(/NaN|undefined|<b>/);
  }
  expect(podium([stand(1), stand(1), stand(3)], true).art.split("podium__crown").length - 1).toBe(2);
});

test("lines of a score sheet are grouped by seat", () => {
  const texts: Record<string, string> = {
    total: "Ann: 3 points",
    card: "   3  Elf",
    round: "Round 1",
    closed: "  1 closed",
  };
  const say = (message: { key: string }) => texts[message.key]!;
  const total = { key: "total", args: { seat: { seat: 0 }, place: 1 } };
  expect(
    groupLines(
      [total, { key: "card", args: {} }, { key: "round", args: { seat: { seat: 1 } } }, { key: "closed", args: {} }],
      say,
    ),
  ).toEqual([
    { seat: 0, text: "Ann: 3 points", details: ["3 Elf"] },
    { seat: null, text: "Round 1", details: ["1 closed"] },
  ]);
  expect(groupLines([{ key: "round", args: { line: total } }], say)[0]!.seat).toBe(0);
});

test("totals leave out the place, which stands before the row, in any order of words", () => {
  const say = ({ key, args }: { key: string; args: Record<string, unknown> }): string =>
    key === "wrapped" ? say(args["line"] as never) : `Ann: 34 cards (3 ×10, 4), place ${args["place"]}, alone`;
  const total = { key: "total", args: { seat: { seat: 0 }, place: 3 } };
  for (const line of [total, { key: "wrapped", args: { line: total } }])
    expect(groupLines([line], say as never)[0]!.text).toBe("Ann: 34 cards (3 ×10, 4), alone");
});

test("openView fills in the private values of each seat only", () => {
  const view = { hand: [null, null], shown: ["a", null], top: null, two: [1, 2] };
  const seats = [
    { hand: [["x"], null], shown: ["a", null] },
    { hand: [null, ["y"]], shown: ["a", null] },
  ];
  const step: Step = { at: 1, seat: 0, plays: null, events: [], view, seats };
  expect(openView(step)).toEqual({ hand: [["x"], ["y"]], shown: ["a", null], top: null, two: [1, 2] });
  expect(openView({ ...step, seats: [] })).toBe(view);
});

test("Positions requests each chunk once, and again after a failure", async () => {
  const requests: string[] = [];
  let fail = true;
  const positions = new Positions(async (eyes, first, end) => {
    requests.push(`${eyes} ${first}`);
    if (fail) throw new Error("offline");
    const all = Array.from({ length: Math.min(end, 130) - first + 1 }, (_, k) => ({ at: first + k }) as Step);
    return { steps: 130, first, positions: all } as Replay;
  });
  await expect(positions.get("all", 3)).rejects.toThrow("offline");
  fail = false;
  expect((await positions.get("all", 3)).at).toBe(3);
  expect((await positions.get("all", CHUNK + 1)).at).toBe(CHUNK + 1);
  await positions.get("all", 7);
  expect(requests).toEqual(["all 0", "all 0", `all ${CHUNK}`]);
  expect((await positions.before("all", 130, 60)).map((step) => step.at)).toEqual(
    Array.from({ length: 60 }, (_, k) => 71 + k),
  );
  positions.ahead("1", 10);
  expect(requests.at(-1)).toBe(`1 ${CHUNK}`);
  await expect(positions.get("all", 131)).rejects.toThrow(RangeError);
});

// Sneaky Town: the steps of an action, and where things lie. The legal actions here are made up; no rule is needed for them.
import { expect, test } from "vitest";
import { step, turned, wide } from "../../src/games/sneaky-town/layout/geometry";
import {
  answers,
  chooseKind,
  IDLE,
  missingPart,
  pressPoint,
  dropIllegal,
  findAction,
} from "../../src/games/sneaky-town/state/hand";
import { matchOf } from "../../src/games/sneaky-town/state/match";
import type { SneakyTownAction } from "../../src/wire/sneaky-town";

// An own stone on 1,1, one of the opponent's on 2,2; 1,2 and 2,1 are open.
const LEGAL = [
  { kind: "cast", args: { point: "1,2" } },
  { kind: "cast", args: { point: "2,1" } },
  { kind: "transfer", args: { point: "1,1", target: "1,2" } },
  { kind: "transfer", args: { point: "1,1", target: "2,1" } },
  { kind: "recover", args: { point: "1,1" } },
  { kind: "reveal", args: { line: "2" } },
  { kind: "swap", args: { point: "1,1", target: "2,2" } },
  { kind: "end", args: {} },
].map((action, id) => ({ ...action, id })) as SneakyTownAction[];

test("hand aims at an open point and re-aims", () => {
  const aimed = pressPoint(LEGAL, IDLE, "1,2");
  expect(findAction(LEGAL, aimed)?.id).toBe(0);
  expect(findAction(LEGAL, pressPoint(LEGAL, aimed, "2,1"))?.id).toBe(1);
});

test("hand picks up an own stone, moves, recovers or puts it back", () => {
  const stone = pressPoint(LEGAL, IDLE, "1,1");
  expect(missingPart(stone)).toBe("target");
  expect([...answers(LEGAL, stone)]).toEqual(["1,2", "2,1"]);
  expect(findAction(LEGAL, pressPoint(LEGAL, stone, "2,1"))?.id).toBe(3);
  expect(findAction(LEGAL, chooseKind(LEGAL, stone, "recover"))?.id).toBe(4);
  expect(pressPoint(LEGAL, stone, "1,1")).toEqual(IDLE);
});

test("hand swaps two stones in either order", () => {
  expect(findAction(LEGAL, pressPoint(LEGAL, pressPoint(LEGAL, IDLE, "1,1"), "2,2"))?.id).toBe(6);
  const theirs = pressPoint(LEGAL, IDLE, "2,2");
  expect(missingPart(theirs)).toBe("point");
  expect(findAction(LEGAL, pressPoint(LEGAL, theirs, "1,1"))?.id).toBe(6);
});

test("hand asks for the place of a verb and deselects it", () => {
  const cast = chooseKind(LEGAL, IDLE, "cast");
  expect([...answers(LEGAL, cast)]).toEqual(["1,2", "2,1"]);
  expect([...answers(LEGAL, chooseKind(LEGAL, IDLE, "reveal"))]).toEqual(["2"]);
  expect(chooseKind(LEGAL, cast, "cast")).toEqual(IDLE);
});

test("hand ignores illegal actions", () => {
  const few = LEGAL.filter(({ kind }) => kind === "end");
  expect(pressPoint(few, IDLE, "1,2")).toEqual(IDLE);
  expect(chooseKind(few, IDLE, "cast")).toEqual(IDLE);
  expect(dropIllegal(few, { kind: "cast", point: "1,2" })).toEqual(IDLE);
  for (const thought of [IDLE, chooseKind(LEGAL, IDLE, "swap"), pressPoint(LEGAL, IDLE, "1,1")]) {
    for (const point of ["1,1", "1,2", "2,1", "2,2"]) {
      const action = findAction(LEGAL, pressPoint(LEGAL, thought, point));
      if (action) expect(LEGAL).toContain(action);
    }
  }
});

test.each([
  [wide, 5],
  [wide, 3],
  [turned, 5],
  [turned, 3],
] as const)("points are far enough apart to be pressed, and inside the paper", (make, size) => {
  for (const seat of [0, 1]) {
    const layout = make(size, size === 5 ? 12 : 6, seat);
    const all = Array.from({ length: size * size }, (_, n) => layout.point(Math.floor(n / size) + 1, (n % size) + 1));
    for (const [x, y] of all) expect(x > 0 && x < layout.w && y > 0 && y < layout.h).toBe(true);
    const apart = all.flatMap(([x, y], a) => all.slice(a + 1).map(([u, v]) => Math.hypot(x - u, y - v)));
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(layout.kind === "turned" ? 49 : 56);
  }
});

test("geometry puts own houses below on a phone", () => {
  for (const seat of [0, 1]) {
    const layout = turned(5, 12, seat);
    for (const k of [1, 5])
      expect(layout.house(seat, k)[1]).toBeGreaterThan(
        Math.max(...[1, 5].map((house) => layout.house(1 - seat, house)[1])),
      );
    const here = layout.point(3, 3);
    const to = (key: string) => layout.point(...step(layout, 3, 3, key)!);
    expect(to("ArrowRight")[0]).toBeGreaterThan(here[0]);
    expect(to("ArrowLeft")[0]).toBeLessThan(here[0]);
    expect(to("ArrowUp")[1]).toBeLessThan(here[1]);
    expect(to("ArrowDown")[1]).toBeGreaterThan(here[1]);
  }
  expect(step(wide(5, 12, 0), 5, 3, "ArrowRight")).toEqual([5, 3]);
  expect(step(wide(5, 12, 0), 5, 3, "a")).toBeNull();
});

const match = (mode: string, goal: number, rounds: number | null) => ({
  things: { match: { [mode]: { goal, rounds } } },
});

test("matchOf moves the cat towards the leader", () => {
  const lead = matchOf(match("lead", 3, null), [2, 1]);
  expect(lead.pickets).toHaveLength(7);
  expect(lead.cat).toBe(2);
  expect(matchOf(match("lead", 3, null), [0, 3]).cat).toBe(6);
  const first = matchOf(match("first-to", 2, 3), [1, 0]);
  expect(first.pickets.map(({ colour }) => colour)).toEqual(["blue", "none", "none"]);
  expect(first.cat).toBeLessThan(1);
  expect(matchOf(match("single", 1, 1), [0, 1]).pickets).toHaveLength(1);
});

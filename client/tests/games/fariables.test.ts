import { expect, test } from "vitest";
import { corners, allCorners, leastCovering } from "../../src/games/fariables/layout/corners";
import { findTowards } from "../../src/games/fariables/layout/keys";
import { endSteps } from "../../src/games/fariables/state/moment.svelte";
import { placeOf, writeBoard, type Place } from "../../src/games/fariables/state/places";
import type { Play } from "../../src/games/fariables/play";
import type { FariablesEvent } from "../../src/wire/fariables";

const space = (row: number, column: number, word: string, near: string[]) => ({
  row,
  column,
  kind: { one: "fairy", word },
  near,
});
const catalogue = {
  options: [{ name: "board", kind: "file", values: ["meadow"], default: "meadow" }],
  things: {
    board: { "pond.txt": { title: "Pond", by: "Ann", water: [[1, 2]] } },
    space: {
      a1: space(0, 1, "dew", ["a2", "b1"]),
      a2: space(0, 3, "star", ["a1"]),
      b1: space(1, 0, "flower", ["a1"]),
      c1: space(2, 1, "leaf", ["b1"]),
    },
  },
};
const place = (): Place => placeOf({ catalogue } as unknown as Play);

test("placeOf reads an own board from the catalogue", () => {
  expect(place().own).toBe(true);
  expect(place().rows).toEqual([["a1", "a2"], ["b1"], ["c1"]]);
  expect(writeBoard(place())).toBe("title: Pond\nby: Ann\nislands: yes\n\n 1 6\n* ~\n 2");
});

test("arrow keys go to the next space in their direction", () => {
  const all = new Set(["a1", "a2", "b1", "c1"]);
  expect(findTowards(place(), all, "a1", "ArrowRight")).toBe("a2");
  expect(findTowards(place(), all, "a2", "ArrowLeft")).toBe("a1");
  expect(findTowards(place(), all, "a1", "ArrowDown")).toBe("b1");
  expect(findTowards(place(), new Set(["c1"]), "a1", "ArrowDown")).toBe("c1");
  expect(findTowards(place(), all, "a2", "ArrowRight")).toBe("");
  expect(findTowards(place(), all, "a2", "Enter")).toBeNull();
});

const end = (...more: { kind: string; args: object }[]): FariablesEvent[] =>
  [
    { kind: "changed", args: { seat: 0, kind: "leaf", change: 3, value: 14 } },
    { kind: "fourteen", args: { kind: "leaf", seat: 0 } },
    { kind: "unmasked", args: { seat: 0, kind: "dew", value: 5 } },
    ...more,
  ] as unknown as FariablesEvent[];
const total = (seat: number, flowers: number, kinds: number) => ({
  key: "score.total",
  args: { seat: { seat }, points: 57, flowers, kinds, dice: 0 },
});
const table = {
  names: ["Ann", "Bo", "Cy"],
  table: { sheet: [total(0, 1, 3), total(1, 1, 3), total(2, 0, 4)] },
} as unknown as Play;
const tied = (measure: string, ...seats: number[]) => ({ kind: "tied", args: { seats, what: measure } });
const rolled = (seat: number, sum: number) => ({ kind: "rolled", args: { seat, sum } });

test("tell splits an end without a tie into two steps", () => {
  expect(endSteps(end(), table).map((step) => step.phase)).toEqual(["fourteen", "flowers"]);
});

test("tell adds a step for every tie-breaker", () => {
  const steps = endSteps(
    end(
      tied("points", 0, 1, 2),
      tied("flowers", 0, 1),
      tied("kinds", 0, 1),
      rolled(0, 9),
      rolled(1, 9),
      tied("dice", 0, 1),
      rolled(0, 4),
      rolled(1, 11),
    ),
    table,
  );
  expect(steps).toMatchObject([
    { phase: "fourteen", value: 14 },
    { phase: "flowers", tied: [0, 1, 2] },
    { phase: "measure", measure: "flowers", rows: [1, 1, 0], tied: [0, 1] },
    { phase: "measure", measure: "kinds", rows: [3, 3, null], tied: [0, 1] },
    { phase: "measure", measure: "dice", rows: [9, 9, null], tied: [0, 1] },
    { phase: "measure", measure: "dice", rows: [4, 11, null], tied: null },
  ]);
});

test("corners picks the spot that covers the fewest spaces", () => {
  const window: [number, number] = [200, 100];
  const size: [number, number] = [44, 44];
  const reach: [number, number] = [10, 10];
  expect(leastCovering([], reach, size, allCorners(window, size))).toEqual({ left: 148, top: 48 }); // below at the right
  expect(leastCovering([[190, 90]], reach, size, allCorners(window, size))).toEqual({ left: 148, top: 36 }); // farther up
  expect(
    leastCovering(
      [
        [190, 90],
        [190, 30],
      ],
      reach,
      size,
      allCorners(window, size),
    ).left,
  ).toBeLessThan(148);
  const full = Array.from({ length: 40 }, (_, i): [number, number] => [(i % 8) * 25 + 10, Math.floor(i / 8) * 20 + 10]);
  expect(
    leastCovering(full, reach, size, [
      { left: 8, top: 8 },
      { left: 170, top: 70 },
    ]),
  ).toEqual({ left: 170, top: 70 });
  expect(corners(window, size, { left: 148, top: 48 }, size)).not.toContainEqual({ left: 148, top: 48 }); // there lies the button
});

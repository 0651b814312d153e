// Sneaky Town: what one player has in mind, and what a scored round tells.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Play } from "../../src/games/sneaky-town/play";
import { Mind } from "../../src/games/sneaky-town/state/mind.svelte";
import { Moment } from "../../src/games/sneaky-town/state/moment.svelte";
import { browser } from "../browser";

let store: Map<string, string>;
beforeEach(() => {
  store = browser().store;
});
afterEach(() => vi.unstubAllGlobals());

const LEGAL = [
  { kind: "cast", args: { point: "1,2" }, id: 3 },
  { kind: "reveal", args: { line: "2" }, id: 4 },
  { kind: "end", args: {}, id: 5 },
];

function table(changed: Record<string, unknown> = {}): { play: Play; played: number[] } {
  const played: number[] = [];
  const play = {
    table: { id: "abc", n: 1 },
    view: { rounds: 0 },
    seat: 0,
    live: true,
    own: { ask: "1", legal: LEGAL, aids: {} },
    pages: [],
    play: ({ id }: { id: number }) => void played.push(id),
    ...changed,
  };
  return { play: play as unknown as Play, played };
}

test("mind asks for confirmation, whatever a point was pressed with", () => {
  const { play, played } = table();
  const mind = new Mind(play);
  mind.press("1,2");
  expect(played).toEqual([]);
  mind.press("1,2");
  expect(played).toEqual([3]);
});

test("mind always confirms a reveal and the end", () => {
  const { play, played } = table();
  const mind = new Mind(play);
  mind.pressLine("2");
  expect(played).toEqual([]);
  mind.act();
  expect(played).toEqual([4]);
  mind.asksEnd = true;
  expect(played).toEqual([4]);
  mind.end();
  expect(played).toEqual([4, 5]);
  expect(mind.asksEnd).toBe(false);
});

test("mind offers nothing to watchers", () => {
  const { play, played } = table({ live: false });
  const mind = new Mind(play);
  mind.press("1,2");
  mind.press("1,2");
  mind.end();
  expect(played).toEqual([]);
});

test("pencil marks are stored by table, seat and round", () => {
  const mind = new Mind(table().play);
  mind.note("2", "flower");
  mind.note("3", "void");
  mind.note("3", "void");
  expect(mind.marks).toEqual({ "2 flower": "yes", "3 void": "no" });
  expect(store.size).toBe(1);
  expect(new Mind(table().play).marks).toEqual(mind.marks);
  expect(new Mind(table({ seat: 1 }).play).marks).toEqual({});
  expect(new Mind(table({ view: { rounds: 1 } }).play).marks).toEqual({});
  mind.note("3", "void");
  expect(mind.marks).toEqual({ "2 flower": "yes" });
});

test("deductions are shown by setting and only with aids", () => {
  const aids = { charms: { flower: { "1,2": [1, 3] } }, end: { win: 1, tie: 0, lose: 2, of: 3 } };
  const mind = new Mind(table({ own: { ask: "1", legal: LEGAL, aids } }).play);
  expect(mind.aids.end?.of).toBe(3);
  mind.deduces = false;
  expect(mind.aids).toEqual({});
  expect(new Mind(table().play).canDeduce).toBe(false);
});

test("mind is reset for the next holder of a shared device", () => {
  const { play } = table();
  const mind = new Mind(play);
  mind.note("5", "flower");
  mind.press("1,2");
  [mind.notesOpen, mind.asksEnd] = [true, true];
  Object.assign(play, { seat: 1, own: { ask: "2", legal: LEGAL.slice(0, 1), aids: {} } });
  mind.leave();
  expect(mind.marks).toEqual({});
  expect(mind.legal).toHaveLength(1);
  expect(mind.thought).toEqual({ kind: null });
  expect([mind.notesOpen, mind.asksEnd]).toEqual([false, false]);
  Object.assign(play, { seat: 0 });
  expect(mind.marks).toEqual({ "5 flower": "yes" });
});

const ROUND = [
  { kind: "end", args: { seat: 0 }, moves: [] },
  { kind: "captured", args: { seat: 1, charm: "flower", point: "2,3", points: 10 }, moves: [] },
  { kind: "missed", args: { charm: "blue-sun", point: "1,1" }, moves: [] },
  { kind: "voids", args: { seat: 0, points: -1 }, moves: [] },
  { kind: "scored", args: { ender: 0, first: -1, second: 10 }, moves: [] },
  { kind: "won", args: { round: 1, seat: 1, first: 0, second: 1 }, moves: [] },
  { kind: "cleared", args: { stones: [[], ["2,3"]], swapped: [0, 0], closed: [["1"], ["2"]], tiles: [] }, moves: [] },
];
const AFTER = {
  rounds: 1,
  phase: "play",
  last_stones: [[], ["2,3"]],
  last_tiles: [["flower"], ["void"]],
  swapped: [0, 0],
  closed: [[], []],
};

test("moment of a scored round ends when it was read", () => {
  const { play } = table({ view: AFTER });
  const moment = new Moment(play);
  (play as { pages: unknown }).pages = [{ number: 7, events: ROUND, mine: true }];
  const fresh = new Moment({ ...play, pages: [] } as unknown as Play);
  expect(fresh.scored).toBeNull();
  expect(moment.scored).toMatchObject({
    round: 1,
    winner: 1,
    ender: 0,
    points: [-1, 10],
    voids: [-1, 0],
    wins: [0, 1],
    tied: false,
    over: false,
    closed: [["1"], ["2"]],
  });
  expect(moment.scored?.traced).toEqual([
    { seat: 1, charm: "flower", point: "2,3", points: 10 },
    { seat: null, charm: "blue-sun", point: "1,1", points: 0 },
  ]);
  moment.end();
  expect(moment.scored).toBeNull();
});

test("moment ignores old pages; a replay shows its position", () => {
  const pages = [{ number: 7, events: ROUND, mine: false }];
  expect(new Moment(table({ view: AFTER, pages }).play).scored).toBeNull();
  expect(new Moment(table({ view: AFTER, pages, live: false, own: null, seat: null }).play).scored?.winner).toBe(1);
});

test("moment of a tie at the turn limit has neither ender nor winner", () => {
  const events = [
    { kind: "limit", args: { turns: 100 }, moves: [] },
    { kind: "scored", args: { ender: null, first: 5, second: 5 }, moves: [] },
    { kind: "nobodys", args: { round: 1, first: 0, second: 0 }, moves: [] },
  ];
  const pages = [{ number: 7, events, mine: false }];
  const scored = new Moment(table({ view: AFTER, pages, live: false, own: null, seat: null }).play).scored;
  expect(scored).toMatchObject({ round: 1, winner: null, ender: null, limit: true, points: [5, 5], wins: [0, 0] });
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Moment } from "../../src/games/fairy-tale/state/moment.svelte";
import type { Play } from "../../src/games/fairy-tale/play";
import { settings } from "../../src/lib/page/settings.svelte";

const event = (kind: string, args: Record<string, unknown>) => ({ kind, args, moves: [] });
const LONG = 60_000; // milliseconds; far more than anything is shown for

interface Table {
  view: Record<string, unknown>;
  own: Record<string, unknown>;
  pages: { number: number; events: ReturnType<typeof event>[]; mine: boolean }[];
  news: Table["pages"];
  [more: string]: unknown;
}

/** Seat 0 of a table with so many people; both have 3 points and are about to turn up a card. */
function begin(people = 1): { table: Table; moment: Moment } {
  const kinds = [0, 1].map((p) => ({ kind: p < people ? "person" : "bot" }));
  const table: Table = {
    table: { seats: kinds },
    seat: 0,
    live: true,
    names: ["Ann", "Bo"],
    view: { phase: "play", step: 0, round: 0, waiting: [0, 1], fresh: [], open: [{}, { bard: 1 }], closed: [{}, null] },
    own: { legal: [{}], aids: { points: [3, 3], worth: [{}, { bard: 3 }] } },
    pages: [{ number: 1, events: [], mine: false }],
    news: [{ number: 1, events: [], mine: false }],
  };
  const moment = new Moment(table as unknown as Play);
  moment.follow();
  return { table, moment };
}

/** Both cards are turned up; the second seat closes its bard by its castle, and the next choice has begun. */
function turnUp(table: Table, phase = "play"): void {
  const page = {
    number: 2,
    mine: false,
    events: [
      event("played", { seat: 0, card: "elf" }),
      event("played", { seat: 1, card: "castle" }),
      ...(phase === "close" ? [] : [event("closed", { seat: 1, card: "bard", new: false, by: 1 })]),
    ],
  };
  const open = phase === "close" ? { bard: 1, castle: 1 } : { castle: 1 };
  table.view = {
    ...{ phase, step: 1, round: 0, waiting: [0], fresh: [0, 1], closed: [{}, null], revealed: ["elf", "castle"] },
    ...{ open: [{ elf: 1 }, open], down: [0, phase === "close" ? 0 : 1] },
  };
  table.own = { legal: [{}], aids: { points: [6, 6], worth: [{ elf: 3 }, { castle: 6 }] } };
  [table.pages, table.news] = [
    [...table.pages, page],
    [...table.news, page],
  ];
}

beforeEach(() => {
  settings.motion = "less";
  vi.useFakeTimers();
});
afterEach(() => {
  settings.pace = "usual";
  settings.motion = "auto";
  vi.useRealTimers();
});

/** Let time pass as on a page, where the board follows each change. */
function pass(moment: Moment, milliseconds = LONG): void {
  let shown = "";
  for (let passed = 0; passed <= milliseconds; passed += 100) {
    const now = moment.now ? `${moment.now.number} ${moment.deedsShown(moment.now)}` : "";
    if (now !== shown) moment.follow();
    shown = now;
    vi.advanceTimersByTime(100);
  }
}

test("the board shows the table and the points as far as the step is told", () => {
  const { table, moment } = begin();
  turnUp(table);
  moment.follow();
  expect(moment.now?.deeds.map(({ kind }) => kind)).toEqual(["turned", "close"]);
  expect(moment.view).toMatchObject({ open: [{ elf: 1 }, { bard: 1, castle: 1 }], down: [0, 0], phase: "close" });
  expect(moment.view.waiting).toEqual([]); // the next choice has not begun
  expect([moment.points, moment.gain(0)]).toEqual([[3, 3], 0]);
  expect(moment.worth(1)).toEqual({ bard: 3, castle: 6 });
  pass(moment, 4000);
  expect(moment.view).toMatchObject({ open: [{ elf: 1 }, { castle: 1 }], down: [0, 1] });
  expect([moment.points, moment.gain(0), moment.gain(1)]).toEqual([[6, 6], 3, 3]);
  moment.end();
  expect([moment.now, moment.view.phase, moment.gain(0)]).toEqual([null, "play", 0]);
});

test("a step waits for “Next” where only bots would wait, and goes on by itself otherwise", () => {
  const alone = begin();
  turnUp(alone.table);
  pass(alone.moment);
  expect(alone.moment.now).not.toBeNull();
  const company = begin(2);
  turnUp(company.table);
  pass(company.moment);
  expect(company.moment.now).toBeNull();
  settings.pace = "quick";
  const quick = begin();
  turnUp(quick.table);
  pass(quick.moment);
  expect(quick.moment.now).toBeNull();
});

test("a choice is asked for after the cards were seen", () => {
  const { table, moment } = begin();
  turnUp(table, "close");
  moment.follow();
  expect(moment.now?.cards).toHaveLength(2);
  pass(moment, 4000);
  expect(moment.now).toBeNull();
  const again = begin();
  turnUp(again.table, "close");
  again.moment.follow();
  again.moment.end(); // “Next”
  expect(again.moment.now).toBeNull();
});

test("the newest step can be looked at again as long as all of it can be looked up", () => {
  const { table, moment } = begin();
  turnUp(table);
  moment.follow();
  expect(moment.lookBack).toBeNull();
  pass(moment, 4000);
  moment.end();
  moment.lookBack!();
  expect(moment.now?.deeds).toHaveLength(2);
  expect(moment.view.phase).toBe("play"); // the board stays as it is
  moment.end();
  expect(moment.now).toBeNull();
  table.pages = table.pages.map((page) => ({ ...page, events: page.events.slice(0, 1) })); // the rest has faded
  expect(moment.lookBack).toBeNull();
});

import { expect, test } from "vitest";
import type { Catalogue } from "../../../src/lib/game/catalogue";
import { dropFaded, fold, NOTHING, owes, shownSeat, type Known, type Page } from "../../../src/lib/net/fold";
import type { ServerMessage } from "../../../src/wire/table";

const table = (more: object = {}) => ({
  id: "t",
  n: 1,
  phase: "playing",
  game: "fairy",
  seats: [],
  guests: {},
  ...more,
});
const event = (kind: string, args: object = {}) => ({ kind, args, moves: [] });
const beat = (after: string | null, at: string, more: object = {}) =>
  ({
    type: "beat",
    after,
    at,
    events: [],
    view: { top: 4 },
    prompt: null,
    seats: {},
    ...more,
  }) as unknown as ServerMessage;
const welcome = (after: string | null, at: string, more: object = {}, chat: object[] = []) =>
  ({
    type: "welcome",
    proto: 1,
    you: { guest: 1, seats: [] },
    beat: { ...beat(after, at), table: table(), ...more },
    chat,
  }) as unknown as ServerMessage;
const foldAll = (known: Known, ...messages: ServerMessage[]): Known =>
  messages.reduce((now, message) => fold(now, message, 1000), known);
const begun = foldAll(NOTHING, welcome(null, "a"));

test("fold of a welcome replaces the state without moves", () => {
  expect(begun).toMatchObject({ at: "a", whole: true, gap: false, view: { top: 4 }, you: { guest: 1 } });
  expect(begun.table?.n).toBe(1);
});

test("fold of a beat keeps an unchanged table", () => {
  const next = foldAll(begun, beat("a", "b", { events: [event("guessed", { seat: 0 })], view: { top: 5 } }));
  expect(next).toMatchObject({ at: "b", whole: false, gap: false, view: { top: 5 } });
  expect(next.table).toBe(begun.table);
  expect(next.pages.map((page) => page.events[0]!.kind)).toEqual(["guessed"]);
  expect(next.pages[0]!.mine).toBe(false);
  expect(foldAll(next, beat("b", "c", { events: [event("x")], cause: "id" })).pages[1]!.mine).toBe(true);
});

test("fold of a beat after a gap only sets gap", () => {
  const gap = foldAll(begun, beat("z", "y", { view: { top: 9 } }));
  expect(gap).toEqual({ ...begun, gap: true });
  // The hello from the newest cursor is answered by what was missed.
  const again = foldAll(gap, welcome("a", "c", { events: [event("missed")], view: { top: 7 } }));
  expect(again).toMatchObject({ at: "c", gap: false, whole: false, view: { top: 7 } });
  expect(again.pages.map((page) => page.events[0]!.kind)).toEqual(["missed"]);
});

test("fold of a full snapshot drops earlier pages", () => {
  const before = foldAll(begun, beat("a", "b", { events: [event("old")] }));
  const fresh = foldAll(before, welcome(null, "q", { events: [event("kept")] }));
  expect(fresh.pages.map((page) => page.events[0]!.kind)).toEqual(["kept"]);
  expect(fresh.whole).toBe(true);
});

test("fold of the same snapshot changes nothing", () => {
  const before = foldAll(begun, beat("a", "b", { events: [event("old")] }));
  const same = foldAll(before, beat("b", "b"));
  expect(same).toMatchObject({ at: "b", gap: false, whole: false });
  expect(same.pages).toEqual(before.pages);
  expect(foldAll(before, beat(null, "b")).whole).toBe(true);
});

test("fold of a new game empties the log", () => {
  const before = foldAll(begun, beat("a", "b", { events: [event("old")] }));
  const again = foldAll(before, beat("b", "c", { table: table({ n: 2, phase: "gathering" }), view: null }));
  expect(again).toMatchObject({ pages: [], view: null });
  expect(again.table).toMatchObject({ n: 2, phase: "gathering" });
});

test("dropFaded drops events before a new page", () => {
  const kind = (fades: boolean, page: boolean) => ({ args: {}, own: {}, fades, page });
  const catalogue = {
    events: { revealed: kind(true, true), told: kind(true, false), "play-on": kind(false, false) },
  } as unknown as Catalogue;
  const page = (number: number, ...kinds: string[]): Page => ({
    number,
    mine: false,
    events: kinds.map((kind) => event(kind)) as never,
  });
  const pages = [page(1, "revealed", "told", "play-on"), page(2, "told"), page(3, "told", "revealed", "told")];
  const kinds = (list: Page[]) => list.map((page) => page.events.map((each) => each.kind));
  expect(kinds(dropFaded(pages, catalogue))).toEqual([["play-on"], ["revealed", "told"]]);
  expect(kinds(dropFaded(pages, null))).toEqual(kinds(pages));
  const through = [
    beat("a", "b", { events: [event("revealed"), event("told")] }),
    beat("b", "c", { events: [event("revealed")] }),
  ];
  expect(kinds(through.reduce((known, message) => fold(known, message, 0, catalogue), begun).pages)).toEqual([
    ["revealed"],
  ]);
});

test("fold keeps of earlier pages what the server lists when a page begins", () => {
  const seen = (card: string) => ({ kind: "played", args: { seat: 1, card }, moves: [] });
  const round = { kind: "round", args: { round: 2 }, moves: [] };
  const known = foldAll(
    begun,
    beat("a", "b", { events: [seen("bard"), seen("ring")] }),
    beat("b", "c", { events: [seen("ring"), seen("castle")] }),
    beat("c", "d", { events: [round, seen("elf")], log: [seen("bard"), seen("ring"), round, seen("elf")] }),
  );
  const cards = known.pages.map((page) => page.events.map((each) => each.args["card"] ?? each.kind));
  expect(cards).toEqual([["bard"], ["ring"], ["round", "elf"]]); // of two alike, the newer one
  expect(known.news.flatMap((page) => page.events)).toHaveLength(6);
});

test("fold of chat appends, forgets guests and is bounded", () => {
  const say = (guest: number, text: string) => ({ type: "chat", guest, text, at: 1 }) as ServerMessage;
  const talked = foldAll(foldAll(NOTHING, welcome(null, "a", {}, [say(1, "hi")])), say(2, "ho"), say(1, "he"));
  expect(talked.chat.map((line) => line.text)).toEqual(["hi", "ho", "he"]);
  expect(foldAll(talked, { type: "forgotten", guest: 1 }).chat.map((line) => line.text)).toEqual(["ho"]);
  expect(foldAll(talked, ...Array.from({ length: 300 }, (_, i) => say(1, String(i)))).chat.length).toBe(200);
});

test("fold of presence replaces it, and it survives a welcome", () => {
  const here = {
    type: "presence",
    guests: { "1": "here" },
    votes: [["again", -1, [2]]],
    wishes: {},
  } as unknown as ServerMessage;
  const known = foldAll(begun, here);
  expect(known.presence?.votes[0]?.[2]).toEqual([2]);
  expect(foldAll(known, welcome(null, "z")).presence).toEqual(known.presence);
});

test("fold of clocks, shouts and stalls", () => {
  expect(foldAll(begun, { type: "clocks", left: { "0": 5000 } }).clocks).toEqual({ left: { "0": 5000 }, at: 1000 });
  const loud = foldAll(
    begun,
    ...Array.from({ length: 7 }, (_, n) => ({ type: "shout", guest: 1, n }) as ServerMessage),
  );
  expect(loud.shouts.map((shout) => shout.n)).toEqual([2, 3, 4, 5, 6]);
  expect(new Set(loud.shouts.map((shout) => shout.number)).size).toBe(5);
  const stalled = foldAll(begun, { type: "stalled" });
  expect(stalled.stalled).toBe(true);
  expect(foldAll(stalled, { type: "flowing" }).stalled).toBe(false);
  expect(foldAll(stalled, welcome("a", "a")).stalled).toBe(false);
  expect(foldAll(begun, { type: "pong" })).toBe(begun);
});

test("shown seat and owed decision", () => {
  expect(shownSeat(begun)).toBeNull();
  const state = foldAll(
    begun,
    beat("a", "b", { seats: { "2": { aids: {}, ask: "q", legal: [{ kind: "guess", args: {}, id: 0 }] } } }),
  );
  expect(shownSeat(state)).toBe(2);
  expect(owes(state)).toBe(true);
  expect(
    owes(foldAll(state, beat("b", "c", { seats: { "2": { aids: {}, ask: "q", legal: [], chosen: { id: 0 } } } }))),
  ).toBe(false);
  expect(owes(begun)).toBe(false);
});

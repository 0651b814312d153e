// Crane without a browser: the hand on an unseen deck, and a turn put together from what was told.
import type { Moved } from "../../src/wire/shared";
import { describe, expect, it } from "vitest";
import type { Page } from "../../src/lib/net/fold";
import { Hand, PIXELS, type Tick } from "../../src/games/crane/state/riffle";
import { beats, lastTurn, standing } from "../../src/games/crane/state/turn";

const AT = Array.from({ length: 48 }, (_, i) => (i + 1) * 1000);
const VOICES = "012".repeat(16);
const FRAME = 16;

/** Let so many milliseconds pass, a frame at a time. */
function pass(hand: Hand, milliseconds: number, from = 0, each?: () => void): Tick[] {
  const ticks: Tick[] = [];
  for (let now = from; now < from + milliseconds; now += FRAME) {
    each?.();
    ticks.push(...hand.move(FRAME, now));
  }
  return ticks;
}

describe("the hand", () => {
  it("ticks once for each edge, with its voice, and lifting keeps the cards", () => {
    const hand = new Hand(AT, VOICES);
    hand.drag(PIXELS * 5.5);
    const ticks = pass(hand, 2000);
    expect(ticks.map((tick) => tick.voice)).toEqual([0, 1, 2, 0, 1]);
    expect(hand.n).toBe(5);
    expect(pass(hand, 2000, 2000)).toEqual([]);
    expect(hand.n).toBe(5);
  });

  it("loses no tick, however fast it is dragged, and keeps two of them apart", () => {
    const close = AT.map((edge, i) => edge - (i % 2) * 600); // pairs 400 apart
    const hand = new Hand(close, VOICES);
    hand.drag(PIXELS * 60);
    const times: number[] = [];
    for (let now = 0; now < 20_000; now += FRAME) for (const _ of hand.move(FRAME, now)) times.push(now);
    expect(hand.n).toBe(48);
    expect(Math.min(...times.slice(1).map((time, i) => time - times[i]!))).toBeGreaterThanOrEqual(45);
  });

  it("does not chatter when it trembles at an edge, and lets cards go when it goes back", () => {
    const hand = new Hand(AT, VOICES);
    hand.drag(PIXELS * 3);
    pass(hand, 1000);
    let now = 1000;
    for (let i = 0; i < 20; i++, now += 100) {
      hand.drag(i % 2 ? 2 : -2);
      expect(pass(hand, 100, now)).toEqual([]);
    }
    hand.drag(-PIXELS);
    expect(pass(hand, 1000, now).map((tick) => tick.back)).toEqual([true]);
    expect(hand.n).toBe(2);
  });

  it("goes the other way where a finger turns it round", () => {
    const hand = new Hand(AT, VOICES, true);
    hand.drag(PIXELS * 4);
    pass(hand, 1000);
    expect(hand.n).toBe(0);
    hand.drag(-PIXELS * 4);
    pass(hand, 1000, 1000);
    expect(hand.n).toBe(4);
  });

  it("steps tick by tick, also when keys come quickly, and a held key goes on evenly", () => {
    const hand = new Hand(AT, VOICES);
    for (let i = 0; i < 6; i++) hand.step(true);
    pass(hand, 3000);
    expect(hand.n).toBe(6);
    hand.step(false);
    pass(hand, 1000, 3000);
    expect(hand.n).toBe(5);
    const keyHand = new Hand(AT, VOICES);
    pass(keyHand, 4000, 0, () => keyHand.run(3.5, FRAME, "key"));
    expect(keyHand.n).toBeGreaterThanOrEqual(13);
    expect(keyHand.n).toBeLessThanOrEqual(14);
  });

  it("tells what is held, and begins anew with the same deck", () => {
    const hand = new Hand(AT, VOICES);
    hand.drag(PIXELS * 7);
    pass(hand, 2000);
    expect(hand.report()).toMatchObject({ n: 7, tries: 1, by: "drag" });
    expect(hand.report().trace).toHaveLength(7);
    hand.release();
    expect(hand.report()).toEqual({ n: 0, tries: 2, by: "drag", trace: [] });
    hand.drag(PIXELS * 100);
    pass(hand, 30_000, 2000);
    expect(hand.n).toBe(48);
  });
});

/** Cards that the game moves to the seat of an event: those named, and a prize. */
const taken = (kind: string, args: Record<string, unknown>): Moved[] =>
  ["kept", "paid", "shared-out", "won-jackpot"].includes(kind)
    ? [args["cards"], args["prize"] ?? 0].map((count) => ({
        from: { zone: "deck" },
        to: { zone: "taken", seat: args["seat"] as number },
        thing: null,
        count: count as number,
      }))
    : [];
const page = (number: number, ...events: [kind: string, args: Record<string, unknown>][]): Page => ({
  number,
  mine: false,
  events: events.map(([kind, args]) => ({ kind, args, moves: taken(kind, args) })),
});
const FLIP = ["flipped", { seat: 1, number: 10, finger: "ring", back: [] }] as [string, Record<string, unknown>];
const SHORT = ["short", { seat: 1, cards: 8, missing: 2 }] as [string, Record<string, unknown>];
const SHOWN = ["revealed", { bets: ["low", null, "high"] }] as [string, Record<string, unknown>];

describe("a turn", () => {
  it("is a count first, and then who got what, though the next card is flipped already", () => {
    const pages = [page(1, FLIP), page(2, SHORT, SHOWN)];
    const count = lastTurn(pages, () => true, 3)!;
    expect(count).toMatchObject({
      number: 2,
      seat: 1,
      kind: "short",
      cards: 8,
      target: 10,
      finger: "ring",
      bets: ["low", null, "high"],
      paid: null,
    });
    pages.push(
      page(
        3,
        ["to-jackpot", { cards: 2, pot: "left", total: 5 }],
        ["kept", { seat: 1, cards: 6 }],
        ["paid", { seat: 0, bet: "low", cards: 2 }],
        ["flipped", { seat: 2, number: 4, finger: "index", back: [] }],
      ),
    );
    const { paid, target } = lastTurn(pages, (page) => page.number > 2, 3)!;
    expect(target).toBe(10);
    expect(paid).toMatchObject({
      number: 3,
      pot: "left",
      toPot: 2,
      kept: 6,
      gains: [2, 6, 0],
      bets: [{ seat: 0, bet: "low", cards: 2, pot: null }],
    });
    expect(lastTurn(pages, (page) => page.number > 3, 3)).toBeNull();
  });

  it("shares a jackpot, and says who exchanged", () => {
    const events: [string, Record<string, unknown>][] = [
      ["exact", { seat: 0, cards: 10 }],
      ["revealed", { bets: [null, "just"] }],
      ["won-jackpot", { seat: 0, cards: 10, pot: "left", prize: 4 }],
      ["shared-out", { seat: 1, cards: 3, pot: "right" }],
      ["exchanged", { seat: 0, cards: 10, markers: 1 }],
    ];
    const { paid } = lastTurn([page(1, FLIP, ...events)], () => true, 2)!;
    expect(paid).toMatchObject({
      prize: 4,
      kept: 10,
      gains: [14, 3],
      markers: [1, 0],
      bets: [{ seat: 1, bet: "just", pot: "right" }],
    });
  });

  it("of opened eyes pays nothing", () => {
    expect(lastTurn([page(1, FLIP, ["opened", { seat: 1 }], SHOWN)], () => true, 3)).toMatchObject({
      kind: "opened",
      target: 10,
      paid: { gains: [0, 0, 0] },
    });
  });

  it("is read off the view by who comes while the challenger chooses", () => {
    const view = {
      phase: "choose",
      challenger: 2,
      target: 7,
      finger: "index",
      hand: 9,
      revealed: ["low", "high", null],
    };
    expect(standing(view as never)).toMatchObject({ seat: 2, kind: "overshot", cards: 9, target: 7, paid: null });
    expect(standing({ ...view, phase: "betting" } as never)).toBeNull();
  });

  it("is counted one by one, the last three slower, and never for long", () => {
    const ten = beats(10);
    expect(ten).toHaveLength(10);
    const gaps = ten.slice(1).map((at, i) => at - ten[i]!);
    expect(gaps.at(-1)).toBeGreaterThan(gaps[0]!);
    expect(beats(60).at(-1)).toBeLessThan(4000);
  });
});

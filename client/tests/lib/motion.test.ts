import { describe, expect, it } from "vitest";
import {
  FLIP,
  inside,
  MOVE,
  plan,
  Queue,
  thingKey,
  zoneKey,
  type Beat,
  type Clock,
  type Picture,
  type Rect,
} from "../../src/lib/motion/motion";
import type { Moved, Place } from "../../src/wire/shared";

/** A clock that goes when it is told to. */
class Fake implements Clock {
  time = 0;
  asleep = false;
  private timers: { at: number; then: () => void }[] = [];
  now = () => this.time;
  hidden = () => this.asleep;
  after(milliseconds: number, then: () => void): unknown {
    const timer = { at: this.time + milliseconds, then };
    this.timers.push(timer);
    return timer;
  }
  cancel(timer: unknown): void {
    this.timers = this.timers.filter((other) => other !== timer);
  }
  pass(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (;;) {
      const [next] = this.timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.time = next.at;
      this.cancel(next);
      next.then();
    }
    this.time = end;
  }
}

function table(retarget: boolean, end = 400) {
  const clock = new Fake();
  const played: string[][] = [];
  const finished: string[] = [];
  const queue = new Queue<string>((items): Beat | null => {
    if (items.includes("nothing")) return null;
    played.push(items);
    return { end, retarget, finish: () => finished.push(items.join()) };
  }, clock);
  return { clock, queue, played, finished };
}

describe("the queue", () => {
  it("plays one after the other, and what waited together, together", () => {
    const { clock, queue, played } = table(false);
    for (const item of ["a", "b", "c"]) queue.push(item);
    expect(played).toEqual([["a"]]);
    clock.pass(399);
    expect(played).toEqual([["a"]]);
    clock.pass(1);
    expect(played).toEqual([["a"], ["b", "c"]]);
    clock.pass(400);
    expect(queue.now).toBeNull();
  });

  it("begins at once where the running beat can be retargeted, and does not finish it first", () => {
    const { clock, queue, played, finished } = table(true);
    queue.push("a");
    clock.pass(130);
    queue.push("b");
    expect(played).toEqual([["a"], ["b"]]);
    expect(finished).toEqual([]);
    clock.pass(399);
    expect(queue.now).not.toBeNull();
    clock.pass(1);
    expect(queue.now).toBeNull();
  });

  it("plays only the newest when more than three wait", () => {
    const { queue, played, finished } = table(false);
    for (const item of ["a", "b", "c", "d", "e"]) queue.push(item);
    expect(finished).toEqual(["a"]);
    expect(played).toEqual([["a"], ["e"]]);
    expect(queue.skipped).toBe(3);
  });

  it("plays only the newest of a burst, as a woken socket delivers it", () => {
    const { clock, queue, played, finished } = table(true);
    for (const item of ["a", "b", "c", "d", "e"]) {
      queue.push(item);
      clock.pass(5);
    }
    expect(finished).toEqual(["c", "d"]);
    expect(played.at(-1)).toEqual(["e"]);
  });

  it("plays nothing that is old, and nothing at all while nobody looks", () => {
    const { clock, queue, played } = table(false, 9000);
    queue.push("a");
    queue.push("b");
    clock.pass(2501);
    queue.push("c");
    expect(played).toEqual([["a"], ["c"]]);
    clock.asleep = true;
    queue.push("d");
    expect(played).toHaveLength(2);
    expect(queue.now).toBeNull();
    clock.asleep = false;
    queue.push("late", clock.now() - 2600);
    expect(played).toHaveLength(2);
  });

  it("is at the truth as soon as somebody presses, and goes on after a beat with nothing to see", () => {
    const { queue, played, finished } = table(false);
    queue.push("a");
    queue.push("b");
    queue.hurry();
    expect(finished).toEqual(["a"]);
    expect(queue.now).toBeNull();
    queue.push("nothing");
    queue.push("c");
    expect(played).toEqual([["a"], ["c"]]);
  });
});

// Flights ---------------------------------------------------------------------------------------------

const rect = (left: number, top = 0, width = 50, height = 70): Rect => ({ left, top, width, height });

function picture(
  zones: Record<string, Rect>,
  things: [zone: string, thing: string | number, at: Rect, back?: boolean][] = [],
  backs: string[] = [],
): Picture {
  const picture: Picture = { things: new Map(), zones: new Map(), backs: new Set(backs.map((zone) => `${zone}//`)) };
  for (const [zone, at] of Object.entries(zones)) picture.zones.set(zone.includes("/") ? zone : `${zone}//`, at);
  for (const [zone, thing, at, back] of things) {
    const key = zone.includes("/") ? zone : `${zone}//`;
    let nth = 0;
    while (picture.things.has(thingKey(key, thing, nth))) nth += 1;
    picture.things.set(thingKey(key, thing, nth), { zone: key, rect: at, back: back ?? false });
  }
  return picture;
}

const move = (from: Place, to: Place, thing: string | number | null, count = 1): Moved => ({ from, to, thing, count });
const at = (zone: string, seat?: number): Place => ({ zone, ...(seat === undefined ? {} : { seat }) });

describe("flights", () => {
  it("turns a card on its way from the deck to the pile, and makes room for it", () => {
    const zones = { deck: rect(0), pile: rect(100) };
    const before = picture(zones, [["pile", 7, rect(100)]], ["deck"]);
    const after = picture(
      zones,
      [
        ["pile", 7, rect(80)],
        ["pile", 11, rect(100)],
      ],
      ["deck"],
    );
    const flights = plan(before, after, [[move(at("deck"), at("pile"), 11)]]);
    expect(flights).toEqual([
      { kind: "fly", key: "pile//|11", from: rect(0), to: rect(100), at: 0, dur: FLIP, turn: "open", source: "deck//" },
      { kind: "shift", key: "pile//|7", from: rect(100), to: rect(80), at: 0, dur: MOVE, turn: "", source: "pile//" },
    ]);
  });

  it("starts from what the eye sees: a thing in flight goes on from there", () => {
    const zones = { hand: rect(0), table: rect(200), gone: rect(400) };
    const flying = picture(zones, [["table", "a", rect(137, 12)]]); // the ghost's place, not the layout's
    const after = picture(zones, [["gone", "a", rect(400)]]);
    const [flight] = plan(flying, after, [[move(at("table"), at("gone"), "a")]]);
    expect(flight).toMatchObject({ kind: "fly", from: rect(137, 12), to: rect(400) });
  });

  it("goes on to its own place where nothing moved it meanwhile", () => {
    const zones = { hand: rect(0), table: rect(200) };
    const [flight] = plan(picture(zones, [["table", "a", rect(90)]]), picture(zones, [["table", "a", rect(200)]]), []);
    expect(flight).toMatchObject({ kind: "shift", from: rect(90), to: rect(200) });
  });

  it("joins moves of one thing, and plays events one after the other", () => {
    const zones = { hand: rect(0), table: rect(200), gone: rect(400) };
    const before = picture(zones, [
      ["hand", "a", rect(0)],
      ["hand", "b", rect(50)],
    ]);
    const after = picture(zones, [
      ["gone", "a", rect(400)],
      ["table", "b", rect(200)],
    ]);
    const flights = plan(before, after, [
      [move(at("hand"), at("table"), "a")],
      [],
      [move(at("table"), at("gone"), "a"), move(at("hand"), at("table"), "b")],
    ]);
    expect(flights.map(({ key, at: begin }) => [key, begin])).toEqual([
      ["gone//|a", 0],
      ["table//|b", 160],
    ]);
    const many = Array.from({ length: 40 }, (_, n) => [move(at("hand"), at("table"), `c${n}`)]);
    const all = picture(
      zones,
      many.map((_, n) => ["table", `c${n}`, rect(200 + n)]),
    );
    expect(Math.max(...plan(picture(zones), all, many).map((flight) => flight.at))).toBeLessThanOrEqual(900);
  });

  it("lets vanish what has no place any more, and brings from a seat what was never seen", () => {
    const home = { "home/1/": rect(900, 0, 40, 40), table: rect(200) };
    const before = picture(home, [["table", "a", rect(200)]]);
    const after = picture(home, [["table", "b", rect(200)]]);
    const flights = plan(before, after, [
      [move(at("table"), at("hand", 1), "a"), move(at("hand", 1), at("table"), "b")],
    ]);
    expect(flights[0]).toMatchObject({
      kind: "out",
      key: "table//|a",
      from: rect(200),
      to: inside(rect(900, 0, 40, 40), rect(200)),
    });
    expect(flights[1]).toMatchObject({
      kind: "fly",
      key: "table//|b",
      from: inside(rect(900, 0, 40, 40), rect(200)),
      to: rect(200),
    });
  });

  it("moves nameless things one by one, those that are new", () => {
    const zones = { deck: rect(0), "hand/0/": rect(300) };
    const before = picture(zones, [["hand/0/", "card", rect(300), true]], ["deck"]);
    const after = picture(
      zones,
      [
        ["hand/0/", "card", rect(300), true],
        ["hand/0/", "card", rect(320), true],
        ["hand/0/", "card", rect(340), true],
      ],
      ["deck"],
    );
    const flights = plan(before, after, [[move(at("deck"), at("hand", 0), null, 2)]]);
    expect(flights.map(({ key, turn }) => [key, turn])).toEqual([
      ["hand/0/|card#2", ""],
      ["hand/0/|card#1", ""],
    ]);
  });

  it("does nothing where nothing moved or nothing is known of it", () => {
    const still = picture({ deck: rect(0) }, [["deck", 1, rect(0)]]);
    expect(plan(still, still, [[]])).toEqual([]);
    expect(plan(still, still, [[move(at("nowhere"), at("elsewhere"), 3)]])).toEqual([]);
    expect(zoneKey({ zone: "hand", seat: 1, place: "x" })).toBe("hand/1/x");
  });
});

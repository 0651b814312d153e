// Motion, pure part: plans flights from snapshots and moves. `dom.ts` measures and animates, `ghost.ts` draws what flies, `press.ts`
// makes presses reliable meanwhile.
//
// The DOM shows the new state at once; a beat only animates the way there. Nothing waits for an animation and none persists
// after its end (no `fill: forwards`), so cancelling one at any moment leaves the right state.
//
// A board takes part by these attributes only:
//   data-zone="hand"    a zone of the catalogue: on the element that holds its things, or where they would lie
//   data-seat="1"       whose zone it is, on the zone or around it; a seat's own element carries data-home as well: what
//                       goes to or comes from a zone that is not drawn goes to or comes from there
//   data-place="b4"     which place of the zone, on an element inside the zone that holds what lies there
//   data-thing="5"      a thing, by the name that moves use; several of the same name are told apart by their order
//   data-back           a thing (or the top of a pile) that lies face down: what leaves it face up is turned on the way
//   data-hold           anywhere: the board still shows what was before, nothing flies meanwhile
//   data-still          on a zone: its things are left alone, the board moves them itself
// The shell adds `use:moving={store}` to the element around board and seats; that is all.
import type { Moved, Place } from "../../wire/shared";

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Snapshot of the visible rectangles of things and zones; of a thing in flight, where it appears. */
export interface Picture {
  things: Map<string, Seen>;
  zones: Map<string, Rect>;
  backs: Set<string>; // zones whose top lies face down
}

export interface Seen {
  zone: string;
  rect: Rect;
  back: boolean;
}

export interface Flight {
  kind: "fly" | "shift" | "out";
  key: string; // the thing: as it is now; for what vanishes, as it was
  from: Rect;
  to: Rect;
  at: number;
  dur: number;
  turn: "" | "open" | "shut";
  source: string; // the zone it came from
}

export const MOVE = 320;
export const FLIP = 420;
const GAP = 160; // between the beats of one message: one event after the other
const ALL = 900; // the last one begins before this
const STAGGER = 30;

export const zoneKey = (place: Place): string => [place.zone, place.seat ?? "", place.place ?? ""].join("/");
export const thingKey = (zone: string, thing: string | number, nth = 0): string =>
  `${zone}|${thing}${nth ? `#${nth}` : ""}`;

const same = (a: Rect, b: Rect): boolean =>
  Math.abs(a.left - b.left) + Math.abs(a.top - b.top) + Math.abs(a.width - b.width) + Math.abs(a.height - b.height) < 1;

/** Rectangle of a zone: its own, else that of the zone without its place, else the home of its seat. */
function whereIs(picture: Picture, place: Place): Rect | undefined {
  const { zone, seat } = place;
  return (
    picture.zones.get(zoneKey(place)) ??
    picture.zones.get(zoneKey({ zone, ...(seat === undefined ? {} : { seat }) })) ??
    (seat === undefined ? undefined : picture.zones.get(`home/${seat}/`))
  );
}

/** Rectangle of a thing's size, centred in the rectangle that it comes from. */
export function inside(room: Rect, thing: Rect): Rect {
  const scale = Math.min(1, room.width / thing.width, room.height / thing.height) || 1;
  const width = thing.width * scale;
  const height = thing.height * scale;
  return { left: room.left + (room.width - width) / 2, top: room.top + (room.height - height) / 2, width, height };
}

interface Way {
  first: Place;
  last: Place;
  thing: string | number | null;
  beat: number;
  count: number;
}

/** Merge the moves of successive events where the same thing moves on. */
function ways(moves: Moved[][]): Way[] {
  const ways: Way[] = [];
  moves.forEach((together, beat) => {
    for (const move of together) {
      const on = ways.find(
        (way) => way.thing !== null && way.thing === move.thing && zoneKey(way.last) === zoneKey(move.from),
      );
      if (on) on.last = move.to;
      else ways.push({ first: move.from, last: move.to, thing: move.thing, beat, count: move.count });
    }
  });
  return ways;
}

/** Plan the flights from one snapshot to the next. `moves` has the moves of each event, in order. */
export function plan(before: Picture, after: Picture, moves: Moved[][]): Flight[] {
  const flights: Flight[] = [];
  const used = new Set<string>();
  const beats = moves.filter((together) => together.length);
  const gap = beats.length > 1 ? Math.min(GAP, ALL / (beats.length - 1)) : 0;
  for (const way of ways(beats)) {
    const from = zoneKey(way.first);
    const to = zoneKey(way.last);
    const count = way.thing === null ? Math.min(way.count, 8) : 1;
    for (let n = 0; n < count; n++) {
      const at = way.beat * gap + n * STAGGER;
      const flight = planFlight(before, after, way, from, to, used);
      if (flight) flights.push({ ...flight, at, dur: flight.turn ? FLIP : MOVE });
    }
  }
  // What stays in its zone makes room.
  for (const [key, seen] of after.things) {
    const was = before.things.get(key);
    if (used.has(key) || !was || same(was.rect, seen.rect)) continue;
    flights.push({ kind: "shift", key, from: was.rect, to: seen.rect, at: 0, dur: MOVE, turn: "", source: seen.zone });
  }
  return flights;
}

type Bare = Omit<Flight, "at" | "dur">;

function planFlight(
  before: Picture,
  after: Picture,
  way: Way,
  from: string,
  to: string,
  used: Set<string>,
): Bare | null {
  const was = pick(before, from, way.thing, used, (key) => after.things.has(key));
  const is = pick(after, to, way.thing, used, (key) => before.things.has(key));
  const start = whereIs(before, way.first) ?? whereIs(after, way.first);
  const end = whereIs(after, way.last) ?? whereIs(before, way.last);
  if (is) {
    used.add(is);
    const seen = after.things.get(is)!;
    const rect = was ? before.things.get(was)!.rect : start && inside(start, seen.rect);
    if (!rect || same(rect, seen.rect)) return null;
    const hidden = was ? before.things.get(was)!.back : before.backs.has(from);
    const turn = hidden && !seen.back ? "open" : !hidden && seen.back && was ? "shut" : "";
    return { kind: "fly", key: is, from: rect, to: seen.rect, turn, source: from };
  }
  if (!was || !end) return null;
  used.add(was);
  const rect = before.things.get(was)!.rect;
  return { kind: "out", key: was, from: rect, to: inside(end, rect), turn: "", source: from };
}

/** Thing of this name in a zone; without a name, one that is not in both snapshots. */
function pick(
  picture: Picture,
  zone: string,
  thing: string | number | null,
  used: Set<string>,
  stays: (key: string) => boolean,
): string | undefined {
  let last: string | undefined;
  for (const [key, seen] of picture.things) {
    if (seen.zone !== zone || used.has(key)) continue;
    const name = key.slice(zone.length + 1).replace(/#\d+$/, "");
    if (thing !== null ? name === String(thing) : !stays(key)) last = key;
  }
  return last;
}

// The queue -----------------------------------------------------------------------------------------

export interface Clock {
  now(): number;
  after(milliseconds: number, then: () => void): unknown;
  cancel(timer: unknown): void;
  hidden(): boolean;
}

/** A running animation of a beat. */
export interface Beat {
  end: number; // milliseconds from its start
  retarget: boolean; // what comes next may begin at once, from what the eye sees
  finish(): void; // to the truth, at once
}

export const MOST = 3; // waiting, or begun within a moment: more are not played one by one
export const OLD = 2500;
const BURST = 120;

/** Queue of beats: plays one at a time; when beats pile up, the older ones are skipped. */
export class Queue<T> {
  now: Beat | null = null;
  played = 0;
  skipped = 0;
  private waiting: { item: T; at: number }[] = [];
  private starts: number[] = [];
  private timer: unknown = null;

  /** `perform` plays the beats that waited together; it returns null where nothing is visible. */
  constructor(
    private readonly perform: (items: T[]) => Beat | null,
    private readonly clock: Clock,
  ) {}

  push(item: T, at = this.clock.now()): void {
    this.waiting.push({ item, at });
    this.flush();
  }

  flush(): void {
    if (!this.waiting.length) return;
    if (this.late()) this.catchUp();
    else if (!this.now || this.now.retarget) this.start(this.waiting.splice(0).map(({ item }) => item));
  }

  /** Finish animations at once on a press, so that the press meets the state that is shown. */
  hurry(): void {
    this.skipped += this.waiting.length;
    this.waiting = [];
    this.stop();
  }

  private late(): boolean {
    const now = this.clock.now();
    this.starts = this.starts.filter((at) => now - at < BURST);
    const oldest = this.waiting[0]!.at;
    return this.clock.hidden() || this.waiting.length > MOST || this.starts.length >= MOST || now - oldest > OLD;
  }

  private catchUp(): void {
    const all = this.waiting.splice(0);
    this.stop();
    const fresh = !this.clock.hidden() && this.clock.now() - all.at(-1)!.at <= OLD ? all.pop() : undefined;
    this.skipped += all.length;
    if (fresh) this.start([fresh.item]);
  }

  private stop(): void {
    this.clock.cancel(this.timer);
    this.now?.finish();
    this.now = null;
  }

  private start(items: T[]): void {
    this.clock.cancel(this.timer);
    const beat = this.perform(items);
    this.now = beat;
    if (!beat) return;
    this.played += 1;
    this.starts.push(this.clock.now());
    this.timer = this.clock.after(beat.end, () => {
      this.now = null;
      this.flush();
    });
  }
}

// Motion, DOM part: measures elements and runs animations. The attributes of boards are listed in motion.ts.
import { tick } from "svelte";
import type { Moved } from "../../wire/shared";
import type { ServerMessage } from "../../wire/table";
import type { AnyEvent } from "../game/catalogue";
import type { Known } from "../net/fold";
import { plan, Queue, thingKey, zoneKey, type Beat, type Clock, type Flight, type Picture, type Rect } from "./motion";
import { Ghost } from "./ghost";
import { still } from "../page/settings.svelte";
import { cue } from "../page/sound";

const INOUT = "cubic-bezier(.6,0,.3,1)";
const FADE = 120;

const clock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, then) => setTimeout(then, milliseconds),
  cancel: (timer) => clearTimeout(timer as number),
  hidden: () => document.visibilityState === "hidden",
};

interface Snapshot extends Picture {
  nodes: Map<string, HTMLElement>;
  tops: Map<string, HTMLElement>; // by zone, what lies face down on top
}

interface Item {
  first: Snapshot;
  moves: Moved[][];
}

const plain = (rect: DOMRect): Rect => ({ left: rect.left, top: rect.top, width: rect.width, height: rect.height });

/** Animates the things inside one element. */
export class Mover {
  readonly queue = new Queue<Item>((items) => this.perform(items), clock);
  private layer: HTMLElement | null = null;
  private flying = new Map<HTMLElement, Ghost>();
  private shifting = new Map<HTMLElement, { animation: Animation; to: Rect }>();

  private readonly layout: ResizeObserver;

  constructor(readonly root: HTMLElement) {
    let width = root.clientWidth;
    // The window is turned, or a drawer makes room beside the board: flights would end where things lay before.
    this.layout = new ResizeObserver(() => {
      if (root.clientWidth !== width) this.finish();
      width = root.clientWidth;
    });
    this.layout.observe(root);
  }

  /** Measure all things and zones: where they appear now, or where they come to rest if `settled`. Reads only, no writes. */
  look(settled = false): Snapshot {
    const seen: Snapshot = { things: new Map(), zones: new Map(), backs: new Set(), nodes: new Map(), tops: new Map() };
    for (const zone of this.root.querySelectorAll<HTMLElement>("[data-zone]")) {
      const rect = zone.getBoundingClientRect();
      if (!rect.width && !rect.height) continue;
      const key = keyOf(zone);
      seen.zones.set(key, plain(rect));
      if (zone.dataset["still"] !== undefined) continue;
      const top = zone.querySelector<HTMLElement>("[data-back]");
      if (top) {
        seen.backs.add(key);
        seen.tops.set(key, top);
      }
      for (const place of zone.querySelectorAll<HTMLElement>("[data-place]")) {
        seen.zones.set(keyOf(zone, place), plain(place.getBoundingClientRect()));
      }
      for (const thing of zone.querySelectorAll<HTMLElement>("[data-thing]")) this.note(seen, zone, thing, settled);
    }
    for (const home of this.root.querySelectorAll<HTMLElement>("[data-home][data-seat]")) {
      seen.zones.set(`home/${home.dataset["seat"]}/`, plain(home.getBoundingClientRect()));
    }
    return seen;
  }

  private note(seen: Snapshot, zone: HTMLElement, thing: HTMLElement, settled: boolean): void {
    const rect = settled ? this.rest(thing) : plain((this.flying.get(thing)?.node ?? thing).getBoundingClientRect());
    if (!rect.width) return;
    const key = keyOf(zone, thing.closest<HTMLElement>("[data-place]"));
    let nth = 0;
    while (seen.things.has(thingKey(key, thing.dataset["thing"]!, nth))) nth += 1;
    const name = thingKey(key, thing.dataset["thing"]!, nth);
    seen.things.set(name, { zone: key, rect, back: thing.dataset["back"] !== undefined });
    seen.nodes.set(name, thing);
  }

  /** Rectangle of a thing at rest, without its running animation. */
  private rest(thing: HTMLElement): Rect {
    const rect = plain(thing.getBoundingClientRect());
    if (!this.shifting.has(thing)) return rect;
    const { translate, scale } = getComputedStyle(thing);
    const [x = 0, y = 0] = translate === "none" ? [] : translate.split(" ").map(parseFloat);
    const size = scale === "none" ? 1 : parseFloat(scale) || 1;
    return { left: rect.left - x, top: rect.top - y, width: rect.width / size, height: rect.height / size };
  }

  /** Whether an animation already leads there. */
  private bound(node: HTMLElement | undefined, to: Rect): boolean {
    const goal = node && (this.flying.get(node)?.to ?? this.shifting.get(node)?.to);
    return (
      goal !== undefined &&
      Math.abs(goal.left - to.left) + Math.abs(goal.top - to.top) + Math.abs(goal.width - to.width) < 1
    );
  }

  /** Animate the moves of events. Call it before the DOM changes. */
  async show(events: AnyEvent[]): Promise<void> {
    const first = this.look();
    const at = performance.now();
    await tick();
    this.queue.push({ first, moves: events.map((event) => event.moves) }, at);
  }

  /** Run `change` and animate what is elsewhere afterwards; `moves` are the moves between zones. */
  glide(change: () => void, moves: Moved[] = []): void {
    const first = this.look();
    change();
    void tick().then(() => this.queue.push({ first, moves: moves.length ? [moves] : [] }));
  }

  private perform(items: Item[]): Beat | null {
    if (this.root.querySelector("[data-hold]")) return null; // the board still shows what was before
    const first = items[0]!.first;
    const last = this.look(true);
    const all = plan(
      first,
      last,
      items.flatMap((item) => item.moves),
    );
    const flights = all.filter(
      (flight) => flight.kind !== "shift" || !this.bound(last.nodes.get(flight.key), flight.to),
    );
    for (const [node, ghost] of this.flying) if (!node.isConnected && !ghost.out) ghost.drop();
    if (!flights.length) return null;
    if (flights.some((flight) => flight.kind !== "shift")) cue("card");
    for (const flight of flights) {
      if (flight.kind === "shift") this.shift(flight, last);
      else this.fly(flight, first, last);
    }
    const end = still() ? FADE : Math.max(...flights.map((flight) => flight.at + flight.dur));
    return { end, retarget: true, finish: () => this.finish() };
  }

  finish(): void {
    for (const ghost of [...this.flying.values()]) ghost.drop();
    for (const { animation } of [...this.shifting.values()]) animation.cancel();
    this.shifting.clear();
  }

  /** Animate the element itself, without a ghost. */
  private shift({ key, from, to, dur }: Flight, last: Snapshot): void {
    const node = last.nodes.get(key)!;
    this.free(node);
    if (still()) {
      node.animate([{ opacity: 0.15 }, { opacity: 1 }], FADE);
      return;
    }
    const start = {
      translate: `${from.left - to.left}px ${from.top - to.top}px`,
      scale: `${from.width / to.width}`,
      transformOrigin: "0 0",
    };
    const animation = node.animate([start, { translate: "0 0", scale: "1", transformOrigin: "0 0" }], {
      duration: dur,
      easing: INOUT,
    });
    this.shifting.set(node, { animation, to });
    animation.onfinish = () => {
      if (this.shifting.get(node)?.animation === animation) this.shifting.delete(node);
    };
  }

  /** Cancel the running animations of an element. */
  private free(node: HTMLElement): void {
    this.flying.get(node)?.drop();
    this.shifting.get(node)?.animation.cancel();
    this.shifting.delete(node);
  }

  private fly(flight: Flight, first: Snapshot, last: Snapshot): void {
    const out = flight.kind === "out";
    const node = (out ? first : last).nodes.get(flight.key)!;
    this.free(node);
    if (still()) {
      if (!out) node.animate([{ opacity: 0.15 }, { opacity: 1 }], FADE);
      return;
    }
    const ghost = new Ghost(this.sky(), node, flight, first.tops.get(flight.source), () => {
      if (this.flying.get(node) === ghost) this.flying.delete(node);
    });
    this.flying.set(node, ghost);
    const total = flight.at + flight.dur;
    // Unseen, yet pressable: the thing lies where it belongs already.
    if (!out) ghost.hide(node.animate([{ opacity: 0 }, { opacity: 0 }], total));
  }

  /** Layer of the ghosts, inside the root so that they inherit its custom properties. */
  private sky(): HTMLElement {
    if (!this.layer?.isConnected) {
      this.layer = document.createElement("div");
      this.layer.ariaHidden = "true";
      this.layer.style.cssText =
        "position:fixed;inset:0;z-index:15;overflow:hidden;pointer-events:none;perspective:1200px";
      this.root.append(this.layer);
    }
    return this.layer;
  }

  destroy(): void {
    this.layout.disconnect();
    this.queue.hurry();
    this.finish();
    this.layer?.remove();
  }
}

function keyOf(zone: HTMLElement, place?: HTMLElement | null): string {
  const seat = zone.closest<HTMLElement>("[data-seat]")?.dataset["seat"];
  const inner = place && zone.contains(place) ? place.dataset["place"] : undefined;
  return zoneKey({
    zone: zone.dataset["zone"]!,
    ...(seat === undefined ? {} : { seat: Number(seat) }),
    ...(inner === undefined ? {} : { place: inner }),
  });
}

// For the shell ---------------------------------------------------------------------------------------

interface BeatSource {
  listen(listener: (message: ServerMessage, before: Known, after: Known) => void): () => void;
}

const movers = new Set<Mover>();

/** Action `use:moving={store}`: animate the things inside this element by the table's events. */
export function moving(root: HTMLElement, store: BeatSource): { destroy(): void } {
  const mover = new Mover(root);
  movers.add(mover);
  const hush = store.listen((message, before, after) => {
    if (message.type !== "beat" || after.whole || after.gap || before === after) return;
    void mover.show(message.events as AnyEvent[]);
  });
  return {
    destroy() {
      hush();
      movers.delete(mover);
      mover.destroy();
    },
  };
}

/** Run `change` and animate things to their new places. */
export function glide(change: () => void, moves: Moved[] = []): void {
  const [mover] = movers;
  if (mover) mover.glide(change, moves);
  else change();
}

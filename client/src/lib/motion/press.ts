// Press handling by key instead of by node: a redraw between down and up does not lose a press, and a flying thing forwards it.
import type { Rect } from "./motion";

interface Flier {
  node: HTMLElement;
  owner: HTMLElement;
  animations: Animation[];
  from: Rect;
  to: Rect;
}

const AGO = 144; // a hand aims at where the thing was
const REACH = 14; // pixels between down and up: more is a drag
const ONCE = 700; // a click after a press that was done already

class Fliers {
  now: Flier[] = [];
  private landed: (Flier & { until: number })[] = [];

  add(flier: Flier): void {
    this.now.push(flier);
  }

  land(node: HTMLElement, owner: HTMLElement): void {
    const time = performance.now();
    const flying = this.now.find((flier) => flier.node === node);
    this.now = this.now.filter((flier) => flier !== flying);
    this.landed = this.landed.filter((flier) => flier.until > time);
    if (flying) this.landed.push({ ...flying, owner, until: time + 150 });
  }

  /** Thing that flies here, passed here just now, or has just landed. */
  at(x: number, y: number): HTMLElement | null {
    for (const flier of [...this.now].reverse()) if (acts(flier.owner) && hasPassed(flier, x, y)) return flier.owner;
    const time = performance.now();
    return this.landed.find((flier) => flier.until > time && acts(flier.owner) && isSwept(flier, x, y))?.owner ?? null;
  }
}

export const fliers = new Fliers();

const acts = (node: HTMLElement): boolean => node.closest("[data-act]") !== null;
const within = (rect: Rect, x: number, y: number): boolean =>
  x >= rect.left && x <= rect.left + rect.width && y >= rect.top && y <= rect.top + rect.height;

function hasPassed(flier: Flier, x: number, y: number): boolean {
  const times = flier.animations.map((animation) => Number(animation.currentTime ?? 0));
  let hit = false;
  for (let back = 0; back <= AGO && !hit; back += 16) {
    if (back) flier.animations.forEach((animation, i) => (animation.currentTime = Math.max(0, times[i]! - back)));
    hit = within(flier.node.getBoundingClientRect(), x, y);
  }
  flier.animations.forEach((animation, i) => (animation.currentTime = times[i]!));
  return hit;
}

export function isSwept({ from, to }: { from: Rect; to: Rect }, x: number, y: number): boolean {
  for (let k = 0; k <= 1; k += 0.1) {
    const mix = (a: number, b: number) => a + (b - a) * k;
    const rect = {
      left: mix(from.left, to.left),
      top: mix(from.top, to.top),
      width: mix(from.width, to.width),
      height: mix(from.height, to.height),
    };
    if (within(rect, x, y)) return true;
  }
  return false;
}

type Act = [key: string, act: () => void];
const ACTS = new Map<string, { node: HTMLElement; act: () => void }>();
let down: { key: string; x: number; y: number; id: number } | null = null;
let done = { key: "", at: -ONCE };

const keyAt = (event: PointerEvent): string | null => {
  const node = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-act]") : null;
  return (node ?? fliers.at(event.clientX, event.clientY)?.closest<HTMLElement>("[data-act]"))?.dataset["act"] ?? null;
};

function act(key: string): void {
  const target = ACTS.get(key);
  if (!target || (target.node as HTMLButtonElement).disabled || target.node.ariaDisabled === "true") return;
  target.act();
}

function listen(): void {
  addEventListener(
    "pointerdown",
    (event) => {
      const key = event.button === 0 ? keyAt(event) : null;
      down = key ? { key, x: event.clientX, y: event.clientY, id: event.pointerId } : null;
    },
    true,
  );
  addEventListener(
    "pointerup",
    (event) => {
      const from = down;
      down = null;
      if (!from || from.id !== event.pointerId || Math.hypot(event.clientX - from.x, event.clientY - from.y) > REACH)
        return;
      done = { key: from.key, at: performance.now() };
      act(from.key);
    },
    true,
  );
  addEventListener("pointercancel", () => (down = null), true);
}

let listening = false;

/** Action `use:press={[key, act]}`: the key identifies what is done and survives redraws of the button. */
export function press(node: HTMLElement, [key, callback]: Act): { update(next: Act): void; destroy(): void } {
  if (!listening) listen();
  listening = true;
  let mine = key;
  const put = (name: string, does: () => void): void => {
    mine = name;
    node.dataset["act"] = name;
    ACTS.set(name, { node, act: does });
  };
  // A keyboard, a screen reader, a script: a click without a press before it. A pointer's click after a press belongs to that press,
  // also where another button stands in its place by now.
  const click = (event: MouseEvent): void => {
    const late = done.key !== "" && performance.now() - done.at < ONCE;
    if (late && (done.key === mine || event.detail > 0)) done.key = "";
    else act(mine);
  };
  put(key, callback);
  node.addEventListener("click", click);
  return {
    update: ([name, does]) => {
      if (name !== mine && ACTS.get(mine)?.node === node) ACTS.delete(mine);
      put(name, does);
    },
    destroy: () => {
      node.removeEventListener("click", click);
      if (ACTS.get(mine)?.node === node) ACTS.delete(mine);
    },
  };
}

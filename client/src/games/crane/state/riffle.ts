// A hand that riffles along the edge of an unseen deck. All is position: 1000 is the width of a card, 24 pixels of the screen. How many cards a
// tick carries is known to nobody here; what counts in the end is how many ticks are held.

export const CARD = 1000;
export const PIXELS = 24; // a card's width under a finger, on every device
export const FASTEST = 12; // cards a second: a faster hand is held back, so that every tick is heard
export const HELD = 3.5; // cards a second for a key that is held
export const PACES = [1, 2, 3, 4, 5, 6]; // cards a second for a hand that goes by itself
export const USUAL = 2;
const APART = 45; // milliseconds between two ticks, at least
const BACK = 150; // so far behind its edge a tick is let go: a trembling finger makes no chatter
const MOST_TRACE = 400;

export type Way = "drag" | "key" | "step" | "switch";
export interface Tick {
  voice: number; // 0 faint, 1 crisp, 2 thick
  back: boolean; // a card that was let go
}

export class Hand {
  n = 0; // ticks held
  pos = 0;
  tries = 1;
  by: Way = "drag";
  trace: number[] = [];
  private goal = 0;
  private last = -Infinity;

  constructor(
    readonly at: number[],
    readonly voices: string,
    /** The forbidden finger turns the drag round. */
    readonly reversed = false,
  ) {}

  private get end(): number {
    return (this.at.at(-1) ?? 0) + CARD;
  }

  private to(goal: number, by: Way): void {
    this.goal = Math.min(this.end, Math.max(0, goal));
    this.by = by;
  }

  /** A finger moved down by so many pixels. */
  drag(pixels: number): void {
    this.to(this.goal + ((this.reversed ? -pixels : pixels) * CARD) / PIXELS, "drag");
  }

  /** A key is held, or the hand goes by itself: so many cards a second, for so many milliseconds. */
  run(cards: number, milliseconds: number, by: Way): void {
    this.to(this.pos + (cards * CARD * milliseconds) / 1000, by);
  }

  /** One tick further, or one back. */
  step(on: boolean): void {
    const ahead = this.at.findIndex((edge) => edge > this.goal); // beyond steps that are still under way
    const next = on ? this.at[ahead] : (this.at[(ahead < 0 ? this.at.length : ahead) - 1] ?? 0) - BACK - 1;
    if (next !== undefined) this.to(next, "step");
  }

  /** Stand still where it is. */
  halt(): void {
    this.goal = this.pos;
  }

  /** Let everything go, and begin anew: it is the same deck. */
  release(): void {
    if (this.n > 0) this.tries += 1;
    this.n = this.pos = this.goal = 0;
    this.trace = [];
    this.last = -Infinity;
  }

  /** Time passes: the ticks that come now. */
  move(milliseconds: number, now: number): Tick[] {
    const reach = (FASTEST * CARD * milliseconds) / 1000;
    let next = this.pos + Math.max(-reach, Math.min(reach, this.goal - this.pos));
    const ticks: Tick[] = [];
    while (true) {
      const ahead = this.at[this.n];
      const behind = this.n > 0 ? this.at[this.n - 1]! - BACK : -Infinity;
      const on = ahead !== undefined && next >= ahead;
      if (!on && next >= behind) break;
      if (now - this.last < APART) {
        next = on ? ahead! - 1 : behind;
        break;
      }
      const which = on ? this.n : this.n - 1;
      this.n += on ? 1 : -1;
      ticks.push({ voice: Number(this.voices[which] ?? 1), back: !on });
      if (this.trace.length < MOST_TRACE)
        this.trace.push(Math.round(Math.min(60_000, Number.isFinite(this.last) ? now - this.last : 0)) * (on ? 1 : -1));
      this.last = now;
    }
    this.pos = next;
    return ticks;
  }

  /** What is told at the end. */
  report(): { n: number; tries: number; by: Way; trace: number[] } {
    return { n: this.n, tries: this.tries, by: this.by, trace: this.trace };
  }
}

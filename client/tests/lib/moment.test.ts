import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { coach } from "../../src/lib/game/coach.svelte";
import type { Page } from "../../src/lib/net/fold";
import { Moment } from "../../src/lib/game/moment.svelte";
import { stage } from "../../src/lib/motion/stage.svelte";
import { hold, paced } from "../../src/lib/game/pace.svelte";
import type { Play } from "../../src/lib/game/play";
import { settings } from "../../src/lib/page/settings.svelte";

const READ = 1000;
const page = (number: number): Page => ({ number, events: [{ kind: "shown", args: {}, moves: [] }], mine: false });
const table = (pages: Page[], more: Partial<Play> = {}): Play => ({ live: true, own: null, pages, ...more }) as Play;

/** Shows the newest page for one second. */
class Shown extends Moment<Play> {
  get now(): Page | null {
    const newest = this.play.pages.at(-1);
    return newest && (this.replayed || this.isNew(newest)) ? newest : null;
  }
  follow(): void {
    this.cancel();
    const { now } = this;
    stage.busy = now !== null;
    if (now && !this.replayed) this.later(READ, () => this.whenReleased(() => this.finish(now.number)));
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  coach.holds = false;
  stage.busy = false;
});

describe("Moment", () => {
  it("ignores pages that came before the board was opened", () => {
    expect(new Shown(table([page(1), page(2)])).now).toBeNull();
  });

  it("ignores pages that faded before the board was opened", () => {
    expect(new Shown(table([page(1)], { news: [page(1), page(2)] })).now).toBeNull();
  });

  it("shows a new page until its time is over, and keeps the shell waiting meanwhile", () => {
    const pages = [page(1)];
    const moment = new Shown(table(pages));
    pages.push(page(2));
    moment.follow();
    vi.advanceTimersByTime(READ - 1);
    expect([moment.now?.number, stage.busy]).toEqual([2, true]);
    vi.advanceTimersByTime(1);
    expect([moment.now, stage.busy]).toEqual([null, false]);
  });

  it("starts anew with the next page", () => {
    const pages: Page[] = [];
    const moment = new Shown(table(pages));
    pages.push(page(0));
    moment.follow();
    vi.advanceTimersByTime(READ - 1);
    pages.push(page(1));
    moment.follow();
    vi.advanceTimersByTime(READ - 1);
    expect(moment.now?.number).toBe(1);
    vi.advanceTimersByTime(1);
    expect(moment.now).toBeNull();
  });

  it("waits while the lesson holds what is shown", () => {
    const pages: Page[] = [];
    const moment = new Shown(table(pages));
    pages.push(page(0));
    moment.follow();
    coach.holds = true;
    vi.advanceTimersByTime(5 * READ);
    expect(moment.now?.number).toBe(0);
    coach.holds = false;
    vi.advanceTimersByTime(READ);
    expect(moment.now).toBeNull();
  });

  it("waits while a finger rests on the board, or until “Next” is pressed at that pace", () => {
    for (const [holds, free] of [
      [() => (hold.pressed = true), () => (hold.pressed = false)],
      [() => (settings.pace = "press"), () => (settings.pace = "usual")],
    ] as const) {
      const pages: Page[] = [];
      const moment = new Shown(table(pages));
      pages.push(page(0));
      moment.follow();
      holds();
      vi.advanceTimersByTime(5 * READ);
      expect(moment.now?.number).toBe(0);
      free();
      vi.advanceTimersByTime(READ);
      expect(moment.now).toBeNull();
    }
  });

  it("gives beginners more time, and who is quick less", () => {
    settings.pace = "slow";
    expect(paced(READ)).toBeGreaterThan(1.5 * READ);
    settings.pace = "quick";
    expect(paced(READ)).toBeLessThan(0.7 * READ);
    settings.pace = "usual";
    expect(paced(READ)).toBe(READ);
  });

  it("stop drops the timers, lets the shell go on and marks nothing as seen", () => {
    const pages: Page[] = [];
    const moment = new Shown(table(pages));
    pages.push(page(0));
    moment.follow();
    moment.stop();
    vi.advanceTimersByTime(5 * READ);
    expect([moment.now?.number, stage.busy]).toEqual([0, false]);
  });

  it("shows the newest page of a replay without timers", () => {
    const moment = new Shown(table([page(7)], { live: false }));
    moment.follow();
    expect([moment.now?.number, vi.getTimerCount()]).toEqual([7, 0]);
  });
});

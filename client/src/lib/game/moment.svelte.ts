// Base of what a board shows for a while after something happened, such as a reveal or a score.
// The state of the table is shown at once and never waits; a moment only says which page is still news, runs the timers
// of its phases, and keeps the shell from replacing the board meanwhile (`stage.busy`).
import { coach } from "./coach.svelte";
import type { Page } from "../net/fold";
import { isHeld, paced } from "./pace.svelte";
import { stage } from "../motion/stage.svelte";
import type { Play } from "./play";

const HELD_RETRY = 300; // milliseconds between looks whether something still holds what is shown

/**
 * A subclass selects the newest page that is worth showing (`isNew`), starts its phases in `follow`, which the board calls
 * after each update, and calls `finish` when all of it was seen. Selections are getters, computed on each access: a moment
 * outlives its board, as behind the curtain of a shared device.
 */
export abstract class Moment<P extends Play<string>> {
  /** Number of the last page that was shown to its end. */
  private seen = $state(-1);
  /** Number of the newest page when the board was opened: nothing up to it is news. */
  private readonly opening: number;
  private timers: ReturnType<typeof setTimeout>[] = [];

  constructor(protected readonly play: P) {
    this.opening = (play.news ?? play.pages).at(-1)?.number ?? -1;
  }

  /** Start or continue the phases of what is new. */
  abstract follow(): void;

  /** Whether this is a replay, where the newest page is shown whole and without timers. */
  protected get replayed(): boolean {
    return !this.play.live && this.play.own === null;
  }

  /** Whether a page came after the board was opened. */
  protected isRecent(page: Pick<Page, "number">): boolean {
    return page.number > this.opening;
  }

  /** Whether a page came after the board was opened and was not shown to its end yet. */
  protected isNew(page: Pick<Page, "number">): boolean {
    return page.number > Math.max(this.opening, this.seen);
  }

  /** Run `then` after some milliseconds, unless `cancel`, `stop` or `finish` comes first. */
  protected later(milliseconds: number, then: () => void): void {
    this.timers.push(setTimeout(then, paced(milliseconds)));
  }

  /** Run `then` as soon as nothing holds what is shown: the guided lesson, a finger, the pace “when I press”. */
  protected whenReleased(then: () => void): void {
    if (coach.holds || isHeld()) this.later(HELD_RETRY, () => this.whenReleased(then));
    else then();
  }

  /** Drop all timers. */
  protected cancel(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
  }

  /** Drop all timers and let the shell go on. */
  stop(): void {
    this.cancel();
    stage.busy = false;
  }

  /** Pages up to this number are no news any more. */
  protected markSeen(number: number): void {
    this.seen = number;
  }

  /** End the moment: drop its timers, let the shell go on, mark the page as seen. */
  protected finish(number: number): void {
    this.stop();
    this.markSeen(number);
  }
}

// Moment of a step: the cards are turned up, then HUNT, OPEN and CLOSE are shown one after the other in place of the next choice.
// The board shows the cards up to the current deed; points change at the end of the step.
import { Moment as BaseMoment } from "../../../lib/game/moment.svelte";
import { stage } from "../../../lib/motion/stage.svelte";
import { numberOf } from "../../../lib/game/numbers";
import { perPlay } from "../../../lib/game/per-play";
import type { Page, Play } from "../play";
import { settings, still } from "../../../lib/page/settings.svelte";
import { cue } from "../../../lib/page/sound";
import { FairyTaleNumbers, type FairyTaleView } from "../../../wire/fairy-tale";
import { aidsOf, type Aids } from "./cards";
import { before, stepOf, type Deed, type Step } from "./step";

const TURNED = 1500;
const EACH = 1700; // milliseconds for a deed
const READ = 2600; // for all of it, at the end

export class Moment extends BaseMoment<Play> {
  /** Number of deeds shown; one more than there are: all of them were read. */
  private shown = $state({ number: -1, deeds: 0 });
  private again = $state(-1); // number of the step that is looked at once more
  private settled = $state.raw<Aids>({}); // points before the step that is told
  private sounded = "";

  private get pages(): Page[] {
    return this.play.news ?? this.play.pages;
  }

  /** The newest step whose cards are still in the log. */
  get step(): Step | null {
    const step = stepOf(this.pages);
    if (this.replayed) return step;
    return step && this.isRecent(step) ? step : null;
  }

  /** What the dock shows now; null if it asks instead. */
  get now(): Step | null {
    const { step } = this;
    if (this.replayed || !step) return null;
    if (this.again === step.number) return step;
    if (!this.isNew(step) || this.play.own?.chosen) return null;
    return this.asks && this.isRead(step) ? null : step;
  }

  /** Whether all deeds so far were shown and read. */
  private isRead(step: Step): boolean {
    return this.shown.number === step.number && this.shown.deeds > step.deeds.length;
  }

  /** Number of its deeds shown. */
  deedsShown(step: Step): number {
    if (this.again === step.number) return step.deeds.length;
    return this.shown.number === step.number ? Math.min(this.shown.deeds, step.deeds.length) : 1;
  }
  /** The deed shown now. */
  get deed(): Deed | null {
    const { now } = this;
    return now ? now.deeds[this.deedsShown(now) - 1]! : null;
  }
  /** An effect is going on: more may come. */
  private get goesOn(): boolean {
    const phase = this.play.view?.phase;
    return phase === "open" || phase === "close";
  }
  private get asks(): boolean {
    return this.goesOn && Boolean(this.play.own?.legal) && !this.play.own?.chosen;
  }
  /** The step that the board is behind with; null where it shows what is. */
  private get behind(): Step | null {
    return this.again < 0 ? this.now : null;
  }

  // What the board shows -------------------------------------------------------------------------------

  /** The cards up to the current deed, without what follows the step. */
  get view(): FairyTaleView {
    const [view, step] = [this.play.view!, this.behind];
    if (!step) return view;
    const table = { ...view, ...before(view, step, this.deedsShown(step)) };
    if (this.goesOn) return table;
    return {
      ...table,
      phase: "close",
      waiting: [],
      round: Math.floor((view.step - 1) / numberOf(this.play, FairyTaleNumbers, "plays")),
    };
  }

  /** Points of each seat: those before the step, until all of it is shown. */
  get points(): number[] | undefined {
    return this.behind && !this.isTold ? this.settled.points : this.pointsNow;
  }
  private get pointsNow(): number[] | undefined {
    return this.play.view?.phase === "done" ? this.play.view.total : aidsOf(this.play).points;
  }
  /** What each open card of a seat is worth, by the same rule. */
  worth(p: number): Record<string, number> | undefined {
    const now = aidsOf(this.play).worth?.[p];
    return this.behind && !this.isTold ? { ...now, ...this.settled.worth?.[p] } : now;
  }
  /** Gain or loss of a seat by the step, once all of it is shown. */
  gain(p: number): number {
    const [had, has] = [this.settled.points?.[p], this.pointsNow?.[p]];
    return this.isTold && had !== undefined && has !== undefined ? has - had : 0;
  }
  private get isTold(): boolean {
    const { behind } = this;
    return behind !== null && !this.goesOn && this.deedsShown(behind) >= behind.deeds.length;
  }

  // What comes when ------------------------------------------------------------------------------------

  /** Called by the board after it was drawn. */
  follow(): void {
    this.cancel();
    const { step } = this;
    if (!step || !this.isNew(step)) this.settled = aidsOf(this.play);
    const now = this.behind;
    stage.busy = now !== null;
    if (!now) return;
    if (this.shown.number !== now.number) this.shown = { number: now.number, deeds: 1 };
    const shownDeeds = this.deedsShown(now);
    this.sound(now, shownDeeds);
    const pace = still() ? 0.8 : 1;
    const last = shownDeeds >= now.deeds.length;
    if (!last || this.asks)
      this.afterReading((shownDeeds === 1 ? TURNED : EACH) * pace, () => {
        this.shown = { number: now.number, deeds: shownDeeds + 1 };
      });
    else if (!this.goesOn && !this.waits) this.afterReading(READ * pace + (shownDeeds === 1 ? 700 : 0), this.end);
  }

  /** Whether it stays until “Next”: no other person waits, and the game goes on. */
  private get waits(): boolean {
    const { table, view } = this.play;
    const people = table?.seats.filter((seat) => seat.kind === "person").length ?? 0;
    return people === 1 && this.play.seat !== null && settings.pace !== "quick" && view?.phase !== "done";
  }

  private afterReading(milliseconds: number, then: () => void): void {
    this.later(milliseconds, () => this.whenReleased(then));
  }

  private sound(step: Step, shownDeeds: number): void {
    const key = `${step.number} ${shownDeeds}`;
    if (this.sounded === key) return;
    this.sounded = key;
    const deed = step.deeds[shownDeeds - 1]!;
    const mine = deed.cards.some((card) => card.seat === this.play.seat);
    cue(deed.kind === "turned" ? "card" : deed.kind === "open" ? (mine ? "right" : "tick") : mine ? "wrong" : "tick");
  }

  /** On: to what is asked next. */
  end = (): void => {
    const { now } = this;
    if (!now) return;
    if (this.again >= 0) {
      this.again = -1;
      return;
    }
    this.stop();
    if (this.asks) this.shown = { number: now.number, deeds: now.deeds.length + 1 };
    else this.finish(now.number);
  };

  /** The newest step, if it was shown and all of it is still in the log. */
  private get past(): Step | null {
    const [step, kept] = [this.step, stepOf(this.play.pages)];
    if (this.replayed || this.now || !step || step.number !== kept?.number) return null;
    return step.cards.length === kept.cards.length && step.deeds.length === kept.deeds.length ? step : null;
  }

  /** Show the newest step once more; null where there is none to look at. */
  get lookBack(): (() => void) | null {
    const { past } = this;
    return past && (() => void (this.again = past.number));
  }
}

export const momentOf = perPlay((play: Play) => new Moment(play));

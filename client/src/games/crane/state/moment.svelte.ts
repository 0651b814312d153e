// Moment of a turn: the cards are counted out one by one, then the result is told, then the payments fly. “Next” skips a phase.
import { Moment as BaseMoment } from "../../../lib/game/moment.svelte";
import type { Page } from "../play";
import { stage } from "../../../lib/motion/stage.svelte";
import { perPlay } from "../../../lib/game/per-play";
import type { Play } from "../play";
import { still } from "../../../lib/page/settings.svelte";
import { cue } from "../../../lib/page/sound";
import { fly } from "../layout/flights";
import { beats, lastTurn, right, standing, type Turn } from "./turn";
import { grabBy } from "./view";

const STILL = 400; // after the last card, before it is told
const READ = 1100; // told, before cards move
const PAID = 3800;
const EACH = 250; // more to read with more than four
const OPENED = 3000;

export type Step = "count" | "told" | "paid";

export class Moment extends BaseMoment<Play> {
  private reached = $state<{ number: number; step: Step }>({ number: -1, step: "told" });
  /** The turn as it was told: a device that changes hands gets a new picture, and what happened in it is no news any more. */
  private kept = $state.raw<Turn | null>(null);
  /** Cards that lie there already. */
  dealt = $state(0);
  private begun = -1;
  private readTold = false;

  protected override get replayed(): boolean {
    return super.replayed && !this.play.commands;
  }

  /** The turn that is being counted and paid, or null. Asked anew each time: a moment outlives its board, as behind a curtain. */
  get turn(): Turn | null {
    const view = this.play.view;
    if (!view) return null;
    const last = this.play.pages.at(-1);
    const news = (page: Page): boolean => (this.replayed ? page === last : !page.old && this.isNew(page));
    const latest = lastTurn(this.play.pages, news, this.play.names.length);
    const { kept } = this;
    if (this.replayed || !kept) return latest ?? standing(view);
    if (latest)
      return latest.seat === kept.seat && latest.cards === kept.cards && latest.target === kept.target
        ? { ...latest, number: kept.number }
        : latest;
    return kept.paid || standing(view)?.seat === kept.seat ? kept : standing(view); // until its cards are given away, the table must show it too
  }

  /** How far it is shown. */
  get step(): Step {
    const turn = this.turn;
    if (!turn || this.replayed || turn.number < 0) return turn?.paid ? "paid" : "told";
    return this.reached.number === turn.number ? this.reached.step : "count";
  }

  get resultShown(): boolean {
    return this.turn !== null && this.step !== "count";
  }

  /** Cards of the count that are to be seen. */
  get shown(): number {
    return this.step === "count" ? this.dealt : (this.turn?.cards ?? 0);
  }

  /** What a seat got in this turn and is not shown yet. */
  unseen(p: number): number {
    const turn = this.turn;
    return turn?.paid && this.step !== "paid" ? (turn.paid.gains[p] ?? 0) : 0;
  }

  /** Called by the board after it was drawn. */
  follow(): void {
    const turn = this.turn;
    if (!turn || this.replayed || turn.number < 0) {
      if (!turn) this.stop();
      return;
    }
    if (turn.number !== this.kept?.number || turn.paid?.number !== this.kept.paid?.number) this.kept = turn;
    if (turn.number !== this.begun) this.begin(turn);
    else if (this.step === "told" && this.readTold) this.pay();
  }

  private begin(turn: Turn): void {
    this.stop();
    this.begun = turn.number;
    this.readTold = false;
    this.dealt = 0;
    stage.busy = true;
    if (turn.kind === "opened" || still()) {
      this.dealt = turn.cards;
      this.later(250, () => this.tell(turn));
      return;
    }
    const times = beats(turn.cards);
    times.forEach((at, i) =>
      this.later(at, () => {
        this.dealt = i + 1;
        cue("card");
      }),
    );
    this.later((times.at(-1) ?? 0) + 200 + STILL, () => this.tell(turn));
  }

  private tell(turn: Turn): void {
    if (this.turn?.number !== turn.number) return;
    this.cancel();
    this.dealt = turn.cards;
    this.reached = { number: turn.number, step: "told" };
    const bet = this.play.seat === null ? null : turn.bets[this.play.seat];
    const glad =
      turn.seat === this.play.seat ? turn.kind === "exact" : bet ? right(this.play, turn, bet) : turn.kind === "exact";
    cue(glad ? "right" : "wrong");
    this.later(turn.kind === "opened" ? OPENED : READ, () => {
      this.readTold = true;
      this.pay();
    });
  }

  /** Cards go where they belong, as soon as it is known where that is. */
  private pay(): void {
    const turn = this.turn;
    if (!turn?.paid || this.step !== "told") return;
    this.cancel();
    if (turn.kind === "opened") return this.whenReleased(this.end);
    const moves = turn.paid.events.map((event) => event.moves);
    fly(moves, () => (this.reached = { number: turn.number, step: "paid" }));
    if (grabBy(this.play) === "real") return; // hands are slower, and say “Next”
    this.later(PAID + EACH * Math.max(0, this.play.names.length - 4), () => this.whenReleased(this.end));
  }

  /** A step further; after the last one, on to the next turn. */
  next = (): void => {
    const turn = this.turn;
    if (!turn) return;
    if (this.step === "count") this.tell(turn);
    else if (this.step === "told" && turn.paid && turn.kind !== "opened") {
      this.readTold = true;
      this.pay();
    } else if (turn.paid) this.end();
  };

  end = (): void => {
    const turn = this.turn;
    this.stop();
    if (!turn?.paid) return;
    this.finish(turn.paid.number);
    this.kept = null;
  };

  override stop(): void {
    super.stop();
    this.begun = -1;
  }
}

export const momentOf = perPlay((play: Play) => new Moment(play));

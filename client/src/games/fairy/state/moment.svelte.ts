// Moment of a reveal: the card is turned, then the right guesses are marked. Meanwhile the guesses stay in place of the choices.
import { Moment as BaseMoment } from "../../../lib/game/moment.svelte";
import { glide } from "../../../lib/motion/dom";
import { stage } from "../../../lib/motion/stage.svelte";
import type { Page } from "../play";
import { perPlay } from "../../../lib/game/per-play";
import type { Play } from "../play";
import { still } from "../../../lib/page/settings.svelte";
import { cue } from "../../../lib/page/sound";
import type { FairyEvent } from "../../../wire/fairy";

export type Guess = "higher" | "lower" | "suit" | "catch";
export const GUESSES: Guess[] = ["higher", "lower", "suit", "catch"];

export interface Row {
  seat: number;
  guess: Guess;
  gain: number;
  score: number;
}

export interface Reveal {
  number: number; // of the page
  card: number;
  fairy: boolean;
  before: number | null;
  rows: Row[];
}

const TURNED = 670; // turned, and a moment's stillness
const BURST = 330;
const HOP = 110;
const HOPS = 700; // in all
const CHIP = 200;
const READ = 900;
const LEAST = 1800; // however short the way
const EACH = 120; // more to read with more than four

export const isFairy = (play: Play, card: number): boolean =>
  Boolean(play.catalogue?.things["card"]?.[String(card)]?.["fairy"]);

const turned = (event: { kind: string }): boolean => event.kind === "revealed";

export class Moment extends BaseMoment<Play> {
  private toldOf = $state(-1); // the page of which it is shown who was right
  private top: number | null = null;
  private before: { number: number; card: number | null } = { number: -1, card: null };
  /** Fairies up to a page, if this device saw all cards turned: they are counted as they come, and not looked up (R9). */
  private counted: { upTo: number; fairies: number | null } = { upTo: -1, fairies: null };

  private newest(): Page | undefined {
    return this.play.pages.findLast((page) => !page.old && page.events.some(turned));
  }

  /** What is being revealed, or null. Asked anew each time: a moment outlives its board, as behind a curtain. */
  get now(): Reveal | null {
    const page = this.newest();
    this.countFairies();
    if (!page || !this.isNew(page) || this.play.own?.chosen) return null;
    const events = page.events;
    const at = events.findLastIndex(turned);
    const { card } = (events[at] as Extract<FairyEvent, { kind: "revealed" }>).args;
    const rows = events.slice(at).flatMap((event) => (event.kind === "told" ? [event.args] : []));
    if (this.before.number !== page.number) this.before = { number: page.number, card: this.top };
    return { number: page.number, card, fairy: isFairy(this.play, card), before: this.before.card, rows };
  }

  private countFairies(): void {
    const { counted } = this;
    for (const { number, events } of this.play.news ?? []) {
      if (number <= counted.upTo) continue;
      for (const event of events) {
        if (event.kind === "flipped") counted.fairies = Number(isFairy(this.play, event.args.card));
        if (event.kind === "revealed") counted.fairies = this.plusFairy(counted.fairies, event.args.card);
      }
      counted.upTo = number;
    }
    if (!this.play.live) counted.fairies = null; // something may be missed
  }
  private plusFairy(fairies: number | null, card: number): number | null {
    return fairies === null ? null : fairies + Number(isFairy(this.play, card));
  }

  /** Which fairy of the game was turned up last; 0 if that is not known here. */
  get fairyNumber(): number {
    return this.counted.fairies ?? 0;
  }

  /** Whether the right guesses are marked. */
  get resultShown(): boolean {
    return this.now !== null && this.now.number === this.toldOf;
  }

  /** Milliseconds from the beginning to the first hop. */
  get hopsAt(): number {
    return still() ? 250 : TURNED + (this.now?.fairy ? BURST : 0);
  }

  hop = (steps: number): number => Math.min(HOP, HOPS / Math.max(1, steps));

  /** A page came: let it be news for a while. Called by the board after it was drawn. */
  follow(): void {
    const reveal = this.now;
    this.top = this.play.view?.top ?? null;
    this.stop();
    if (!reveal) return;
    stage.busy = true;
    const most = Math.max(0, ...reveal.rows.map((row) => Math.abs(row.gain)));
    const landed = this.hopsAt + (still() ? 120 : most * this.hop(most));
    const tell = still() ? 250 : TURNED;
    const mine = reveal.rows.find((row) => row.seat === this.play.seat);
    this.later(tell, () => {
      this.toldOf = reveal.number;
      if (reveal.fairy) cue("fairy");
    });
    if (mine)
      this.later(this.hopsAt + Math.abs(mine.gain) * this.hop(Math.abs(mine.gain)), () =>
        cue(mine.gain > 0 ? "right" : "wrong"),
      );
    const seen = Math.max(landed + CHIP + READ, tell + LEAST) + EACH * Math.max(0, reveal.rows.length - 4);
    this.later(seen, () => this.whenReleased(this.end));
  }

  /** On to the next turn. */
  end = (): void => {
    const now = this.now;
    if (!now) return;
    this.stop();
    glide(() => this.markSeen(now.number));
  };

  row(seat: number): Row | undefined {
    return this.now?.rows.find((row) => row.seat === seat);
  }
}

export const momentOf = perPlay((play: Play) => new Moment(play));

// Moment of a step: the cards are turned up, then HUNT, OPEN and CLOSE are told one after the other in place of the next choice.
import { Moment as BaseMoment } from "../../../lib/game/moment.svelte";
import type { Page } from "../play";
import { stage } from "../../../lib/motion/stage.svelte";
import { perPlay } from "../../../lib/game/per-play";
import type { Play } from "../play";
import { still } from "../../../lib/page/settings.svelte";
import { cue } from "../../../lib/page/sound";
import type { FairyTaleEvent } from "../../../wire/fairy-tale";

export type DeedKind = "turned" | "hunt" | "open" | "close";
type Of<K extends FairyTaleEvent["kind"]> = Extract<FairyTaleEvent, { kind: K }>["args"];

/** One thing that happened: to each of these seats, this card. */
export interface Deed {
  kind: DeedKind;
  cards: { seat: number; card: string; by?: number; with?: string; new?: boolean }[];
}

export interface Step {
  number: number; // of the page in which the cards were turned up
  cards: { seat: number; card: string }[];
  deeds: Deed[]; // the first is the turning
}

const TURNED = 1500;
const EACH = 1700; // milliseconds for a deed
const READ = 2600; // for all of it, at the end
const ORDER: DeedKind[] = ["turned", "hunt", "open", "close"];
export const order = (kind: DeedKind): number => ORDER.indexOf(kind) - 1;

const turns = (page: Page): boolean => page.events.some((event) => event.kind === "played");

/** The newest step in these pages. */
export function stepOf(pages: Page[]): Step | null {
  const from = pages.findLastIndex(turns);
  if (from < 0) return null;
  const all = pages.slice(from);
  const cards: Step["cards"] = [];
  const deeds: Deed[] = [{ kind: "turned", cards: [] }];
  for (const page of all) {
    let last: Deed | null = null; // what an effect does to several at once came in one page
    for (const event of page.events) {
      if (event.kind === "played") cards.push({ seat: event.args.seat, card: event.args.card });
      const deed = read(event);
      if (deed && last && deed.kind === last.kind && together(event, last)) last.cards.push(...deed.cards);
      else if (deed) deeds.push((last = deed));
    }
  }
  deeds[0]!.cards = cards;
  return { number: pages[from]!.number, cards, deeds };
}

const together = (event: FairyTaleEvent, last: Deed): boolean =>
  event.kind === "hunted"
    ? last.cards.some((card) => card.by === event.args.hunter)
    : last.cards.every((card) => card.seat !== (event.args as { seat: number }).seat);

function read(event: FairyTaleEvent): Deed | null {
  if (event.kind === "hunted") {
    const { seat, prey, hunter, card } = event.args as Of<"hunted">;
    return { kind: "hunt", cards: [{ seat, card: prey, by: hunter, with: card }] };
  }
  if (event.kind === "opened") return { kind: "open", cards: [{ ...event.args }] };
  if (event.kind === "closed") return { kind: "close", cards: [{ ...event.args }] };
  return null;
}

export class Moment extends BaseMoment<Play> {
  private shown = $state({ number: -1, deeds: 0 }); // so many deeds of the step are told
  private sounded = "";

  private get pages(): Page[] {
    return this.play.news ?? this.play.pages;
  }

  /** The newest step, as far as it can still be told. */
  get step(): Step | null {
    const step = stepOf(this.pages);
    if (this.replayed) return step;
    return step && this.isRecent(step) ? step : null;
  }

  /** What the dock tells now; null where it asks instead. */
  get now(): Step | null {
    const { step } = this;
    if (this.replayed || !step || !this.isNew(step) || this.play.own?.chosen) return null;
    return this.asks && this.deedsShown(step) >= step.deeds.length ? null : step;
  }

  /** How many deeds of it are told. */
  deedsShown(step: Step): number {
    return this.shown.number === step.number ? Math.min(this.shown.deeds, step.deeds.length) : 1;
  }
  /** The deed that is told just now. */
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

  /** Called by the board after it was drawn. */
  follow(): void {
    this.cancel();
    const { now } = this;
    stage.busy = now !== null;
    if (!now) return;
    if (this.shown.number !== now.number) this.shown = { number: now.number, deeds: 1 };
    const shownDeeds = this.deedsShown(now);
    this.sound(now, shownDeeds);
    const pace = still() ? 0.8 : 1;
    if (shownDeeds < now.deeds.length)
      this.afterReading(
        (shownDeeds === 1 ? TURNED : EACH) * pace,
        () => (this.shown = { number: now.number, deeds: shownDeeds + 1 }),
      );
    else if (this.asks) return;
    else if (!this.goesOn) this.afterReading(READ * pace + (shownDeeds === 1 ? 700 : 0), this.end);
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
    this.stop();
    if (this.asks) this.shown = { number: now.number, deeds: now.deeds.length };
    else this.finish(now.number);
  };
}

export const momentOf = perPlay((play: Play) => new Moment(play));

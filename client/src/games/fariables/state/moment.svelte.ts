// Moments of a roll and of the end. The end arrives in one message and is shown in steps: fourteen, the flowers, each tie-breaker.
import { Moment as BaseMoment } from "../../../lib/game/moment.svelte";
import type { Page } from "../play";
import { stage } from "../../../lib/motion/stage.svelte";
import { perPlay } from "../../../lib/game/per-play";
import type { Play } from "../play";
import { still } from "../../../lib/page/settings.svelte";
import { cue } from "../../../lib/page/sound";
import type { FariablesEvent } from "../../../wire/fariables";
import { type Kind } from "./places";

type Of<K extends FariablesEvent["kind"]> = Extract<FariablesEvent, { kind: K }>["args"];
export type Measure = Of<"tied">["what"];

export interface Roll extends Of<"changed"> {
  number: number; // of the page
  before: number;
  fresh: boolean; // nothing has happened since
}

/** A step of the end. `rows`: value of the measure by seat, null for seats that cannot win any more. */
export type Step =
  | { phase: "fourteen"; kind: Kind; seat: number; value: number }
  | { phase: "flowers"; kind: Kind; value: number; tied: number[] | null }
  | {
      phase: "measure";
      measure: Exclude<Measure, "points">;
      seats: number[];
      rows: (number | null)[];
      tied: number[] | null;
    };

export interface Finale {
  number: number;
  steps: Step[];
  roll: Roll | null;
}

const READ = { fourteen: 3200, flowers: 5200, measure: 4200 };
export const SETTLED = 640; // milliseconds until the last die lies still
const EACH = 110; // for a step of a column

const has = (page: Page, kind: string): boolean => page.events.some((event) => event.kind === kind);

export class Moment extends BaseMoment<Play> {
  private step = $state(0);
  private shown = -1; // the page that was heard

  /** The roll of this turn. Asked anew each time: a moment outlives the board, as behind a curtain. */
  get roll(): Roll | null {
    const pages = this.play.pages;
    const page = pages.findLast((page) => has(page, "changed"));
    const view = this.play.view;
    if (!page || !view) return null;
    const event = page.events.findLast((event) => event.kind === "changed");
    if (event?.kind !== "changed" || (view.die_a !== null && view.die_a !== event.args.kind)) return null;
    const last = pages.findLast((other) => other.events.length > 0);
    const news = this.replayed || this.isRecent(page);
    return { ...event.args, number: page.number, before: this.before(page, event.args), fresh: news && page === last };
  }

  /** Value of the kind before: as shown last, else from the change. */
  private before(page: Page, { kind, value, change }: Of<"changed">): number {
    const pages = this.play.pages;
    const earlier = pages.slice(0, pages.indexOf(page)).flatMap((other) => other.events);
    const last = earlier.findLast(
      (event) => (event.kind === "changed" || event.kind === "valued") && event.args.kind === kind,
    );
    return last && "value" in last.args ? last.args.value : Math.max(0, value - change);
  }

  /** How the game came to its end, until it was seen. */
  get finale(): (Finale & { at: number; now: Step }) | null {
    const page = this.play.pages.findLast((page) => has(page, "fourteen"));
    if (!page || (!this.replayed && !this.isNew(page))) return null;
    const steps = endSteps(page.events, this.play);
    const at = this.replayed ? steps.length - 1 : Math.min(this.step, steps.length - 1);
    const now = steps[at];
    return now ? { number: page.number, steps, roll: this.roll, at, now } : null;
  }

  /** Whether the flowers are open to be seen. */
  get opened(): boolean {
    const finale = this.finale;
    return this.play.view?.flower !== null && (!finale || finale.at > 0);
  }

  /** Called by the board after drawing: plays the sounds of new events and continues the steps. */
  follow(): void {
    const [finale, roll] = [this.finale, this.roll];
    if (this.replayed) return;
    const number = finale?.number ?? (roll?.fresh ? roll.number : -1);
    if (number <= this.shown) return;
    this.shown = number;
    if (roll && !still()) [480, 560, SETTLED].forEach((at) => setTimeout(() => cue("dice"), at));
    if (roll && roll.value !== roll.before) setTimeout(() => cue("tick"), still() ? 0 : SETTLED + 200);
    if (finale) this.go(0);
  }

  private go(step: number): void {
    this.cancel();
    this.step = step;
    const now = this.finale?.now;
    if (!now) return;
    stage.busy = true;
    setTimeout(
      () => cue(now.phase === "flowers" ? "fairy" : now.phase === "fourteen" ? "bell" : "right"),
      still() || now.phase !== "fourteen" ? 0 : SETTLED + 200 + 3 * EACH,
    );
    this.later(READ[now.phase], () => this.whenReleased(this.next));
  }

  /** The next step; after the last one the end page comes. */
  next = (): void => {
    const finale = this.finale;
    if (!finale) return;
    if (finale.at + 1 < finale.steps.length) return this.go(finale.at + 1);
    this.finish(finale.number);
  };
}

/** The end in steps, from its events and the score sheet. */
export function endSteps(events: FariablesEvent[], play: Pick<Play, "names" | "table">): Step[] {
  const argsOf = <K extends FariablesEvent["kind"]>(kind: K) =>
    events.flatMap((event) => (event.kind === kind ? [event.args as Of<K>] : []));
  const [fourteen] = argsOf("fourteen");
  const [flowers] = argsOf("unmasked");
  const [changed] = argsOf("changed").slice(-1);
  if (!fourteen || !flowers) return [];
  const steps: Step[] = [
    { phase: "fourteen", ...fourteen, value: changed?.value ?? 0 },
    { phase: "flowers", ...flowers, tied: null },
  ];
  let rolled: (number | null)[] = play.names.map(() => null);
  for (const event of events) {
    if (event.kind === "rolled") rolled[event.args.seat] = event.args.sum;
    if (event.kind === "tied") {
      const { seats, what: measure } = event.args;
      const before = steps.at(-1)!;
      if (measure === "dice")
        steps.push({ phase: "measure", measure: "dice", seats: of(steps), rows: rolled, tied: seats });
      else {
        if (before.phase !== "fourteen") before.tied = seats;
        const next = measure === "points" ? "flowers" : "kinds";
        if (measure !== "kinds")
          steps.push({ phase: "measure", measure: next, seats, rows: totals(play, next, seats), tied: null });
      }
      if (measure === "dice" || measure === "kinds") rolled = play.names.map(() => null);
    }
  }
  if (rolled.some((sum) => sum !== null))
    steps.push({ phase: "measure", measure: "dice", seats: of(steps), rows: rolled, tied: null });
  return steps;
}

/** Seats that can still win after these steps. */
const of = (steps: Step[]): number[] => {
  const last = steps.at(-1)!;
  return last.phase === "fourteen" ? [] : (last.tied ?? []);
};

/** What the score sheet says of a measure. */
function totals(play: Pick<Play, "names" | "table">, measure: string, seats: number[]): (number | null)[] {
  const rows: (number | null)[] = play.names.map(() => null);
  for (const { key, args } of play.table?.sheet ?? []) {
    const seat = (args["seat"] as { seat?: number } | undefined)?.seat;
    if (key === "score.total" && seat !== undefined && seats.includes(seat)) rows[seat] = Number(args[measure] ?? 0);
  }
  return rows;
}

export const momentOf = perPlay((play: Play) => new Moment(play));

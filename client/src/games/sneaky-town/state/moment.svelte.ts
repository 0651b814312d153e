// Moments of an opened house and of a scored round; the score stays until it was read.
import { Moment as BaseMoment } from "../../../lib/game/moment.svelte";
import type { Page } from "../play";
import { stage } from "../../../lib/motion/stage.svelte";
import { perPlay } from "../../../lib/game/per-play";
import type { Play } from "../play";
import { still } from "../../../lib/page/settings.svelte";
import { cue, type Cue } from "../../../lib/page/sound";
import type { SneakyTownEvent } from "../../../wire/sneaky-town";
import { type TileName } from "./mind.svelte";

type Of<K extends SneakyTownEvent["kind"]> = Extract<SneakyTownEvent, { kind: K }>["args"];

export type Opened = Of<"reveal"> & { number: number };

/** A charm of the round, in the order in which it is traced. */
export interface Traced {
  charm: TileName;
  point: string;
  seat: number | null;
  points: number;
}

export interface Scored {
  number: number;
  round: number;
  ender: number | null; // null where the turn limit ended the round
  limit: boolean;
  winner: number | null; // null where nobody did
  tied: boolean;
  points: [number, number];
  wins: [number, number];
  traced: Traced[];
  voids: [number, number]; // points lost by revealing voids
  stones: string[][];
  tiles: (TileName | null)[][];
  swapped: number[];
  closed: string[][];
  over: boolean;
}

const OPENED = 3200;
export const TRACE = 640; // milliseconds for each charm
const FIRST = 600;
const READ = 12000; // for who only watches

const has = (page: Page, kind: string): boolean => page.events.some((event) => event.kind === kind);

export class Moment extends BaseMoment<Play> {
  private shown = -1;

  private newest(kind: string): Page | null {
    if (this.replayed) {
      const page = this.play.pages.at(-1);
      return page && has(page, kind) ? page : null;
    }
    const page = this.play.pages.findLast((page) => has(page, kind));
    return page && this.isNew(page) ? page : null;
  }

  // Asked anew each time: a moment outlives the board, as behind a curtain.
  get scored(): Scored | null {
    const page = this.newest("scored");
    const view = this.play.view;
    if (!page || !view) return null;
    const events = page.events;
    const argsOf = <K extends SneakyTownEvent["kind"]>(kind: K) =>
      events.flatMap((event) => (event.kind === kind ? [event.args as Of<K>] : []));
    const [won] = argsOf("won");
    const [counted] = won ? [won] : argsOf("nobodys");
    const [points] = argsOf("scored");
    const [cleared] = argsOf("cleared");
    if (!counted || !points || view.rounds !== counted.round) return null;
    const traced = events.flatMap((event): Traced[] => {
      if (event.kind === "captured") return [event.args];
      return event.kind === "missed" ? [{ ...event.args, seat: null, points: 0 }] : [];
    });
    const voids: [number, number] = [0, 0];
    for (const { seat, points: lost } of argsOf("voids")) voids[seat as 0 | 1] = lost;
    return {
      number: page.number,
      round: counted.round,
      ender: points.ender,
      limit: argsOf("limit").length > 0,
      winner: won?.seat ?? null,
      tied: argsOf("tied").length > 0,
      points: [points.first, points.second],
      wins: [counted.first, counted.second],
      traced,
      voids,
      stones: view.last_stones,
      tiles: view.last_tiles,
      swapped: cleared?.swapped ?? view.swapped,
      closed: cleared?.closed ?? view.closed,
      over: view.phase === "done",
    };
  }

  get opened(): Opened | null {
    const page = this.scored ? null : this.newest("reveal");
    const event = page?.events.findLast((event) => event.kind === "reveal");
    return page && event?.kind === "reveal" ? { number: page.number, ...event.args } : null;
  }

  /** Called by the board after it was drawn: what is new is shown for a while. */
  follow(): void {
    const now = this.scored ?? this.opened;
    if (this.replayed || !now || now.number === this.shown) return;
    this.shown = now.number;
    this.cancel();
    stage.busy = this.scored !== null;
    cue(this.scored ? "bell" : "card");
    if (this.scored)
      this.scored.traced.forEach(({ seat }, i) =>
        this.tick(seat === this.play.seat && seat !== null ? "right" : "tick", i),
      );
    if (!this.scored || this.play.seat === null || this.scored.over)
      this.later(this.scored ? READ : OPENED, () => this.whenReleased(this.end));
  }

  private tick(name: Cue, i: number): void {
    if (!still()) setTimeout(() => cue(name), FIRST + (i + 0.8) * TRACE);
  }

  end = (): void => {
    const now = this.scored ?? this.opened;
    if (now) this.finish(now.number);
    else this.stop();
  };
}

export const momentOf = perPlay((play: Play) => new Moment(play));

// Chart data of a finished game: scores of all seats at its stops. Scores come from the server.
import type { Story } from "../../wire/api";
import type { AnyEvent } from "../game/catalogue";
import type { Play } from "../game/play";

/** Stop of the chart: a position that gets a point. */
export interface Stop {
  at: number; // the position
  scores: number[];
  thing: number | null; // what was turned up, where a game turns up single things
}

/** Section of a finished game: a grab, a round, a turn. */
export interface Chapter {
  from: number; // the position that it begins at
  at: number; // the position that it ends with
  title: string;
}

const NOTHING = (): null => null;

const same = (a: number[], b: number[]): boolean => a.every((score, p) => score === b[p]);

/** Stops of the chart: the start and the ends of all chapters; else each thing that is turned up; else each change of a score. */
export function findStops(
  story: Story,
  turnedUp: (event: AnyEvent) => number | null = NOTHING,
  chapters: Chapter[] = [],
): Stop[] {
  const { moments } = story;
  if (chapters.length) {
    return [0, ...chapters.map(({ at }) => at)].map((at) => ({ at, scores: moments[at]!.scores, thing: null }));
  }
  const things = moments.map((moment) => moment.events.map(turnedUp).find((thing) => thing !== null) ?? null);
  if (things.some((thing) => thing !== null)) {
    return moments.flatMap((moment, i) =>
      things[i] == null ? [] : [{ at: moment.at, scores: moment.scores, thing: things[i] }],
    );
  }
  const kept = moments.filter(
    (moment, i) => i === 0 || i === moments.length - 1 || !same(moment.scores, moments[i - 1]!.scores),
  );
  return kept.map((moment) => ({ at: moment.at, scores: moment.scores, thing: null }));
}

/** Index of the last stop at or before a position. */
export function stopAt(all: Stop[], at: number): number {
  let last = 0;
  all.forEach((stop, i) => {
    if (stop.at <= at) last = i;
  });
  return last;
}

/** Three to five round tick values of the axis. */
export function axisTicks(low: number, high: number): number[] {
  const span = Math.max(high - low, 1);
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find((size) => span / size <= 4) ?? Math.ceil(span / 4);
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, i) => first + i * step);
}

/** Seats sorted by place, then by seat. */
export const rankSeats = (places: number[]): number[] =>
  places.map((_, p) => p).sort((a, b) => places[a]! - places[b]! || a - b);

/** Places by score, for a game that was given up. */
export const placesByScore = (scores: number[]): number[] =>
  scores.map((score) => 1 + scores.filter((other) => other > score).length);

/** Address of a moment in the replay of the game that is shown. */
export const replayAt = (play: Pick<Play, "table" | "which">, at: number): string =>
  `t/${play.table?.id}/replay?at=${at}${play.which ? `&game=${play.which}` : ""}`;

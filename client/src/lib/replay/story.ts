// How a game went, as numbers to draw: who stood where at which moment. What happened and how it was scored comes from the server.
import type { Story } from "../../wire/api";
import type { AnyEvent } from "../game/catalogue";

/** A moment worth a stop in the picture. */
export interface Stop {
  at: number; // the position
  scores: number[];
  thing: number | null; // what was turned up, where a game turns up single things
}

const NOTHING = (): null => null;

const same = (a: number[], b: number[]): boolean => a.every((score, p) => score === b[p]);

/** Where the picture has its corners: each thing that is turned up, or else each change of a score; always the two ends. */
export function stops(story: Story, turnedUp: (event: AnyEvent) => number | null = NOTHING): Stop[] {
  const { moments } = story;
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

/** The stop that a position belongs to: the newest one at or before it. */
export function stopAt(all: Stop[], at: number): number {
  let found = 0;
  all.forEach((stop, i) => {
    if (stop.at <= at) found = i;
  });
  return found;
}

/** Numbers for the left edge, three to five of them, round ones. */
export function ticks(low: number, high: number): number[] {
  const span = Math.max(high - low, 1);
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find((one) => span / one <= 4) ?? Math.ceil(span / 4);
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, i) => first + i * step);
}

/** Seats in the order of their places; equal places in the order of the seats. */
export const ranked = (places: number[]): number[] =>
  places.map((_, p) => p).sort((a, b) => places[a]! - places[b]! || a - b);

/** Places by scores alone, for a game that was given up. */
export const placed = (scores: number[]): number[] =>
  scores.map((score) => 1 + scores.filter((other) => other > score).length);

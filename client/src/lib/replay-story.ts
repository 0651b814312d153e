// How a game went, as numbers to draw: who stood where at which moment. What happened and how it was scored comes from the server.
import type { Story } from "../wire/api";
import type { AnyEvent } from "./catalogue";

/** A moment worth a stop in the picture. */
export interface Stop {
  at: number; // the position
  scores: number[];
  card: number | null; // what was turned up, where a game turns up single cards
}

const turned = (event: AnyEvent): number | null => {
  const card = event.args["card"];
  return (event.kind === "flipped" || event.kind === "revealed") && typeof card === "number" ? card : null;
};

const same = (a: number[], b: number[]): boolean => a.every((score, p) => score === b[p]);

/** Where the picture has its corners: each card that is turned up, or else each change of a score; always the two ends. */
export function stops(story: Story): Stop[] {
  const { moments } = story;
  const cards = moments.map((moment) => moment.events.map(turned).find((card) => card !== null) ?? null);
  if (cards.some((card) => card !== null)) {
    return moments.flatMap((moment, i) =>
      cards[i] === null ? [] : [{ at: moment.at, scores: moment.scores, card: cards[i]! }],
    );
  }
  const kept = moments.filter(
    (moment, i) => i === 0 || i === moments.length - 1 || !same(moment.scores, moments[i - 1]!.scores),
  );
  return kept.map((moment) => ({ at: moment.at, scores: moment.scores, card: null }));
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

/** What a seat got for each kind of guess, counted from what was told. */
export interface Tally {
  seat: number;
  right: Record<string, { times: number; points: number }>;
  wrong: { times: number; points: number };
}

/** Guesses by seat and kind, from events `told` with a guess and its gain. */
export function tally(story: Story): Tally[] {
  const all: Tally[] = story.seats.map((_, seat) => ({ seat, right: {}, wrong: { times: 0, points: 0 } }));
  for (const { events } of story.moments) {
    for (const event of events) {
      if (event.kind !== "told") continue;
      const { seat, guess, gain } = event.args as { seat: number; guess: string; gain: number };
      const mine = all[seat];
      if (!mine) continue;
      const row = gain > 0 ? (mine.right[guess] ??= { times: 0, points: 0 }) : mine.wrong;
      row.times += 1;
      row.points += gain;
    }
  }
  return all;
}

/** What one right guess of each kind brought in this game, where it brought always the same. */
export function worth(tallies: Tally[], guess: string): number | null {
  const found = tallies.flatMap(({ right }) => (right[guess] ? [right[guess].points / right[guess].times] : []));
  return found.length && found.every((one) => one === found[0] && Number.isInteger(one)) ? found[0]! : null;
}

/** Seats in the order of their places; equal places in the order of the seats. */
export const ranked = (places: number[]): number[] =>
  places.map((_, p) => p).sort((a, b) => places[a]! - places[b]! || a - b);

/** Places by scores alone, for a game that was given up. */
export const placed = (scores: number[]): number[] =>
  scores.map((score) => 1 + scores.filter((other) => other > score).length);

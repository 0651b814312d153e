import type { Story } from "../../../wire/api";

/** Gains of a seat for each kind of guess, counted from events. */
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
export function pointsOfGuess(tallies: Tally[], guess: string): number | null {
  const averages = tallies.flatMap(({ right }) => (right[guess] ? [right[guess].points / right[guess].times] : []));
  return averages.length && averages.every((average) => average === averages[0] && Number.isInteger(average))
    ? averages[0]!
    : null;
}

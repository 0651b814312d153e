// Rounds of a finished match: captures of each player, the seat that ended the round, and the winner.
import type { SneakyTownEvent } from "../../../wire/sneaky-town";
import type { Story } from "../../../wire/api";
import type { TileName } from "../state/mind.svelte";

export interface Round {
  round: number;
  from: number; // the positions that it begins and ends with
  at: number;
  ender: number | null; // null where the turn limit ended it
  winner: number | null; // null where nobody won
  points: [number, number];
  captured: { charm: TileName; points: number }[][]; // by seat
  voids: [number, number]; // points lost by revealing voids
  wins: [number, number]; // rounds, so far
}

export function roundsOf(story: Story): Round[] {
  const rounds: Round[] = [];
  let from = 0;
  for (const { at, events } of story.moments as unknown as { at: number; events: SneakyTownEvent[] }[]) {
    const scored = events.find((event) => event.kind === "scored");
    if (scored?.kind === "scored") {
      const round: Round = {
        round: rounds.length + 1,
        from,
        at,
        ender: scored.args.ender,
        winner: null,
        points: [scored.args.first, scored.args.second],
        captured: [[], []],
        voids: [0, 0],
        wins: rounds.at(-1)?.wins ?? [0, 0],
      };
      for (const event of events) {
        if (event.kind === "captured") round.captured[event.args.seat]!.push(event.args);
        else if (event.kind === "voids") round.voids[event.args.seat as 0 | 1] = event.args.points;
        else if (event.kind === "won")
          Object.assign(round, { winner: event.args.seat, wins: [event.args.first, event.args.second] });
      }
      rounds.push(round);
    }
    if (events.some((event) => event.kind === "round")) from = at;
  }
  return rounds;
}

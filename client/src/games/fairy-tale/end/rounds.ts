// Rounds of a finished game: what each seat laid down, what was closed and opened, what it brought.
import type { FairyTaleEvent } from "../../../wire/fairy-tale";
import type { Story } from "../../../wire/api";

type Deed = Extract<FairyTaleEvent, { kind: "hunted" | "opened" | "closed" }>;

export interface Round {
  round: number;
  from: number; // the positions that it begins and ends with
  at: number;
  played: string[][]; // cards by seat, in order
  deeds: Deed[];
  gains: number[]; // by seat
  scores: number[]; // when it was over
}

export function roundsOf(story: Story): Round[] {
  const rounds: Round[] = [];
  let before = story.seats.map(() => 0);
  for (const { at, scores, events } of story.moments) {
    for (const event of events as unknown as FairyTaleEvent[]) {
      const round = rounds.at(-1);
      if (event.kind === "round") {
        before = round?.scores ?? before;
        const played = story.seats.map((): string[] => []);
        rounds.push({ round: event.args.round, from: at, at, played, deeds: [], gains: [], scores });
      } else if (event.kind === "played") round?.played[event.args.seat]!.push(event.args.card);
      else if (event.kind === "hunted" || event.kind === "opened" || event.kind === "closed") round?.deeds.push(event);
    }
    const round = rounds.at(-1);
    if (round) Object.assign(round, { at, scores, gains: scores.map((score, p) => score - before[p]!) });
  }
  return rounds;
}

// Turns of a finished game: which value a roll changed, how many tokens moved, and the course of each value.
import type { FariablesEvent } from "../../../wire/fariables";
import type { Story } from "../../../wire/api";
import type { Kind } from "../state/places";

export interface Turn {
  seat: number;
  from: number; // the positions that it begins and ends with
  at: number;
  kind: Kind;
  change: number;
  value: number;
  lifted: number; // tokens
}

/** Course of one value: as it began, and after each turn. */
export interface Course {
  kind: Kind;
  values: number[];
  by: number[]; // what each seat changed it by, in all
}

export function turnsOf(story: Story): Turn[] {
  const turns: Turn[] = [];
  for (const { at, events } of story.moments) {
    for (const event of events as unknown as FariablesEvent[]) {
      const turn = turns.at(-1);
      if (event.kind === "changed") {
        const { seat, kind, change, value } = event.args;
        turns.push({ seat, kind, change, value, from: at - 1, at, lifted: 0 });
      } else if (event.kind === "lifted" && turn) turn.lifted += 1;
    }
    const turn = turns.at(-1);
    if (turn) turn.at = at;
  }
  return turns;
}

/** Courses of all values that were rolled or began the game, highest at the end first. */
export function coursesOf(story: Story): Course[] {
  const turns = turnsOf(story);
  const start = new Map<Kind, number>();
  for (const { events } of story.moments)
    for (const event of events as unknown as FariablesEvent[])
      if (event.kind === "valued") start.set(event.args.kind, event.args.value);
  for (const { kind, value, change } of turns) if (!start.has(kind)) start.set(kind, value - change);
  const courses = [...start].map(([kind, value]): Course => {
    const values = [value];
    const by = story.seats.map(() => 0);
    for (const turn of turns) {
      if (turn.kind === kind) by[turn.seat]! += turn.value - values.at(-1)!;
      values.push(turn.kind === kind ? turn.value : values.at(-1)!);
    }
    return { kind, values, by };
  });
  return courses.sort((a, b) => b.values.at(-1)! - a.values.at(-1)!);
}

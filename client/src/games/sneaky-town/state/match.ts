// State of the match as a fence: a picket for every step, and the position of the cat.
import type { Catalogue } from "../../../lib/game/catalogue";
import type { Play } from "../play";
import { t } from "../../../lib/text/words.svelte";

export interface Match {
  mode: string; // the word of the game for how the match is won
  goal: number;
  pickets: { colour: "blue" | "brown" | "none"; text: string }[];
  cat: number; // where it sits, counted in pickets from the left
}

/** Entry of the catalogue: what decides the match, and how many rounds it can have (null: until a lead decides). */
type Deciding = { goal: number; rounds: number | null };

/** The fence: a picket for every round that can be played, or for every step of a lead to either side. */
export function matchOf(catalogue: Pick<Catalogue, "things"> | null, wins: number[]): Match {
  const [[mode, entry] = ["single", { goal: 1, rounds: 1 }]] = Object.entries(catalogue?.things["match"] ?? {});
  const { goal, rounds: length } = entry as Deciding;
  const [a = 0, b = 0] = wins;
  if (length === null) {
    const pickets = Array.from(
      { length: 2 * goal + 1 },
      (_, i) =>
        ({ colour: i < goal ? "blue" : i > goal ? "brown" : "none", text: String(Math.abs(goal - i)) }) as const,
    );
    return { mode, goal, pickets: [...pickets], cat: Math.max(0, Math.min(2 * goal, goal - (a - b))) };
  }
  const pickets = Array.from(
    { length },
    (_, i) => ({ colour: i < a ? "blue" : i >= length - b ? "brown" : "none", text: "" }) as const,
  );
  // Position of the marker on the rope: the lead of one side over the other.
  return {
    mode,
    goal,
    pickets: [...pickets],
    cat: Math.max(0, Math.min(length - 1, (length - 1) / 2 - (a - b) / 2)),
  };
}

/** How the match stands, and what it takes, in words. */
export function matchWords(play: Play, wins: number[], match: Match): [stands: string, takes: string] {
  const [a = 0, b = 0] = wins;
  const leader = a === b ? null : a > b ? 0 : 1;
  const lead =
    leader === null
      ? t("town.match.even")
      : t("town.match.leads", { you: leader === play.seat, name: play.names[leader], by: Math.abs(a - b) });
  return [lead, t(`town.match.${match.mode}`, { goal: match.goal })];
}

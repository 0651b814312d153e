// State of the match as a fence: a picket for every step, and the position of the cat.
import type { Play } from "../play";
import { t } from "../../../lib/text/words.svelte";

export interface Match {
  mode: "lead" | "first-to" | "rounds" | "single";
  goal: number;
  pickets: { colour: "blue" | "brown" | "none"; text: string }[];
  cat: number; // where it sits, counted in pickets from the left
}

/** What the table's option says; the words are the game's own. */
export function matchOf(option: unknown, wins: number[]): Match {
  const [mode = "single", goal = "1"] = String(option ?? "single").split(":");
  const count = Number(goal);
  const [a = 0, b = 0] = wins;
  if (mode === "lead") {
    const pickets = Array.from(
      { length: 2 * count + 1 },
      (_, i) =>
        ({ colour: i < count ? "blue" : i > count ? "brown" : "none", text: String(Math.abs(count - i)) }) as const,
    );
    return { mode, goal: count, pickets: [...pickets], cat: Math.max(0, Math.min(2 * count, count - (a - b))) };
  }
  const length = mode === "first-to" ? 2 * count - 1 : count;
  const pickets = Array.from(
    { length: Math.max(1, length) },
    (_, i) => ({ colour: i < a ? "blue" : i >= length - b ? "brown" : "none", text: "" }) as const,
  );
  // Between what each side has won, as on a rope: who leads pulls it over.
  return {
    mode: mode as Match["mode"],
    goal: count,
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

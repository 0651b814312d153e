// Whose turn it is, from what the table says of it; the game's own view is asked only for who else is thinking.
import type { Known } from "../../lib/net/fold";
import { gestureOf } from "../../lib/game/play";
import type { Own } from "../../wire/table";

/** The name of what a seat owes: a decision, a report, a yes or no, or a hand; null for nothing. */
export function asked(own: Own): string | null {
  if (own.legal && !own.chosen) return own.ask ?? null;
  return own.report?.ask ?? own.confirm?.ask ?? gestureOf(own)?.ask ?? null;
}

/** Seats that owe something now; several may. */
export function waited(known: Known): number[] {
  if (known.table?.phase !== "playing") return [];
  const found = new Set<number>();
  for (const [seat, own] of Object.entries(known.seats)) {
    if (asked(own) !== null) found.add(Number(seat));
  }
  const { seats } = (known.prompt?.prompt.args ?? {}) as { seats?: unknown };
  if (known.prompt?.prompt.key === "prompt.wait" && Array.isArray(seats)) {
    for (const one of seats as { seat?: number }[]) if (typeof one?.seat === "number") found.add(one.seat);
  }
  const waiting = known.view?.["waiting"]; // by custom: who still has to choose, where all choose at once
  if (Array.isArray(waiting)) for (const p of waiting) if (typeof p === "number") found.add(p);
  const chosen = Object.entries(known.seats)
    .filter(([, own]) => own.chosen)
    .map(([seat]) => Number(seat));
  return [...found].filter((p) => !chosen.includes(p)).sort((a, b) => a - b);
}

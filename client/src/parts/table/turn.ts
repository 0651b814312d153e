// Seats that owe something, from the known state; the game's own view is used only for other seats that are thinking.
import type { Known } from "../../lib/net/fold";
import { gestureOf } from "../../lib/game/play";
import type { Own } from "../../wire/table";

/** The name of what a seat owes: a decision, a report, a yes or no, or a hand; null for nothing. */
export function pendingAsk(own: Own): string | null {
  if (own.legal && !own.chosen) return own.ask ?? null;
  return own.report?.ask ?? own.confirm?.ask ?? gestureOf(own)?.ask ?? null;
}

/** Seats that owe something now; several may. */
export function waitingSeats(known: Known): number[] {
  if (known.table?.phase !== "playing") return [];
  const pending = new Set<number>();
  for (const [seat, own] of Object.entries(known.seats)) {
    if (pendingAsk(own) !== null) pending.add(Number(seat));
  }
  const { seats } = (known.prompt?.prompt.args ?? {}) as { seats?: unknown };
  if (known.prompt?.prompt.key === "prompt.wait" && Array.isArray(seats)) {
    for (const entry of seats as { seat?: number }[]) if (typeof entry?.seat === "number") pending.add(entry.seat);
  }
  const waiting = known.view?.["waiting"]; // by custom: who still has to choose, where all choose at once
  if (Array.isArray(waiting)) for (const p of waiting) if (typeof p === "number") pending.add(p);
  const chosen = Object.entries(known.seats)
    .filter(([, own]) => own.chosen)
    .map(([seat]) => Number(seat));
  return [...pending].filter((p) => !chosen.includes(p)).sort((a, b) => a - b);
}

// Tables that this browser has a token for.
import { tables, type KeptTable } from "../../lib/page/storage";

const FRESH = 14 * 24 * 3600 * 1000; // what was left longer ago is not offered any more

/** Tables that are not over: where it is your turn first, then the newest. */
export function unfinished(all: Record<string, KeptTable> = tables.all(), now = Date.now()): [string, KeptTable][] {
  return Object.entries(all)
    .filter(
      ([, table]) =>
        table.token &&
        table.game &&
        !table.passing &&
        !table.over &&
        !table.left &&
        table.phase !== "over" &&
        now - table.at < FRESH,
    )
    .sort(([, a], [, b]) => Number(b.turn ?? false) - Number(a.turn ?? false) || b.at - a.at);
}

const MOST = 20; // finished games, the newest

/** Finished games, the newest first. */
export function finished(all: Record<string, KeptTable> = tables.all()): [string, KeptTable][] {
  return Object.entries(all)
    .filter(([, table]) => table.game && !table.passing && !table.left && (table.over || table.phase === "over"))
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, MOST);
}

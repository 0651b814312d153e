// Play a finished game once more with the same deal: its key follows from the record, where everything is open.
import { master, type Share } from "../../lib/fairness/chance";
import type { Seal } from "../../lib/fairness/verify";
import { api } from "../../lib/net/api";
import type { TableStore } from "../../lib/net/table.svelte";
import { tables } from "../../lib/page/storage";
import { begin, myself } from "../gather/begin";

/** Whether one person played alone against bots, with chance that can be dealt again. */
export function canDealAgain(store: TableStore): boolean {
  const { seats, settings, imported, result } = store.table!;
  const alone = store.seats.length === 1 && store.seats[0] === 0;
  return (
    alone &&
    seats.every((seat, p) => p === 0 || seat.kind === "bot") &&
    !imported &&
    !settings.guided &&
    !settings.deal?.startsWith("day/") &&
    !!result?.outcome
  );
}

/** Key of the deal of a finished game, from its seal. */
export async function keyOf({ secret, table, game, head, shares }: Seal): Promise<string> {
  const bytes = await master(secret, table, game, head, shares as Share[]);
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Begin a new table with the deal of this one, and the same bots; the end page there compares both results. */
export async function dealAgain(store: TableStore, score: number): Promise<void> {
  const table = store.table!;
  const record = await api.record(store.id, tables.get(store.id)?.token ?? "");
  const end = JSON.parse(record.trim().split("\n").at(-1)!) as { seal?: Seal };
  const deal = table.settings.deal ?? `key/${await keyOf(end.seal!)}`;
  const levels = table.seats.map((seat) => (seat.kind === "bot" ? seat.level : ""));
  const before = tables.get(store.id)?.before ?? score; // of the first of them
  await begin(table.game, table.options, { people: [myself()], bots: false, start: true, levels }, { deal, before });
}

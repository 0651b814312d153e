// A copy of everything that is kept on this device, as one file; and back. What is here already stays as it is.
import type { Row } from "../../offline/protocol";
import { receipts, storage, tables, type KeptTable } from "../page/storage";
import { offline } from "./offline.svelte";

const FORMAT = 1;
const KEYS = ["fairyring.settings", "fairyring.days", "fairyring.people"];

interface Copy {
  fairyring: number; // format
  tables: Record<string, KeptTable>;
  receipts: [table: string, game: number, receipt: unknown][];
  kept: Record<string, unknown>;
  rows: Row[];
}

/** Gather what a copy has. */
export function copyOf(rows: Row[]): Copy {
  const here = new Set(rows.map((row) => row.table));
  const own = Object.entries(tables.all()).filter(([id]) => here.has(id));
  return {
    fairyring: FORMAT,
    tables: Object.fromEntries(own),
    receipts: receipts.all().flatMap(([id, n]) => (here.has(id) ? [[id, n, receipts.get(id, n)]] : [])),
    kept: Object.fromEntries(KEYS.map((key) => [key, storage.read<unknown>(key, null)])),
    rows,
  };
}

/** Read a copy. Throws if it is none. */
export function parseCopy(text: string): Copy {
  const copy = JSON.parse(text) as Copy;
  const rows = Array.isArray(copy.rows) && copy.rows.every((row) => typeof row?.table === "string" && row.seq > 0);
  if (copy.fairyring !== FORMAT || !rows) throw new TypeError("no copy of Fairyring");
  return copy;
}

/** Save everything as a file. Returns the number of tables in it. */
export async function exportAll(): Promise<number> {
  const copy = copyOf(await (await offline.host()).exportRows());
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(copy)], { type: "application/json" }));
  link.download = `fairyring-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return new Set(copy.rows.map((row) => row.table)).size;
}

/** Bring everything back from a file. Returns the number of tables that came, and whether the rest found no room. */
export async function importAll(text: string): Promise<{ number: number; failed: boolean }> {
  const copy = parseCopy(text);
  const done = await (await offline.host()).importRows(copy.rows);
  for (const [id, table] of Object.entries(copy.tables)) if (!tables.get(id)) tables.put(id, { ...table, local: true });
  for (const [id, n, receipt] of copy.receipts) if (!receipts.get(id, n)) receipts.put(id, n, receipt);
  for (const [key, value] of Object.entries(copy.kept))
    if (KEYS.includes(key) && value !== null && storage.read<unknown>(key, null) === null) storage.write(key, value);
  return done;
}

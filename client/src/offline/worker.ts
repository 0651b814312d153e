// The worker that holds tables: Python, the log, and the other tabs. Everything the page asks of a server goes here instead.
import { openLog, type Log } from "./log";
import { hostOf, pagePort, post, serve, type Special } from "./loop";
import type { Keeping, Row } from "./protocol";
import { Tables } from "./tables";
import { Thinking } from "./thinking";

const opening = openLog(); // while Python starts

serve(async (python, _assets, start) => {
  const log = await opening;
  python.globals.set("process", hexadecimal(crypto.getRandomValues(new Uint8Array(8))));
  python.runPython("host = module.Host(process)");
  const thinking = new Thinking(
    () => new Worker(new URL("./thinker.ts", import.meta.url), { type: "module", name: "thinker" }),
    start,
  );
  let keeping: Keeping = log.durable ? "kept" : "memory";
  const port = pagePort((now) => {
    if (now !== keeping) post({ kind: "keeping", keeping: now });
    keeping = now;
  });
  const tables = new Tables(hostOf(python), log, thinking, port);
  return { tables, keeping, handle: (message) => handle(log, message) };
});

const hexadecimal = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function handle(log: Log, message: Special): void {
  if (message.kind === "export") void log.all().then((rows) => post({ kind: "rows", id: message.id, rows }));
  if (message.kind === "import")
    void importRows(log, message.rows).then((done) => post({ kind: "imported", id: message.id, ...done }));
}

/** Bring tables back, each one whole or not at all; those that are here stay as they are. */
async function importRows(log: Log, rows: Row[]): Promise<{ number: number; failed: boolean }> {
  const byTable = new Map<string, Row[]>();
  for (const row of rows) byTable.set(row.table, [...(byTable.get(row.table) ?? []), row]);
  let number = 0;
  for (const own of byTable.values()) {
    const outcome = await log.append(own.sort((a, b) => a.seq - b.seq));
    if (outcome === "stored") number += 1;
    else if (outcome !== "lost") return { number, failed: true };
  }
  return { number, failed: false };
}

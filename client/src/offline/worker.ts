// The worker that holds tables: Python, the log, and the other tabs. Everything the page asks of a server goes here instead.
import { Assets } from "./assets";
import { openLog, type Log } from "./log";
import type { FromWorker, Row, ToWorker } from "./protocol";
import { boot, BootError } from "./python";
import { Tables, type Host } from "./tables";
import { Thinking } from "./thinking";

const post = (message: FromWorker): void => (self as unknown as Worker).postMessage(message);
let tables: Tables | null = null;
let log: Log | null = null;
let keeping = "";
const early: ToWorker[] = []; // what is asked before Python is there

async function start(message: Extract<ToWorker, { kind: "start" }>): Promise<void> {
  const assets = new Assets(message.base, message.built, message.bare, (loaded, total) =>
    post({ kind: "progress", loaded, total }),
  );
  const [python, opened] = await Promise.all([boot(assets), openLog()]);
  log = opened;
  const process = Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, "0")).join(
    "",
  );
  python.globals.set("process", process);
  python.runPython("from fairyring.offline import host as module\nhost = module.Host(process)");
  const thinking = new Thinking(
    () => new Worker(new URL("./thinker.ts", import.meta.url), { type: "module", name: "thinker" }),
    message,
  );
  tables = new Tables(hostOf(python.globals), opened, thinking, {
    send: (conn, told) => post({ kind: "told", conn, message: told as never }),
    close: (conn, code) => post({ kind: "shut", conn, code }),
    keeping: (now) => {
      if (now !== keeping) post({ kind: "keeping", keeping: now });
      keeping = now;
    },
  });
  keeping = opened.durable ? "kept" : "memory";
  post({ kind: "ready", keeping: opened.durable ? "kept" : "memory" });
  for (const message of early.splice(0)) hear(message);
}

/** Python's host; its methods take and return text, so that no proxy is left behind. */
function hostOf(globals: { get(name: string): unknown }): Host {
  const host = globals.get("host") as Host;
  const module = globals.get("module") as { forget: Host["forget"] };
  return {
    take: (...args) => host.take(...args),
    drop: (table) => host.drop(table),
    think: (job) => host.think(job),
    request: (...args) => host.request(...args),
    continue_request: (...args) => host.continue_request(...args),
    forget: (...args) => module.forget(...args),
  };
}

function hear(message: ToWorker): void {
  if (message.kind === "start") {
    start(message).catch((error: unknown) => {
      const trouble = error instanceof BootError ? error.trouble : "python";
      post({ kind: "broken", trouble, message: String(error) });
    });
    return;
  }
  if (!tables || !log) return void early.push(message);
  switch (message.kind) {
    case "ping":
      return post({ kind: "pong" });
    case "open":
      return tables.open(message.conn, message.table, message.hello);
    case "say":
      return tables.say(message.conn, message.message);
    case "close":
      return tables.close(message.conn);
    case "ask":
      return void tables.ask(message.asked).then(
        (answered) => post({ kind: "answer", id: message.id, answered }),
        (error: unknown) => {
          console.warn(String(error));
          const body = JSON.stringify({ code: "failed", message: "" });
          post({ kind: "answer", id: message.id, answered: { status: 500, headers: {}, body } });
        },
      );
    case "export":
      return void log.all().then((rows) => post({ kind: "rows", id: message.id, rows }));
    case "import":
      return void importRows(log, message.rows).then((done) => post({ kind: "imported", id: message.id, ...done }));
  }
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

self.onmessage = ({ data }: MessageEvent<ToWorker>): void => hear(data);

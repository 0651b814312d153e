// The worker of the workshop: Python with the kit and a game that is being written. Its tables live in memory. The page ends it
// when a game does not stop, and starts another one.
import { Assets } from "./assets";
import { MemoryLog } from "./log";
import type { FromWorkshop, ToWorkshop } from "./protocol";
import { boot, unpack, type Python } from "./python";
import { Tables, type Host } from "./tables";

const PACK = "workshop.pack";
const post = (message: FromWorkshop): void => (self as unknown as Worker).postMessage(message);
let python: Python;
let tables: Tables;
const started = new Promise<void>((done, fail) => {
  self.onmessage = ({ data }: MessageEvent<ToWorkshop>): void => {
    if (data.kind === "start") start(data).then(done, fail);
    else void started.then(() => hear(data));
  };
});
started.catch((error: unknown) => post({ kind: "broken", trouble: "python", message: String(error) }));

async function start(message: Extract<ToWorkshop, { kind: "start" }>): Promise<void> {
  const assets = new Assets(message.base, message.built, message.bare, (loaded, total) =>
    post({ kind: "progress", loaded, total }),
  );
  const [machine, pack] = await Promise.all([boot(assets), assets.get(PACK).then((answer) => answer.arrayBuffer())]);
  python = machine;
  for (const [path, data] of unpack(pack)) {
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, data, { canOwn: true });
  }
  python.runPython(`
import importlib
importlib.invalidate_caches()
from fairyring.offline import host as module
from fairyring.workshop import workshop as workshop_module
host, workshop = module.Host("workshop"), workshop_module.Workshop()`);
  const host = python.globals.get("host") as Host & { weigh(job: string): string };
  tables = new Tables(
    { ...bound(host), forget: () => "[]" }, // nothing is kept
    new MemoryLog(),
    {
      // Bots that search think here, interpreted: another worker does not know the game.
      do: (work, job) => Promise.resolve(JSON.parse(host[work](JSON.stringify(job))) as Record<string, never>),
      cancel: () => undefined,
      warm: () => undefined,
    },
    {
      send: (conn, told) => post({ kind: "told", conn, message: told as never }),
      close: (conn, code) => post({ kind: "shut", conn, code }),
      keeping: () => undefined,
    },
  );
  post({ kind: "ready", keeping: "memory" });
}

function bound(host: Host): Omit<Host, "forget"> {
  return {
    take: (...args) => host.take(...args),
    drop: (table) => host.drop(table),
    think: (job) => host.think(job),
    request: (...args) => host.request(...args),
    continue_request: (...args) => host.continue_request(...args),
  };
}

function hear(message: Exclude<ToWorkshop, { kind: "start" }>): void {
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
      return void tables.ask(message.asked).then((answered) => post({ kind: "answer", id: message.id, answered }));
    case "work": {
      const workshop = python.globals.get("workshop") as Record<string, (...args: unknown[]) => string>;
      try {
        post({ kind: "worked", id: message.id, answer: workshop[message.call]!(...message.args) });
      } catch (error) {
        const lines = String(error).trim().split("\n"); // a Python error ends with what happened
        post({ kind: "worked", id: message.id, answer: JSON.stringify({ problems: [problem(lines.at(-1)!)] }) });
      }
    }
  }
}

const problem = (message: string): { file: string; line: number; message: string } => ({
  file: "room.py",
  line: 0,
  message,
});

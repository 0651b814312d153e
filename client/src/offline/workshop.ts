// The worker of the workshop: Python with the kit and a game that is being written. Its tables live in memory. The page ends it
// when a game does not stop, and starts another one.
import { MemoryLog } from "./log";
import { hostOf, pagePort, post, serve, type Special } from "./loop";
import { writeFiles, type Python } from "./python";
import { Tables } from "./tables";

const PACK = "workshop.pack";

serve(async (python, assets) => {
  writeFiles(python.FS, await assets.get(PACK).then((answer) => answer.arrayBuffer()));
  python.runPython(`
import importlib
importlib.invalidate_caches()
from fairyring.workshop import workshop as workshop_module
host, workshop = module.Host("workshop"), workshop_module.Workshop()`);
  const host = hostOf(python);
  // Bots that search think here, interpreted: another worker does not know the game.
  const thinkers = {
    do: (work: "think" | "weigh", job: object) =>
      Promise.resolve(JSON.parse(host[work](JSON.stringify(job))) as Record<string, never>),
    cancel: () => undefined,
    warm: () => undefined,
  };
  const tables = new Tables(
    host,
    new MemoryLog(),
    thinkers,
    pagePort(() => undefined),
  );
  return { tables, keeping: "memory", handle: (message) => work(python, message) };
});

function work(python: Python, message: Special): void {
  if (message.kind !== "work") return;
  const workshop = python.globals.get("workshop") as Record<string, (...args: unknown[]) => string>;
  try {
    post({ kind: "worked", id: message.id, answer: workshop[message.call]!(...message.args) });
  } catch (error) {
    const line = String(error).trim().split("\n").at(-1)!; // a Python error ends with what happened
    const problem = { file: "room.py", line: 0, message: line };
    post({ kind: "worked", id: message.id, answer: JSON.stringify({ problems: [problem] }) });
  }
}

// What the workers that hold tables have in common: how they start, and how they answer the page.
import { Assets } from "./assets";
import type { Answered, FromWorkshop, Keeping, Start, ToWorker, ToWorkshop } from "./protocol";
import { boot, BootError, type Python } from "./python";
import type { Host, Outside, Tables } from "./tables";

type Message = Exclude<ToWorker | ToWorkshop, Start>;
/** What only one kind of worker understands. */
export type Special = Extract<Message, { kind: "export" | "import" | "work" }>;
export interface Held {
  tables: Tables;
  keeping: Keeping;
  hear(message: Special): void;
}

export const post = (message: FromWorkshop): void => (self as unknown as Worker).postMessage(message);

/** Messages of tables to the page. */
export const outside = (keeping: Outside["keeping"]): Outside => ({
  send: (conn, told) => post({ kind: "told", conn, message: told as never }),
  close: (conn, code) => post({ kind: "shut", conn, code }),
  keeping,
});

/** Python's host as it is used here; its methods take and return text, so that no proxy is left behind. */
export function hostOf(python: Python): Host {
  const host = python.globals.get("host") as Host;
  const module = python.globals.get("module") as { forget: Host["forget"] };
  return {
    take: (...args) => host.take(...args),
    drop: (table) => host.drop(table),
    think: (job) => host.think(job),
    weigh: (job) => host.weigh(job),
    request: (...args) => host.request(...args),
    continue_request: (...args) => host.continue_request(...args),
    forget: (...args) => module.forget(...args),
  };
}

/** Start Python when the page says so, and answer its messages from then on. */
export function hold(begin: (python: Python, assets: Assets, start: Start) => Promise<Held>): void {
  let held: Held | null = null;
  const early: Message[] = []; // what is asked before Python is there

  async function start(message: Start): Promise<void> {
    const assets = new Assets(message.base, message.built, message.bare, (loaded, total) =>
      post({ kind: "progress", loaded, total }),
    );
    const python = await boot(assets, message.fresh);
    held = await begin(python, assets, message);
    post({ kind: "ready", keeping: held.keeping, restored: python.restored });
    for (const waiting of early.splice(0)) hear(held, waiting);
  }

  self.onmessage = ({ data }: MessageEvent<ToWorker | ToWorkshop>): void => {
    if (data.kind !== "start") return held ? hear(held, data) : void early.push(data);
    start(data).catch((error: unknown) => {
      const trouble = error instanceof BootError ? error.trouble : "python";
      post({ kind: "broken", trouble, message: String(error) });
    });
  };
}

function hear({ tables, hear }: Held, message: Message): void {
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
          post({ kind: "answer", id: message.id, answered: FAILED });
        },
      );
    default:
      return hear(message);
  }
}

const FAILED: Answered = { status: 500, headers: {}, body: JSON.stringify({ code: "failed", message: "" }) };

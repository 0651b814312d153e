// Message loop of the workers that hold tables: they start Python, then answer the page.
import { Assets } from "./assets";
import type { HostResponse, FromWorkshop, Keeping, Start, ToWorker, ToWorkshop } from "./protocol";
import { boot, BootError, type Python } from "./python";
import type { Host, PagePort, Tables } from "./tables";

type Message = Exclude<ToWorker | ToWorkshop, Start>;
/** What only one kind of worker understands. */
export type Special = Extract<Message, { kind: "export" | "import" | "work" }>;
export interface TableService {
  tables: Tables;
  keeping: Keeping;
  handle(message: Special): void;
}

export const post = (message: FromWorkshop): void => (self as unknown as Worker).postMessage(message);

/** Messages of tables to the page. */
export const pagePort = (keeping: PagePort["keeping"]): PagePort => ({
  send: (conn, message) => post({ kind: "message", conn, message: message as never }),
  close: (conn, code) => post({ kind: "disconnected", conn, code }),
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
export function serve(begin: (python: Python, assets: Assets, start: Start) => Promise<TableService>): void {
  let service: TableService | null = null;
  const early: Message[] = []; // received before Python has started

  async function start(message: Start): Promise<void> {
    const assets = new Assets(message.base, message.built, message.bare, (loaded, total) =>
      post({ kind: "progress", loaded, total }),
    );
    const python = await boot(assets, message.fresh);
    service = await begin(python, assets, message);
    post({ kind: "ready", keeping: service.keeping, restored: python.restored });
    for (const waiting of early.splice(0)) dispatch(service, waiting);
  }

  self.onmessage = ({ data }: MessageEvent<ToWorker | ToWorkshop>): void => {
    if (data.kind !== "start") return service ? dispatch(service, data) : void early.push(data);
    start(data).catch((error: unknown) => {
      const trouble = error instanceof BootError ? error.trouble : "python";
      post({ kind: "broken", trouble, message: String(error) });
    });
  };
}

function dispatch({ tables, handle }: TableService, message: Message): void {
  switch (message.kind) {
    case "ping":
      return post({ kind: "pong" });
    case "connect":
      return tables.connect(message.conn, message.table, message.hello);
    case "send":
      return tables.receive(message.conn, message.message);
    case "disconnect":
      return tables.disconnect(message.conn);
    case "request":
      return void tables.ask(message.request).then(
        (response) => post({ kind: "response", id: message.id, response }),
        (error: unknown) => {
          console.warn(String(error));
          post({ kind: "response", id: message.id, response: FAILED });
        },
      );
    default:
      return handle(message);
  }
}

const FAILED: HostResponse = { status: 500, headers: {}, body: JSON.stringify({ code: "failed", message: "" }) };

// Messages between the page, its worker that holds tables (`worker.ts`), and the worker that searches (`thinker.ts`).
import type { Hello, ClientMessage, ServerMessage } from "../wire/table";

/** offline.json: what the build made for this page. Sizes are bytes: as it is, with gzip, with Brotli. */
export interface Built {
  python: string; // hash
  lock: unknown; // what Pyodide wants to read in its list of packages, which is empty here
  files: Record<string, { raw: number; gz: number; br: number }>;
  kernels: Record<string, string>; // hash by game
  workshop: { raw: number; gz: number; br: number }; // of workshop.pack, which only the workshop fetches
}

export interface HostRequest {
  method: string;
  path: string; // below the page, with its query
  headers: Record<string, string>;
  body: string;
}

export interface HostResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A row of a table's log, as it is stored. Only Python looks inside. */
export interface Row {
  table: string;
  seq: number;
  hash: string;
  [field: string]: unknown;
}

export interface Start {
  kind: "start";
  base: string;
  built: Built;
  bare: boolean; // a static host, which may compress nothing
  fresh: boolean; // without the snapshot of an earlier start: a worker has died
}
export type ToWorker =
  | Start
  | { kind: "connect"; conn: string; table: string; hello: Hello }
  | { kind: "send"; conn: string; message: ClientMessage }
  | { kind: "disconnect"; conn: string }
  | { kind: "request"; id: number; request: HostRequest }
  | { kind: "ping" }
  | { kind: "export"; id: number }
  | { kind: "import"; id: number; rows: Row[] };

/** Why the worker cannot go on. */
export type Trouble = "fetch" | "wasm" | "python";
/** How rows are kept: in the browser, only while the page is open, or (now) not at all. */
export type Keeping = "kept" | "memory" | "full";

export type FromWorker =
  | { kind: "progress"; loaded: number; total: number }
  | { kind: "pong" }
  | { kind: "ready"; keeping: Keeping; restored: boolean } // restored: from a snapshot
  | { kind: "broken"; trouble: Trouble; message: string }
  | { kind: "message"; conn: string; message: ServerMessage }
  | { kind: "disconnected"; conn: string; code: number }
  | { kind: "response"; id: number; response: HostResponse }
  | { kind: "rows"; id: number; rows: Row[] }
  | { kind: "imported"; id: number; number: number; failed: boolean }
  | { kind: "keeping"; keeping: Keeping };

/** Messages of the workshop: those of tables, and calls of Python's `Workshop`, whose answers are JSON. */
export type ToWorkshop =
  | Exclude<ToWorker, { kind: "export" | "import" }>
  | { kind: "work"; id: number; call: "load" | "check" | "simulate"; args: (string | number)[] };
export type FromWorkshop = FromWorker | { kind: "worked"; id: number; answer: string };

/** A job of a bot, as JSON of Python's `Job`. */
export interface Job {
  id: string;
  game: string;
  level: string;
  budget: number; // milliseconds
  [field: string]: unknown;
}

export type ToThinker = Start | { kind: "job"; id: number; work: "think" | "weigh"; job: Job };
export type FromThinker =
  | { kind: "ready" }
  | { kind: "broken"; message: string }
  | { kind: "done"; id: number; answer: { action?: number | null; choices?: unknown[] } };

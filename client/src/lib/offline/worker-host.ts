// The page's end of the worker: connections, requests, and a new worker when one has died. Loaded when it is first needed.
import type { Hello, ClientMessage, ServerMessage } from "../../wire/table";
import type {
  HostResponse,
  HostRequest,
  Built,
  FromWorker,
  Keeping,
  Row,
  ToWorker,
  ToWorkshop,
  Trouble,
} from "../../offline/protocol";

export interface ConnectionListener {
  receive(message: ServerMessage): void;
  /** The connection is closed by the table; without a code, because the worker died. */
  disconnected(code?: number): void;
}
export interface Watcher {
  progress(loaded: number, total: number): void;
  ready(keeping: Keeping): void;
  keeping(keeping: Keeping): void;
  broken(trouble: Trouble): void;
}
interface Pending {
  message: ToWorker | ToWorkshop;
  again: boolean; // whether it may be asked again of another worker
  done: (answer: never) => void;
  fail: (error: Error) => void;
}

const PING = 4_000; // milliseconds between two looks whether the worker lives
const SILENCE = 15_000; // milliseconds without an answer after which it is taken for dead
const MOST_RESTARTS = 5; // within …
const A_WHILE = 60_000; // … so many milliseconds

const tablesWorker = (): Worker =>
  new Worker(new URL("../../offline/worker.ts", import.meta.url), { type: "module", name: "tables" });

export class WorkerHost {
  private worker: Worker;
  private isReady = false;
  private readonly connections = new Map<string, ConnectionListener>();
  protected readonly pending = new Map<number, Pending>();
  private count = 0;
  private heardAt = 0;
  private restarts: number[] = [];

  constructor(
    private readonly base: string,
    private readonly built: Built,
    private readonly bare: boolean,
    private readonly watcher: Watcher,
    private readonly make: () => Worker = tablesWorker,
  ) {
    this.worker = this.begin(false);
    setInterval(() => this.look(), PING);
  }

  connect(table: string, hello: Hello, listener: ConnectionListener): string {
    const conn = `c${this.count++}`;
    this.connections.set(conn, listener);
    this.post({ kind: "connect", conn, table, hello });
    return conn;
  }

  send(conn: string, message: ClientMessage): boolean {
    if (!this.connections.has(conn)) return false;
    this.post({ kind: "send", conn, message });
    return true;
  }

  close(conn: string): void {
    if (this.connections.delete(conn)) this.post({ kind: "disconnect", conn });
  }

  ask(request: HostRequest): Promise<HostResponse> {
    return this.request((id) => ({ kind: "request", id, request }), request.method === "GET");
  }

  /** Rows of all tables, for a file. */
  exportRows(): Promise<Row[]> {
    return this.request((id) => ({ kind: "export", id }), true);
  }

  /** Bring rows back. Returns how many tables came, and whether the storage refused the rest. */
  importRows(rows: Row[]): Promise<{ number: number; failed: boolean }> {
    return this.request((id) => ({ kind: "import", id, rows }), true);
  }

  protected request<T>(make: (id: number) => ToWorker | ToWorkshop, again: boolean): Promise<T> {
    const id = this.count++;
    const message = make(id);
    return new Promise((done, fail) => {
      this.pending.set(id, { message, again, done, fail });
      this.post(message);
    });
  }

  private post(message: ToWorker | ToWorkshop): void {
    this.worker.postMessage(message);
  }

  private begin(fresh: boolean): Worker {
    const worker = this.make();
    this.isReady = false;
    this.heardAt = performance.now();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (worker === this.worker) this.hear(data);
    };
    worker.onerror = (event) => {
      if (worker !== this.worker) return;
      if (this.isReady)
        console.warn(event.message); // one input failed; if it died, the next look tells
      else this.give("fetch");
    };
    const { base, built, bare } = this;
    worker.postMessage({ kind: "start", base, built, bare, fresh } satisfies ToWorker);
    return worker;
  }

  protected hear(message: FromWorker): void {
    this.heardAt = performance.now();
    switch (message.kind) {
      case "progress":
        return this.watcher.progress(message.loaded, message.total);
      case "ready":
        this.isReady = true;
        return this.watcher.ready(message.keeping);
      case "keeping":
        return this.watcher.keeping(message.keeping);
      case "broken":
        console.warn(message.message);
        return this.give(message.trouble);
      case "message":
        return this.connections.get(message.conn)?.receive(message.message);
      case "disconnected": {
        const listener = this.connections.get(message.conn);
        this.connections.delete(message.conn);
        return listener?.disconnected(message.code);
      }
      case "response":
        return this.settle(message.id, message.response);
      case "rows":
        return this.settle(message.id, message.rows);
      case "imported":
        return this.settle(message.id, { number: message.number, failed: message.failed });
      case "pong":
        return;
    }
  }

  protected settle(id: number, answer: unknown): void {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    pending?.done(answer as never);
  }

  protected look(): void {
    if (!this.isReady) return;
    if (performance.now() - this.heardAt > SILENCE) this.restart();
    else if (this.connections.size || this.pending.size) this.post({ kind: "ping" });
    else this.heardAt = performance.now(); // nobody waits for it
  }

  /** Replace a dead worker. Tables are in the log; connections say hello again. It starts `fresh` unless its end was wanted. */
  protected restart(fresh = true): void {
    const now = performance.now();
    this.restarts = [...this.restarts.filter((at) => now - at < A_WHILE), now];
    if (this.restarts.length > MOST_RESTARTS) return this.give("python");
    this.worker.terminate();
    this.worker = this.begin(fresh);
    for (const [id, pending] of this.pending) {
      if (pending.again) this.post(pending.message);
      else {
        this.pending.delete(id);
        pending.fail(new TypeError("the worker died")); // whether it was done is unknown
      }
    }
    const closed = [...this.connections.values()];
    this.connections.clear();
    for (const listener of closed) listener.disconnected();
  }

  /** There is no worker, and there will be none. */
  private give(trouble: Trouble): void {
    this.isReady = false;
    this.worker.terminate();
    for (const pending of this.pending.values()) pending.fail(new TypeError(trouble));
    this.pending.clear();
    this.connections.clear();
    this.watcher.broken(trouble);
  }
}

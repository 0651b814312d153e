// Hosts tables in this tab: gives inputs to Python's engines and executes their effects. A tab is what a process is to a server.
import type { Log } from "./log";
import type { HostResponse, HostRequest, Job, Keeping, Row } from "./protocol";
import type { Thinking } from "./thinking";

/** What is used of the second worker. */
export type Thinkers = Pick<Thinking, "do" | "cancel" | "warm">;

/** Python's `fairyring.offline.host.Host`: text in, text out. */
export interface Host {
  take(table: string, time: number, entropy: string, kind: string, fields: string): string;
  drop(table: string): void;
  think(job: string): string;
  weigh(job: string): string;
  request(
    method: string,
    path: string,
    headers: string,
    body: string,
    time: number,
    entropy: string,
    rows: string,
  ): string;
  continue_request(token: string, answers: string): string;
  forget(rows: string, guest: number, until: number): string;
}

type Effect =
  | { effect: "append"; row: Row }
  | { effect: "read"; after: number; number: number }
  | { effect: "send"; conn: string; message: unknown }
  | { effect: "close"; conn: string; code: number }
  | { effect: "start_job"; job: Job; heavy?: boolean }
  | { effect: "start_hint_job"; conn: string; job: Job }
  | { effect: "cancel_job"; job: string }
  | { effect: "wake"; at: number | null }
  | { effect: "publish"; kind: string; fields: unknown }
  | { effect: "forget"; guest: number; until: number }
  | { effect: "delete_table" }
  | { effect: "dropped" }
  | { effect: "report"; message: string };

export interface PagePort {
  send(conn: string, message: unknown): void;
  close(conn: string, code: number): void;
  keeping(keeping: Keeping): void;
}
type Published = { table: string; kind: string; fields: unknown };
type Reply = HostResponse & { append?: Row[]; jobs?: Job[]; continue?: string };

const LIGHT = new Set(["random", "easy", "normal"]); // levels that decide within a millisecond
const IDLE = 30_000; // milliseconds without connections; then a table leaves memory
const LONGEST = 2 ** 31 - 1; // that a timer can wait
const NO_TABLE = 4002;
const TABLE = /^api\/tables\/([^/?]+)/;

const now = (): number => Math.round(performance.timeOrigin + performance.now());
const entropy = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Whether a `hello` is for a table whose bots search: their worker is slow to start, so it is started early. */
function searches(message: unknown): boolean {
  const { type, beat } = message as {
    type?: string;
    beat?: { table?: { phase?: string; seats?: { kind: string; level?: string }[] } };
  };
  const seats = type === "welcome" && beat?.table?.phase !== "over" ? (beat?.table?.seats ?? []) : [];
  return seats.some((seat) => seat.kind === "bot" && !LIGHT.has(seat.level ?? ""));
}

export class Tables {
  private readonly tableOf = new Map<string, string>(); // by connection
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly queues = new Map<string, Promise<void>>(); // appends of a table, one at a time
  private readonly others: BroadcastChannel | null;

  constructor(
    private readonly host: Host,
    private readonly log: Log,
    private readonly thinking: Thinkers,
    private readonly page: PagePort,
  ) {
    this.others = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("fairyring-tables");
    if (this.others) {
      this.others.onmessage = ({ data }: MessageEvent<Published>) => {
        if ([...this.tableOf.values()].includes(data.table)) this.take(data.table, data.kind, data.fields);
      };
    }
  }

  // From the page ------------------------------------------------------------------------------

  connect(conn: string, table: string, hello: unknown): void {
    this.tableOf.set(conn, table);
    this.take(table, "opened", { conn, hello });
  }

  receive(conn: string, message: unknown): void {
    const table = this.tableOf.get(conn);
    const { level } = message as { level?: string };
    if (level !== undefined && !LIGHT.has(level)) this.thinking.warm(); // a bot sits down that searches
    if (table) this.take(table, "received", { conn, message, size: JSON.stringify(message).length });
  }

  disconnect(conn: string): void {
    const table = this.tableOf.get(conn);
    this.tableOf.delete(conn);
    if (!table) return;
    this.take(table, "closed", { conn });
    setTimeout(() => {
      if (![...this.tableOf.values()].includes(table)) this.drop(table);
    }, IDLE);
  }

  /** Answer a request of the page. Rows that it makes are stored before the answer is given. */
  async ask({ method, path, headers, body }: HostRequest): Promise<HostResponse> {
    const table = TABLE.exec(path)?.[1];
    const rows = table ? await this.log.read(table, 0) : [];
    const texts = [JSON.stringify(headers), body] as const;
    let reply = JSON.parse(this.host.request(method, path, ...texts, now(), entropy(), JSON.stringify(rows))) as Reply;
    while (reply.jobs) {
      const answers: unknown[] = [];
      for (const job of reply.jobs) answers.push((await this.thinking.do("weigh", job))?.choices ?? []);
      reply = JSON.parse(this.host.continue_request(reply.continue!, JSON.stringify(answers))) as Reply;
    }
    if (reply.append?.length) {
      const outcome = await this.log.append(reply.append);
      if (outcome !== "stored") {
        if (outcome === "full") this.page.keeping("full");
        return {
          status: 507,
          headers: {},
          body: JSON.stringify({ code: outcome === "full" ? "full" : "failed", message: "" }),
        };
      }
    }
    return { status: reply.status, headers: reply.headers, body: reply.body };
  }

  // Inputs and effects -------------------------------------------------------------------------

  private take(table: string, kind: string, fields: unknown): void {
    this.execute(table, this.host.take(table, now(), entropy(), kind, JSON.stringify(fields)));
  }

  private execute(table: string, effects: string): void {
    for (const effect of JSON.parse(effects) as Effect[]) this.carryOut(table, effect);
  }

  private carryOut(table: string, effect: Effect): void {
    switch (effect.effect) {
      case "send":
        if (searches(effect.message)) this.thinking.warm();
        return this.page.send(effect.conn, effect.message);
      case "close":
        this.tableOf.delete(effect.conn);
        return this.page.close(effect.conn, effect.code);
      case "append":
        return this.enqueue(table, () => this.append(table, effect.row));
      case "read":
        return this.enqueue(table, () => this.read(table, effect.after, effect.number));
      case "wake":
        return this.wake(table, effect.at);
      case "publish":
        return this.others?.postMessage({ table, kind: effect.kind, fields: effect.fields } satisfies Published);
      case "start_job":
        return void this.decide(table, effect.job, effect.heavy ?? !LIGHT.has(effect.job.level));
      case "start_hint_job":
        return void this.advise(table, effect.conn, effect.job);
      case "cancel_job":
        return this.thinking.cancel(effect.job);
      case "forget":
        return this.enqueue(table, () => this.forget(table, effect.guest, effect.until));
      case "delete_table":
        return this.enqueue(table, () => this.log.delete(table).then(() => this.lose(table)));
      case "dropped":
        return this.lose(table);
      case "report":
        return console.warn(effect.message);
    }
  }

  /** Do what concerns the stored log of a table in order. */
  private enqueue(table: string, act: () => Promise<void>): void {
    const before = this.queues.get(table) ?? Promise.resolve();
    const mine = before.then(act).catch((error: unknown) => {
      console.warn(String(error));
      this.take(table, "failed", {});
    });
    this.queues.set(table, mine);
  }

  private async append(table: string, row: Row): Promise<void> {
    const outcome = await this.log.append([row]);
    const fields = { seq: row.seq, hash: row.hash };
    if (outcome === "full") this.page.keeping("full");
    else if (outcome === "stored") this.page.keeping(this.log.durable ? "kept" : "memory");
    if (outcome === "stored" || outcome === "lost") this.take(table, outcome, fields);
    else this.take(table, "failed", {});
  }

  private async read(table: string, after: number, number: number): Promise<void> {
    this.take(table, "rows", { rows: await this.log.read(table, after), read: number });
  }

  private async forget(table: string, guest: number, until: number): Promise<void> {
    const rows = JSON.stringify(await this.log.read(table, 0));
    await this.log.replace(JSON.parse(this.host.forget(rows, guest, until)) as Row[]);
  }

  private wake(table: string, at: number | null): void {
    clearTimeout(this.timers.get(table));
    this.timers.delete(table);
    if (at === null) return;
    const pause = Math.min(LONGEST, Math.max(0, at - now()));
    this.timers.set(
      table,
      setTimeout(() => this.take(table, "tick", {}), pause),
    );
  }

  private async decide(table: string, job: Job, heavy: boolean): Promise<void> {
    let answer: { action?: number | null } | null;
    if (heavy) answer = await this.thinking.do("think", job);
    else {
      await new Promise((done) => setTimeout(done)); // acknowledgements go first
      answer = JSON.parse(this.host.think(JSON.stringify(job))) as { action: number | null };
    }
    if (answer?.action == null) this.take(table, "failed", { job: job.id });
    else this.take(table, "job_answered", { job: job.id, action: answer.action });
  }

  private async advise(table: string, conn: string, job: Job): Promise<void> {
    const answer = await this.thinking.do("weigh", job);
    this.take(table, "hint_answered", { conn, job, choices: answer?.choices ?? [] });
  }

  /** Close the connections of a table that is not there (any more). */
  private lose(table: string): void {
    for (const [conn, other] of this.tableOf) {
      if (other !== table) continue;
      this.tableOf.delete(conn);
      this.page.close(conn, NO_TABLE);
    }
    this.drop(table);
  }

  private drop(table: string): void {
    this.wake(table, null);
    this.queues.delete(table);
    this.host.drop(table);
  }
}

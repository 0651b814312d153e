// Connection to a table on this device, which a worker of the page holds.
import type { ClientMessage } from "../../wire/table";
import { isFinal, RELOAD, retryDelay, type Link, type Listener } from "../net/link";
import { offline } from "./offline.svelte";
import type { WorkerHost } from "./worker-host";

export class WorkerLink implements Link {
  private host: WorkerHost | null = null;
  private conn = "";
  private listener: Listener | null = null;
  private closed = false;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: string,
    private readonly find: () => Promise<WorkerHost> = () => offline.host(),
  ) {}

  open(listener: Listener): void {
    this.listener = listener;
    document.addEventListener("visibilitychange", this.look);
    void this.connect();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.look);
    this.host?.close(this.conn);
  }

  send(message: ClientMessage): boolean {
    return this.conn !== "" && this.host!.send(this.conn, message);
  }

  again(): void {
    if (this.conn) this.host?.close(this.conn);
    this.conn = "";
    clearTimeout(this.timer);
    this.listener!.state("lost");
    void this.connect();
  }

  private async connect(): Promise<void> {
    this.listener!.state(this.tries ? "again" : "connecting");
    try {
      this.host = await this.find();
    } catch {
      return this.retry();
    }
    if (this.closed) return;
    const conn = this.host.connect(this.table, this.listener!.hello(), {
      receive: (message) => {
        if (conn !== this.conn || this.closed) return;
        if (message.type === "welcome") {
          this.tries = 0;
          this.listener!.state("open");
        }
        this.listener!.receive(message);
      },
      disconnected: (code) => {
        if (conn !== this.conn || this.closed) return;
        this.conn = "";
        if (code !== undefined && isFinal(code)) this.listener!.state(code === RELOAD ? "reload" : "gone", code);
        else this.retry(code);
      },
    });
    this.conn = conn;
  }

  private retry(code?: number): void {
    if (this.closed) return;
    this.listener!.state("lost", code);
    this.timer = setTimeout(() => void this.connect(), retryDelay(this.tries, undefined));
    this.tries += 1;
  }

  private look = (): void => {
    this.send({ type: "visible", on: document.visibilityState === "visible" });
  };
}

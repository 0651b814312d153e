// Connection to a table. `Link` is the interface; `SocketLink` reconnects a WebSocket with backoff; `WorkerLink` leads to a worker.
import type { Hello, ClientMessage, ServerMessage } from "../../wire/table";

export type Connection = "connecting" | "open" | "lost" | "again" | "gone" | "reload";

export interface Listener {
  /** Returns the first message of every connection. */
  hello(): Hello;
  receive(message: ServerMessage): void;
  state(state: Connection, why?: number): void;
}

export interface Link {
  open(listener: Listener): void;
  /** Send a message. Returns false if there is no connection; the listener resends after the next hello. */
  send(message: ClientMessage): boolean;
  /** Reconnect and say hello again, because a message was missed. */
  again(): void;
  close(): void;
}

export const RESTART = 4000;
export const RELOAD = 4001;
export const NO_TABLE = 4002;
export const TOKEN = 4003;
export const FLOOD = 4004;
export const FULL = 4005;
export const UNREADABLE = 4009;
const SERVICE_RESTART = 1012; // standard code of a server that restarts
const FINAL = new Set([RELOAD, NO_TABLE, TOKEN]);
/** Whether a connection that was closed with this code is not tried again. */
export const isFinal = (code: number): boolean => FINAL.has(code);
const PAUSES = [250, 500, 1000, 2000, 4000, 8000]; // milliseconds before trying again
const SPREAD = 3000; // milliseconds over which the pages come back after a restart, which closes all connections at once
const WAITS: Record<number, number> = { [FLOOD]: 60_000, [FULL]: 15_000, [UNREADABLE]: 60_000 }; // instead, where trying soon is no use
const SILENCE = 8000; // a connection that answers no ping for so long is lost, whatever it says
const SLOW = 60_000; // the same, where the server has said that it can store nothing now, and so answers nobody
const DOUBT = 2000; // the same, where the device says itself that it is offline
const PING = 15000;

/** Milliseconds before the n-th retry: exponential backoff with jitter; after a restart spread evenly over `SPREAD`. */
export function retryDelay(tries: number, code: number | undefined, random = Math.random()): number {
  if (tries === 0 && (code === RESTART || code === SERVICE_RESTART)) return SPREAD * random;
  return PAUSES[Math.min(tries, PAUSES.length - 1)]! * (0.75 + random / 2);
}

/** Key of what a screen says before its table is there, by the last close code; and whether it offers the way home. */
export function waitingText(code: number, slow: boolean): { key: string; home: boolean } {
  if (code === UNREADABLE) return { key: "table.unreadable", home: true };
  if (code === FULL) return { key: "table.full", home: slow };
  return { key: slow ? "table.loading.slow" : "table.loading", home: slow };
}

/** The message in a frame; null if it is not JSON of a message, such as a frame that a proxy cut. */
function parseFrame(data: unknown): ServerMessage | null {
  try {
    const message: unknown = JSON.parse(String(data));
    return typeof message === "object" && message !== null && "type" in message ? (message as ServerMessage) : null;
  } catch {
    return null;
  }
}

/** WebSocket connection to a table on the server. */
export class SocketLink implements Link {
  private socket: WebSocket | null = null;
  private listener: Listener | null = null;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;
  private silent: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private slow = false;

  constructor(private readonly url: string) {}

  open(listener: Listener): void {
    this.listener = listener;
    addEventListener("online", this.hurry);
    addEventListener("offline", this.doubt);
    document.addEventListener("visibilitychange", this.look);
    this.connect();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.hush();
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.doubt);
    document.removeEventListener("visibilitychange", this.look);
    this.socket?.close();
  }

  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private connect(): void {
    if (this.closed) return;
    this.listener!.state(this.tries ? "again" : "connecting");
    const socket = (this.socket = new WebSocket(this.url));
    socket.onopen = () => {
      socket.send(JSON.stringify(this.listener!.hello()));
      this.pinger = setInterval(() => this.ping(), PING);
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return; // an older one that is still closing
      clearTimeout(this.silent);
      this.silent = undefined;
      const message = parseFrame(event.data);
      if (!message) return this.drop(); // a damaged frame: the beat after the next hello has the whole state
      if (message.type === "welcome") {
        this.tries = 0;
        this.listener!.state("open");
      }
      if (message.type === "stalled") this.slow = true;
      else if (message.type !== "pong") this.slow = false;
      if (message.type !== "pong") this.listener!.receive(message);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      this.hush();
      if (this.closed) return;
      if (isFinal(event.code)) {
        this.listener!.state(event.code === RELOAD ? "reload" : "gone", event.code);
        return;
      }
      this.retry(event.code);
    };
  }

  /** Close the connection and try again after a pause. */
  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.hush();
    this.retry();
  }

  private retry(code?: number): void {
    this.listener!.state("lost", code);
    this.timer = setTimeout(() => this.connect(), WAITS[code ?? 0] ?? retryDelay(this.tries, code));
    this.tries += 1;
  }

  private ping(patience = SILENCE): void {
    if (!this.send({ type: "ping" })) return;
    this.silent ??= setTimeout(() => this.again(), this.slow ? SLOW : patience);
  }

  /** Check the connection when the page wakes up: a socket can look open and be dead after sleep or a change of network. */
  again(): void {
    const socket = this.socket;
    this.socket = null;
    clearTimeout(this.timer); // or the old plan to try again would open a second socket
    socket?.close();
    this.hush();
    this.listener!.state("lost");
    this.connect();
  }

  private hush(): void {
    clearInterval(this.pinger);
    clearTimeout(this.silent);
    this.silent = undefined;
  }

  private hurry = (): void => {
    if (this.socket?.readyState === WebSocket.OPEN) this.ping();
    else if (this.socket?.readyState !== WebSocket.CONNECTING) {
      clearTimeout(this.timer);
      this.connect();
    }
  };

  /** Drop the connection when the device goes offline; the socket itself would look open for minutes. */
  private doubt = (): void => this.ping(DOUBT);

  private look = (): void => {
    const on = document.visibilityState === "visible";
    this.send({ type: "visible", on });
    if (on) this.hurry();
  };
}

// As much of a browser as the link and the store look at.
import { vi } from "vitest";

export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  static all: FakeSocket[] = [];
  readyState = FakeSocket.CONNECTING;
  sent: Record<string, any>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, any>);
  }
  close(): void {
    this.readyState = FakeSocket.CLOSING; // a dead network never says more
  }

  // What the server does:
  accept(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drop(code = 1006): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code });
  }
  said(type: string): Record<string, any>[] {
    return this.sent.filter((message) => message["type"] === type);
  }
}

/** A browser with nothing kept; `fire` makes one of its events happen. */
export function browser(): {
  document: { visibilityState: string };
  store: Map<string, string>;
  fire: (event: string) => void;
} {
  FakeSocket.all = [];
  const listeners = new Map<string, Set<() => void>>();
  const on = (event: string, listener: () => void) =>
    void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
  const off = (event: string, listener: () => void) => void listeners.get(event)?.delete(listener);
  const store = new Map<string, string>();
  const document = {
    visibilityState: "visible",
    baseURI: "http://host/ring/",
    addEventListener: on,
    removeEventListener: off,
  };
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", document);
  vi.stubGlobal("addEventListener", on);
  vi.stubGlobal("removeEventListener", off);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  });
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  return { document, store, fire: (event) => listeners.get(event)?.forEach((listener) => listener()) };
}

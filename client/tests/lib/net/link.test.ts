import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  FLOOD,
  FULL,
  NO_TABLE,
  retryDelay,
  RELOAD,
  RESTART,
  SocketLink,
  TOKEN,
  UNREADABLE,
  waitingText,
  type Connection,
} from "../../../src/lib/net/link";
import { TableStore } from "../../../src/lib/net/table.svelte";
import { tables } from "../../../src/lib/page/storage";
import german from "../../../src/words/de/table.json";
import french from "../../../src/words/fr/table.json";
import english from "../../../src/words/en/table.json";
import { browser, FakeSocket } from "../../browser";

let page: ReturnType<typeof browser>;
beforeEach(() => {
  vi.useFakeTimers();
  page = browser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const table = {
  id: "t",
  n: 1,
  phase: "over",
  game: "fairy",
  seats: [],
  guests: {},
  options: {},
  host: 1,
  chance: { commitment: "c" },
};
const beat = (after: string | null, at: string, more: object = {}) => ({
  type: "beat",
  after,
  at,
  events: [],
  view: {},
  prompt: null,
  seats: {},
  ...more,
});
const welcome = (after: string | null, at: string, more: object = {}) => ({
  type: "welcome",
  proto: 1,
  you: { guest: 1, seats: [], ...more },
  beat: beat(after, at, { table }),
  chat: [],
});

function connected(): { link: SocketLink; states: [Connection, number | undefined][]; messages: object[] } {
  const states: [Connection, number | undefined][] = [];
  const messages: object[] = [];
  const link = new SocketLink("ws://host/ws");
  link.open({
    hello: () => ({ type: "hello", proto: 1, table: "t", visible: true }),
    receive: (message) => messages.push(message),
    state: (state, why) => states.push([state, why]),
  });
  FakeSocket.last.accept();
  FakeSocket.last.tell(welcome(null, "a"));
  return { link, states, messages };
}

test("link sends hello first and is open after the welcome", () => {
  const { states, messages } = connected();
  expect(FakeSocket.last.sent[0]).toMatchObject({ type: "hello", table: "t" });
  expect(states).toEqual([
    ["connecting", undefined],
    ["open", undefined],
  ]);
  expect(messages).toHaveLength(1);
});

test("retryDelay spreads the pages over three seconds after a restart", () => {
  expect([0, 0.5, 1].map((random) => retryDelay(0, RESTART, random))).toEqual([0, 1500, 3000]);
  expect([0, 0.5, 1].map((random) => retryDelay(0, 1012, random))).toEqual([0, 1500, 3000]);
  expect(retryDelay(1, RESTART, 0.5)).toBe(500); // whoever was refused again waits as after any other loss
});

test.each(["{", "null", "7", '"text"', "{}"])("link reconnects after the damaged frame %s", (frame) => {
  const { states, messages } = connected();
  const socket = FakeSocket.last;
  socket.onmessage?.({ data: frame } as MessageEvent);
  expect(socket.readyState).not.toBe(1);
  expect(states.at(-1)?.[0]).toBe("lost");
  expect(messages).toHaveLength(1);
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.last).not.toBe(socket);
});

test("retryDelay grows with jitter and is reset by a welcome", () => {
  expect([0, 1, 2, 3, 4, 5, 9].map((tries) => retryDelay(tries, undefined, 0.5))).toEqual([
    250, 500, 1000, 2000, 4000, 8000, 8000,
  ]);
  expect(retryDelay(2, undefined, 0)).toBe(750);
  expect(retryDelay(2, undefined, 1)).toBe(1250);
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const { states } = connected();
  const reached: number[] = [];
  for (let k = 0; k < 7; k++) {
    const before = FakeSocket.all.length;
    const begun = Date.now();
    FakeSocket.last.drop();
    while (FakeSocket.all.length === before) vi.advanceTimersByTime(50);
    reached.push(Date.now() - begun);
  }
  expect(reached).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000]);
  FakeSocket.last.accept();
  FakeSocket.last.tell(welcome("a", "a"));
  expect(states.at(-1)![0]).toBe("open");
  const count = FakeSocket.all.length;
  FakeSocket.last.drop(RESTART);
  expect(states.at(-1)).toEqual(["lost", RESTART]);
  vi.advanceTimersByTime(1490);
  expect(FakeSocket.all.length).toBe(count);
  vi.advanceTimersByTime(20);
  expect(FakeSocket.all.length).toBe(count + 1);
});

test.each([
  [NO_TABLE, "gone"],
  [TOKEN, "gone"],
  [RELOAD, "reload"],
] as const)("code %i is final", (code, state) => {
  const { states } = connected();
  FakeSocket.last.drop(code);
  expect(states.at(-1)).toEqual([state, code]);
  vi.advanceTimersByTime(120_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test.each([FLOOD, UNREADABLE])("link waits a minute after the close code %i", (code) => {
  connected();
  FakeSocket.last.drop(code);
  vi.advanceTimersByTime(59_000);
  expect(FakeSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(1500);
  expect(FakeSocket.all).toHaveLength(2);
});

test("link drops a connection that answers no ping", () => {
  const { states } = connected();
  vi.advanceTimersByTime(15_000);
  expect(FakeSocket.last.said("ping")).toHaveLength(1);
  FakeSocket.last.tell({ type: "pong" });
  vi.advanceTimersByTime(15_000 + 8_000);
  expect(FakeSocket.all).toHaveLength(2);
  expect(states.slice(-2).map(([state]) => state)).toEqual(["lost", "connecting"]);
});

test("link ignores events of an older socket", () => {
  const { link, messages, states } = connected();
  const old = FakeSocket.last;
  link.again();
  old.tell(beat("a", "late"));
  old.drop();
  expect(messages).toHaveLength(1);
  FakeSocket.last.accept();
  FakeSocket.last.tell(welcome("a", "b"));
  vi.advanceTimersByTime(60_000 - 1);
  expect(FakeSocket.all.filter((socket) => socket.readyState === FakeSocket.OPEN).length).toBeLessThanOrEqual(1);
  expect(states.some(([state]) => state === "gone")).toBe(false);
});

test("link cancels a planned retry when it connects earlier", () => {
  const { link } = connected();
  FakeSocket.last.drop();
  link.again();
  FakeSocket.last.accept();
  FakeSocket.last.tell(welcome("a", "b"));
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.all).toHaveLength(2);
});

test("link reconnects at once when the page or the network returns", () => {
  connected();
  page.document.visibilityState = "hidden";
  page.fire("visibilitychange");
  expect(FakeSocket.last.said("visible")).toEqual([{ type: "visible", on: false }]);
  page.document.visibilityState = "visible";
  page.fire("visibilitychange");
  expect(FakeSocket.last.said("visible")).toHaveLength(2);
  expect(FakeSocket.last.said("ping")).toHaveLength(1);
  FakeSocket.last.drop();
  page.fire("online");
  expect(FakeSocket.all).toHaveLength(2);
});

test("link stays closed after close", () => {
  const { link } = connected();
  link.close();
  FakeSocket.last.drop();
  page.fire("online");
  vi.advanceTimersByTime(120_000);
  expect(FakeSocket.all).toHaveLength(1);
});

// The table behind the link ----------------------------------------------------------------------

function seated(): TableStore {
  const store = new TableStore("t", new SocketLink("ws://host/ws"));
  store.start();
  FakeSocket.last.accept();
  FakeSocket.last.tell(welcome(null, "a", { token: "secret" }));
  return store;
}
const again = (): void => {
  FakeSocket.last.drop();
  vi.advanceTimersByTime(10_000);
  FakeSocket.last.accept();
};
const commands = (): Record<string, any>[] =>
  FakeSocket.last.said("cmd").filter((command) => command["do"] !== "share");

test("store resends unanswered commands under the same id", async () => {
  const store = seated();
  const answer = store.command({ do: "chat", text: "hi" });
  const [first] = commands();
  vi.advanceTimersByTime(5000);
  expect(commands().length).toBeGreaterThan(1);
  expect(new Set(commands().map((command) => command["id"])).size).toBe(1);
  again();
  expect(commands()).toEqual([]); // not before the welcome
  FakeSocket.last.tell(welcome("a", "a"));
  expect(commands()).toEqual([first]);
  FakeSocket.last.tell({ type: "ack", id: first!["id"] });
  expect(await answer).toEqual({ ok: true });
  vi.advanceTimersByTime(10_000);
  expect(commands()).toHaveLength(1);
  store.stop();
});

test("store sends queued commands after reconnect", () => {
  const store = seated();
  FakeSocket.last.drop();
  void store.command({ do: "chat", text: "later" });
  vi.advanceTimersByTime(10_000);
  FakeSocket.last.accept();
  FakeSocket.last.tell(welcome("a", "a"));
  expect(commands()).toMatchObject([{ do: "chat", text: "later" }]);
  store.stop();
});

test("store does not reopen the curtain on reconnect", () => {
  const store = seated();
  void store.command({ do: "here", seat: 0 });
  expect(commands()).toHaveLength(1);
  again();
  FakeSocket.last.tell(welcome("a", "a"));
  vi.advanceTimersByTime(10_000);
  expect(commands()).toEqual([]);
  store.stop();
});

test("store resyncs from the newest cursor with the token", () => {
  const store = seated();
  FakeSocket.last.tell(beat("nowhere", "z"));
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.accept();
  expect(FakeSocket.last.sent[0]).toMatchObject({ type: "hello", token: "secret", since: "a" });
  FakeSocket.last.tell(welcome("a", "z"));
  expect(store.known).toMatchObject({ at: "z", gap: false });
  store.stop();
});

test("store sends the cursor in later hellos and a take code once", () => {
  const store = new TableStore("t", new SocketLink("ws://host/ws"), "code");
  store.start();
  FakeSocket.last.accept();
  expect(FakeSocket.last.sent[0]).toMatchObject({ take: "code" });
  FakeSocket.last.tell(welcome(null, "a", { token: "secret" }));
  again();
  expect(FakeSocket.last.sent[0]).toMatchObject({ since: "a", token: "secret" });
  expect(FakeSocket.last.sent[0]).not.toHaveProperty("take");
  store.stop();
});

test("store shows refusals except late commands", async () => {
  const store = seated();
  store.texts = { "not-host": "Only the host may." };
  const answer = store.command({ do: "start" });
  FakeSocket.last.tell({ type: "nack", id: commands()[0]!["id"], code: "not-host", key: "not-host", args: {} });
  expect((await answer).ok).toBe(false);
  expect(store.refused?.code).toBe("not-host");
  const late = store.command({ do: "play", seat: 0, ask: "q", action: 1 });
  FakeSocket.last.tell({ type: "nack", id: commands()[1]!["id"], code: "past", key: "past", args: {} });
  expect((await late).ok).toBe(false);
  expect(store.refused?.code).toBe("not-host");
  store.stop();
});

test("store never reports a closed connection as open", () => {
  const store = seated();
  expect(store.live).toBe(true);
  FakeSocket.last.tell({ type: "stalled" });
  expect(store.live).toBe(false);
  FakeSocket.last.tell({ type: "flowing" });
  FakeSocket.last.drop();
  expect([store.live, store.connection, store.lostAt > 0]).toEqual([false, "lost", true]);
  vi.advanceTimersByTime(400);
  FakeSocket.last.accept();
  expect(store.live).toBe(false);
  FakeSocket.last.tell(welcome("a", "a"));
  expect([store.live, store.lostAt]).toEqual([true, 0]);
  store.stop();
});

test("store gives its token up only when it is refused", () => {
  for (const [code, kept] of [
    [NO_TABLE, true],
    [FULL, true],
    [UNREADABLE, true],
    [RESTART, true],
    [TOKEN, false],
  ] as const) {
    const store = seated();
    FakeSocket.last.drop(code);
    expect([code, page.store.get("fairyring.tables")?.includes("secret") ?? false]).toEqual([code, kept]);
    store.stop();
  }
});

test("link tries again by itself at a full table, and with the token", () => {
  const store = seated();
  FakeSocket.last.drop(FULL);
  expect([store.connection, store.why]).toEqual(["lost", FULL]);
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(10_000);
  FakeSocket.last.accept();
  expect(FakeSocket.last.sent[0]).toMatchObject({ type: "hello", token: "secret" });
  store.stop();
});

test("store remembers why it was closed while it tries again", () => {
  const store = seated();
  FakeSocket.last.drop(UNREADABLE);
  vi.advanceTimersByTime(61_000);
  expect([store.connection, store.why, FakeSocket.all.length]).toEqual(["again", UNREADABLE, 2]);
  FakeSocket.last.accept();
  FakeSocket.last.tell(welcome("a", "a"));
  expect([store.connection, store.why]).toEqual(["open", 0]);
  store.stop();
});

test("waitingText names the reason of a close, and a way home at once where waiting may be no use", () => {
  expect(waitingText(0, false)).toEqual({ key: "table.loading", home: false });
  expect(waitingText(1006, true)).toEqual({ key: "table.loading.slow", home: true });
  expect(waitingText(FULL, true)).toEqual({ key: "table.full", home: true });
  expect(waitingText(UNREADABLE, false)).toEqual({ key: "table.unreadable", home: true });
  for (const texts of [english, german, french])
    for (const code of [0, FULL, UNREADABLE]) expect(texts).toHaveProperty([waitingText(code, false).key]);
});

// Receipts -------------------------------------------------------------------------------------

const gathering = (more: object = {}) => ({
  ...table,
  phase: "gathering",
  seats: [{ kind: "person", guest: 1, standIn: false }],
  chance: { commitment: "c", promises: {} },
  ...more,
});
const shares = (): Record<string, any>[] => FakeSocket.all.flatMap((socket) => socket.said("cmd"));

test("store makes one share for a game, also where storage is full or forbidden", async () => {
  const forbid = (): never => {
    throw new Error("QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: forbid, removeItem: forbid });
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  const store = seated();
  FakeSocket.last.tell(beat("a", "b", { table: gathering(), view: null }));
  await vi.waitFor(() => expect(shares()).toHaveLength(1));
  const { share } = store.receipt(1)!;
  FakeSocket.last.tell(beat("b", "c", { table: gathering({ host: 2 }), view: null }));
  const key = shares()[0]!["key"] as string;
  const sealing = gathering({
    phase: "sealing",
    chance: { commitment: "c", head: "{}", keys: { "1": key }, opened: {} },
  });
  FakeSocket.last.tell(beat("c", "d", { table: sealing, view: null }));
  await vi.waitFor(() => expect(shares().some((one) => one["do"] === "open")).toBe(true));
  expect(shares().find((one) => one["do"] === "open")).toMatchObject({ share });
  expect(store.receipt(1)!.share).toBe(share);
  store.stop();
});

test("store keeps receipts in the browser and prunes them with their table", () => {
  const store = seated();
  const flipped = { kind: "flipped", args: { card: 3 }, moves: [] };
  FakeSocket.last.tell(beat("a", "b", { events: [flipped] }));
  expect(JSON.parse(page.store.get("fairyring.receipt.t.1")!).shown.at(-1).events).toEqual([
    { kind: "flipped", args: { card: 3 } },
  ]);
  FakeSocket.last.drop(TOKEN); // a server that takes the token away does not take the evidence
  expect(page.store.has("fairyring.receipt.t.1")).toBe(true);
  store.stop();
  tables.put("t", { at: 1 });
  for (let other = 0; other < 40; other++) tables.put(`other${other}`, { at: 2 + other });
  expect(page.store.has("fairyring.receipt.t.1")).toBe(false);
});

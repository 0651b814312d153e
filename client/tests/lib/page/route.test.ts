import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storage, tables } from "../../../src/lib/page/storage";
import { read } from "../../../src/lib/page/route.svelte";
import { browser } from "../../browser";

const at = (path: string, base = "/") => {
  const url = new URL(path, "http://host");
  return read({ pathname: url.pathname, hash: url.hash, search: url.search }, base);
};

test("route is parsed below any base path", () => {
  expect(at("/")).toEqual({ at: "home" });
  expect(at("/t/abc")).toEqual({ at: "table", table: "abc", take: "" });
  expect(at("/t/abc#take=xyz")).toEqual({ at: "table", table: "abc", take: "xyz" });
  expect(at("/t/abc/replay")).toEqual({ at: "replay", table: "abc", game: 0, moment: -1, eyes: "all" });
  expect(at("/t/abc/replay?at=12&eyes=2")).toEqual({ at: "replay", table: "abc", game: 0, moment: 12, eyes: "2" });
  expect(at("/t/abc/replay?game=2")).toMatchObject({ at: "replay", table: "abc", game: 2 });
  expect(at("/t/abc/tv")).toEqual({ at: "tv", table: "abc" });
  expect(at("/c")).toEqual({ at: "code", code: "" });
  expect(at("/c/k7q%20mxa")).toEqual({ at: "code", code: "k7q mxa" });
  expect(at("/c/%ff")).toEqual({ at: "code", code: "" });
  expect(at("/box/fairy")).toEqual({ at: "box", tool: "fairy" });
  expect(at("/games/ring/t/abc", "/games/ring/")).toEqual({ at: "table", table: "abc", take: "" });
  expect(at("/games/ring/", "/games/ring/")).toEqual({ at: "home" });
});

test("route of an unknown path is none", () => {
  for (const path of ["/nothing", "/t", "/t/abc/other"]) expect(at(path)).toEqual({ at: "none" });
});

let store: Map<string, string>;
beforeEach(() => {
  store = browser().store;
});
afterEach(() => vi.unstubAllGlobals());

test("tables are stored, changed and dropped", () => {
  expect(tables.get("a")).toBeUndefined();
  tables.put("a", { token: "x", game: "fairy", at: 1 });
  tables.put("a", { phase: "over" });
  expect(tables.get("a")).toEqual({ token: "x", game: "fairy", at: 1, phase: "over" });
  tables.drop("a");
  expect(tables.all()).toEqual({});
});

test("tables beyond the limit are dropped, oldest first", () => {
  for (let k = 1; k <= 45; k++) tables.put(`t${k}`, { token: "x", game: "fairy", at: k });
  expect(Object.keys(tables.all())).toHaveLength(40);
  expect(tables.get("t5")).toBeUndefined();
  expect(tables.get("t45")).toBeDefined();
});

test("storage ignores unreadable values and failed writes", () => {
  store.set("fairyring.tables", "{broken");
  expect(tables.all()).toEqual({});
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => {
      throw new Error("full");
    },
  });
  expect(() => storage.write("k", 1)).not.toThrow();
  vi.stubGlobal("localStorage", undefined);
  expect(storage.read("k", "other")).toBe("other");
});

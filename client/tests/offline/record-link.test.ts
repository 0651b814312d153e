import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packRecord, unpackRecord } from "../../src/lib/offline/record-link";
import { read } from "../../src/lib/page/route.svelte";

const record = `${readFileSync(new URL("../../package.json", import.meta.url), "utf8")}\n„Müllers Kuh“`;

test("a record survives its link", async () => {
  const packed = await packRecord(record);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed.length).toBeLessThan(record.length);
  expect(await unpackRecord(packed)).toBe(record);
});

test.each(["", "%", "AAAA", "x".repeat(300_000)])("a link without a record is refused: %#", async (text) => {
  await expect(unpackRecord(text)).rejects.toThrow();
});

test("a small link that unpacks to much is refused", async () => {
  await expect(unpackRecord(await packRecord("0".repeat(5_000_000)))).rejects.toThrow("no record");
});

test("a link with a record leads to its replay", () => {
  const at = { pathname: "/ring/", hash: "#record=abc-_9&at=7&eyes=0", search: "" };
  expect(read(at, "/ring/")).toEqual({ at: "record", record: "abc-_9", moment: "at=7&eyes=0" });
  expect(read({ ...at, pathname: "/ring/box" }, "/ring/")).toEqual({ at: "box", tool: "" });
});

import { expect, test } from "vitest";
import { MemoryLog } from "../../src/offline/log";
import type { Row } from "../../src/offline/protocol";

const row = (seq: number, hash: string, table = "t"): Row => ({ table, seq, hash });

test("rows are appended under their number; who comes second has lost", async () => {
  const log = new MemoryLog();
  expect(await log.append([row(1, "a"), row(2, "b")])).toBe("stored");
  expect(await log.append([row(3, "c")])).toBe("stored");
  expect(await log.append([row(3, "d")])).toBe("lost");
  expect(await log.append([row(3, "c")])).toBe("stored"); // the same row again: nobody knew whether it was stored
  expect((await log.read("t", 1)).map(({ hash }) => hash)).toEqual(["b", "c"]);
});

test("rows of a lost append are not stored one by one", async () => {
  const log = new MemoryLog();
  await log.append([row(2, "b")]);
  expect(await log.append([row(1, "a"), row(2, "x")])).toBe("lost");
  expect(await log.read("t", 0)).toHaveLength(1);
});

test("tables are deleted and rewritten alone", async () => {
  const log = new MemoryLog();
  await log.append([row(1, "a")]);
  await log.append([row(1, "a", "u")]);
  await log.replace([{ ...row(1, "a"), aside: null }]);
  await log.delete("u");
  expect(await log.all()).toEqual([{ ...row(1, "a"), aside: null }]);
});

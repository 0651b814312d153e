// The page's check on an honest game and on forged records of it (tests/tables/support/forgeries.py writes the data).
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseReceipt, type Receipt } from "../src/lib/fairness/receipt";
import { verifyRecord } from "../src/lib/fairness/verify";
import { found } from "../src/parts/fair/fair";

const data = JSON.parse(readFileSync(new URL("data/forgeries.json", import.meta.url), "utf8")) as {
  record: string;
  receipt: Receipt;
  shownOtherwise: Receipt;
  forgeries: Record<string, { record: string; says: string }>;
};

test("verifyRecord accepts the honest game with its receipt", async () => {
  const verdict = await verifyRecord(data.record, data.receipt);
  expect(verdict).toMatchObject({ problems: [], shares: 2, unknown: 0 });
  expect(verdict.draws).toBe(data.record.split('"nature"').length - 1);
  expect((await found(data.record, data.receipt)).kind).toBe("yes");
  expect((await found(data.record, undefined)).kind).toBe("others");
});

test.each(Object.entries(data.forgeries))("verifyRecord names the forgery: %s", async (_, { record, says }) => {
  const verdict = await verifyRecord(record, data.receipt);
  expect(verdict.problems[0]).toBe(says);
  expect((await found(record, data.receipt)).kind).toBe("no");
});

test("verifyRecord names a card that was shown and never drawn", async () => {
  expect((await verifyRecord(data.record, data.shownOtherwise)).problems).toEqual(["fair.shown"]);
});

test("verifyRecord says for how many draws only the rules know the odds", async () => {
  const { draws, unknown, problems } = await verifyRecord(data.record, { ...data.receipt, odds: null });
  expect([unknown, problems]).toEqual([draws, []]);
  expect((await found(data.record, { ...data.receipt, odds: null })).kind).toBe("partly");
});

test("parseReceipt reads kept receipts and nothing else", () => {
  expect(parseReceipt(JSON.stringify(data.receipt))).toEqual(data.receipt);
  for (const text of ["", "{}", "[]", '{"receipt":1}', data.record]) expect(parseReceipt(text)).toBeNull();
});

test("verifyRecord names a head and another's share that this device saw otherwise", async () => {
  const { receipt, record } = data;
  const other = Object.keys(receipt.opened).find((guest) => guest !== String(receipt.guest))!;
  const agreed = { ...receipt, head: receipt.head.replace('"seats"', '"chairs"') };
  expect((await verifyRecord(record, agreed)).problems).toEqual(["fair.other-head"]);
  for (const opened of [{ ...receipt.opened, [other]: "00".repeat(32) }, { [receipt.guest]: receipt.share }])
    expect((await verifyRecord(record, { ...receipt, opened })).problems).toEqual(["fair.other-opened"]);
});

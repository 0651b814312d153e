import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { verifyRecord, updateReceipt, type Receipt } from "../src/lib/fairness/chance";
import { found } from "../src/parts/end/fair";

// A game of two people at a real table, and what one of their devices had noted of it.
const read = (name: string): string => readFileSync(new URL(`data/${name}`, import.meta.url), "utf8");
const record = read("fairy-two.jsonl");
const receipt = JSON.parse(read("fairy-two.receipt.json")) as Receipt;

/** The record with something changed in its last line, or in one before it. */
function forged(change: (lines: Record<string, any>[]) => void): string {
  const lines = record
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, any>);
  change(lines);
  return lines.map((line) => JSON.stringify(line)).join("\n");
}
const seal = (lines: Record<string, any>[]) => lines.at(-1)!["seal"];
const other = (text: string): string => (text.startsWith("0") ? "1" : "0") + text.slice(1);

test("verifyRecord accepts a real game with its receipt", async () => {
  const verdict = await verifyRecord(record, receipt);
  expect(verdict.problems).toEqual([]);
  expect(verdict.shares).toBe(2);
  expect(verdict.draws).toBe(record.split('"nature"').length - 1);
  expect(await found(record, receipt)).toMatchObject({ kind: "yes", mine: true, reported: 0, unopened: 0 });
});

test("verifyRecord reports every changed value", async () => {
  const draw = forged((lines) => {
    const line = lines.find((one) => one["of"] === 20)!;
    line["owns"] = [(line["owns"][0] + 1) % 20, ((line["owns"][0] + 1) % 20) + 1];
  });
  expect((await verifyRecord(draw, receipt)).problems).toEqual(["fair.draw"]);
  const secret = forged((lines) => (seal(lines).secret = other(seal(lines).secret)));
  expect((await verifyRecord(secret, receipt)).problems).toContain("fair.secret");
  const share = forged((lines) => (seal(lines).shares[1].opened = other(seal(lines).shares[1].opened)));
  expect((await verifyRecord(share, receipt)).problems).toContain("fair.share");
  expect((await found(share, receipt)).kind).toBe("no");
});

test("verifyRecord reports a record of another game by the receipt", async () => {
  const elsewhere = {
    ...receipt,
    commitment: other(receipt.commitment),
    head: `${receipt.head} `,
    keys: { ...receipt.keys, "2": other(receipt.keys!["2"]!) },
  };
  expect((await verifyRecord(record, elsewhere)).problems).toEqual([
    "fair.other-seal",
    "fair.other-head",
    "fair.other-share",
  ]);
  expect((await verifyRecord(record, undefined)).problems).toEqual([]);
});

test("updateReceipt marks a receipt that was begun after the game", async () => {
  const chance = { commitment: "aa", secret: "bb" } as never;
  expect(updateReceipt(undefined, chance).early).toBe(false);
  expect(updateReceipt(updateReceipt(undefined, { commitment: "aa" } as never), chance).early).toBe(true);
  expect((await found(record, { ...receipt, commitment: "00", early: false })).mine).toBe(false);
});

test("verdict of unsealed chance says so", async () => {
  const end = (more: object) => forged((lines) => (lines[lines.length - 1] = { decisions: 1, ...more }));
  expect((await found(end({}), undefined)).kind).toBe("unsealed");
  expect((await found(end({ imported: true }), undefined)).kind).toBe("imported");
  expect((await found(end({ guided: true }), undefined)).kind).toBe("guided");
  const real = forged((lines) => Object.assign(lines[1]!, { reported: 0 }));
  expect((await found(real, undefined)).reported).toBe(1);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Beat } from "../src/wire/table";
import { noteEvents, noteOdds, updateReceipt, type Receipt } from "../src/lib/fairness/receipt";
import { found } from "../src/parts/fair/fair";

const record = readFileSync(new URL("data/fairy-two.jsonl", import.meta.url), "utf8");
const where = { table: "t", game: 1, guest: 2 };
const chance = (more: object) => ({ commitment: "aa", ...more }) as never;
const beat = (after: string | null, seats: object, ...events: [string, object][]): Beat =>
  ({ after, at: "x", seats, view: {}, events: events.map(([kind, args]) => ({ kind, args, moves: [] })) }) as never;

/** The record with its last line replaced, or another one changed. */
function forged(change: (lines: Record<string, any>[]) => void): string {
  const lines = record
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, any>);
  change(lines);
  return lines.map((line) => JSON.stringify(line)).join("\n");
}

test("updateReceipt notes what is published and never replaces it", () => {
  const first = updateReceipt(undefined, chance({}), where);
  expect(first).toMatchObject({ early: true, commitment: "aa", head: "", keys: {} });
  const sealed = updateReceipt(first, chance({ head: "h", keys: { "2": "k" }, opened: { "1": "e" } }), where);
  expect(sealed).toMatchObject({ share: first.share, head: "h", keys: { "2": "k" }, opened: { "1": "e" } });
  const later = chance({
    commitment: "bb",
    head: "i",
    keys: {},
    opened: { "1": "f", "2": "g" },
    secret: "s",
    moves: "m",
  });
  const over = updateReceipt(sealed, later, where);
  expect(over).toEqual({ ...sealed, moves: "m" });
  expect(updateReceipt(over, later, where)).toBe(over);
});

test("updateReceipt marks a receipt that was begun after the game", async () => {
  const late = updateReceipt(undefined, chance({ secret: "bb" }), where);
  expect(late.early).toBe(false);
  expect((await found(record, late)).mine).toBe(false);
});

test("noteOdds counts only what was published before the own share was opened", () => {
  const odds = { card: { model: "urn" as const } };
  const receipt = updateReceipt(undefined, chance({}), where);
  expect(noteOdds(receipt, odds).odds).toEqual(odds);
  expect(noteOdds({ ...receipt, opened: { "2": "mine" } }, odds).odds).toBeNull();
  const fixed: Receipt = { ...receipt, head: "h", odds };
  expect(noteOdds(fixed, { card: { model: "die" } })).toBe(fixed);
});

test("noteEvents begins a new list where events may be missing", () => {
  const seat = { "0": {} };
  let receipt = updateReceipt(undefined, chance({}), where);
  receipt = noteEvents(receipt, beat(null, seat, ["flipped", { card: 1 }]), false);
  receipt = noteEvents(receipt, beat("a", seat, ["revealed", { card: 2 }]), false);
  expect(receipt.shown).toHaveLength(1);
  receipt = noteEvents(receipt, beat("b", seat, ["revealed", { card: 4 }]), true); // a welcome: 3 may have faded
  receipt = noteEvents(receipt, beat(null, {}, ["revealed", { card: 4 }]), false); // behind the curtain
  receipt = noteEvents(receipt, beat("c", {}, ["revealed", { card: 5 }]), false);
  expect(receipt.shown.map((part) => [part.seat, part.events.map((event) => event.args["card"])])).toEqual([
    [0, [1, 2]],
    [0, [4]],
    [null, [4, 5]],
  ]);
  const known = noteEvents(receipt, beat(null, {}, ["revealed", { card: 5 }]), false);
  expect([known.shown.length, known.interrupted]).toEqual([3, true]);
});

test("verdict of unsealed chance says so", async () => {
  const end = (more: object) => forged((lines) => (lines[lines.length - 1] = { decisions: 1, ...more }));
  expect((await found(end({}), undefined)).kind).toBe("unsealed");
  expect((await found(end({ imported: true }), undefined)).kind).toBe("imported");
  expect((await found(end({ guided: true }), undefined)).kind).toBe("guided");
  const real = forged((lines) => Object.assign(lines[1]!, { reported: 0 }));
  expect((await found(real, undefined)).reported).toBe(1);
});

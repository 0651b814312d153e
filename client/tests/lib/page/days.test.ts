import { beforeEach, expect, test, vi } from "vitest";
import { dayOf, days } from "../../../src/lib/page/days";

const result = (score: number) => ({ score, place: 1, table: `t${score}` });
beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

test("the first result of a day counts", () => {
  days.put("fairy", 100, result(5));
  days.put("fairy", 100, result(25));
  expect(days.get("fairy", 100)?.score).toBe(5);
  expect(days.get("fairy-tale", 100)).toBeUndefined();
});

test("a streak is counted back from its day, and ends at a gap", () => {
  for (const day of [97, 99, 100]) days.put("fairy", day, result(day));
  expect(days.streak("fairy", 100)).toBe(2);
  expect(days.streak("fairy", 98)).toBe(0);
});

test("deals of a day are told from others", () => {
  expect(dayOf("day/20775/fairy-tale")).toEqual({ game: "fairy-tale", day: 20775, chosen: false });
  expect(dayOf("day/20775/fairy-tale/12")).toEqual({ game: "fairy-tale", day: 20775, chosen: true });
  expect(dayOf(`key/${"0".repeat(64)}`)).toBeNull();
  expect(dayOf(undefined)).toBeNull();
  expect(days.written(20775, "en")).toBe("November 18");
});

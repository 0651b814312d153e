import { beforeEach, expect, test, vi } from "vitest";
import type { Puzzle } from "../../../src/wire/api";
import { nextPuzzle, solved } from "../../../src/lib/page/puzzles";

const puzzles = [4, 2, 9].map((id) => ({ id }) as Puzzle);

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test("the first try counts", () => {
  solved.put("fairy", 4, false);
  solved.put("fairy", 4, true);
  solved.put("fairy", 2, true);
  expect(solved.count("fairy")).toBe(1);
  expect(solved.count("crane")).toBe(0);
});

test("next: untried ones in their order, then missed ones, then all again", () => {
  expect(nextPuzzle("fairy", puzzles, 0).id).toBe(4);
  solved.put("fairy", 4, false);
  solved.put("fairy", 2, true);
  expect(nextPuzzle("fairy", puzzles, 2).id).toBe(9);
  solved.put("fairy", 9, true);
  expect(nextPuzzle("fairy", puzzles, 9).id).toBe(4);
  expect(nextPuzzle("crane", puzzles, 4).id).toBe(4);
  for (const { id } of puzzles) solved.put("crane", id, true);
  expect(nextPuzzle("crane", puzzles, 4).id).toBe(2);
});

// Puzzles that were tried on this device: for each, whether the first try found the best choice.
import type { Puzzle } from "../../wire/api";
import { storage } from "./storage";

const KEY = "fairyring.puzzles";
type Tried = Record<string, Record<string, boolean>>; // by game and number

const triedOf = (game: string): Record<string, boolean> => storage.read<Tried>(KEY, {})[game] ?? {};

export const solved = {
  /** How many were found at the first try. */
  count: (game: string): number => Object.values(triedOf(game)).filter(Boolean).length,
  /** Keep a result. The first try counts. */
  put(game: string, number: number, found: boolean): void {
    const tried = triedOf(game);
    if (number in tried) return;
    storage.write(KEY, { ...storage.read<Tried>(KEY, {}), [game]: { ...tried, [number]: found } });
  },
};

/** The first puzzle that was not tried yet; then those that were missed, after the last one; then all, in order. */
export function nextPuzzle(game: string, puzzles: readonly Puzzle[], after: number): Puzzle {
  const tried = triedOf(game);
  const place = puzzles.findIndex(({ id }) => id === after);
  const order = [...puzzles.slice(place + 1), ...puzzles.slice(0, place + 1)];
  return puzzles.find(({ id }) => !(id in tried)) ?? order.find(({ id }) => !tried[id]) ?? order[0]!;
}

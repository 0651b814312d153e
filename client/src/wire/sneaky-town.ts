// Sneaky Town: made by python -m fairyring.kit.generate; not to be edited.
import type { Moved } from "./shared";

export type SneakyTownView = {
  seat: number | null;
  /** What happens next. */
  phase: "rack-1" | "rack-2" | "play" | "done";
  /** Who moves. */
  turn: number;
  /** Who took the first turn of this round. */
  starter: number;
  /** Turns taken in this round. */
  turns: number;
  /** The points where this seat has a stone. */
  stones: string[][];
  /** Stones off the board, ready to be used. */
  reserve: number[];
  /** Stones this seat sacrificed on the swap marks. */
  swapped: number[];
  /** Lines of this seat that the opponent has not revealed: their marks are free. */
  closed: string[][];
  /** Voids of the opponent that this seat revealed. */
  voids: number[];
  /** The whole rack, line by line, for its owner to see. */
  tiles: (("blue-sun" | "brown-sun" | "flower" | "void" | null)[] | null)[];
  /** What lies open of the rack, line by line. */
  shown: (("blue-sun" | "brown-sun" | "flower" | "void" | null)[])[];
  /** Who ended the round before. */
  ender: number | null;
  /** Who won the round before. */
  winner: number | null;
  /** What the round before was scored. */
  points: number[];
  /** Voids that this seat revealed in the round before. */
  last_voids: number[];
  /** Where its stones were at the end of the round before. */
  last_stones: string[][];
  /** Its rack in the round before, line by line. */
  last_tiles: (("blue-sun" | "brown-sun" | "flower" | "void" | null)[])[];
  /** Rounds won. */
  wins: number[];
  /** Rounds played. */
  rounds: number;
  /** Why the match ended. */
  reason: "lead" | "first-to" | "single" | "rounds" | null;
};

export type SneakyTownEvent =
  | { kind: "rack"; args: { seat: number; lines: string[]; tiles: ("blue-sun" | "brown-sun" | "flower" | "void" | null)[] | null }; moves: Moved[] }
  | { kind: "round"; args: { round: number; seat: number }; moves: Moved[] }
  | { kind: "cast"; args: { seat: number; point: string; reserve: number }; moves: Moved[] }
  | { kind: "transfer"; args: { seat: number; start: string; target: string }; moves: Moved[] }
  | { kind: "recover"; args: { seat: number; point: string; reserve: number }; moves: Moved[] }
  | { kind: "reveal"; args: { seat: number; other: number; line: string; tile: "blue-sun" | "brown-sun" | "flower" | "void" }; moves: Moved[] }
  | { kind: "swap"; args: { seat: number; mine: string; other: number; theirs: string; marks: number }; moves: Moved[] }
  | { kind: "end"; args: { seat: number }; moves: Moved[] }
  | { kind: "limit"; args: { turns: number }; moves: Moved[] }
  | { kind: "shown"; args: { seat: number; lines: string[]; tiles: ("blue-sun" | "brown-sun" | "flower" | "void" | null)[] }; moves: Moved[] }
  | { kind: "captured"; args: { seat: number; charm: "blue-sun" | "brown-sun" | "flower" | "void"; point: string; points: number }; moves: Moved[] }
  | { kind: "missed"; args: { charm: "blue-sun" | "brown-sun" | "flower" | "void"; point: string }; moves: Moved[] }
  | { kind: "voids"; args: { seat: number; points: number }; moves: Moved[] }
  | { kind: "scored"; args: { ender: number; first: number; second: number }; moves: Moved[] }
  | { kind: "tied"; args: { ender: number; seat: number }; moves: Moved[] }
  | { kind: "won"; args: { round: number; seat: number; first: number; second: number }; moves: Moved[] }
  | { kind: "cleared"; args: { stones: string[][]; swapped: number[]; closed: string[][]; tiles: (("blue-sun" | "brown-sun" | "flower" | "void" | null)[])[] }; moves: Moved[] }
  | { kind: "match-won"; args: { seat: number; own: number; other: number; why: "lead" | "first-to" | "single" | "rounds" }; moves: Moved[] }
  | { kind: "match-shared"; args: { each: number; why: "lead" | "first-to" | "single" | "rounds" }; moves: Moved[] };

export type SneakyTownAction =
  | { kind: "cast"; args: { point: string }; id: number }
  | { kind: "transfer"; args: { point: string; target: string }; id: number }
  | { kind: "recover"; args: { point: string }; id: number }
  | { kind: "reveal"; args: { line: string }; id: number }
  | { kind: "swap"; args: { point: string; target: string }; id: number }
  | { kind: "end"; args: Record<string, never>; id: number };

export type SneakyTownChance =
  | { kind: "rack"; args: { tiles: string }; id: number };

export type SneakyTownEnd = "lead" | "first-to" | "single" | "rounds";

export type SneakyTownRefusal = "no-move" | "no-action" | "only-end" | "no-reserve" | "taken" | "not-yours" | "same-point" | "open-line" | "not-theirs" | "no-mark";

export type SneakyTownZone = "reserve" | "lattice" | "swap-marks" | "reveal-marks" | "rack" | "shuffle";

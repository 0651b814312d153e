// Fairy: made by python -m fairyring.kit.generate; not to be edited.
import type { Moved } from "./shared";

export type FairyView = {
  seat: number | null;
  /** What happens next. */
  phase: "flip" | "guess" | "reveal" | "done";
  /** The card on the discard pile. */
  top: number | null;
  /** The points on the score card. */
  score: number[];
  /** Who still has to guess. */
  waiting: number[];
  /** Who still plays; after a play-off, who won it. */
  contenders: number[];
  /** Who went into the play-off, even if out of it since. */
  play_off: number[];
  /** Why the game ended. */
  reason: "third-fairy" | "top" | "fifteen" | "tie-broken" | "deck-out" | null;
  /** This turn's guess, secret until all are in. */
  guess: ("higher" | "lower" | "suit" | "catch" | null)[];
  /** What each seat guessed last turn. */
  shown: ("higher" | "lower" | "suit" | "catch" | null)[];
  /** Cards seen, but only if the table wants the memory aid. */
  aid: number[];
};

export type FairyEvent =
  | { kind: "flipped"; args: { card: number }; moves: Moved[] }
  | { kind: "guessed"; args: { seat: number }; moves: Moved[] }
  | { kind: "revealed"; args: { card: number }; moves: Moved[] }
  | { kind: "told"; args: { seat: number; guess: "higher" | "lower" | "suit" | "catch"; gain: number; score: number }; moves: Moved[] }
  | { kind: "play-on"; args: { seats: number[] }; moves: Moved[] }
  | { kind: "ended"; args: { why: "third-fairy" | "top" | "fifteen" | "tie-broken" | "deck-out" }; moves: Moved[] };

export type FairyAction =
  | { kind: "guess"; args: { guess: "higher" | "lower" | "suit" | "catch" }; id: number };

export type FairyChance =
  | { kind: "card"; args: { card: number }; id: number };

export type FairyEnd = "third-fairy" | "top" | "fifteen" | "tie-broken" | "deck-out";

export type FairyRefusal = "no-move" | "no-guess";

export type FairyZone = "deck" | "pile";

/** Constants of the rules. */
export const FairyNumbers = {
  lowest: -4,
  top: 24,
  higher: 2,
  lower: 2,
  suit: 4,
  catch: 7,
  wrong: -1,
} as const;

// Fariables: made by python -m fairyring.kit.generate; not to be edited.
import type { Moved } from "./shared";

export type FariablesView = {
  seat: number | null;
  /** What happens next. */
  phase: "values" | "first" | "placing" | "roll-a" | "roll-b" | "roll-c" | "lifting" | "moving" | "flowers" | "roll-off" | "done";
  /** The seat whose turn it is. */
  turn: number;
  /** What each kind is worth now; none for a kind before its first roll, and for flowers before the end. */
  value: { "flower": number | null; "dew": number | null; "leaf": number | null; "bell": number | null; "cap": number | null; "moon": number | null; "star": number | null };
  /** Tokens that all players together have placed in the setup. */
  laid: number;
  /** The kind that die A picked this turn. */
  die_a: string | null;
  /** What die C shows: how many tokens may be moved this turn. */
  die_c: number | null;
  /** Tokens lifted and not yet put down again. */
  hand: number;
  /** Whether the moved tokens were surrounded, so that the rest go anywhere. */
  roam: boolean;
  /** The kind that hid in the flowers; none until the end. */
  flower: string | null;
  /** The seat whose roll ended the game. */
  ender: number | null;
  /** Who can still win, once the points are counted. */
  contenders: number[];
  /** Who still has to roll in this roll-off. */
  rollers: number[];
  /** Dice that the seat whose turn it is still has to roll in the roll-off. */
  dice_left: number;
  /** The sum of the dice in the roll-off. */
  dice: number[];
  /** Why the game ended. */
  reason: "fourteen" | "fourteen-flowers" | "fourteen-kinds" | "fourteen-dice" | null;
  /** Turns begun. */
  turns: number;
  /** Tokens moved in all turns. */
  moves: number;
  /** The spaces with a token of the seat. */
  own: string[][];
  /** Where a token was put down this turn. */
  moved: string[];
};

export type FariablesEvent =
  | { kind: "valued"; args: { kind: "flower" | "dew" | "leaf" | "bell" | "cap" | "moon" | "star"; value: number }; moves: Moved[] }
  | { kind: "begun"; args: { seat: number }; moves: Moved[] }
  | { kind: "placed"; args: { seat: number; space: string }; moves: Moved[] }
  | { kind: "changed"; args: { seat: number; kind: "flower" | "dew" | "leaf" | "bell" | "cap" | "moon" | "star"; change: number; value: number }; moves: Moved[] }
  | { kind: "may-move"; args: { seat: number; count: number }; moves: Moved[] }
  | { kind: "passed"; args: { seat: number }; moves: Moved[] }
  | { kind: "lifted"; args: { seat: number; space: string }; moves: Moved[] }
  | { kind: "moved"; args: { seat: number; space: string }; moves: Moved[] }
  | { kind: "surrounded"; args: { seat: number }; moves: Moved[] }
  | { kind: "fourteen"; args: { kind: "flower" | "dew" | "leaf" | "bell" | "cap" | "moon" | "star"; seat: number }; moves: Moved[] }
  | { kind: "unmasked"; args: { seat: number; kind: "flower" | "dew" | "leaf" | "bell" | "cap" | "moon" | "star"; value: number }; moves: Moved[] }
  | { kind: "scored"; args: { seat: number; points: number }; moves: Moved[] }
  | { kind: "tied"; args: { seats: number[]; what: "points" | "flowers" | "kinds" | "dice" }; moves: Moved[] }
  | { kind: "rolled"; args: { seat: number; sum: number }; moves: Moved[] }
  | { kind: "ended"; args: { seats: number[]; why: "fourteen" | "fourteen-flowers" | "fourteen-kinds" | "fourteen-dice" }; moves: Moved[] };

export type FariablesAction =
  | { kind: "place"; args: { space: string }; id: number }
  | { kind: "lift"; args: { space: string }; id: number }
  | { kind: "done"; args: Record<string, never>; id: number };

export type FariablesChance =
  | { kind: "roll"; args: { face: number }; id: number }
  | { kind: "first"; args: { seat: number }; id: number };

export type FariablesEnd = "fourteen" | "fourteen-flowers" | "fourteen-kinds" | "fourteen-dice";

export type FariablesRefusal = "no-move" | "no-action" | "no-space" | "taken" | "not-beside" | "not-together" | "lift-first" | "still-lifting" | "no-lifting-yet" | "hands-full" | "not-yours" | "no-pass" | "must-place";

export type FariablesZone = "supply" | "board" | "hand" | "dice";

/** Constants of the rules. */
export const FariablesNumbers = {
  goal: 14,
  steepest: 3,
  tokens: 6,
} as const;

// Fairy Tale: made by python -m fairyring.kit.generate; not to be edited.
import type { Moved } from "./shared";

export type FairyTaleView = {
  seat: number | null;
  /** What happens next. */
  phase: "dealer" | "deal" | "draft" | "play" | "open" | "close" | "done";
  /** Who deals: effects go round the table from here. */
  dealer: number;
  /** Rounds that are over: 0 in the first round. */
  round: number;
  /** Cards that each seat has drafted in this round. */
  pick: number;
  /** Cards that each seat has played in this game. */
  step: number;
  /** Cards in each hand; during the deal, in the hand that is dealt. */
  held: number;
  /** Who owes a decision. */
  waiting: number[];
  /** Cards in the deck. */
  left: number;
  /** The hand, in the deck's order; a chosen card is still in it. */
  hand: (string[] | null)[];
  /** Cards drafted in this round, face down in front of the seat. */
  kept: (string[] | null)[];
  /** The card chosen, secret until all have chosen. */
  commit: (string | null)[];
  /** The card that each seat turned up last. */
  revealed: (string | null)[];
  /** Whose card of this step still lies open. */
  fresh: number[];
  /** Effects of this step that are done: each seat's OPEN, then each CLOSE. */
  turn: number;
  /** Cards that the effect still opens. */
  due: number;
  /** The cards that lie open in front of each seat. */
  open: (Record<string, number>)[];
  /** How many cards lie closed in front of each seat. */
  down: number[];
  /** Which they are: their owner may look (R22). */
  closed: (Record<string, number> | null)[];
  /** The points, once the game is over. */
  total: number[];
  /** What the seat's Trickster stood for, once the game is over. */
  stands_for: (string | null)[];
};

export type FairyTaleEvent =
  | { kind: "deals"; args: { seat: number }; moves: Moved[] }
  | { kind: "round"; args: { round: number; side: "left" | "right" }; moves: Moved[] }
  | { kind: "dealt"; args: { seat: number; card: string | null }; moves: Moved[] }
  | { kind: "chosen"; args: { seat: number; card: string | null }; moves: Moved[] }
  | { kind: "kept"; args: { seat: number; card: string | null }; moves: Moved[] }
  | { kind: "passed"; args: { side: "left" | "right"; count: number }; moves: Moved[] }
  | { kind: "picked-up"; args: { count: number }; moves: Moved[] }
  | { kind: "committed"; args: { seat: number; card: string | null }; moves: Moved[] }
  | { kind: "played"; args: { seat: number; card: string }; moves: Moved[] }
  | { kind: "hunted"; args: { hunter: number; card: string; seat: number; prey: string }; moves: Moved[] }
  | { kind: "opened"; args: { seat: number; card: string }; moves: Moved[] }
  | { kind: "closed"; args: { seat: number; card: string; new: boolean }; moves: Moved[] }
  | { kind: "discarded"; args: { count: number }; moves: Moved[] }
  | { kind: "tricked"; args: { seat: number; wild: string; card: string }; moves: Moved[] }
  | { kind: "ended"; args: { why: "last-round" }; moves: Moved[] };

export type FairyTaleAction =
  | { kind: "draft"; args: { card: string }; id: number }
  | { kind: "play"; args: { card: string }; id: number }
  | { kind: "open"; args: { card: string }; id: number }
  | { kind: "close"; args: { card: string }; id: number }
  | { kind: "close-new"; args: { card: string }; id: number };

export type FairyTaleChance =
  | { kind: "dealer"; args: { seat: number }; id: number }
  | { kind: "card"; args: { card: string }; id: number };

export type FairyTaleEnd = "last-round";

export type FairyTaleRefusal = "no-move" | "not-now" | "not-in-hand" | "not-closed" | "not-open" | "wrong-category" | "just-played" | "not-new" | "no-difference";

export type FairyTaleZone = "deck" | "hand" | "drafted" | "open" | "closed" | "discard";

/** Constants of the rules. */
export const FairyTaleNumbers = {
  hand: 5,
  plays: 3,
  players: 5,
  couples: 4,
} as const;

// Crane: made by python -m fairyring.kit.generate; not to be edited.
import type { Moved } from "./shared";

export type CraneView = {
  seat: number | null;
  /** What happens next. */
  phase: "draw-first" | "flip" | "betting" | "grab" | "choose" | "done";
  /** Who grabs; none until the first one is drawn. */
  challenger: number | null;
  /** The number on the flipped card: how many to grab. */
  target: number | null;
  /** The finger that the flipped card forbids. */
  finger: "index" | "middle" | "ring" | "little" | null;
  /** Who still has to bet. */
  waiting: number[];
  /** The bets that a seat knows before the count: its own, then those of the whole audience; the challenger knows none. */
  knows: (("high" | "low" | "just" | null)[] | null)[];
  /** What each seat had bet, from the count until the next flip. */
  revealed: ("high" | "low" | "just" | null)[];
  /** Cards that the challenger grabbed and has not given away yet. */
  hand: number;
  /** Cards in the deck, with the flipped one on top. */
  deck: number;
  /** Cards in each jackpot. */
  pots: { "left"?: number; "right"?: number };
  /** Cards in front of each seat. */
  loose: number[];
  /** Each seat's multipliers, worth ten cards each. */
  markers: number[];
  /** The bet cards set aside as achieved, with two players. */
  achieved: ({ "high"?: number; "low"?: number; "just"?: number })[];
  /** The cards that lie face up outside the deck, oldest first. */
  up_card: string[];
  /** Where each of them lies: at a seat or in a jackpot; the catalogue says which zone that is. */
  up_at: string[];
  /** Whether tied leaders take an extra challenge each. */
  extra: boolean;
  /** Who can still win. */
  contenders: number[];
  /** Who still has an extra challenge to take. */
  to_go: number[];
  /** Why the game ended. */
  reason: "most-cards" | "extra-challenge" | "shared" | "three-bets" | "forty" | null;
  /** Challenges that were met exactly. */
  exact: number;
  /** Challenges with too few cards. */
  short: number;
  /** Challenges with too many cards. */
  over: number;
  /** Challenges that ended because an eye was opened. */
  eyes_opened: number;
};

export type CraneEvent =
  | { kind: "starts"; args: { seat: number }; moves: Moved[] }
  | { kind: "gathered"; args: { pots: { "left"?: number; "right"?: number } }; moves: Moved[] }
  | { kind: "flipped"; args: { seat: number; number: number; finger: "index" | "middle" | "ring" | "little"; back: ("high" | "low" | "just" | null)[] }; moves: Moved[] }
  | { kind: "committed"; args: { seat: number; bet: "high" | "low" | "just" | null }; moves: Moved[] }
  | { kind: "overheard"; args: { bets: ("high" | "low" | "just" | null)[] }; moves: Moved[] }
  | { kind: "revealed"; args: { bets: ("high" | "low" | "just" | null)[] }; moves: Moved[] }
  | { kind: "exact"; args: { seat: number; cards: number }; moves: Moved[] }
  | { kind: "short"; args: { seat: number; cards: number; missing: number }; moves: Moved[] }
  | { kind: "overshot"; args: { seat: number; cards: number; excess: number }; moves: Moved[] }
  | { kind: "opened"; args: { seat: number }; moves: Moved[] }
  | { kind: "won-jackpot"; args: { seat: number; cards: number; pot: "left" | "right"; prize: number }; moves: Moved[] }
  | { kind: "kept"; args: { seat: number; cards: number }; moves: Moved[] }
  | { kind: "to-jackpot"; args: { cards: number; pot: "left" | "right"; total: number }; moves: Moved[] }
  | { kind: "put-back"; args: { cards: number }; moves: Moved[] }
  | { kind: "paid"; args: { seat: number; bet: "high" | "low" | "just"; cards: number }; moves: Moved[] }
  | { kind: "shared-out"; args: { seat: number; cards: number; pot: "left" | "right" }; moves: Moved[] }
  | { kind: "achieved"; args: { seat: number; bet: "high" | "low" | "just" }; moves: Moved[] }
  | { kind: "exchanged"; args: { seat: number; cards: number; markers: number }; moves: Moved[] }
  | { kind: "refilled"; args: { pot: "left" | "right"; cards: number }; moves: Moved[] }
  | { kind: "tied"; args: { seats: number[] }; moves: Moved[] }
  | { kind: "ended"; args: { why: "most-cards" | "extra-challenge" | "shared" | "three-bets" | "forty" }; moves: Moved[] };

export type CraneAction =
  | { kind: "bet"; args: { bet: "high" | "low" | "just" }; id: number }
  | { kind: "jackpot"; args: { pot: "left" | "right" }; id: number };

export type CraneChance =
  | { kind: "flip"; args: { number: number; finger: "index" | "middle" | "ring" | "little" }; id: number }
  | { kind: "grab"; args: { cards: number }; id: number }
  | { kind: "eyes-opened"; args: Record<string, never>; id: number }
  | { kind: "first"; args: { seat: number }; id: number };

export type CraneEnd = "most-cards" | "extra-challenge" | "shared" | "three-bets" | "forty";

export type CraneRefusal = "no-move" | "bet-now" | "choose-now" | "set-aside";

export type CraneZone = "deck" | "jackpot" | "hand" | "taken" | "markers" | "supply" | "bets" | "laid" | "shown" | "achieved";

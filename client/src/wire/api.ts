// Bodies of requests and responses of the HTTP API: made by python -m fairyring.kit.generate; not to be edited.
import type { AnyAction, AnyEvent } from "../lib/game/catalogue";

/** What went wrong: a code for programs, a sentence for people. */
export interface Said {
  code: string;
  message: string;
}

/** A table to be made. Options as the game's form has them; one that is a file is {"file": name, "text": its text}. */
export interface NewTable {
  game: string;
  options?: Record<string, unknown>;
  public?: boolean;
  aids?: boolean;
  mute?: boolean;
  clock?: Record<string, number>;
  /** A lesson for one person: chance follows a script, and options are the lesson's own. */
  guided?: boolean;
}

/** A table, and the token of whoever made it: keep it, it is told once. */
export interface Made {
  table: string;
  token: string;
}

/** A table in the list of public tables. */
export interface Listed {
  table: string;
  game: string;
  phase: string;
  seats: number;
  people: number;
  bots: number;
  animal: string;
  clock: Record<string, number>;
  touched: number;
}

/** A record, as `fairyring` saves it: JSON lines. */
export interface RecordText {
  record: string;
}

/** What became of checking a record. */
export interface Checked {
  game: string;
  decisions: number;
  outcome: Record<string, unknown> | null;
  digest: string;
  /** Checked, not sealed, not opened. */
  chance: string;
}

/** A position of a replay: what was decided to get there, what was told of it, and what is seen. */
export interface Step {
  at: number;
  /** Who decided: -1 is nature; None for the first position. */
  seat: number | null;
  /** None where these eyes did not see what. */
  plays: AnyAction | null;
  events: AnyEvent[];
  view: Record<string, unknown>;
  /** With all cards open, what each seat sees. */
  seats: Record<string, unknown>[];
}

/** A position of a story: what happened to get there, and how all seats would be scored now. */
export interface Moment {
  at: number;
  /** Who decided: -1 is nature; None for the first position. */
  seat: number | null;
  scores: number[];
  /** With nothing hidden: the game is over. */
  events: AnyEvent[];
}

/** A whole game that is over, for a picture of how it went. */
export interface Story {
  game: string;
  seats: { name: string; bot?: string }[];
  moments: Moment[];
}

/** A decision that cost much, by what its seat knew then. */
export interface Mark {
  /** The position that it led to. */
  at: number;
  seat: number;
  done: AnyAction;
  better: AnyAction;
  /** Percent of the win. */
  cost: number;
}

/** A game that is over, looked at again: the decisions that cost most, in their order. */
export interface Analysis {
  game: string;
  /** That people made, and where there was a choice. */
  decisions: number;
  /** At so many of them there was time to look. */
  looked: number;
  marks: Mark[];
}

/** Positions `first` to `last` of `steps`, as a seat saw them, or with all cards open. */
export interface Replay {
  game: string;
  options: Record<string, unknown>;
  seats: { name: string; bot?: string }[];
  steps: number;
  first: number;
  positions: Step[];
}

/** A player's open cards at a real table: how many of each, by the card's name. */
export interface Hand {
  name: string;
  cards: Record<string, number>;
}

/** All players' open cards. */
export interface Hands {
  players: Hand[];
  couples?: boolean;
  /** The text of a deck file of one's own; empty: the shipped deck. */
  deck?: string;
}

/** An address of the page. */
export interface Link {
  link: string;
}

/** A Fariables board as text. */
export interface BoardText {
  board: string;
}

/** Whether the server serves. */
export interface Health {
  ok: boolean;
  version: string;
  stalled: boolean;
}

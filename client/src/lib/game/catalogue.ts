// Types of the catalogue: everything about a game that does not change while it is played. The server sends it once.

export type Speech =
  "number" | "flag" | "seat" | { one: string } | { list: Speech } | { row: Speech } | { seats: Speech };

export interface Zone {
  things: string | null;
  per_seat: boolean;
  places: string | null;
  shows: string | null;
  count: string | null;
  open: string | null;
  free: string | null;
  top_only: boolean;
  seen_by: "nobody" | "owner" | "everybody";
}

export interface ActionKind {
  kind: string;
  args: Record<string, string>;
  first: number;
}

export type OptionForm =
  | { name: string; kind: "choice"; values: string[]; default: string }
  | { name: string; kind: "number"; min: number; max: number; default: number; house?: true } // house: a number of the rules
  | { name: string; kind: "file"; values: string[]; default: string }
  | { name: string; kind: string; default: unknown; values?: string[] };

export interface Catalogue {
  game: string;
  rules: number;
  designer: string;
  publisher: string;
  minutes: number[];
  seats: number[];
  players: number;
  options: OptionForm[];
  numbers?: Record<string, number>; // of the rules at this table; older servers send none
  house?: string[]; // those of them that differ from the printed rules
  chosen: Record<string, string | number>;
  names: Record<string, (string | number)[]>;
  things: Record<string, Record<string, Record<string, unknown>>>;
  zones: Record<string, Zone>;
  actions: ActionKind[];
  chance: ActionKind[];
  events: Record<
    string,
    { args: Record<string, Speech>; own: Record<string, string>; fades: boolean; page: boolean; choice: boolean }
  >;
  ends: string[];
  refusals: string[];
  odds: Record<string, KindOdds>; // by kind of outcome, as far as they can be told without the rules
  hands: boolean;
}

/** How the weights of a kind of outcome evolve: an urn loses what is drawn, a die does not. */
export interface KindOdds {
  model: "urn" | "die" | "rules";
  outcomes?: { outcome: string; weight: number; args: Record<string, unknown> }[]; // by ascending id, before the first draw
  events?: string[]; // kinds of events that show an outcome
  reported?: boolean; // people or a gesture bring it about
}

/** Entry of the list of games. */
export interface About {
  game: string;
  title: string;
  blurb: string;
  goal: string;
  designer: string;
  publisher: string;
  minutes: number[];
  seats: number[];
  rules: number;
  levels: string[];
  daily: boolean; // whether there is a deal of the day
  puzzles: number; // how many puzzles there are
  lesson: boolean; // whether there is a guided first game
  options: OptionForm[];
  texts: Record<string, string>; // option.* and level.*: options in plain words
}

/** Action or outcome of any game. */
export interface AnyAction {
  kind: string;
  args: Record<string, string | number>;
  id: number;
}

/** Event of any game. */
export interface AnyEvent {
  kind: string;
  args: Record<string, unknown>;
  moves: import("../../wire/shared").Moved[];
}

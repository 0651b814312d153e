// Interfaces between shell and boards: `Play` is a game as one seat sees it (a live table or a replay), `GameFace` what a game's folder exports.
import type { Component, Snippet } from "svelte";
import type { icon } from "../../art/icons";
import type { Story } from "../../wire/api";
import type { Prompt } from "../../wire/shared";
import type { GameName, Games, Own, Table } from "../../wire/table";
import type { AnyAction, AnyEvent, Catalogue } from "./catalogue";
import type { Step } from "./coach.svelte";
import type { Page } from "../net/fold";
import type { Chapter } from "../replay/story";
import type { Speaker } from "../text/speak";

/** Types of a game that is not known by name. */
interface AnyGame {
  view: Record<string, unknown>;
  event: AnyEvent;
  action: AnyAction;
  chance: AnyAction;
}

/** Types of the game G: exact for the games of this repository, `AnyGame` for any other string. */
export type Types<G extends string> = G extends GameName ? Games[G] : AnyGame;

export interface Play<G extends string = string> {
  readonly table: Table | null;
  readonly view: Types<G>["view"] | null;
  readonly prompt: Prompt | null;
  readonly catalogue: Catalogue | null;
  readonly speaker: Speaker;
  /** Texts of the game by key. Replaced as a whole when the language changes. */
  readonly texts: Record<string, string>;
  /** Display name of each seat. */
  readonly names: string[];
  /** Seat whose secrets are shown; null for a watcher. */
  readonly seat: number | null;
  /** What only this seat is sent: legal actions, its choice, aids. */
  readonly own: (G extends GameName ? Own<G> : Own) | null;
  /** Which game of the table it is, as requests name it; nothing or 0 for the newest. */
  readonly which?: number;
  /** Whether several people share this device. */
  readonly hot?: boolean;
  /** Whether actions can be sent now: connected, and not a replay. */
  readonly live: boolean;
  /** Pages of the log, oldest first, without those that have faded. */
  readonly pages: Page<G>[];
  /** The newest pages as they arrived, including those that have faded since: for animation only, not for looking up. */
  readonly news?: Page<G>[];
  animal(p: number): string;
  isBot(p: number): boolean;
  /** Send a decision, one of `own.legal`. */
  play(action: AnyAction): void;
  takeBack(): void;
  /** Missing in a replay. */
  readonly commands?: LiveCommands<G>;
}

/** A shout or chat line, shown at a seat for a moment. */
export interface Call {
  seat: number | null; // null for who only watches
  name: string;
  text: string;
  mine: boolean;
  number: number; // counts calls, so that each is told from the next
}

export interface Forecast<G extends string = string> {
  legal: Types<G>["action"][];
  view: Types<G>["view"];
}

/** Commands of a live table besides decisions: gestures, reports of a real deck, talk. */
export interface LiveCommands<G extends string = string> {
  /** Gesture of another seat, for drawing: number of the challenge and band of its progress. */
  readonly band: { c: number; b: number } | null;
  /** Latest shouts, oldest first. */
  readonly calls: Call[];
  /** Send the progress of the own gesture; other pages only draw it. */
  trace(c: number, n: number): void;
  /** Send the finished gesture. Resolves to false if it was refused. */
  finish(answer: Record<string, unknown>): Promise<boolean>;
  /** Report an outcome of the real deck, one of `own.report.outcomes`. */
  report(outcome: AnyAction): void;
  /** Confirm or deny a reported outcome. */
  confirm(right: boolean): void;
  /** Ask the server for the legal actions and the view after some actions of the seat (by notation), without playing them; null if illegal. */
  foresee(steps: string[]): Promise<Forecast<G> | null>;
  shout(n: number): void;
  chat(text: string): void;
}

const NO_GESTURES = ["aids", "report", "confirm"]; // other objects in Own

/** The gesture that is awaited from a seat: a field of Own with an `ask`, under the name of the command that answers it. */
export function gestureOf(own: Own): { name: string; ask: string } | null {
  for (const [name, value] of Object.entries(own)) {
    const ask = (value as { ask?: unknown } | null)?.ask;
    if (!NO_GESTURES.includes(name) && typeof ask === "string") return { name, ask };
  }
  return null;
}

/** What the shell shows at a seat. */
export interface SeatLine {
  score?: string; // the number at the right
  state?: string; // a word or two below the name
  out?: boolean; // no longer in the game
  right?: boolean | null; // was right or wrong just now
  piece?: string; // what stands for it on the board: the inside of an SVG of 54 × 54 round 0,0
  gain?: string; // what it has just won or lost, such as “+3”
}

/** What the dock shows in place of the server's prompt. */
export interface DockText {
  prompt: string;
  small: string;
  next?: () => void; // action of “Next”
  log?: string; // in place of the newest line of the log
  again?: { label: string; show: () => void } | null; // shows once more what has just been told
}

/** Export `face` of a folder of `games/`: components and functions that show one game. */
export interface GameFace<G extends string = string> {
  /** The board. */
  board: Component<{ play: Play<G>; seat?: Snippet<[number]> }>;
  /** The board places the seats itself, with the snippet `seat`. */
  seated?: boolean;
  /** Actions in the dock. Default: a list of buttons with the server's texts. */
  choices?: Component<{ play: Play<G> }>;
  /** The board handles `own.report` and `own.confirm` of a real deck itself. */
  world?: boolean;
  /** Shown below a seat. */
  before?: Component<{ play: Play<G>; p: number }>;
  /** `before` also shows shouts; the shell does not show them in place of the name. */
  calls?: boolean;
  /** Prompt of the dock and action of “Next”, where they differ from the server's prompt. */
  say?: (play: Play<G>) => DockText | null;
  /** Where a hint marks an action, as a CSS selector, and its words where they differ from the server's. */
  advise?: (play: Play<G>, action: Types<G>["action"]) => { at: string; text?: string };
  /** Tag in the title bar, such as “Play-off”; empty for none. */
  tag?: (play: Play<G>) => string;
  /** Steps of the guided lesson. */
  lesson?: Step<G>[];
  /** Contents of a seat. */
  seat?: (play: Play<G>, p: number) => SeatLine;
  /** Background: the insides of an SVG of 1280 × 800 and of one of 360 × 740. */
  scene?: { wide: string; tall: string };
  /** Score sheet on the end page. Default: the lines of `table.sheet`. */
  sheet?: Component<{ play: Play<G> }>;
  /** Score sheet computed from the story, for which the outcome is not needed: also shown after a game was given up. */
  storySheet?: { shows: (story: Story) => boolean; component: Component<StorySheetProps<G>> };
  /** Drawings of a finished game. Default: scores only. */
  past?: Past<G>;
  /** A finished game in parts, such as rounds: a panel of the end page, and the stops of its chart. */
  chapters?: {
    title: (play: Play<G>) => string;
    tell: (play: Play<G>, story: Story) => Chapter[];
    component: Component<{ play: Play<G>; story: Story }>;
  };
  /** Default options of a table that is created on the home page. */
  beginOptions?: Record<string, unknown>;
}

export interface StorySheetProps<G extends string = string> {
  play: Play<G>;
  story: Story;
  order: number[]; // seats by place
  places: number[];
  scores: number[];
}

/** Drawings of a finished game. Things are numbers, such as cards; drawings are insides of an SVG, centred on 0,0. */
export interface Past<G extends string = string> {
  /** The thing that an event turns up, null for none. Its moments become the stops of the picture. */
  turnedUp: (event: Types<G>["event"]) => number | null;
  name: (play: Play<G>, thing: number) => string;
  /** Whether a band of light marks it in the picture. */
  isLit: (play: Play<G>, thing: number) => boolean;
  /** Pixels that the marks need below the picture, and where their middle is, for so many pixels from stop to stop. */
  height: (room: number) => { below: number; at: number };
  mark: (play: Play<G>, thing: number, room: number) => string;
  /** The thing as a button of the replay, 34 × 56. */
  card: (play: Play<G>, thing: number) => string;
  /** A seat's choice that is not revealed yet; its drawing is 100 × 100. Asked in a replay with all cards open. */
  secret?: (play: Play<G>, p: number) => { text: string; art: string } | null;
}

/** Export `box` of a game's `box.ts`: a tool for people who play with the real box. */
export interface Tool {
  tool: string; // its place: box/TOOL, and its words: box.TOOL.title, .what, .how.1 to .how.3, .do
  icon: keyof typeof icon;
  component: Component;
  art: string; // its picture: the inside of an SVG of 220 × 220
  defs?: string; // patterns that the picture refers to
}

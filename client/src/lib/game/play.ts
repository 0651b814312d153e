// What a board is given: a game as somebody sees it. A live table is one, a replay is another, a table offline will be a third.
import type { Component, Snippet } from "svelte";
import type { icon } from "../../art/icons.js";
import type { Story } from "../../wire/api";
import type { Prompt } from "../../wire/shared";
import type { GameName, Games, Own, Table } from "../../wire/table";
import type { AnyAction, AnyEvent, Catalogue } from "./catalogue";
import type { Step } from "./coach.svelte";
import type { Page } from "../net/fold";
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
  /** What the game says, by key: another object in another language. */
  readonly texts: Record<string, string>;
  /** How each seat is called. */
  readonly names: string[];
  /** Whose eyes: the seat whose secrets are shown; null for a watcher. */
  readonly seat: number | null;
  /** What that seat may do, if anything. */
  readonly own: (G extends GameName ? Own<G> : Own) | null;
  /** Whether something can be done now: connected, and not only looked at. */
  readonly live: boolean;
  /** What happened, newest last, as far as it may be looked up. */
  readonly pages: Page<G>[];
  /** The newest few pages as they came, also what a page that was turned has made fade since: only to show how it came to this. */
  readonly news?: Page<G>[];
  animal(p: number): string;
  isBot(p: number): boolean;
  /** Decide: one of `own.legal`. */
  play(action: AnyAction): void;
  takeBack(): void;
  /** Left out where nothing can be done but look. */
  readonly doings?: Doings<G>;
}

/** Something that somebody called out. */
export interface Call {
  seat: number | null; // null for who only watches
  name: string;
  text: string;
  mine: boolean;
  number: number; // counts calls, so that each is told from the next
}

export interface Foreseen<G extends string = string> {
  legal: Types<G>["action"][];
  view: Types<G>["view"];
}

/** What only a table that is being played has besides decisions: a hand on a screen, things on a real table, talk. */
export interface Doings<G extends string = string> {
  /** How the hand of another seat looks: the number of the hand, and its band. */
  readonly band: { c: number; b: number } | null;
  /** What was called out last, newest last. */
  readonly calls: Call[];
  /** The own hand moves: for the picture of the others only. */
  trace(c: number, n: number): void;
  /** The own hand is done. False if that was refused. */
  finish(told: Record<string, unknown>): Promise<boolean>;
  /** Say what the world brought: one of `own.report.outcomes`. */
  report(outcome: AnyAction): void;
  /** Say whether what was reported is right. */
  confirm(right: boolean): void;
  /** What the seat could do, and would see, after some actions of its own, by their notation; null if they are not possible. Nothing happens. */
  foresee(steps: string[]): Promise<Foreseen<G> | null>;
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

/** What a seat shows beside its name. */
export interface SeatLine {
  score?: string; // the number at the right
  state?: string; // a word or two below the name
  out?: boolean; // no longer in the game
  right?: boolean | null; // was right or wrong just now
  piece?: string; // what stands for it on the board: the inside of an SVG of 54 × 54 round 0,0
  gain?: string; // what it has just won or lost, such as “+3”
}

/** What a folder of `games/` exports as `face`. */
export interface GameFace<G extends string = string> {
  /** What lies on the table. */
  board: Component<{ play: Play<G>; seat?: Snippet<[number]> }>;
  /** The board shows the seats itself, by the snippet `seat` that it is given. */
  seated?: boolean;
  /** The actions, in the dock; without it they are a list of buttons in the server's words. */
  choices?: Component<{ play: Play<G> }>;
  /** The board asks for what real things brought and whether that is right by itself: `own.report`, `own.confirm`. */
  world?: boolean;
  /** What lies before a seat. */
  before?: Component<{ play: Play<G>; p: number }>;
  /** It also shows what is called out, so that the name of a seat can stay. */
  calls?: boolean;
  /** What the dock says now, and what “Next” does, where it differs from what the server asks. */
  say?: (play: Play<G>) => { prompt: string; small: string; next?: () => void; log?: string } | null; // `log`: in place of its newest line
  /** A word in the bar, such as “Play-off”; empty for none. */
  tag?: (play: Play<G>) => string;
  /** The guided first game. */
  lesson?: Step<G>[];
  /** What to say of a seat. */
  seat?: (play: Play<G>, p: number) => SeatLine;
  /** The picture behind: the inside of an SVG of 1280 × 800, and of 360 × 740. */
  scene?: { wide: string; tall: string };
  /** The sheet on the end page, where a game draws its own. */
  sheet?: Component<{ play: Play<G> }>;
  /** A sheet that is counted from the story of the game; also for a game that was given up. */
  storySheet?: { shows: (story: Story) => boolean; component: Component<StorySheetProps<G>> };
  /** How a finished game is drawn, where there is more to draw than scores. */
  past?: Past<G>;
  /** Options of a table that is begun from the first page, where nobody chose otherwise. */
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
  /** What a seat chose and the table has not told yet; its drawing is 100 × 100. Asked in a replay with all cards open. */
  secret?: (play: Play<G>, p: number) => { text: string; art: string } | null;
}

/** What a folder of `games/` may export as `box` from its `box.ts`: something that helps people with the real game. */
export interface Tool {
  tool: string; // its place: box/TOOL, and its words: box.TOOL.title, .what, .how.1 to .how.3, .do
  icon: keyof typeof icon;
  component: Component;
  art: string; // its picture: the inside of an SVG of 220 × 220
  defs?: string; // patterns that the picture refers to
}

// The table and its people: made by python -m fairyring.kit.generate; not to be edited.
import type { CraneAction, CraneChance, CraneEvent, CraneView } from "./crane";
import type { FairyAction, FairyChance, FairyEvent, FairyView } from "./fairy";
import type { FairyTaleAction, FairyTaleChance, FairyTaleEvent, FairyTaleView } from "./fairy-tale";
import type { FariablesAction, FariablesChance, FariablesEvent, FariablesView } from "./fariables";
import type { SneakyTownAction, SneakyTownChance, SneakyTownEvent, SneakyTownView } from "./sneaky-town";
import type { Message, Moved, Prompt, Value } from "./shared";

/** What each game brings: `Beat<"fairy">` is a beat of a table that plays Fairy. */
export interface Games {
  "crane": { view: CraneView; event: CraneEvent; action: CraneAction; chance: CraneChance };
  "fairy": { view: FairyView; event: FairyEvent; action: FairyAction; chance: FairyChance };
  "fairy-tale": { view: FairyTaleView; event: FairyTaleEvent; action: FairyTaleAction; chance: FairyTaleChance };
  "fariables": { view: FariablesView; event: FariablesEvent; action: FariablesAction; chance: FariablesChance };
  "sneaky-town": { view: SneakyTownView; event: SneakyTownEvent; action: SneakyTownAction; chance: SneakyTownChance };
}

export type GameName = keyof Games;

export type Json = number | boolean | string | null | Json[] | { [name: string]: Json };

/** Somebody took back a choice that was not resolved; the one event that is the table's and not the game's. */
export interface TookBack {
  kind: "took-back";
  args: { seat: number };
  moves: Moved[];
}

export type Code = "past" | "not-yours" | "not-here" | "not-now" | "not-legal" | "unknown-action" | "not-host" | "taken" | "present" | "seats-empty" | "paused" | "too-fast" | "too-long" | "bad-form" | "id-reused" | "full";

export type Phase = "gathering" | "sealing" | "playing" | "over";

export type Here = "here" | "hidden" | "away";

export type About = "stand-in" | "pause" | "abandon" | "again";

/** A seat where nobody sits. */
export interface Empty {
  kind: "empty";
}

/** A person's seat; it stays theirs while a bot stands in. */
export interface Person {
  kind: "person";
  guest: number;
  standIn: boolean;
  /** Of the bot that stands in. */
  level?: string;
}

/** A bot's seat. */
export interface Bot {
  kind: "bot";
  level: string;
}

/** What a guest is called: by the animal where there is no name. */
export interface Called {
  name: string;
  animal: string;
}

/** How long people may think, in milliseconds: nothing, `per` decision, or a `bank` with what each decision `add`s. */
export interface Clock {
  per?: number;
  bank?: number;
  add?: number;
}

/** What the host may choose besides the game's own options. */
export interface Settings {
  /** Listed for everybody. */
  public: boolean;
  /** Whether seats are told what a careful player could work out. */
  aids: boolean;
  /** Whether watchers must not chat. */
  mute: boolean;
  clock: Clock;
  /** A lesson for one person: its chance follows a script and is not sealed. */
  guided?: true;
}

/** How chance is sealed, as far as it is published; all in hexadecimal. See docs/fairness.md. */
export interface Chance {
  /** C, published before anybody adds a share. */
  commitment: string;
  /** K by guest, while people gather. */
  promises?: Record<string, string>;
  /** The exact text that is agreed on, from the start on. */
  head?: string;
  /** The promises that count, from the start on. */
  keys?: Record<string, string>;
  /** E by guest, as far as opened. */
  opened?: Record<string, string>;
  /** S, when the game is over. */
  secret?: string;
  /** The hash of the table's log at the end of the game. */
  chain?: string;
}

/** How a game ended; everything by seat. */
export interface Outcome {
  reason: string;
  scores: number[];
  /** 1 is first; equal places are shared. */
  places: number[];
}

/** An outcome with the digest of the last position; or the game was given up. */
export interface Result {
  outcome?: Outcome;
  digest?: string;
  abandoned?: true;
}

/** What everybody knows of the table besides the game on it. */
export interface Table<G extends GameName = GameName> {
  id: string;
  phase: Phase;
  /** The number of the game at this table, from 1. */
  n: number;
  game: G;
  options: Record<string, Json>;
  settings: Settings;
  /** A guest. */
  host: number;
  paused: boolean;
  seats: (Empty | Person | Bot)[];
  guests: Record<string, Called>;
  chance: Chance;
  /** Of bots that there are with these options, the weakest first; while people gather. */
  levels?: string[];
  /** The version of the rules that is played; this and the next four once a game was dealt. */
  rules?: number;
  /** Whether that version is here; if not, the game can only be kept. */
  readable?: boolean;
  /** Whether the game was brought from elsewhere. */
  imported?: boolean;
  /** What each seat's clock has left, in milliseconds; empty without clocks. */
  banks?: number[];
  /** Seats whose running decision is a bot's, because the clock ran out. */
  expired?: number[];
  /** When the game is over. */
  result?: Result;
  /** The score sheet, when there is an outcome. */
  sheet?: Message[];
}

/** The seat is asked what the world brought. */
export interface Report<G extends GameName = GameName> {
  ask: string;
  outcomes: Games[G]["chance"][];
}

/** The seat is asked whether that is right. */
export interface Confirm<G extends GameName = GameName> {
  ask: string;
  outcome: Games[G]["chance"];
}

/** The seat's hand is awaited on the edge of an unseen deck: where its ticks lie and how they sound. */
export interface Riffle {
  ask: string;
  /** Which challenge of the game. */
  c: number;
  /** Ascending; 1000 is the width of a card. */
  at: number[];
  /** A voice for each tick: 0 faint, 1 crisp, 2 thick. */
  v: string;
}

/** What a seat alone is told. */
export interface Own<G extends GameName = GameName> {
  /** What a careful player could work out. */
  aids: Record<string, Json>;
  /** The name of the decision that the seat owes, or can still change. */
  ask?: string;
  /** Always with `ask`. */
  legal?: Games[G]["action"][];
  /** What it chose, while that can be changed. */
  chosen?: Games[G]["action"];
  report?: Report<G>;
  confirm?: Confirm<G>;
  riffle?: Riffle;
}

/** The whole of what a viewer sees now, and what happened since the last one. */
export interface Beat<G extends GameName = GameName> {
  type: "beat";
  /** The cursor before; null for a whole picture that follows on nothing. */
  after: string | null;
  /** The cursor now: opaque, to be sent as `since`. */
  at: string;
  events: (Games[G]["event"] | TookBack)[];
  /** Null until a game was dealt. */
  view: Games[G]["view"] | null;
  prompt: Prompt | null;
  /** The seat that is shown, if any. */
  seats: Record<string, Own<G>>;
  /** Left out where nothing in it changed. */
  table?: Table<G>;
  /** The id of the receiver's own command that caused this. */
  cause?: string;
}

/** Who the receiver is. */
export interface You {
  guest: number;
  seats: number[];
  /** A new device's token, told once: keep it, and send it in every later hello. */
  token?: string;
}

/** A line of chat. */
export interface Chat {
  type: "chat";
  guest: number;
  text: string;
  /** The server's milliseconds; good for the order and for differences only. */
  at: number;
}

/** The answer to hello. */
export interface Welcome<G extends GameName = GameName> {
  type: "welcome";
  proto: number;
  you: You;
  beat: Beat<G>;
  /** The newest lines. */
  chat: Chat[];
}

/** The command is in the log, for ever; or it needed no entry. */
export interface Ack {
  type: "ack";
  id: string;
  /** Of a seat link: the answer to `device`. */
  code?: string;
  /** The answer to `foresee`, as is. */
  legal?: ({ kind: string; args: Record<string, string | number>; id: number })[];
  /** What the seat would see then. */
  view?: Record<string, Json>;
}

/** The command is refused and changed nothing. With an empty id it answers the hello, or something without an id. */
export interface Nack {
  type: "nack";
  id: string;
  /** For programs. */
  code: Code;
  /** For people, with `args`: a message. */
  key: string;
  args: Record<string, Value>;
}

/** Who is here, what is voted on and wished for; the whole of it each time. */
export interface Presence {
  type: "presence";
  /** Those who sit or are connected. */
  guests: Record<string, Here>;
  /** About what, which seat (−1: none), and which guests want it. */
  votes: [About, number, number[]][];
  /** Guests who ask for a bot's seat. */
  wishes: Record<string, number>;
}

/** A quick shout, by its number. */
export interface Shout {
  type: "shout";
  guest: number;
  n: number;
}

/** The clocks that run now, when they begin, stop or change; between two of these they run down by themselves. */
export interface Clocks {
  type: "clocks";
  /** Milliseconds, when this was sent. */
  left: Record<string, number>;
}

/** A guest took name and chat back: drop what you have of them. */
export interface Forgotten {
  type: "forgotten";
  guest: number;
}

/** How thick a stack looks that a hand holds: to those who sit and watch it; to everybody once it is counted. */
export interface Band {
  type: "band";
  c: number;
  b: number;
}

/** What a good bot would do in your seat, the best first; the answer to `hint`, besides its ack, a moment later. */
export interface Hint {
  type: "hint";
  seat: number;
  ask: string;
  /** Ids among `legal`; none: nobody could think about it. */
  actions: number[];
  /** For each, how much of the win it is worth; none where the adviser does not say. */
  percents: number[];
  /** For each, how often it is done, in percent, where perfect play is known. */
  often?: number[];
}

/** The server speaks another version of this protocol. */
export interface Reload {
  type: "reload";
}

/** The store does not answer: nothing is lost, answers will take a while. */
export interface Stalled {
  type: "stalled";
}

/** The store answers again. */
export interface Flowing {
  type: "flowing";
}

/** The answer to ping. */
export interface Pong {
  type: "pong";
}

/** Every message from the table. */
export type Told<G extends GameName = GameName> =
  | Welcome<G>
  | Beat<G>
  | Ack
  | Nack
  | Presence
  | Chat
  | Shout
  | Clocks
  | Forgotten
  | Band
  | Hint
  | Reload
  | Stalled
  | Flowing
  | Pong;

/** What all commands have. Its id is new for each, and the same when it is sent again. */
export interface Command {
  type: "cmd";
  /** 1 to 32 characters; 96 random bits are right. */
  id: string;
}

/** The first message, and the first only. */
export interface Hello {
  type: "hello";
  /** 1. */
  proto: number;
  table: string;
  visible: boolean;
  /** The device's own; left out by who is new. */
  token?: string;
  /** The newest cursor. */
  since?: string;
  /** The code of a seat link. */
  take?: string;
}

/** Asks whether the table still answers. */
export interface Ping {
  type: "ping";
}

/** Whether the page can be seen. */
export interface Visible {
  type: "visible";
  on: boolean;
}

/** How a hand moves on a screen: sampled, unanswered, never stored; it only lets the others see the stack grow. */
export interface Trace {
  type: "trace";
  c: number;
  /** Ticks held now; 0: let go. */
  n: number;
  /** The try. */
  k?: number;
  /** At most three positions. */
  x?: number[];
}

/** Sit down on a free seat; while a game runs, ask the host for a bot's seat. */
export interface Sit extends Command {
  do: "sit";
  seat: number;
  name?: string;
  animal?: string;
}

/** Give up a seat before or after a game. */
export interface Stand extends Command {
  do: "stand";
  seat: number;
}

/** Be called otherwise. */
export interface Rename extends Command {
  do: "rename";
  name: string;
  animal?: string;
}

/** Give up all seats; in a running game bots take them. */
export interface Leave extends Command {
  do: "leave";
}

/** Host: a bot for a seat where no person sits; the level "" empties it. */
export interface SeatBot extends Command {
  do: "bot";
  seat: number;
  level?: string;
}

/** Host: another game, other options, other settings; what is left out stays. */
export interface ChooseOptions extends Command {
  do: "options";
  game?: string;
  options?: Record<string, Json>;
  public?: boolean;
  aids?: boolean;
  mute?: boolean;
  clock?: Clock;
}

/** Host: freeze who plays what; the shares of chance are opened, and the game is dealt. */
export interface Start extends Command {
  do: "start";
}

/** Promise a share of chance: its key K, in hexadecimal. */
export interface PromiseShare extends Command {
  do: "share";
  n: number;
  key: string;
}

/** Open the share E that was promised. */
export interface OpenShare extends Command {
  do: "open";
  n: number;
  share: string;
}

/** Decide; or, as long as not all have, decide anew. */
export interface Play extends Command {
  do: "play";
  seat: number;
  ask: string;
  action: number | string | { kind: string; args: Json };
}

/** Unmake a choice that is not resolved. */
export interface TakeBack extends Command {
  do: "take_back";
  seat: number;
  ask: string;
}

/** Ask what could follow on some actions of one's own, in a game that has turns of several steps; nothing happens. */
export interface Foresee extends Command {
  do: "foresee";
  seat: number;
  ask: string;
  actions: (number | string)[];
}

/** Ask what a good bot would do here, in a game against bots only; a `hint` follows. */
export interface AskHint extends Command {
  do: "hint";
  seat: number;
  ask: string;
}

/** Say what the world brought. */
export interface ReportOutcome extends Command {
  do: "report";
  seat: number;
  ask: string;
  outcome: number | string | { kind: string; args: Json };
}

/** Say whether that is right. */
export interface ConfirmOutcome extends Command {
  do: "confirm";
  seat: number;
  ask: string;
  right: boolean;
}

/** The hand is done: `n` ticks are held, and that alone counts; or the eyes were opened. */
export interface FinishRiffle extends Command {
  do: "riffle";
  seat: number;
  ask: string;
  n?: number;
  eyes?: boolean;
  tries?: number;
  /** Drag, key, step, switch. */
  by?: string;
  /** Signed milliseconds between ticks, at most 400. */
  trace?: number[];
}

/** The person of this seat has the device; not to be sent again after a reconnect. */
export interface LiftCurtain extends Command {
  do: "here";
  seat: number;
}

/** Nobody looks for now; not to be sent again after a reconnect. */
export interface LowerCurtain extends Command {
  do: "away";
}

/** Let a bot play one's own seat, or play again. */
export interface StandIn extends Command {
  do: "stand_in";
  seat: number;
  on: boolean;
}

/** About a stand-in for somebody's seat, a pause, or giving up. */
export interface Vote extends Command {
  do: "vote";
  about: "abandon" | "pause" | "stand-in";
  seat?: number;
}

/** Host: somebody loses the seats and may watch until the next game. */
export interface Kick extends Command {
  do: "kick";
  who: number;
}

/** Host: somebody else is host. */
export interface MakeHost extends Command {
  do: "host";
  who: number;
}

/** Host: give a bot's or an absent person's seat to another guest. */
export interface Reseat extends Command {
  do: "reseat";
  seat: number;
  who: number;
}

/** A link for another device, or for one of several seats; the ack has its code. */
export interface LinkDevice extends Command {
  do: "device";
  seat?: number;
}

/** Revoke all other devices of this guest. */
export interface OnlyHere extends Command {
  do: "only_here";
}

/** Take one's name and chat out of the log. */
export interface Forget extends Command {
  do: "forget";
}

/** Stop the clocks. */
export interface Pause extends Command {
  do: "pause";
}

/** Let the clocks run. */
export interface Resume extends Command {
  do: "resume";
}

/** Another game with the same people. */
export interface Again extends Command {
  do: "again";
}

/** Give the game up. */
export interface Abandon extends Command {
  do: "abandon";
}

/** A line of chat. */
export interface Say extends Command {
  do: "chat";
  text: string;
}

/** A quick shout, from 0 to 9. */
export interface ShoutOut extends Command {
  do: "shout";
  n: number;
}

/** Every command. */
export type Cmd =
  | Sit
  | Stand
  | Rename
  | Leave
  | SeatBot
  | ChooseOptions
  | Start
  | PromiseShare
  | OpenShare
  | Play
  | TakeBack
  | Foresee
  | AskHint
  | ReportOutcome
  | ConfirmOutcome
  | FinishRiffle
  | LiftCurtain
  | LowerCurtain
  | StandIn
  | Vote
  | Kick
  | MakeHost
  | Reseat
  | LinkDevice
  | OnlyHere
  | Forget
  | Pause
  | Resume
  | Again
  | Abandon
  | Say
  | ShoutOut;

/** Every message to the table. */
export type Said =
  | Hello
  | Ping
  | Visible
  | Trace
  | Cmd;

// Local state that board and dock share: partial action, highlighted house, pencil marks.
import { storage } from "../../../lib/page/storage";
import { perPlay } from "../../../lib/game/per-play";
import type { Play } from "../play";
import type { SneakyTownAction } from "../../../wire/sneaky-town";
import { answers, chooseKind, IDLE, open, pressPoint, dropIllegal, findAction, type Kind, type Thought } from "./hand";

export type TileName = "blue-sun" | "brown-sun" | "flower" | "void";
export const TILES: TileName[] = ["blue-sun", "brown-sun", "flower", "void"];
export const CHARMS: TileName[] = ["blue-sun", "flower", "brown-sun"];
export type Mark = "yes" | "no";
export type Pair = [number, number];

/** Deductions that the view offers as aids; empty without them. */
export interface Aids {
  lines?: Record<string, Record<string, Pair>>;
  charms?: Record<string, Record<string, Pair>>;
  end?: { win: number; tie: number; lose: number; of: number };
}

export interface Looked {
  point?: string;
  line?: [owner: number, line: string];
}

const DEDUCE = "fairyring.town.deduce";
const MOST = 40; // tables whose notes are kept

export const me = (play: Play): number => play.seat ?? 0;

export class Mind {
  private raw = $state.raw<Thought>(IDLE);
  private ofAsk = $state.raw<string | undefined>(undefined);
  looked = $state.raw<Looked>({});
  notesOpen = $state(false);
  noteAt = $state(""); // the line that the notes are about
  asksEnd = $state(false);
  private wants = $state(storage.read<boolean>(DEDUCE, true));
  private written = $state.raw<{ key: string; marks: Record<string, Mark> }>({ key: "", marks: {} });

  constructor(private readonly play: Play) {}

  // All of this is asked anew each time: a mind outlives the board that asks first, and what is derived inside a board dies with it.
  get legal(): SneakyTownAction[] {
    return this.play.live ? (this.play.own?.legal ?? []) : [];
  }
  /** Forgotten with the decision it belongs to. */
  get thought(): Thought {
    return this.ofAsk === this.play.own?.ask ? dropIllegal(this.legal, this.raw) : IDLE;
  }
  get action(): SneakyTownAction | null {
    return findAction(this.legal, this.thought);
  }
  get answers(): Set<string> {
    return answers(this.legal, this.thought);
  }
  can = (kind: Kind): boolean => open(this.legal, { kind }).length > 0;

  think(thought: Thought): void {
    this.raw = thought;
    this.ofAsk = this.play.own?.ask;
  }

  clear = (): void => this.think(IDLE);
  leave(): void {
    [this.notesOpen, this.asksEnd, this.noteAt, this.looked] = [false, false, "", {}];
  }
  verb = (kind: Kind): void => this.think(chooseKind(this.legal, this.thought, kind));

  /** A point was pressed, or a stone dragged there; a second press does it. */
  press(name: string): void {
    const before = this.thought;
    const last = before.target ?? before.point;
    if (this.action && last === name) return this.act();
    this.think(pressPoint(this.legal, before, name));
  }

  pressLine(line: string): void {
    if (this.action?.kind === "reveal" && this.thought.line === line) this.act();
    else if (open(this.legal, { kind: "reveal", line }).length) this.think({ kind: "reveal", line });
  }

  act = (): void => {
    const action = this.action;
    if (!action) return;
    this.clear();
    this.play.play(action);
  };

  end(): void {
    const action = this.legal.find((action) => action.kind === "end");
    this.asksEnd = false;
    if (action) this.play.play(action);
  }

  // What can be deduced ------------------------------------------------------------------------

  get canDeduce(): boolean {
    return Boolean(this.play.own?.aids["charms"]);
  }
  get deduces(): boolean {
    return this.wants && this.canDeduce;
  }
  set deduces(on: boolean) {
    this.wants = on;
    storage.write(DEDUCE, on);
  }
  get aids(): Aids {
    return this.deduces ? (this.play.own!.aids as unknown as Aids) : {};
  }

  // Pencil marks: of this table, seat and round; they never leave the browser --------------------

  private get page(): string {
    const table = this.play.table;
    return `${table?.n ?? 0}.${this.play.view?.rounds ?? 0}.${this.play.seat}`;
  }

  get marks(): Record<string, Mark> {
    const page = `${this.play.table?.id} ${this.page}`;
    if (this.written.key === page) return this.written.marks;
    const kept = storage.read<Record<string, { page: string; marks: Record<string, Mark> }>>(NOTES, {})[
      `${this.play.table?.id}.${this.play.seat}`
    ];
    return kept?.page === this.page ? kept.marks : {};
  }

  note(line: string, tile: TileName): void {
    const name = `${line} ${tile}`;
    const marks = { ...this.marks };
    if (!marks[name]) marks[name] = "yes";
    else if (marks[name] === "yes") marks[name] = "no";
    else delete marks[name];
    this.written = { key: `${this.play.table?.id} ${this.page}`, marks };
    const all = storage.read<Record<string, { page: string; marks: Record<string, Mark> }>>(NOTES, {});
    const own = `${this.play.table?.id}.${this.play.seat}`;
    delete all[own];
    all[own] = { page: this.page, marks };
    storage.write(NOTES, Object.fromEntries(Object.entries(all).slice(-MOST)));
  }
}

const NOTES = "fairyring.town.notes";
export const mindOf = perPlay((play: Play) => new Mind(play));

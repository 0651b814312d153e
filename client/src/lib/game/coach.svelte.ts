// A guided first game: bubbles beside things on a real table. The texts are `coach.GAME.KEY` and `coach.GAME.KEY.title`.
import type { Play } from "./play";

export interface Step<G extends string = string> {
  key: string;
  /** What it is about: a hole in the veil shows everything that matches. */
  at?: string;
  /** Not before this is so. */
  when?: (play: Play<G>) => boolean;
  /** Done by doing it: there is no “Next” then. */
  until?: (play: Play<G>) => boolean;
  /** The board keeps showing what it shows. */
  holds?: boolean;
  /** What “Next” does besides going on. */
  next?: (play: Play<G>) => void;
  /** What the text says besides: by seat or by what happened. */
  args?: (play: Play<G>) => Record<string, unknown>;
}

const KEY = "fairyring.guided";

class Coach {
  table = $state("");
  step = $state(0);
  holds = $state(false);

  /** Whether this table is a lesson that goes on here. */
  open(table: string): void {
    this.table = table;
    this.holds = false;
    const [known, step] = read();
    this.step = known === table ? step : 0;
    if (known !== table) write(table, 0);
  }

  go(step: number): void {
    this.step = step;
    write(this.table, step);
  }

  get gone(): boolean {
    return this.step < 0;
  }

  /** No more bubbles; the game goes on. */
  skip(): void {
    this.holds = false;
    this.go(-1);
  }
}

function read(): [table: string, step: number] {
  try {
    const [table = "", step = "0"] = (sessionStorage.getItem(KEY) ?? "").split(" ");
    return [table, Number(step)];
  } catch {
    return ["", 0];
  }
}

function write(table: string, step: number): void {
  try {
    sessionStorage.setItem(KEY, step ? `${table} ${step}` : table);
  } catch {
    // it is only remembered for as long as the page lives
  }
}

export const coach = new Coach();

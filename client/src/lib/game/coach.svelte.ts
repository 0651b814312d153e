// State of the guided lesson: which step is shown at which table. Texts are `coach.GAME.KEY` and `coach.GAME.KEY.title`.
import type { Play } from "./play";

export interface Step<G extends string = string> {
  key: string;
  /** CSS selector of the elements that the step explains; the veil has a hole there. */
  at?: string;
  /** Condition to show the step; the lesson waits for it. */
  when?: (play: Play<G>) => boolean;
  /** Condition that ends the step. With it the step has no button “Next”. */
  until?: (play: Play<G>) => boolean;
  /** Freeze the current moment of the board while the step is shown. */
  holds?: boolean;
  /** Side effect of the button “Next”. */
  next?: (play: Play<G>) => void;
  /** Arguments of the text. */
  args?: (play: Play<G>) => Record<string, unknown>;
}

const KEY = "fairyring.guided";

class Coach {
  table = $state("");
  step = $state(0);
  holds = $state(false);

  /** Continue the lesson of this table where it was left, or start it. */
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

  /** End the lesson; the game goes on. */
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

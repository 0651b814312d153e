// Local state while a count of a real deck is being reported.
import type { AnyAction } from "../../../lib/game/catalogue";
import { perPlay } from "../../../lib/game/per-play";
import type { Play } from "../play";
import { taken } from "./view";

class Real {
  number = $state<number | null>(null);
  private counts = $state(-1); // the challenge whose cards somebody counts
  private sent = $state.raw({ turn: -1, cards: 0 });

  constructor(private readonly play: Play) {}

  private get turn(): number {
    const view = this.play.view;
    return view ? taken(view) : -1;
  }
  /** What was told of this challenge, and is not confirmed yet; 0 for an eye that was opened. */
  get reported(): number | null {
    return this.sent.turn === this.turn ? this.sent.cards : null;
  }
  /** Also when somebody counted otherwise: nobody grabs again for that. */
  get counting(): boolean {
    return this.play.own?.report !== undefined && this.counts === this.turn;
  }
  private get outcomes(): AnyAction[] {
    return this.play.own?.report?.outcomes ?? [];
  }
  get numbers(): number[] {
    return this.outcomes.filter((outcome) => outcome.kind === "grab").map((outcome) => Number(outcome.args["cards"]));
  }

  count = (): void => {
    this.counts = this.turn;
    this.number = null;
  };
  tell = (): void => {
    const outcome = this.outcomes.find((outcome) => outcome.kind === "grab" && outcome.args["cards"] === this.number);
    if (outcome) this.report(outcome, this.number!);
  };
  opened = (): void => {
    const outcome = this.outcomes.find((outcome) => outcome.kind === "eyes-opened");
    if (outcome) this.report(outcome, 0);
  };
  private report(outcome: AnyAction, cards: number): void {
    this.sent = { turn: this.turn, cards };
    this.play.commands?.report(outcome);
  }
}

export const realOf = perPlay((play: Play) => new Real(play));

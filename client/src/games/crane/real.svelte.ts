// With a real deck: how far the one who tells the count is. The table keeps everything else.
import type { AnyAction } from "../../lib/catalogue";
import { perPlay } from "../../lib/per-play";
import type { Play } from "../../lib/play";

class Real {
  counts = $state(""); // the question for which somebody counts
  number = $state<number | null>(null);
  said = $state<number | null>(null); // told, and not confirmed yet

  constructor(private readonly play: Play) {}

  get ask(): string {
    return this.play.own?.report?.ask ?? "";
  }
  get counting(): boolean {
    return this.ask !== "" && this.counts === this.ask;
  }
  private get outcomes(): AnyAction[] {
    return (this.play.own?.report?.outcomes ?? []) as AnyAction[];
  }
  get numbers(): number[] {
    return this.outcomes.filter((one) => one.kind === "grab").map((one) => Number(one.args["cards"]));
  }

  count = (): void => {
    this.counts = this.ask;
    this.number = this.said = null;
  };
  tell = (): void => {
    const outcome = this.outcomes.find((one) => one.kind === "grab" && one.args["cards"] === this.number);
    if (!outcome) return;
    this.said = this.number;
    this.play.doings?.report(outcome);
  };
  opened = (): void => {
    const outcome = this.outcomes.find((one) => one.kind === "eyes-opened");
    if (outcome) this.play.doings?.report(outcome);
  };
}

export const realOf = perPlay((play) => new Real(play));

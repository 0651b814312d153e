// State of the challenger on this device: eyes closed, practising. Reset with each challenge.
import { perPlay } from "../../../lib/game/per-play";
import type { Play } from "../play";
import { mine, taken } from "./view";

class Eyes {
  private at = $state("");
  practises = $state(false);

  constructor(private readonly play: Play) {}

  private get which(): string {
    const view = this.play.view;
    return view ? `${this.play.table?.n} ${taken(view)} ${this.play.seat}` : "";
  }

  get closed(): boolean {
    const phase = this.play.view?.phase;
    return this.at !== "" && this.at === this.which && mine(this.play) && (phase === "betting" || phase === "grab");
  }

  close = (): void => {
    this.at = this.which;
    this.practises = false;
  };

  practise = (): void => {
    this.at = this.which;
    this.practises = true;
  };

  open = (): void => {
    this.at = "";
    this.practises = false;
  };
}

export const eyesOf = perPlay((play: Play) => new Eyes(play));

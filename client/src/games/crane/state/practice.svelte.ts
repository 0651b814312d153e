// Three practice grabs on throwaway decks: eyes open, eyes closed, and with the finger that the card forbids. The server deals them by the same
// laws as in a game, and tells afterwards what every tick carried.
import { api } from "../../../lib/net/api";
import { t } from "../../../lib/text/words.svelte";
import { FINGERS, type Finger } from "./view";

interface Dealt {
  seed: string;
  at: number[];
  v: string;
}
export interface PracticeResult {
  grabbed: number;
  jerk: number;
  cards: number[]; // of every tick
  ticks: number; // held when it was finished
  target: number;
}
export const STEPS = ["open", "closed", "finger"] as const;

export class Practice {
  step = $state(0);
  deck = $state.raw<Dealt | null>(null);
  results = $state.raw<(PracticeResult | null)[]>([null, null, null]);
  failed = $state(false);
  shows = $state(false); // what the last grab brought
  private busy = false;

  constructor(
    readonly forbidden: Finger,
    readonly ownTarget: number,
  ) {}

  get key(): (typeof STEPS)[number] {
    return STEPS[this.step]!;
  }
  get finger(): Finger {
    return this.key === "finger" ? this.forbidden : FINGERS[0]!;
  }
  /** Only a forbidden finger is a handicap. */
  get handicap(): boolean {
    return this.key === "finger";
  }
  get target(): number {
    return this.key === "open" ? 5 : this.key === "closed" ? 6 : this.ownTarget;
  }
  get last(): boolean {
    return this.step === STEPS.length - 1;
  }
  get now(): PracticeResult | null {
    return this.results[this.step] ?? null;
  }

  /** What its ticks carried, and whether the hand jerked at the end. */
  says(): string {
    const { cards, ticks, jerk } = this.now!;
    const carried = cards.slice(0, Math.max(1, ticks + jerk));
    const legend = t("crane.practice.legend", {
      none: carried.filter((count) => count === 0).length,
      more: carried.filter((count) => count > 1).length,
    });
    return jerk ? `${legend} ${t(jerk > 0 ? "crane.practice.jerk.more" : "crane.practice.jerk.less")}` : legend;
  }

  async deal(): Promise<void> {
    this.shows = false;
    this.deck = null;
    try {
      this.deck = await api.ask<Dealt>(`api/tools/crane/practice/${this.finger}`);
      this.failed = false;
    } catch {
      this.failed = true;
    }
  }

  async finish(ticks: number): Promise<void> {
    if (!this.deck || this.busy) return;
    this.busy = true;
    try {
      const outcome = await api.ask<Omit<PracticeResult, "ticks" | "target">>(
        `api/tools/crane/practice/${this.finger}/${this.deck.seed}/${ticks}`,
      );
      const results = [...this.results];
      results[this.step] = { ...outcome, ticks, target: this.target };
      this.results = results;
      this.shows = true;
      this.failed = false;
    } catch {
      this.failed = true;
    }
    this.busy = false;
  }

  /** The next one; after the last, the last again. */
  async next(): Promise<void> {
    this.step = Math.min(STEPS.length - 1, this.step + 1);
    await this.deal();
  }
}

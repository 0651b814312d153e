// Local state that board and dock share: preselected card, expanded seat, card in the close-up.
import { perPlay } from "../../../lib/game/per-play";
import type { Play } from "../play";
import type { FairyTaleAction } from "../../../wire/fairy-tale";
import { cardOf, type Card } from "./cards";

/** A card that is looked at closely, among others that lie with it. */
export interface Close {
  cards: Card[];
  at: number;
  where: string; // in words
}

export const MANY = 6; // more than so many to choose from are shown small

export class Mind {
  private id = $state<number | null>(null);
  private ofAsk = $state.raw<string | undefined>(undefined);
  private row = $state<number | null | undefined>(undefined); // spread out on a phone; undefined: whoever is of interest now
  close = $state.raw<Close | null>(null);
  seen = $state<number | null>(null); // all cards of this seat, large
  narrow = $state(false); // a phone
  wide = $state(true); // a desk

  constructor(private readonly play: Play) {}

  // All of this is asked anew each time: a mind outlives the board that asks first.
  get legal(): FairyTaleAction[] {
    return this.play.own?.legal ?? [];
  }
  get chosen(): FairyTaleAction | null {
    return this.play.own?.chosen ?? null;
  }
  /** What is picked and not yet said; forgotten with the decision it belongs to. */
  get picked(): FairyTaleAction | null {
    if (this.chosen || this.ofAsk !== this.play.own?.ask) return null;
    return this.legal.find((action) => action.id === this.id) ?? null;
  }
  get card(): Card | null {
    const action = this.chosen ?? this.picked;
    return (action && cardOf(this.play, action.args.card)) ?? null;
  }
  /** Whether an effect asks for one of the cards on the table. */
  get choosing(): boolean {
    const phase = this.play.view?.phase;
    return (phase === "open" || phase === "close") && this.legal.length > 0;
  }

  pick(action: FairyTaleAction): void {
    if (!this.play.live || this.chosen) return;
    this.id = action.id;
    this.ofAsk = this.play.own?.ask;
  }
  go = (): void => {
    const { picked } = this;
    if (picked && this.play.live) this.play.play(picked);
  };

  /** The row that is spread out on a phone, where not all are. */
  open(whose: number | null): number | null {
    return this.row === undefined ? whose : this.row;
  }
  toggle(p: number, open: boolean): void {
    this.row = open ? null : p;
  }
  /** Something else is of interest now. */
  fold(): void {
    this.row = undefined;
  }
  look(cards: Card[], at: number, where: string): void {
    if (cards[at]) this.close = { cards, at, where };
  }
  leave(): void {
    [this.close, this.seen, this.row, this.id] = [null, null, undefined, null];
  }
}

export const mindOf = perPlay((play: Play) => new Mind(play));

// Hints from the server: the choice of a good bot, offered against bots only. Cleared when the decision changes.
import type { AnyAction } from "../../lib/game/catalogue";
import { live } from "../../lib/page/live.svelte";
import { actionMessage } from "../../lib/text/speak";
import type { TableStore } from "../../lib/net/table.svelte";
import { t } from "../../lib/text/words.svelte";
import type { Hint } from "../../wire/table";

const PATIENCE = 6000; // milliseconds after which nothing will come any more

export class Advice {
  private hint = $state.raw<Hint | null>(null);
  private requested = $state(""); // the decision that is thought about
  private closed = $state(""); // the one whose line was read, or has not come
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly store: TableStore) {}

  start(): () => void {
    const deaf = this.store.listen((message) => {
      if (message.type !== "hint") return;
      this.hint = message;
      this.done();
      if (this.text) live.say(this.text);
    });
    return () => {
      deaf();
      clearTimeout(this.timer);
    };
  }

  /** Whether this is a game in which there are hints: nobody else sits here, and nothing is spoiled by them. */
  get offered(): boolean {
    const table = this.store.table;
    const people = table?.seats.filter((seat) => seat.kind === "person").length;
    return table?.phase === "playing" && people === 1 && this.store.seats.length === 1 && !this.withheld;
  }

  /** Whether hints would spoil it: a lesson leads through the game, a result is compared, or a puzzle is not solved yet. */
  private get withheld(): boolean {
    const { guided, deal, puzzle } = this.store.table!.settings;
    return Boolean(guided ?? deal?.startsWith("day/")) || (Boolean(puzzle) && this.store.decided === null);
  }

  /** Whether one can be asked for now. */
  get open(): boolean {
    const { own, live: connected, table } = this.store;
    return (
      this.offered &&
      connected &&
      !table?.paused &&
      Boolean(own?.ask && own.legal?.length) &&
      this.requested !== own?.ask
    );
  }

  ask(): void {
    const { own, seat } = this.store;
    if (!this.open || !own?.ask) return;
    this.requested = own.ask;
    this.closed = "";
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.hint = { type: "hint", seat: seat!, ask: this.requested, actions: [], percents: [] };
      this.done();
    }, PATIENCE);
    void this.store.command({ do: "hint", seat, ask: own.ask }).then((answer) => {
      if (!answer.ok) this.done();
    });
  }

  close(): void {
    this.closed = this.store.own?.ask ?? "";
  }

  private done(): void {
    this.requested = "";
    clearTimeout(this.timer);
  }

  /** What to say now; empty where nothing was asked. */
  get text(): string {
    const { own, catalogue, speaker } = this.store;
    if (!own?.ask || own.ask === this.closed || !catalogue) return "";
    if (this.requested === own.ask) return t("advice.thinks");
    const hint = this.hint;
    if (hint?.ask !== own.ask) return "";
    const legal = own.legal as AnyAction[];
    const sentences = hint.actions.flatMap((id, i) => {
      const action = legal.find((action) => action.id === id);
      if (!action) return [];
      const often = hint.often?.[i]; // where perfect play is known, and mixed
      const key =
        hint.percents[i] === undefined
          ? "advice.plain"
          : (i === 0 ? "advice.first" : "advice.next") + (often ? ".mixed" : "");
      return [
        t(key, { action: speaker.say(actionMessage(speaker, catalogue, action)), percent: hint.percents[i], often }),
      ];
    });
    if (!sentences.length) return t("advice.none");
    const basis = hint.basis ? `. ${t(`advice.basis.${hint.basis}`)}` : "";
    return sentences.join("; ") + basis;
  }
}

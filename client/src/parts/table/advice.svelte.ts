// Hints from the server: the choice of a good bot, offered against bots only. Cleared when the decision changes.
import type { AnyAction } from "../../lib/game/catalogue";
import type { GameFace } from "../../lib/game/play";
import { live } from "../../lib/page/live.svelte";
import { actionMessage } from "../../lib/text/speak";
import type { TableStore } from "../../lib/net/table.svelte";
import { t } from "../../lib/text/words.svelte";
import type { Hint } from "../../wire/table";

/** A choice of the hint: how many games it wins, in per cent, and how often it is chosen where that is mixed. */
interface Choice {
  action: AnyAction;
  percent: number | undefined;
  often: number | undefined;
}

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
      live.say(this.spoken);
    });
    return () => {
      deaf();
      clearTimeout(this.timer);
    };
  }

  /** Whether hints are offered: only in games without other people. */
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

  /** The choices of the hint for what is asked now, the best first. */
  private get choices(): Choice[] {
    const { own } = this.store;
    const hint = this.hint;
    if (!own?.ask || own.ask === this.closed || hint?.ask !== own.ask || this.requested === own.ask) return [];
    const legal = own.legal as AnyAction[];
    return hint.actions.flatMap((id, i) => {
      const action = legal.find((action) => action.id === id);
      return action ? [{ action, percent: hint.percents[i], often: hint.often?.[i] }] : [];
    });
  }

  /** What lies on the table for these choices, as CSS selectors, and what is written there. */
  marks(face: Pick<GameFace, "advise">): { at: string; says: string }[] {
    return this.choices.flatMap(({ action, percent }, i) => {
      const at = face.advise?.(this.store, action)?.at ?? `[data-action="${action.id}"]`;
      return percent === undefined && i > 0 ? [] : [{ at, says: percent === undefined ? "!" : `${percent} %` }];
    });
  }

  /** The whole advice as text for screen readers. */
  private get spoken(): string {
    return [this.say(this.choices), this.basis].filter(Boolean).join(". ");
  }

  /** What to say now: the best choice, as the others are marked where they lie; empty where nothing was asked. */
  text(face: Pick<GameFace, "advise">): string {
    const { own } = this.store;
    if (!own?.ask || own.ask === this.closed) return "";
    if (this.requested === own.ask) return t("advice.thinks");
    return this.hint?.ask === own.ask ? this.say(this.choices.slice(0, 1), face) : "";
  }

  private say(choices: Choice[], face?: Pick<GameFace, "advise">): string {
    const { catalogue, speaker } = this.store;
    if (!catalogue) return "";
    const sentences = choices.map(({ action, percent, often }, i) => {
      const key =
        percent === undefined ? "advice.plain" : (i ? "advice.next" : "advice.first") + (often ? ".mixed" : "");
      const words = face?.advise?.(this.store, action)?.text ?? speaker.say(actionMessage(speaker, catalogue, action));
      return t(key, { action: words, percent, often }); // how often: where perfect play is known, and mixed
    });
    if (!sentences.length) return t("advice.none");
    return sentences.join("; ");
  }

  /** What the hint was computed from, as a sentence. */
  get basis(): string {
    return this.choices.length && this.hint?.basis ? t(`advice.basis.${this.hint.basis}`) : "";
  }
}

/** Write on what lies at these places; returns how to wipe it off. */
export function markPlaces(marks: { at: string; says: string }[]): () => void {
  const places = new Set<HTMLElement>();
  const mark = (): void => {
    for (const { at, says } of marks) {
      for (const place of document.querySelectorAll<HTMLElement>(at)) {
        if (places.has(place)) continue;
        place.dataset["hint"] = says;
        places.add(place);
      }
    }
  };
  mark();
  const later = new MutationObserver(mark); // boards and docks are drawn in turns, and choices may come after a hint
  if (marks.length) later.observe(document.body, { childList: true, subtree: true });
  return () => {
    later.disconnect();
    places.forEach((place) => delete place.dataset["hint"]);
  };
}

// Menu of legal actions in steps (kind, then each argument), for any game.
import type { AnyAction, Catalogue } from "./catalogue";
import { actionMessage, type Speaker } from "../text/speak";
import { capitalize } from "../text/format";

export type Word = string | number;
export const FEW = 9; // so many are shown at once, whatever they are

/** One button: an action, or a step towards several actions. */
export interface Option {
  key: string;
  short: string; // what the step chooses
  label: string; // the whole text, for screen readers and where there is room
  path: Word[];
  action: AnyAction | null;
}

export const wordsOf = (action: AnyAction): Word[] => [action.kind, ...Object.values(action.args)];
const actionsUnder = (all: AnyAction[], path: Word[]): AnyAction[] =>
  all.filter((action) => path.every((word, i) => wordsOf(action)[i] === word));

/** Skip steps with a single option; the last argument is always left to the player. */
export function settle(all: AnyAction[], path: Word[]): Word[] {
  for (let rest = actionsUnder(all, path); rest.length > 1; rest = actionsUnder(all, path)) {
    const next = new Set(rest.map((action) => wordsOf(action)[path.length]));
    const [only] = next;
    if (next.size > 1 || only === undefined) break;
    path = [...path, only];
  }
  return path;
}

export class Steps {
  constructor(
    readonly all: AnyAction[],
    readonly speaker: Speaker,
    readonly catalogue: Catalogue,
    readonly chance = false,
  ) {}

  say(action: AnyAction): string {
    return capitalize(this.speaker.say(actionMessage(this.speaker, this.catalogue, action, this.chance)));
  }

  /** Text of an argument at a depth of the path. */
  word(kind: string, depth: number, word: Word): string {
    if (depth === 0) return capitalize(String(word).replace(/-/g, " "));
    const kinds = this.chance ? this.catalogue.chance : this.catalogue.actions;
    const labels = Object.values(kinds.find((entry) => entry.kind === kind)?.args ?? {});
    const label = labels[depth - 1] ?? "";
    return label === "seat" ? this.speaker.value({ seat: Number(word) }) : this.speaker.thing(label, word);
  }

  /** Options after the steps in `path`. */
  options(path: Word[]): Option[] {
    const settled = settle(this.all, path);
    const rest = actionsUnder(this.all, settled);
    if (rest.length <= FEW) return rest.map((action) => this.whole(action, this.say(action)));
    const groups = new Map<Word | undefined, AnyAction[]>();
    for (const action of rest) {
      const word = wordsOf(action)[settled.length];
      groups.set(word, [...(groups.get(word) ?? []), action]);
    }
    return [...groups].map(([word, actions]) => {
      const [first] = actions as [AnyAction];
      if (word === undefined) return this.whole(first, this.say(first));
      const short = this.word(first.kind, settled.length, word);
      if (actions.length === 1)
        return settled.length
          ? { ...this.whole(first, short), label: this.say(first) }
          : this.whole(first, this.say(first));
      return {
        key: `step ${[...settled, word].join(" ")}`,
        short,
        label: short,
        path: [...settled, word],
        action: null,
      };
    });
  }

  private whole(action: AnyAction, short: string): Option {
    return { key: `act ${action.id}`, short, label: this.say(action), path: wordsOf(action), action };
  }

  /** Text of the steps taken, without those that had a single option. */
  trail(path: Word[]): string {
    const [kind] = path;
    return kind === undefined ? "" : path.map((word, i) => this.word(String(kind), i, word)).join(" · ");
  }

  /** Actions that a press on a thing or place of the board can mean after the steps in `path`. */
  meant(path: Word[], label: string, word: Word): AnyAction[] {
    const kinds = this.chance ? this.catalogue.chance : this.catalogue.actions;
    const settled = settle(this.all, path);
    return actionsUnder(this.all, settled).filter((action) => {
      const labels = kinds.find((entry) => entry.kind === action.kind)?.args ?? {};
      return Object.entries(action.args).some(
        ([arg, value], i) => i + 1 >= settled.length && labels[arg] === label && String(value) === String(word),
      );
    });
  }
}

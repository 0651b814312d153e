// Partial selection of an action: verb, then place; from the legal actions only.
import type { SneakyTownAction } from "../../../wire/sneaky-town";

export type Kind = SneakyTownAction["kind"];
export const KINDS = ["cast", "transfer", "recover", "reveal", "swap"] as const;

/** A thought that is not an action yet; nothing of it for an idle hand. */
export interface Thought {
  kind: Kind | null;
  point?: string; // a point, or an own stone
  target?: string; // where a stone goes to, or the stone it is swapped with
  line?: string; // a line of the opponent's
}

export const IDLE: Thought = { kind: null };
const ARGS: Record<Kind, (keyof Omit<Thought, "kind">)[]> = {
  cast: ["point"],
  transfer: ["point", "target"],
  recover: ["point"],
  reveal: ["line"],
  swap: ["point", "target"],
  end: [],
};

/** The legal actions that a thought may still become. */
export function open(legal: SneakyTownAction[], thought: Thought): SneakyTownAction[] {
  if (!thought.kind) return legal;
  const filled = ARGS[thought.kind].filter((arg) => thought[arg] !== undefined);
  return legal.filter(
    (action) =>
      action.kind === thought.kind &&
      filled.every((arg) => (action.args as Record<string, string>)[arg] === thought[arg]),
  );
}

/** The action that a thought has become. */
export function findAction(legal: SneakyTownAction[], thought: Thought): SneakyTownAction | null {
  if (!thought.kind || ARGS[thought.kind].some((arg) => thought[arg] === undefined)) return null;
  return open(legal, thought)[0] ?? null;
}

/** What is asked for next; nothing where all is said. */
export function missingPart(thought: Thought): keyof Omit<Thought, "kind"> | null {
  return thought.kind ? (ARGS[thought.kind].find((arg) => thought[arg] === undefined) ?? null) : null;
}

/** The points or lines that would be an answer; where all is said, those that could be said instead. */
export function answers(legal: SneakyTownAction[], thought: Thought): Set<string> {
  if (!thought.kind) return new Set();
  const arg = missingPart(thought) ?? ARGS[thought.kind].at(-1);
  if (!arg) return new Set();
  const rest: Thought = { ...thought, [arg]: undefined };
  return new Set(open(legal, rest).map((action) => (action.args as Record<string, string>)[arg]!));
}

/** A point was pressed: what that means, after what was thought before. The same as before where it means nothing. */
export function pressPoint(legal: SneakyTownAction[], thought: Thought, name: string): Thought {
  if (missingPart(thought) === "target" && thought.point === name) return IDLE; // put back
  const readings: Thought[] = [];
  const { kind, point } = thought;
  if (kind && kind !== "end" && kind !== "reveal") {
    const arg = missingPart(thought) ?? ARGS[kind].at(-1)!;
    readings.push({ ...thought, [arg]: name });
    if (arg === "point" && kind === "swap") readings.push({ kind, target: name });
    if (kind === "swap" && thought.target)
      readings.push({ kind, point: name, target: thought.target }, { kind, point: name });
  }
  if (point && kind !== "cast")
    readings.push({ kind: "transfer", point, target: name }, { kind: "swap", point, target: name });
  readings.push(
    { kind: "cast", point: name },
    { kind: "transfer", point: name },
    { kind: "recover", point: name },
    { kind: "swap", target: name },
  );
  return readings.find((reading) => open(legal, reading).length > 0) ?? thought;
}

/** A verb was chosen: it keeps the stone that is already in the hand. */
export function chooseKind(legal: SneakyTownAction[], thought: Thought, kind: Kind): Thought {
  if (thought.kind === kind && missingPart(thought)) return IDLE;
  const kept: Thought[] = [{ ...(thought.point ? { point: thought.point } : {}), kind }, { kind }];
  return kept.find((reading) => open(legal, reading).length > 0) ?? IDLE;
}

/** A thought that the newest legal actions leave possible. */
export const dropIllegal = (legal: SneakyTownAction[], thought: Thought): Thought =>
  thought.kind && !open(legal, thought).length ? IDLE : thought;

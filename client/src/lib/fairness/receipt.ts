// Receipt: what this device notes of a game while it is played, to compare the record with. The same JSON as
// `fairyring.core.record.receipt` reads. What was noted is never replaced.
import type { Beat, Chance } from "../../wire/table";
import type { AnyEvent, Catalogue } from "../game/catalogue";
import { newShare } from "./chance";

export type Odds = Catalogue["odds"];
export type ShownEvent = Pick<AnyEvent, "kind" | "args">;

export interface Receipt {
  receipt: 1;
  table: string;
  game: number;
  guest: number;
  share: string;
  commitment: string;
  early: boolean; // first noted while the secret was one: only then it proves something
  head: string;
  keys: Record<string, string>;
  opened: Record<string, string>;
  odds: Odds | null; // noted before the own share was opened
  moves: string;
  steps: string;
  chain: string;
  shown: { seat: number | null; events: ShownEvent[] }[];
  gaps: boolean;
  interrupted?: boolean; // events may have been missed since the last noted one
}

const MAX_EVENTS = 4000;

/** Receipt with everything that the table publishes now. Returns the same object if nothing is new. */
export function updateReceipt(
  before: Partial<Receipt> | undefined,
  chance: Chance,
  where: { table: string; game: number; guest: number },
): Receipt {
  const after: Receipt = {
    receipt: 1,
    ...where,
    share: before?.share ?? newShare(),
    commitment: before?.commitment ?? chance.commitment,
    early: before ? before.early === true : chance.secret === undefined,
    head: before?.head || (chance.head ?? ""),
    keys: filled(before?.keys) ?? chance.keys ?? {},
    opened: chance.secret === undefined ? { ...chance.opened, ...before?.opened } : (before?.opened ?? {}),
    odds: before?.odds ?? null,
    moves: before?.moves || (chance.moves ?? ""),
    steps: before?.steps || (chance.steps ?? ""),
    chain: before?.chain || (chance.chain ?? ""),
    shown: before?.shown ?? [],
    gaps: before?.gaps ?? false,
    ...(before?.interrupted ? { interrupted: true } : {}),
  };
  return before && JSON.stringify(before) === JSON.stringify(after) ? (before as Receipt) : after;
}

const filled = <T extends object>(value: T | null | undefined): T | undefined =>
  value && Object.keys(value).length ? value : undefined;

/** Note the odds of the game. They count only if they were published before the own share was opened. */
export function noteOdds(receipt: Receipt, odds: Odds | undefined): Receipt {
  const late = receipt.odds !== null && receipt.head !== "";
  return late || !odds || String(receipt.guest) in receipt.opened ? receipt : { ...receipt, odds };
}

/** Note the events of a beat. A snapshot or a lost connection begins a new list: others may be missing between. */
export function noteEvents(receipt: Receipt, beat: Beat, welcome: boolean): Receipt {
  const seat = Object.keys(beat.seats)[0];
  const viewer = seat === undefined ? null : Number(seat);
  const whole = beat.after === null;
  const events = (beat.events as AnyEvent[]).map(({ kind, args }) => ({ kind, args }));
  const interrupted = receipt.interrupted === true || welcome || whole;
  const known = receipt.shown.findLast((part) => part.seat === viewer);
  if (!events.length || (whole && known && firstMissing(events, known.events) === null))
    return interrupted ? { ...receipt, interrupted } : receipt;
  if (receipt.shown.reduce((sum, part) => sum + part.events.length, 0) + events.length > MAX_EVENTS)
    return { ...receipt, gaps: true };
  const { interrupted: _, ...rest } = receipt;
  const last = receipt.shown.at(-1);
  const shown =
    !last || last.seat !== viewer || interrupted
      ? [...receipt.shown, { seat: viewer, events }]
      : [...receipt.shown.slice(0, -1), { seat: viewer, events: [...last.events, ...events] }];
  return { ...rest, shown };
}

/** First event that was shown and did not happen in this order; null if all did. */
export function firstMissing(shown: ShownEvent[], happened: ShownEvent[]): ShownEvent | null {
  let at = 0;
  for (const event of shown) {
    while (at < happened.length && !sameEvent(event, happened[at]!)) at++;
    if (at++ >= happened.length) return event;
  }
  return null;
}

const sameEvent = (a: ShownEvent, b: ShownEvent): boolean =>
  a.kind === b.kind && JSON.stringify(a.args) === JSON.stringify(b.args);

/** Receipt of a file that a person chose; null if it is none. */
export function parseReceipt(text: string): Receipt | null {
  try {
    const value = JSON.parse(text) as Partial<Receipt> | null;
    const good = value?.receipt === 1 && typeof value.share === "string" && Array.isArray(value.shown);
    return good && typeof value.keys === "object" && typeof value.opened === "object" ? (value as Receipt) : null;
  } catch {
    return null;
  }
}

// Turn from count to payments, collected from events. Every number comes from an event.
import type { AnyEvent } from "../../../lib/game/catalogue";
import type { Story } from "../../../wire/api";
import type { Page } from "../play";
import type { Play } from "../play";
import type { CraneEvent, CraneView, CraneZone } from "../../../wire/crane";
import type { Bet, Finger, Pot } from "./view";

export type Kind = "exact" | "short" | "overshot" | "opened";

/** What became of the cards. */
export interface Paid {
  number: number; // of the page that told it
  pot: Pot | null; // that got cards, or was won
  toPot: number; // to it
  prize: number; // out of it
  kept: number;
  back: number; // into the deck
  gains: number[]; // by seat
  bets: { seat: number; bet: Bet; cards: number; pot: Pot | null }[];
  achieved: { seat: number; bet: Bet }[];
  markers: number[]; // that each seat took for ten cards each
  tied: number[];
  events: AnyEvent[];
}

export interface Turn {
  number: number; // of the page with the count
  seat: number;
  kind: Kind;
  cards: number;
  target: number;
  finger: Finger | null;
  bets: (Bet | null)[];
  paid: Paid | null;
}

const COUNTS = new Set(["exact", "short", "overshot", "opened"]);
const PAYS = new Set([
  "won-jackpot",
  "kept",
  "to-jackpot",
  "put-back",
  "paid",
  "shared-out",
  "achieved",
  "exchanged",
  "refilled",
]);
const TAKEN: CraneZone = "taken"; // the cards in front of a seat
const ENDS = new Set(["flipped", "gathered", "ended"]);

interface PagedEvent {
  event: CraneEvent;
  page: number;
}

/** The last turn of which something was told on a page that `isNews`. */
export function lastTurn(pages: Page[], isNews: (page: Page) => boolean, players: number): Turn | null {
  const all: PagedEvent[] = pages.flatMap((page) => page.events.map((event) => ({ event, page: page.number })));
  const fresh = new Set(pages.filter(isNews).map((page) => page.number));
  const newest = all.findLastIndex(
    ({ event, page }) => fresh.has(page) && (COUNTS.has(event.kind) || PAYS.has(event.kind)),
  );
  const at = all.findLastIndex(({ event }, i) => i <= newest && COUNTS.has(event.kind));
  if (at < 0) return null;
  return turnOf(all, at, players);
}

/** A turn of a finished game, and the positions that it begins and ends with. */
export interface Grab extends Turn {
  from: number;
  at: number;
}

/** All turns of a finished game, in order. */
export function grabsOf(story: Story): Grab[] {
  const all: PagedEvent[] = story.moments.flatMap(({ at, events }) =>
    events.map((event) => ({ event: event as unknown as CraneEvent, page: at })),
  );
  return all.flatMap(({ event }, i) => {
    const turn = COUNTS.has(event.kind) ? turnOf(all, i, story.seats.length) : null;
    if (!turn) return [];
    const flip = all.findLast(({ event: other }, k) => k < i && other.kind === "flipped")?.page ?? turn.number;
    return [{ ...turn, from: flip, at: Math.max(turn.number, turn.paid?.number ?? 0) }];
  });
}

/** The turn whose count is the event `at`. */
function turnOf(all: PagedEvent[], at: number, players: number): Turn | null {
  const { event, page } = all[at]!;
  if (event.kind !== "exact" && event.kind !== "short" && event.kind !== "overshot" && event.kind !== "opened")
    return null;
  const flip = all.findLast(({ event: other }, i) => i < at && other.kind === "flipped")?.event;
  const task = flip?.kind === "flipped" ? flip.args : null;
  const after = all.slice(at + 1);
  const end = after.findIndex(({ event: other }) => ENDS.has(other.kind));
  const rest = end < 0 ? after : after.slice(0, end);
  const shown = rest.find(({ event: other }) => other.kind === "revealed")?.event;
  const pays = rest.filter(({ event: other }) => PAYS.has(other.kind) || other.kind === "tied");
  const done = event.kind === "opened" || pays.length > 0;
  return {
    number: page,
    seat: event.args.seat,
    kind: event.kind,
    cards: event.kind === "opened" ? 0 : event.args.cards,
    // Events of a count hold the cards and the difference, not the target; the form of events is that of old records and
    // stays, and the flip that named the target may be missing after a reconnect. So it is added up here.
    target:
      event.kind === "short"
        ? event.args.cards + event.args.missing
        : event.kind === "overshot"
          ? event.args.cards - event.args.excess
          : event.kind === "exact"
            ? event.args.cards
            : (task?.number ?? 0),
    finger: task?.finger ?? null,
    bets: shown?.kind === "revealed" ? shown.args.bets : [],
    paid: done ? payments(pays, players, pays.at(-1)?.page ?? page) : null,
  };
}

function payments(entries: PagedEvent[], players: number, number: number): Paid {
  const paid: Paid = {
    number,
    pot: null,
    toPot: 0,
    prize: 0,
    kept: 0,
    back: 0,
    gains: Array<number>(players).fill(0),
    bets: [],
    achieved: [],
    markers: Array<number>(players).fill(0),
    tied: [],
    events: [],
  };
  for (const { event } of entries) {
    paid.events.push(event as AnyEvent);
    for (const { to, count } of event.moves) if (to.zone === TAKEN) paid.gains[to.seat!]! += count;
    switch (event.kind) {
      case "won-jackpot":
        Object.assign(paid, { pot: event.args.pot, prize: event.args.prize, kept: event.args.cards });
        break;
      case "kept":
        paid.kept = event.args.cards;
        break;
      case "to-jackpot":
        Object.assign(paid, { pot: event.args.pot, toPot: event.args.cards });
        break;
      case "put-back":
        paid.back = event.args.cards;
        break;
      case "paid":
        paid.bets.push({ ...event.args, pot: null });
        break;
      case "shared-out":
        paid.bets.push({ ...event.args, bet: "just" });
        break;
      case "achieved":
        paid.achieved.push(event.args);
        break;
      case "exchanged":
        paid.markers[event.args.seat] = event.args.markers;
        break;
      case "tied":
        paid.tied = event.args.seats;
        break;
    }
  }
  return paid;
}

/** The same from a view alone: somebody came while the challenger chooses. */
export function standing(view: CraneView): Turn | null {
  if (view.phase !== "choose" || view.challenger === null || view.target === null) return null;
  const kind: Kind = view.hand === view.target ? "exact" : view.hand < view.target ? "short" : "overshot";
  return {
    number: -2,
    seat: view.challenger,
    kind,
    cards: view.hand,
    target: view.target,
    finger: view.finger,
    bets: view.revealed,
    paid: null,
  };
}

const IF: Record<string, Kind> = { more: "overshot", fewer: "short", equal: "exact" };

/** Whether a bet came true: the table's catalogue says what makes each right, the count what happened. */
export const right = (play: Play, turn: Pick<Turn, "kind">, bet: Bet | null | undefined): boolean =>
  bet != null && IF[String(play.catalogue?.things["bet"]?.[bet]?.["right_if"])] === turn.kind;

/** When each card of a count comes, in milliseconds, and when all lie there. */
export function beats(cards: number): number[] {
  const gap = Math.min(220, 2400 / Math.max(1, cards - 3));
  let at = 250;
  return Array.from({ length: cards }, (_, i) => {
    const left = cards - i;
    at += gap + (cards > 3 && left <= 3 ? 80 * (4 - left) : 0);
    return at;
  });
}

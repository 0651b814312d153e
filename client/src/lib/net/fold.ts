// Reducer: folds the server's messages into the known state of a table. Pure; it contains no rules of any game.
import type { Beat, Chat, Clocks, Nack, Own, Presence, Table, ServerMessage, You } from "../../wire/table";
import type { Prompt } from "../../wire/shared";
import type { AnyEvent, Catalogue } from "../game/catalogue";
import { gestureOf, type Types } from "../game/play";

/** Events that arrived in one message and are shown together. */
export interface Page<G extends string = string> {
  number: number; // counts what this page was sent; of the game it tells nothing
  events: Types<G>["event"][];
  mine: boolean; // caused by a command of ours
  old?: boolean; // came with a whole picture: it can be looked up, but is no news
}

export interface Known {
  you: You | null;
  table: Table | null;
  view: Record<string, unknown> | null;
  prompt: Prompt | null;
  seats: Record<string, Own>;
  at: string | null; // the cursor
  gap: boolean; // a beat was missed: ask again from the cursor
  pages: Page[]; // newest last
  news: Page[]; // the newest few as they came: for showing how it came to this, not for looking anything up
  received: number;
  chat: Chat[];
  presence: Presence | null;
  clocks: { left: Record<string, number>; at: number } | null;
  shouts: { guest: number; n: number; number: number }[];
  band: { c: number; b: number } | null; // how the hand of somebody looks that moves on their screen
  stalled: boolean;
  whole: boolean; // the newest beat was a whole picture: nothing moved to get here
}

export const NOTHING: Known = {
  you: null,
  table: null,
  view: null,
  prompt: null,
  seats: {},
  at: null,
  gap: false,
  pages: [],
  news: [],
  received: 0,
  chat: [],
  presence: null,
  clocks: null,
  shouts: [],
  band: null,
  stalled: false,
  whole: true,
};

const PAGES = 400;
const NEWS = 24;

/** Return the state after a message. `now` is the page's clock in milliseconds, for running clocks. */
export function fold(known: Known, message: ServerMessage, now: number, catalogue: Catalogue | null = null): Known {
  switch (message.type) {
    case "welcome": {
      const fresh = known.at === null || message.beat.after === null;
      const before: Known = fresh ? { ...NOTHING, presence: known.presence } : known;
      const after = beat({ ...before, you: message.you, chat: message.chat, stalled: false }, message.beat, catalogue);
      return { ...after, gap: false, whole: fresh };
    }
    case "beat":
      return beat(known, message, catalogue);
    case "presence":
      return { ...known, presence: message };
    case "chat":
      return { ...known, chat: [...known.chat, message].slice(-200) };
    case "forgotten":
      return { ...known, chat: known.chat.filter((line) => line.guest !== message.guest) };
    case "clocks":
      return { ...known, clocks: { left: (message as Clocks).left, at: now } };
    case "shout":
      return {
        ...known,
        shouts: [...known.shouts, { guest: message.guest, n: message.n, number: known.received }].slice(-5),
        received: known.received + 1,
      };
    case "band":
      return { ...known, band: { c: message.c, b: message.b } };
    case "stalled":
      return { ...known, stalled: true };
    case "flowing":
      return { ...known, stalled: false };
    default:
      return known;
  }
}

function beat(known: Known, message: Beat, catalogue: Catalogue | null): Known {
  const whole = message.after === null;
  const same = message.at === known.at && message.after === known.at; // the picture again, after something that was past
  if (!whole && known.at !== null && message.after !== known.at) return { ...known, gap: true };
  const n = known.table?.n;
  const table = message.table ?? known.table;
  const events = message.events as AnyEvent[];
  const kept = whole || n !== table?.n ? [] : known.pages;
  // A shared device that changes hands gets a whole picture: what is news to all stays news.
  const last = whole && known.at !== null && n === table?.n ? known.pages.at(-1) : undefined;
  const stays = last !== undefined && !last.old;
  const page: Page[] = events.length
    ? [
        {
          number: stays ? last.number : known.received,
          events,
          mine: message.cause !== undefined,
          ...(whole && !stays ? { old: true } : {}),
        },
      ]
    : [];
  const all = [...kept, ...page];
  const pages = !page.length
    ? kept
    : message.log
      ? keepListed(all, message.log as AnyEvent[])
      : dropFaded(all, catalogue);
  const news = n !== table?.n || (whole && !stays) ? [] : [...(whole ? [] : known.news), ...page].slice(-NEWS);
  return {
    ...known,
    table,
    view: message.view as Record<string, unknown> | null,
    prompt: message.prompt,
    seats: message.seats,
    at: message.at,
    whole: whole && !same,
    pages: pages.slice(-PAGES),
    news,
    received: known.received + 1,
  };
}

/** Drop events that fade when a new page starts, as the game's catalogue says. */
export function dropFaded(pages: Page[], catalogue: Catalogue | null): Page[] {
  if (!catalogue) return pages;
  const turns = (event: AnyEvent) => catalogue.events[event.kind]?.page;
  const fades = (event: AnyEvent) => catalogue.events[event.kind]?.fades;
  let last = -1;
  pages.forEach((page, at) => {
    if (page.events.some(turns)) last = at;
  });
  return pages.flatMap((page, at) => {
    if (at > last) return [page];
    const turned = at === last ? page.events.findLastIndex((event) => turns(event)) : page.events.length;
    const events = page.events.filter((event, i) => i >= turned || !fades(event));
    return events.length ? [{ ...page, events }] : [];
  });
}

/** Keep the events that the server lists, matched from the newest on: what it left out has faded. */
export function keepListed(pages: Page[], log: AnyEvent[]): Page[] {
  const left = new Map<string, number>();
  const written = (event: AnyEvent): string => JSON.stringify(event);
  for (const event of log) left.set(written(event), (left.get(written(event)) ?? 0) + 1);
  const kept: Page[] = [];
  for (const page of [...pages].reverse()) {
    const events = page.events
      .toReversed()
      .filter((event) => {
        const count = left.get(written(event)) ?? 0;
        left.set(written(event), count - 1);
        return count > 0;
      })
      .reverse();
    if (events.length) kept.unshift({ ...page, events });
  }
  return kept;
}

/** Seat whose secrets are shown; null for a watcher and behind the curtain. */
export function shownSeat(known: Known): number | null {
  const seat = Object.keys(known.seats)[0];
  return seat === undefined ? null : Number(seat);
}

/** Whether a seat of this page owes a decision or a gesture. */
export function owes(known: Known): boolean {
  return Object.values(known.seats).some(
    (own) => (own.legal !== undefined && own.chosen === undefined) || gestureOf(own) !== null,
  );
}

export type { Nack };

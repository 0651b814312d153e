// Printed properties of the cards, from the catalogue of the deck in play.
import type { Play } from "../play";

export const REALMS = ["fairy-wood", "holy-empire", "dragon-valley", "shadow-kingdom"] as const;
export type Realm = (typeof REALMS)[number];
export type Sort = "character" | "place" | "tale";
export type Effect = "hunt" | "open-self" | "close-self" | "close-all";

interface Named {
  one: string;
  word: string;
}
interface Entry {
  category: Named;
  typology: Named;
  value: number | null;
  value_kind: Named;
  copies: number;
  number: number | null;
  effect: { kind: Named; target: Named | null; amount: number } | null;
  requirement: {
    times?: number;
    per?: Named;
    most?: Named;
    own?: Named[];
    at_least?: Record<string, number>;
    ally?: Named;
    wild?: boolean;
  } | null;
  not_certain: string[];
}

export interface Card {
  slug: string;
  name: string;
  /** The name without its chapter, and the chapter: 0 for all but tales. */
  title: string;
  chapter: number;
  realm: Realm;
  sort: Sort;
  value: number | null;
  kind: "fixed" | "conditional" | "variable";
  copies: number;
  number: number | null;
  effect: { kind: Effect; target: Realm | null; amount: number } | null;
  times: number;
  per: string | null;
  most: Named | null;
  own: string[];
  least: [Realm, number][];
  ally: string | null;
  wild: boolean;
  unsure: string[];
}

const decks = new WeakMap<object, { texts: object; deck: Map<string, Card> }>(); // by the catalogue, in the language it was said in
const CHAPTER = /^(.*?)\s*[-–—:,]\s*\p{L}+ (\d)$/u; // whatever a chapter is called in the deck file or in a language

/** All kinds of the deck in play, by their slug. */
export function deckOf(play: Play): Map<string, Card> {
  const catalogue = play.catalogue;
  if (!catalogue) return new Map();
  const { texts } = play;
  const cached = decks.get(catalogue);
  if (cached?.texts === texts) return cached.deck;
  const deck = new Map(
    Object.entries(catalogue.things["card"] ?? {}).map(([slug, entry]) => [
      slug,
      read(slug, play.speaker.thing("card", slug), entry as unknown as Entry),
    ]),
  );
  decks.set(catalogue, { texts, deck });
  return deck;
}

function read(slug: string, name: string, entry: Entry): Card {
  const chapter = entry.typology.word === "tale" ? CHAPTER.exec(name) : null;
  const asks = entry.requirement ?? {};
  const effect = entry.effect;
  return {
    slug,
    name,
    title: chapter?.[1] ?? name,
    chapter: Number(chapter?.[2] ?? 0),
    realm: entry.category.word as Realm,
    sort: entry.typology.word as Sort,
    value: entry.value,
    kind: entry.value_kind.word as Card["kind"],
    copies: entry.copies,
    number: entry.number,
    effect: effect && {
      kind: effect.kind.word as Effect,
      target: (effect.target?.word as Realm | undefined) ?? null,
      amount: effect.amount,
    },
    times: asks.times ?? 0,
    per: asks.per?.word ?? null,
    most: asks.most ?? null,
    own: (asks.own ?? []).map((thing) => thing.word),
    least: Object.entries(asks.at_least ?? {}) as [Realm, number][],
    ally: asks.ally?.word ?? null,
    wild: asks.wild === true,
    unsure: entry.not_certain,
  };
}

export const cardOf = (play: Play, slug: string): Card | undefined => deckOf(play).get(slug);

/** Whether one of two cards counts, wants or helps the other, whatever their realms. */
export function areTied(one: Card, other: Card): boolean {
  const needs = (card: Card, needed: Card): boolean =>
    card.per === needed.slug || card.own.includes(needed.slug) || needed.ally === card.slug;
  return needs(one, other) || needs(other, one);
}

/** Points from the aids of the view, if there are any. */
export interface Aids {
  points?: number[];
  worth?: Record<string, number>[];
  stands_for?: (string | null)[];
  changes?: Record<string, number>;
  /** The cards that the own effect of a card to draft or to play turns, with the best choice. */
  opens?: Record<string, string[]>;
  closes?: Record<string, string[]>;
}
export const aidsOf = (play: Play): Aids => (play.own?.aids ?? {}) as Aids;

/** A kind that lies somewhere, so many times. */
export interface Lying {
  card: Card;
  count: number;
}

/** Kinds in the order of the deck. */
export function lying(play: Play, counts: Record<string, number> | null | undefined): Lying[] {
  return [...deckOf(play).values()].flatMap((card) => {
    const count = counts?.[card.slug] ?? 0;
    return count ? [{ card, count }] : [];
  });
}

/** How many of these open cards are of a realm; of any, if it is null. */
export const inRealm = (play: Play, open: Record<string, number> | undefined, realm: Realm | null): number =>
  lying(play, open).reduce((sum, { card, count }) => sum + (realm === null || card.realm === realm ? count : 0), 0);

export const teams = (play: Play): boolean => play.catalogue?.chosen["couples"] === "yes";
export const partner = (play: Play, p: number): number | null =>
  teams(play) ? (p + play.names.length / 2) % play.names.length : null;

/** Seats from top to bottom: round the table from the one after oneself; couples together, one's own at the bottom. */
export function rowOrder(play: Play): number[] {
  const n = play.names.length;
  const last = play.seat ?? n - 1;
  const round = Array.from({ length: n }, (_, i) => (last + 1 + i) % n);
  const mate = partner(play, last);
  return mate === null ? round : [...round.filter((p) => p !== last && p !== mate), mate, last];
}

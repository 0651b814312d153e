// State of the score pad, stored in this browser. The server computes the sums.
import { FairyTaleNumbers } from "../../../wire/fairy-tale";
import { api } from "../../../lib/net/api";
import { storage } from "../../../lib/page/storage";
import { settings } from "../../../lib/page/settings.svelte";

export interface Hand {
  name: string;
  cards: Record<string, number>; // by title
}

export interface Line {
  card: string;
  count: number;
  each: number;
  points: number;
  reason: string;
}

export interface Sheet {
  players: { name: string; total: number; place: number; trickster: string | null; cards: Line[] }[];
}

const KEY = "fairyring.pad";
/** The most players, and how many play in couples. */
export const { players: MOST, couples: COUPLES } = FairyTaleNumbers;
/** So many cards each player has played at the end; no more can lie open. */
export const CARDS = FairyTaleNumbers.rounds * FairyTaleNumbers.plays;

export const load = (): Hand[] => storage.read<Hand[]>(KEY, []);
export const save = (hands: Hand[]): void => storage.write(KEY, hands);

/** The hand with one more or one fewer of a card. */
export function changeCount(hand: Hand, card: string, by: number, most: number): Hand {
  const next = Math.min(most, Math.max(0, (hand.cards[card] ?? 0) + by));
  const { [card]: _gone, ...others } = hand.cards;
  return { ...hand, cards: next ? { ...hand.cards, [card]: next } : others };
}

/** Seats with impossible entries: more cards than can lie open, or none. */
export const doubtful = (hands: Hand[]): { p: number; count: number }[] =>
  hands
    .map((hand, p) => ({ p, count: Object.values(hand.cards).reduce((sum, count) => sum + count, 0) }))
    .filter(({ count }) => count > CARDS || count === 0);

/** Copies of a card that no seat has. */
export const left = (hands: Hand[], card: string, copies: number): number =>
  hands.reduce((sum, hand) => sum - (hand.cards[card] ?? 0), copies);

/** The sheet with reasons; missing or equal names get a number. */
export function score(hands: Hand[], called: (hand: Hand, p: number) => string, couples: boolean): Promise<Sheet> {
  const names: string[] = [];
  hands.forEach((hand, p) => {
    const name = called(hand, p);
    names.push(names.includes(name) ? `${name} ${p + 1}` : name);
  });
  return api.post<Sheet>(`api/tools/fairy-tale/sheet?language=${settings.language}`, {
    couples,
    players: hands.map((hand, p) => ({ name: names[p], cards: hand.cards })),
  });
}

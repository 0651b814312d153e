// Drawings of a finished game for end page and replay: cards turned up, and guesses by gesture.
import { hands } from "../../../art/hands";
import { INK, K } from "../../../art/index";
import type { Past } from "../../../lib/game/play";
import type { Play } from "../play";

/** Gesture of each guess: the inside of an SVG of 100 × 100. */
export const GESTURES: Record<string, string> = {
  higher: hands.up,
  lower: hands.down,
  suit: hands.side,
  catch: hands.catch,
};

const WING = `<path d="M2 0C8-16 26-20 27-9C28 0 13 5 3 3Z" fill="#fff" stroke="${INK}" stroke-width="3.6"/><path d="M-2 0C-8-16-26-20-27-9C-28 0-13 5-3 3Z" fill="#fff" stroke="${INK}" stroke-width="3.6"/>`;
const WINGS = `<path d="M1-24C4-31 12-32 12-27C12-23 6-22 1-23ZM-1-24C-4-31-12-32-12-27C-12-23-6-22-1-23Z" fill="#fff" stroke="var(--ink)" stroke-width="1.5"/>`;
const FULL = 27; // pixels that a small card needs; with less there is a dot
const WIDE = 36;

const entry = (play: Play, card: number): Record<string, unknown> =>
  play.catalogue?.things["card"]?.[String(card)] ?? {};
const isFairy = (play: Play, card: number): boolean => entry(play, card)["fairy"] === true;
const suitMark = (play: Play, card: number): string =>
  K.suitMark[(entry(play, card)["suit"] as { word?: string } | undefined)?.word as keyof typeof K.suitMark] ?? "";
const paper = (fairy: boolean): string => (fairy ? "#fdebb8" : "#fffaf0");
const number = (card: number, size: number): string =>
  `<text y="-3" text-anchor="middle" class="num" font-size="${size}">${card}</text>`;

export const past: Past<"fairy"> = {
  turnedUp: (event) => (event.kind === "flipped" || event.kind === "revealed" ? event.args.card : null),
  name: (play, card) => play.speaker.thing("card", card),
  isLit: isFairy,
  height: (room) => (room >= FULL ? { below: 70, at: 42 } : { below: 36, at: 22 }),
  mark(play, card, room) {
    const fairy = isFairy(play, card);
    if (room < FULL)
      return (
        `<circle r="${fairy ? 6 : 3.5}" fill="${fairy ? paper(true) : "var(--edge)"}" stroke="${fairy ? INK : "none"}" stroke-width="2"/>` +
        (fairy ? `<g transform="translate(0 -7) scale(.36)">${WING}</g>` : "")
      );
    return (
      `<rect x="-${Math.min(17, room / 2 - 1.5)}" y="-22" width="${Math.min(34, room - 3)}" height="46" rx="6" fill="${paper(fairy)}" stroke="${INK}" stroke-width="${fairy ? 2.4 : 1.8}"/>` +
      number(card, room >= WIDE ? 17 : 14) +
      `<g transform="translate(0 12) scale(${room >= WIDE ? 0.62 : 0.5})">${suitMark(play, card)}</g>` +
      (fairy ? `<g transform="translate(0 -24) scale(.42)">${WING}</g>` : "")
    );
  },
  card(play, card) {
    const fairy = isFairy(play, card);
    return (
      `<rect x="-16" y="-23" width="32" height="46" rx="6" fill="${paper(fairy)}" stroke="var(--ink)" stroke-width="2"/>` +
      number(card, 18) +
      `<g transform="translate(0 12) scale(.62)">${suitMark(play, card)}</g>` +
      (fairy ? WINGS : "")
    );
  },
  secret(play, p) {
    const guess = play.view?.guess[p];
    return guess ? { text: play.speaker.thing("guess", guess), art: GESTURES[guess] ?? "" } : null;
  },
};

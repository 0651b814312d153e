// Steps of the guided lesson. Its cards are scripted by the room's guide: 3, 9, 11 (a fairy), …
import type { Step } from "../../lib/game/coach.svelte";
import type { Play } from "./play";
import { momentOf } from "./state/moment.svelte";
import { suitName } from "./words/texts";
import { signed } from "../../lib/text/format";

const isAsked = (play: Play): boolean => !momentOf(play).now && Boolean(play.own?.legal) && !play.own?.chosen;
const hasChosen = (play: Play): boolean => Boolean(play.own?.chosen) || momentOf(play).now !== null;
const resultShown = (play: Play): boolean => momentOf(play).resultShown;
const go = (play: Play): void => momentOf(play).end();
const top = (play: Play): Record<string, unknown> => {
  const card = play.view?.top ?? 0;
  return { card, suit: suitName(play, card) };
};
const gain = (play: Play): Record<string, unknown> => {
  const gain = play.seat === null ? 0 : (momentOf(play).row(play.seat)?.gain ?? 0);
  return { gain: signed(gain), right: gain > 0, hops: Math.abs(gain) };
};

export const lesson: Step<"fairy">[] = [
  { key: "welcome", when: isAsked },
  { key: "card", at: ".fr-pile > .card", when: isAsked, args: top },
  { key: "guess", at: ".choices", when: isAsked, until: hasChosen, args: top },
  { key: "hop", at: ".fr-token.is-you, .fr-trail", when: resultShown, holds: true, next: go, args: gain },
  { key: "harder", at: ".choices", when: isAsked, until: hasChosen, args: top },
  { key: "fairy", at: ".fr-pile > .card", when: resultShown, holds: true, next: go, args: gain },
  { key: "end", at: ".shell__seats > .seat", when: isAsked },
];

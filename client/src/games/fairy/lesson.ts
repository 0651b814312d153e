// Steps of the guided lesson. Its cards are scripted by the room's guide: 3, 9, 11 (a fairy), …
import type { Step } from "../../lib/game/coach.svelte";
import type { Play } from "./play";
import { momentOf } from "./state/moment.svelte";
import { signed, suitName } from "./words/texts";

const asked = (play: Play): boolean => !momentOf(play).now && Boolean(play.own?.legal) && !play.own?.chosen;
const chosen = (play: Play): boolean => Boolean(play.own?.chosen) || momentOf(play).now !== null;
const told = (play: Play): boolean => momentOf(play).told;
const go = (play: Play): void => momentOf(play).end();
const top = (play: Play): Record<string, unknown> => {
  const card = play.view?.top ?? 0;
  return { card, suit: suitName(play, card) };
};
const gain = (play: Play): Record<string, unknown> => {
  const found = play.seat === null ? 0 : (momentOf(play).row(play.seat)?.gain ?? 0);
  return { gain: signed(found), right: found > 0, hops: Math.abs(found) };
};

export const lesson: Step<"fairy">[] = [
  { key: "welcome", when: asked },
  { key: "card", at: ".fr-pile > .card", when: asked, args: top },
  { key: "guess", at: ".choices", when: asked, until: chosen, args: top },
  { key: "hop", at: ".fr-token.is-you, .fr-trail", when: told, holds: true, next: go, args: gain },
  { key: "harder", at: ".choices", when: asked, until: chosen, args: top },
  { key: "fairy", at: ".fr-pile > .card", when: told, holds: true, next: go, args: gain },
  { key: "end", at: ".shell__seats > .seat", when: asked },
];

// Steps of the guided lesson, on the small square. Its tiles are scripted by the room's guide.
import type { Step } from "../../lib/game/coach.svelte";
import type { Play } from "./play";
import { me, mindOf } from "./state/mind.svelte";
import { momentOf } from "./state/moment.svelte";
import { nameOf, tileName } from "./words/texts";

const isAsked = (play: Play): boolean =>
  !momentOf(play).scored && !momentOf(play).opened && mindOf(play).legal.length > 0;
const idle = (play: Play): boolean => isAsked(play) && !mindOf(play).thought.kind;
const other = (play: Play): Record<string, unknown> => ({ name: nameOf(play, 1 - me(play)) });
const looked = (play: Play): boolean => (play.view?.shown[1 - me(play)] ?? []).some((tile) => tile !== null);
const cast = (play: Play): boolean => (play.view?.stones[me(play)]?.length ?? 0) > 0;
const scored = (play: Play): boolean => momentOf(play).scored !== null;
/** What was laid open by the learner, as long as it is news. */
const mine = (play: Play) => (momentOf(play).opened?.seat === play.seat ? momentOf(play).opened : null);
const openedArgs = (play: Play): Record<string, unknown> => {
  const opened = mine(play);
  const [point = ""] = Object.keys(mindOf(play).aids.charms?.[opened?.tile ?? ""] ?? {});
  return { ...other(play), tile: opened ? tileName(play, opened.tile) : "", line: opened?.line ?? "", point };
};

export const lesson: Step<"sneaky-town">[] = [
  { key: "welcome", when: isAsked },
  { key: "houses", at: '[data-front="0"]', when: isAsked },
  { key: "cross", at: ".st-board", when: isAsked, args: other },
  // a bubble makes room for the button once something is in mind
  { key: "reveal", at: "[data-line]", when: idle, until: (play) => looked(play) || scored(play), args: other },
  {
    key: "found",
    at: ".st-told, .st-learn",
    when: (play) => mine(play) !== null,
    holds: true,
    next: (play) => momentOf(play).end(),
    args: openedArgs,
  },
  { key: "cast", at: ".st-hits", when: idle, until: (play) => cast(play) || scored(play) },
  { key: "theirs", at: ".st-board", when: (play) => idle(play) && cast(play), args: other },
  { key: "end", at: ".st-end", when: idle, args: other },
  { key: "score", at: ".st-score, .st-gots", when: scored, holds: true },
];

// Steps of the guided lesson. Its first round is scripted by the room's guide: a hunter, its prey, and a tale with a wish.
import type { Step } from "../../lib/game/coach.svelte";
import type { Play } from "./play";
import { mindOf } from "./state/mind.svelte";
import { momentOf } from "./state/moment.svelte";
import { receiver } from "./words/texts";

const isAsked = (play: Play): boolean => !momentOf(play).now && Boolean(play.own?.legal) && !play.own?.chosen;
const drafts =
  (pick: number) =>
  (play: Play): boolean =>
    isAsked(play) && play.view?.phase === "draft" && (play.view?.pick ?? 0) >= pick;
const plays = (play: Play): boolean => isAsked(play) && play.view?.phase === "play";
const picked = (play: Play): boolean => mindOf(play).picked !== null || Boolean(play.own?.chosen);
const kept = (play: Play): boolean => Boolean(play.own?.chosen) || (play.view?.pick ?? 0) > 0;
const put = (play: Play): boolean =>
  (Boolean(play.own?.chosen) && play.view?.phase === "play") || momentOf(play).now !== null;
const deeds = (play: Play): boolean => momentOf(play).now !== null;
const hunts = (play: Play): boolean => momentOf(play).deed?.kind === "hunt";
const to = (play: Play): Record<string, unknown> => ({ name: play.names[receiver(play) ?? 1] });

export const lesson: Step<"fairy-tale">[] = [
  { key: "welcome", when: drafts(0) },
  { key: "hand", at: ".tt-hand", when: drafts(0) },
  { key: "pick", at: ".tt-hand", when: drafts(0), until: picked },
  { key: "keep", at: ".prompt, .tt-foot", when: drafts(0), until: kept, args: to },
  { key: "pass", at: ".tt-hand", when: drafts(1) },
  { key: "play", at: ".tt-hand, .tt-foot", when: plays, until: put },
  { key: "turned", at: ".tt-shown", when: deeds, holds: true },
  { key: "hunt", at: ".tt-order, .tt-shown", when: hunts, holds: true },
  { key: "table", at: ".tt-row.is-you", when: plays },
  { key: "end", when: plays },
];

// Steps of the guided lesson: first a bet on another seat, then an own grab.
import type { Step } from "../../lib/game/coach.svelte";
import type { Play } from "./play";
import { eyesOf } from "./state/eyes.svelte";
import { momentOf } from "./state/moment.svelte";
import { mine, nameOf } from "./state/view";

const phase = (play: Play): string => (momentOf(play).turn ? "" : (play.view?.phase ?? ""));
const bets = (play: Play): boolean => phase(play) === "betting" && Boolean(play.own?.legal) && !play.own?.chosen;
const resultShown = (play: Play): boolean => momentOf(play).resultShown;
const paid = (play: Play): boolean => momentOf(play).turn !== null && momentOf(play).step === "paid";
const grabs = (play: Play): boolean =>
  mine(play) && (phase(play) === "betting" || phase(play) === "grab") && !eyesOf(play).closed;
const task = (play: Play): Record<string, unknown> => {
  const view = play.view;
  return { name: nameOf(play, view?.challenger ?? null), target: view?.target ?? 0 };
};
const turn = (play: Play): Record<string, unknown> => {
  const now = momentOf(play).turn;
  return {
    name: nameOf(play, now?.seat ?? null),
    cards: now?.cards ?? 0,
    target: now?.target ?? 0,
    gain: play.seat === null ? 0 : (now?.paid?.gains[play.seat] ?? 0),
  };
};

export const lesson: Step<"crane">[] = [
  { key: "welcome", when: bets },
  { key: "card", at: ".cr-hero", when: bets, args: task },
  {
    key: "bet",
    at: ".cr-bets",
    when: bets,
    until: (play) => Boolean(play.own?.chosen) || phase(play) === "grab" || momentOf(play).turn !== null,
    args: task,
  },
  {
    key: "watch",
    at: ".cr-shoutgrid, .cr-claw",
    when: (play) => phase(play) === "grab",
    until: (play) => momentOf(play).turn !== null,
    args: task,
  },
  { key: "count", at: ".cr-row", when: resultShown, holds: true, args: turn },
  { key: "paid", at: ".cr-tickets", when: paid, holds: true, next: (play) => momentOf(play).end(), args: turn },
  { key: "yours", at: ".cr-hero", when: grabs, args: task },
  {
    key: "close",
    at: ".cr-capline",
    when: grabs,
    until: (play) => eyesOf(play).closed || momentOf(play).turn !== null,
    args: task,
  },
  {
    key: "yours-count",
    at: ".cr-row",
    when: (play) => resultShown(play) && momentOf(play).turn?.seat === play.seat,
    args: turn,
  },
  { key: "end", at: ".shell__seats > .seat", when: bets },
];

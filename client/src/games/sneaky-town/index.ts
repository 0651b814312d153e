import * as scene from "./art/scene";
import type { GameFace } from "../../lib/game/play";
import { t } from "../../lib/text/words.svelte";
import Board from "./board/Board.svelte";
import Choices from "./board/Choices.svelte";
import Rounds from "./end/Rounds.svelte";
import { roundsOf } from "./end/rounds";
import { lesson } from "./lesson";
import { momentOf } from "./state/moment.svelte";
import { advise, say, seatLine } from "./words/texts";

export const face: GameFace<"sneaky-town"> = {
  board: Board,
  choices: Choices,
  seat: seatLine,
  say,
  advise,
  tag: (play) => {
    const view = play.view;
    const scored = momentOf(play).scored;
    return view && view.phase !== "done" ? t("town.round", { round: scored?.round ?? view.rounds + 1 }) : "";
  },
  scene: { wide: scene.wide, tall: scene.tall },
  lesson,
  chapters: {
    title: () => t("town.told"),
    tell: (_play, story) =>
      roundsOf(story).map(({ round, from, at }) => ({ from, at, title: t("town.round", { round }) })),
    component: Rounds,
  },
};

import type { GameFace } from "../../lib/game/play";
import Board from "./board/Board.svelte";
import Choices from "./board/Choices.svelte";
import { lesson } from "./lesson";
import * as scene from "./art/scene";
import Rounds from "./end/Rounds.svelte";
import { roundsOf } from "./end/rounds";
import Sheet from "./end/Sheet.svelte";
import { advise, say, seatLine, when } from "./words/texts";
import { t } from "../../lib/text/words.svelte";

export const face: GameFace<"fairy-tale"> = {
  board: Board,
  seated: true,
  choices: Choices,
  seat: seatLine,
  say,
  advise,
  tag: when,
  scene: { wide: scene.wide, tall: scene.tall },
  sheet: Sheet,
  lesson,
  chapters: {
    title: () => t("tale.told"),
    tell: (_play, story) =>
      roundsOf(story).map(({ round, from, at }) => ({ from, at, title: t("tale.told.round", { round }) })),
    component: Rounds,
  },
};

import type { GameFace } from "../../lib/game/play";
import Board from "./board/Board.svelte";
import Choices from "./board/Choices.svelte";
import GuessSheet from "./end/GuessSheet.svelte";
import { lesson } from "./lesson";
import { past } from "./end/past";
import * as scene from "./art/scene";
import { playsOff, say, seatLine } from "./words/texts";
import { t } from "../../lib/text/words.svelte";

export const face: GameFace<"fairy"> = {
  board: Board,
  choices: Choices,
  seat: seatLine,
  say,
  advise: (_play, action) => ({ at: `.choice--${action.args.guess}` }),
  tag: (play) => (playsOff(play) ? t("fairy.off") : ""),
  scene: { wide: scene.wide, tall: scene.tall },
  lesson,
  past,
  storySheet: {
    shows: (story) => story.moments.some(({ events }) => events.some((event) => event.kind === "told")),
    component: GuessSheet,
  },
};

import type { GameFace } from "../../lib/game/play";
import Board from "./Board.svelte";
import Choices from "./Choices.svelte";
import GuessSheet from "./GuessSheet.svelte";
import { lesson } from "./lesson";
import { past } from "./past";
import * as scene from "./scene";
import { playsOff, say, seatLine } from "./words";
import { t } from "../../lib/text/words.svelte";

export const face: GameFace<"fairy"> = {
  board: Board,
  choices: Choices,
  seat: seatLine,
  say,
  tag: (play) => (playsOff(play) ? t("fairy.off") : ""),
  scene: { wide: scene.wide, tall: scene.tall },
  lesson,
  past,
  storySheet: {
    shows: (story) => story.moments.some(({ events }) => events.some((event) => event.kind === "told")),
    component: GuessSheet,
  },
};

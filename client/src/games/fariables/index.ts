import * as scene from "./art/scene";
import type { GameFace } from "../../lib/game/play";
import Board from "./board/Board.svelte";
import Choices from "./board/Choices.svelte";
import { lesson } from "./lesson";
import { placeOf } from "./state/places";
import Sheet from "./end/Sheet.svelte";
import { tell } from "./end/tell";
import Turns from "./end/Turns.svelte";
import Six from "./board/Six.svelte";
import { advise, say, seatLine } from "./words/texts";
import { t } from "../../lib/text/words.svelte";

export const face: GameFace<"fariables"> = {
  board: Board,
  choices: Choices,
  before: Six,
  seat: seatLine,
  say,
  advise,
  tag: (play) => placeOf(play).title,
  scene: { wide: scene.wide, tall: scene.tall },
  lesson,
  sheet: Sheet,
  chapters: { title: () => t("fari.told"), tell, component: Turns },
};

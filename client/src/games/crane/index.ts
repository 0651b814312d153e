import * as scene from "./art/scene";
import type { GameFace } from "../../lib/game/play";
import Before from "./board/Before.svelte";
import Board from "./board/Board.svelte";
import Choices from "./board/Choices.svelte";
import DeedSheet from "./end/DeedSheet.svelte";
import Grabs from "./end/Grabs.svelte";
import { tell } from "./end/tell";
import { lesson } from "./lesson";
import { t } from "../../lib/text/words.svelte";
import { say, seatLine, tag } from "./words/texts";

export const face: GameFace<"crane"> = {
  board: Board,
  choices: Choices,
  before: Before,
  calls: true,
  world: true,
  seat: seatLine,
  say,
  advise: (_play, action) => ({
    at: action.kind === "bet" ? `[data-bet="${action.args.bet}"]` : `[data-pot="${action.args.pot}"]`,
  }),
  tag,
  scene: { wide: scene.wide, tall: scene.tall },
  lesson,
  chapters: { title: () => t("crane.grabs"), tell, component: Grabs },
  storySheet: { shows: () => true, component: DeedSheet },
  beginOptions: { grab: "riffle" }, // by gestures on the screens, because people are here
};

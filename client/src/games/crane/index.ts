import * as scene from "./art/scene";
import type { GameFace } from "../../lib/game/play";
import Before from "./board/Before.svelte";
import Board from "./board/Board.svelte";
import Choices from "./board/Choices.svelte";
import { lesson } from "./lesson";
import { say, seatLine, tag } from "./words/texts";

export const face: GameFace<"crane"> = {
  board: Board,
  choices: Choices,
  before: Before,
  calls: true,
  world: true,
  seat: seatLine,
  say,
  tag,
  scene: { wide: scene.wide, tall: scene.tall },
  lesson,
  beginOptions: { grab: "riffle" }, // by gestures on the screens, because people are here
};

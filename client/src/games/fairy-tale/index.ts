import type { GameFace } from "../../lib/game/play";
import Board from "./board/Board.svelte";
import Choices from "./board/Choices.svelte";
import { lesson } from "./lesson";
import * as scene from "./art/scene";
import Sheet from "./end/Sheet.svelte";
import { say, seatLine, when } from "./words/texts";

export const face: GameFace<"fairy-tale"> = {
  board: Board,
  seated: true,
  choices: Choices,
  seat: seatLine,
  say,
  tag: when,
  scene: { wide: scene.wide, tall: scene.tall },
  sheet: Sheet,
  lesson,
};

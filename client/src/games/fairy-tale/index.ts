import type { GameFace } from "../../lib/game/play";
import Board from "./Board.svelte";
import Choices from "./Choices.svelte";
import { lesson } from "./lesson";
import * as scene from "./scene";
import Sheet from "./Sheet.svelte";
import { say, seatLine, when } from "./words";

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

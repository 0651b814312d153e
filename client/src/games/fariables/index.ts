import * as scene from "./art/scene.js";
import type { GameFace } from "../../lib/game/play";
import Board from "./Board.svelte";
import Choices from "./Choices.svelte";
import { lesson } from "./lesson";
import { placeOf } from "./places";
import Sheet from "./Sheet.svelte";
import Six from "./Six.svelte";
import { say, seatLine } from "./words";

export const face: GameFace<"fariables"> = {
  board: Board,
  choices: Choices,
  before: Six,
  seat: seatLine,
  say,
  tag: (play) => placeOf(play).title,
  scene: { wide: scene.wide, tall: scene.tall },
  lesson,
  sheet: Sheet,
};

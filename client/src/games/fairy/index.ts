import type { GameFace } from "../../lib/play";
import Board from "./Board.svelte";

export const face: GameFace = {
  board: Board,
  seat: (play, p) => ({ score: String((play.view?.["score"] as number[] | undefined)?.[p] ?? "").replace("-", "−") }),
};

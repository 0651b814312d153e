import type { GameFace } from "../../lib/play";
import Board from "./Board.svelte";

export const face: GameFace = { board: Board };

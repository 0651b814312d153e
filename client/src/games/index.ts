// Which games have a board of their own. Adding one is a folder and a line here; all others are shown by the generic board.
import type { GameFace } from "../lib/play";

const FACES: Record<string, () => Promise<{ face: GameFace }>> = {
  fairy: () => import("./fairy"),
  "fairy-tale": () => import("./fairy-tale"),
  fariables: () => import("./fariables"),
  "sneaky-town": () => import("./sneaky-town"),
  crane: () => import("./crane"),
};

export async function faceOf(game: string): Promise<GameFace> {
  return (await (FACES[game] ?? (() => import("./generic")))()).face;
}

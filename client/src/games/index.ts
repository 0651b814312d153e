// Which games have a board of their own. Adding one is a folder and a line here; all others are shown by the generic board.
import type { Figures } from "../lib/figure";
import type { GameFace } from "../lib/play";

const FACES: Record<string, () => Promise<{ face: GameFace }>> = {
  fairy: () => import("./fairy"),
  "fairy-tale": () => import("./fairy-tale"),
  crane: () => import("./crane"),
  fariables: () => import("./fariables"),
  "sneaky-town": () => import("./sneaky-town"),
};

/** In the order in which they lie on the shelf. */
export const OURS = Object.keys(FACES);

export async function faceOf(game: string): Promise<GameFace> {
  return (await (FACES[game] ?? (() => import("./generic")))()).face;
}

// A game that has pictures for its rules has them in `figures.ts`.
const FIGURES = import.meta.glob<Figures>("./*/figures.ts");

export const figuresOf = async (game: string): Promise<Figures> =>
  (await FIGURES[`./${game}/figures.ts`]?.()) ?? { figures: {} };

// Registry of games with a board. Adding one is a folder and a line here; all others use the generic board.
import type { Figures } from "../lib/text/figure";
import type { GameFace } from "../lib/game/play";
import type { GameName } from "../wire/table";

const FACES: { [G in GameName]: () => Promise<{ face: GameFace<G> }> } = {
  fairy: () => import("./fairy"),
  "fairy-tale": () => import("./fairy-tale"),
  crane: () => import("./crane"),
  fariables: () => import("./fariables"),
  "sneaky-town": () => import("./sneaky-town"),
};

/** In the order in which they lie on the shelf. */
export const OURS = Object.keys(FACES);

/** Load what the page shows of a game; the generic face for a game without one. */
export async function faceOf(game: string): Promise<GameFace> {
  if (!(game in FACES)) return (await import("./generic")).face;
  // The one place where types are widened: a face gets plays of its own game only.
  return (await FACES[game as GameName]()).face as GameFace<string>;
}

// A game that has pictures for its rules has them in `figures.ts`.
const FIGURES = import.meta.glob<Figures>("./*/figures.ts");

export const figuresOf = async (game: string): Promise<Figures> =>
  (await FIGURES[`./${game}/figures.ts`]?.()) ?? { figures: {} };

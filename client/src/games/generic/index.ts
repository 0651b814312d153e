import { S } from "../../art/index";
import type { GameFace } from "../../lib/game/play";
import Board from "./Board.svelte";
import { minus } from "../../lib/text/format";

const wide =
  S.clearing(
    { ...S.WIDE, hz: 96, depth: 0.7 },
    { seed: 52, stars: 22, moon: [520, 40, 18], clouds: ".5 .4 .6, .8 .6 .5" },
  ) +
  S.meadow({ w: 1280, y0: 130, y1: 660, k: 60, tufts: 20, flowers: 22, seed: 12 }) +
  S.fireflies("300 180 .8, 1210 180 .9, 280 560 .8");
const tall =
  S.clearing({ ...S.TALL, hz: 62, depth: 0.45 }, { seed: 21, stars: 10, moon: [190, 25, 10] }) +
  S.meadow({ w: 360, y0: 90, y1: 480, k: 34, tufts: 12, flowers: 12, seed: 9 });

export const face: GameFace = {
  board: Board,
  seat: (play, p) => {
    const score = (play.view?.["score"] as number[] | undefined)?.[p]; // by custom; what counts as points is the game's business
    return score === undefined ? {} : { score: minus(score) };
  },
  scene: { wide, tall },
};

// Background of the board.
import { TALL, WIDE, clearing, fireflies, meadow } from "../../../art/scene";

export const wide =
  clearing(
    { ...WIDE, hz: 78, depth: 0.6 },
    { seed: 15, stars: 18, moon: [640, 36, 16], clouds: ".3 .4 .5, .8 .5 .5" },
    (_x, y) => y > 56,
  ) +
  meadow({ w: 1280, y0: 120, y1: 480, k: 40, tufts: 14, flowers: 16, seed: 12 }) +
  fireflies("1240 180 .8, 1250 380 .8");

export const tall =
  clearing({ ...TALL, hz: 58, depth: 0.45 }, { seed: 21, stars: 14 }, (x, y) => y > 40 || x < 170 || x > 260) +
  meadow({ w: 360, y0: 90, y1: 480, k: 24, tufts: 8, flowers: 8, seed: 9 });

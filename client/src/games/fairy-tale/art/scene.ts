// Background of the board.
import { clearing, fireflies, meadow } from "../../../art/scene";

export const wide =
  clearing({
    w: 1280,
    h: 800,
    hz: 78,
    seed: 15,
    stars: 18,
    moon: [640, 36, 16],
    clear: (_x: number, y: number) => y > 56,
    clouds: [
      [0.3, 0.4, 0.5],
      [0.8, 0.5, 0.5],
    ],
    depth: 0.6,
  }) +
  meadow({ w: 1280, y0: 120, y1: 480, k: 40, tufts: 14, flowers: 16, seed: 12 }) +
  fireflies([
    [1240, 180, 0.8],
    [1250, 380, 0.8],
  ]);

export const tall =
  clearing({
    w: 360,
    h: 740,
    hz: 58,
    seed: 21,
    stars: 14,
    clear: (x: number, y: number) => y > 40 || x < 170 || x > 260,
    depth: 0.45,
    clouds: [],
  }) + meadow({ w: 360, y0: 90, y1: 480, k: 24, tufts: 8, flowers: 8, seed: 9 });

// Background of the tools for the real box.
import { S } from "../../art/index";

const { clearing, meadow } = S;

export const wide =
  clearing({
    w: 1280,
    h: 800,
    hz: 210,
    seed: 12,
    stars: 30,
    moon: [1130, 96, 26],
    clear: (x: number, y: number) => y < 120 && x < 1000,
    clouds: [
      [0.6, 0.4, 0.9],
      [0.86, 0.6, 0.6],
    ],
    depth: 0.9,
  }) +
  `<ellipse cx="640" cy="560" rx="700" ry="220" fill="url(#g-glade)"/>` +
  meadow({ w: 1280, y0: 260, y1: 790, k: 80, tufts: 22, flowers: 34, seed: 16 });

export const tall =
  clearing({
    w: 360,
    h: 740,
    hz: 92,
    seed: 21,
    stars: 14,
    moon: [318, 70, 11],
    clear: (x: number) => x < 300,
    depth: 0.5,
    clouds: [[0.3, 0.4, 0.5]],
  }) + meadow({ w: 360, y0: 120, y1: 740, k: 40, tufts: 10, flowers: 12, seed: 9 });

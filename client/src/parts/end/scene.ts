// Background of the end page.
import { S } from "../../art/index";

const { clearing, meadow, fireflies } = S;

export const wide =
  clearing({
    w: 1280,
    h: 800,
    hz: 170,
    seed: 44,
    stars: 30,
    moon: [560, 64, 22],
    clear: (x: number, y: number) => x < 360 && y < 70,
    clouds: [
      [0.1, 0.55, 0.8],
      [0.36, 0.3, 0.5],
    ],
    depth: 0.9,
  }) +
  `<ellipse cx="250" cy="470" rx="320" ry="170" fill="url(#g-glade)"/>` +
  meadow({ w: 1280, y0: 220, y1: 690, k: 60, tufts: 20, flowers: 24, seed: 26 }) +
  fireflies([
    [60, 240, 0.9],
    [470, 230, 0.8],
    [250, 150, 0.7],
    [30, 520, 0.8],
    [500, 470, 0.7],
  ]);

export const tall =
  clearing({
    w: 360,
    h: 740,
    hz: 120,
    seed: 21,
    stars: 12,
    moon: [318, 76, 11],
    clear: (_x, y: number) => y < 50,
    depth: 0.5,
    clouds: [[0.2, 0.6, 0.6]],
  }) +
  `<ellipse cx="180" cy="200" rx="190" ry="80" fill="url(#g-glade)"/>` +
  meadow({ w: 360, y0: 150, y1: 740, k: 50, tufts: 14, flowers: 18, seed: 9 }) +
  fireflies([
    [20, 150, 0.6],
    [342, 190, 0.6],
  ]);

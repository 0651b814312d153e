// Fariables: the meadow behind the board.
import { at, bell, shroom } from "../../../art/core";
import { cap, clearing, fireflies, meadow } from "../../../art/scene";

export const wide =
  clearing({
    w: 1280,
    h: 800,
    hz: 84,
    seed: 15,
    stars: 22,
    moon: [520, 34, 16],
    clear: (_x, y: number) => y > 60,
    clouds: [
      [0.3, 0.4, 0.6],
      [0.62, 0.5, 0.5],
    ],
    depth: 0.65,
  }) +
  '<ellipse cx="620" cy="380" rx="420" ry="260" fill="url(#g-glade)"/>' +
  meadow({
    w: 1280,
    y0: 120,
    y1: 680,
    k: 90,
    tufts: 26,
    flowers: 30,
    seed: 12,
    avoid: (x: number) => x > 290 && x < 940,
  }) +
  at(30, 590, 0.8, shroom(cap.red)) +
  at(58, 604, 0.6, bell(cap.gold)) +
  at(236, 612, 0.6, shroom(cap.violet)) +
  fireflies([
    [290, 180, 0.8],
    [930, 180, 0.9],
    [280, 560, 0.8],
    [20, 430, 0.8],
    [660, 90, 0.6],
    [945, 540, 0.7],
  ]);

export const tall =
  clearing({
    w: 360,
    h: 740,
    hz: 62,
    seed: 21,
    stars: 10,
    moon: [170, 25, 10],
    clear: (x: number, y: number) => y > 44 || x < 140 || x > 206,
    depth: 0.45,
    clouds: [],
  }) +
  meadow({ w: 360, y0: 90, y1: 560, k: 40, tufts: 12, flowers: 14, seed: 9 }) +
  fireflies([
    [20, 180, 0.6],
    [342, 190, 0.6],
    [24, 520, 0.6],
    [338, 510, 0.6],
  ]);

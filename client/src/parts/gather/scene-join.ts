// Background of the join page.
import { at, bell, shroom } from "../../art/core";
import { S } from "../../art/index";

const { clearing, meadow, fireflies, cap } = S;

export const wide =
  clearing({
    w: 1280,
    h: 800,
    hz: 300,
    seed: 33,
    stars: 30,
    moon: [300, 90, 26],
    clouds: [
      [0.2, 0.5, 0.9],
      [0.72, 0.36, 0.7],
    ],
    depth: 1,
  }) +
  `<ellipse cx="300" cy="560" rx="420" ry="180" fill="url(#g-glade)"/>` +
  meadow({ w: 1280, y0: 350, y1: 790, k: 70, tufts: 22, flowers: 34, seed: 16 }) +
  at(70, 720, 1.2, shroom(cap.red)) +
  at(112, 740, 0.8, bell(cap.gold)) +
  at(1210, 730, 1.2, shroom(cap.violet)) +
  fireflies([
    [60, 340, 0.9],
    [560, 250, 0.8],
    [1180, 420, 0.8],
    [40, 560, 0.8],
  ]);

export const tall =
  clearing({ w: 360, h: 740, hz: 110, seed: 21, stars: 14, clear: (x: number) => x < 240, depth: 0.5, clouds: [] }) +
  meadow({ w: 360, y0: 130, y1: 240, k: 18, tufts: 5, flowers: 6, seed: 9 }) +
  fireflies([
    [20, 150, 0.6],
    [220, 130, 0.6],
  ]);

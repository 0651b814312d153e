// Background of the board.
import { at, bell, shroom } from "../../../art/core";
import { canopy, cap, clearing, fireflies, meadow, posies } from "../../../art/scene";

const ring = (cx: number, cy: number, rx: number, ry: number) => (x: number, y: number) =>
  ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 < 1;

export const wide =
  clearing({
    w: 1280,
    h: 800,
    hz: 96,
    seed: 15,
    stars: 22,
    moon: [372, 40, 18],
    clear: (_x: number, y: number) => y > 70,
    clouds: [
      [0.5, 0.4, 0.6],
      [0.8, 0.6, 0.5],
    ],
    depth: 0.7,
  }) +
  meadow({
    w: 1280,
    y0: 130,
    y1: 660,
    k: 90,
    tufts: 26,
    flowers: 30,
    seed: 12,
    avoid: (x: number, y: number) => ring(772, 352, 440, 214)(x, y) || (x < 268 && y < 380),
  }) +
  canopy([
    [1316, 150, 90, 84, 9, 4, 2],
    [1326, 230, 70, 60, 8, 6, 3],
  ]) +
  at(1228, 560, 0.7, shroom(cap.violet)) +
  at(1256, 580, 0.9, shroom(cap.red)) +
  at(30, 590, 0.8, shroom(cap.red)) +
  at(58, 604, 0.6, bell(cap.gold)) +
  posies([
    [132, 566, 0.9],
    [1150, 596, 0.8],
    [276, 132, 0.6],
    [1238, 330, 0.7],
    [196, 420, 0.7],
  ]) +
  fireflies([
    [300, 180, 0.8],
    [1210, 180, 0.9],
    [280, 560, 0.8],
    [1190, 430, 0.8],
    [660, 150, 0.6],
    [980, 140, 0.7],
  ]);

export const tall =
  clearing({
    w: 360,
    h: 740,
    hz: 62,
    seed: 21,
    stars: 10,
    moon: [163, 25, 10],
    clear: (x: number, y: number) => y > 44 || x < 130 || x > 206,
    depth: 0.45,
    clouds: [],
  }) +
  meadow({
    w: 360,
    y0: 90,
    y1: 480,
    k: 34,
    tufts: 12,
    flowers: 14,
    seed: 9,
    avoid: ring(180, 300, 166, 160),
  }) +
  posies([
    [336, 440, 0.56],
    [14, 352, 0.5],
    [346, 128, 0.4],
  ]) +
  fireflies([
    [20, 150, 0.6],
    [342, 170, 0.6],
    [24, 440, 0.6],
    [332, 466, 0.6],
  ]);

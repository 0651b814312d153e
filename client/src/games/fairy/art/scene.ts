// Background of the board.
import { at, bell, shroom } from "../../../art/core";
import { TALL, WIDE, canopy, cap, clearing, fireflies, meadow, posies } from "../../../art/scene";

const ring = (cx: number, cy: number, rx: number, ry: number) => (x: number, y: number) =>
  ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 < 1;

export const wide =
  clearing(
    { ...WIDE, hz: 96, depth: 0.7 },
    { seed: 15, stars: 22, moon: [372, 40, 18], clouds: ".5 .4 .6, .8 .6 .5" },
    (_x, y) => y > 70,
  ) +
  meadow(
    { w: 1280, y0: 130, y1: 660, k: 90, tufts: 26, flowers: 30, seed: 12 },
    (x, y) => ring(772, 352, 440, 214)(x, y) || (x < 268 && y < 380),
  ) +
  canopy("1316 150 90 84 9 4 2, 1326 230 70 60 8 6 3") +
  at(1228, 560, 0.7, shroom(cap.violet)) +
  at(1256, 580, 0.9, shroom(cap.red)) +
  at(30, 590, 0.8, shroom(cap.red)) +
  at(58, 604, 0.6, bell(cap.gold)) +
  posies("132 566 .9, 1150 596 .8, 276 132 .6, 1238 330 .7, 196 420 .7") +
  fireflies("300 180 .8, 1210 180 .9, 280 560 .8, 1190 430 .8, 660 150 .6, 980 140 .7");

export const tall =
  clearing(
    { ...TALL, hz: 62, depth: 0.45 },
    { seed: 21, stars: 10, moon: [163, 25, 10] },
    (x, y) => y > 44 || x < 130 || x > 206,
  ) +
  meadow({ w: 360, y0: 90, y1: 480, k: 34, tufts: 12, flowers: 14, seed: 9 }, ring(180, 300, 166, 160)) +
  posies("336 440 .56, 14 352 .5, 346 128 .4") +
  fireflies("20 150 .6, 342 170 .6, 24 440 .6, 332 466 .6");

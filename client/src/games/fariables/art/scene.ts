// Fariables: the meadow behind the board.
import { at, bell, shroom } from "../../../art/core";
import { TALL, WIDE, cap, clearing, fireflies, meadow } from "../../../art/scene";

export const wide =
  clearing(
    { ...WIDE, hz: 84, depth: 0.65 },
    { seed: 15, stars: 22, moon: [520, 34, 16], clouds: ".3 .4 .6, .62 .5 .5" },
    (_x, y) => y > 60,
  ) +
  '<ellipse cx="620" cy="380" rx="420" ry="260" fill="url(#g-glade)"/>' +
  meadow({ w: 1280, y0: 120, y1: 680, k: 90, tufts: 26, flowers: 30, seed: 12 }, (x) => x > 290 && x < 940) +
  at(30, 590, 0.8, shroom(cap.red)) +
  at(58, 604, 0.6, bell(cap.gold)) +
  at(236, 612, 0.6, shroom(cap.violet)) +
  fireflies("290 180 .8, 930 180 .9, 280 560 .8, 20 430 .8, 660 90 .6, 945 540 .7");

export const tall =
  clearing(
    { ...TALL, hz: 62, depth: 0.45 },
    { seed: 21, stars: 10, moon: [170, 25, 10] },
    (x, y) => y > 44 || x < 140 || x > 206,
  ) +
  meadow({ w: 360, y0: 90, y1: 560, k: 40, tufts: 12, flowers: 14, seed: 9 }) +
  fireflies("20 180 .6, 342 190 .6, 24 520 .6, 338 510 .6");

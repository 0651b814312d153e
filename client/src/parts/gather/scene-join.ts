// Background of the join page.
import { at, bell, shroom } from "../../art/core";
import { S } from "../../art/index";

const { TALL, WIDE, clearing, meadow, fireflies, cap } = S;

export const wide =
  clearing(
    { ...WIDE, hz: 300, depth: 1 },
    { seed: 33, stars: 30, moon: [300, 90, 26], clouds: ".2 .5 .9, .72 .36 .7" },
  ) +
  `<ellipse cx="300" cy="560" rx="420" ry="180" fill="url(#g-glade)"/>` +
  meadow({ w: 1280, y0: 350, y1: 790, k: 70, tufts: 22, flowers: 34, seed: 16 }) +
  at(70, 720, 1.2, shroom(cap.red)) +
  at(112, 740, 0.8, bell(cap.gold)) +
  at(1210, 730, 1.2, shroom(cap.violet)) +
  fireflies("60 340 .9, 560 250 .8, 1180 420 .8, 40 560 .8");

export const tall =
  clearing({ ...TALL, hz: 110, depth: 0.5 }, { seed: 21, stars: 14 }, (x) => x < 240) +
  meadow({ w: 360, y0: 130, y1: 240, k: 18, tufts: 5, flowers: 6, seed: 9 }) +
  fireflies("20 150 .6, 220 130 .6");

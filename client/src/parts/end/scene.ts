// Background of the end page.
import { S } from "../../art/index";

const { TALL, WIDE, clearing, meadow, fireflies } = S;

export const wide =
  clearing(
    { ...WIDE, hz: 170, depth: 0.9 },
    { seed: 44, stars: 30, moon: [560, 64, 22], clouds: ".1 .55 .8, .36 .3 .5" },
    (x, y) => x < 360 && y < 70,
  ) +
  `<ellipse cx="250" cy="470" rx="320" ry="170" fill="url(#g-glade)"/>` +
  meadow({ w: 1280, y0: 220, y1: 690, k: 60, tufts: 20, flowers: 24, seed: 26 }) +
  fireflies("60 240 .9, 470 230 .8, 250 150 .7, 30 520 .8, 500 470 .7");

export const tall =
  clearing(
    { ...TALL, hz: 120, depth: 0.5 },
    { seed: 21, stars: 12, moon: [318, 76, 11], clouds: ".2 .6 .6" },
    (_x, y) => y < 50,
  ) +
  `<ellipse cx="180" cy="200" rx="190" ry="80" fill="url(#g-glade)"/>` +
  meadow({ w: 360, y0: 150, y1: 740, k: 50, tufts: 14, flowers: 18, seed: 9 }) +
  fireflies("20 150 .6, 342 190 .6");

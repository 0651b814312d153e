// Background of the tools for the real box.
import { S } from "../../art/index";

const { TALL, WIDE, clearing, meadow } = S;

export const wide =
  clearing(
    { ...WIDE, hz: 210, depth: 0.9 },
    { seed: 12, stars: 30, moon: [1130, 96, 26], clouds: ".6 .4 .9, .86 .6 .6" },
    (x, y) => y < 120 && x < 1000,
  ) +
  `<ellipse cx="640" cy="560" rx="700" ry="220" fill="url(#g-glade)"/>` +
  meadow({ w: 1280, y0: 260, y1: 790, k: 80, tufts: 22, flowers: 34, seed: 16 });

export const tall =
  clearing(
    { ...TALL, hz: 92, depth: 0.5 },
    { seed: 21, stars: 14, moon: [318, 70, 11], clouds: ".3 .4 .5" },
    (x) => x < 300,
  ) + meadow({ w: 360, y0: 120, y1: 740, k: 40, tufts: 10, flowers: 12, seed: 9 });

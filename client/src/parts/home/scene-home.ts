// Background of the home page.
import { bell, shroom, at } from "../../art/core";
import { S } from "../../art/index";

const { TALL, WIDE, clearing, meadow, fireflies, tree, canopy, lantern, cap } = S;

/** Mushrooms on an ellipse, those behind first; a spot is [degrees, kind, size, colour]. */
const ringOf = (
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  spots: [degrees: number, kind: string, size: number, colour: string][],
) =>
  spots
    .map(([degrees, kind, size, colour]): [number, string] => {
      const a = (degrees * Math.PI) / 180;
      const y = cy + ry * Math.sin(a);
      return [y, at(cx + rx * Math.cos(a), y, size, kind === "bell" ? bell(colour) : shroom(colour))];
    })
    .sort((a, b) => a[0] - b[0])
    .map(([, drawn]) => drawn)
    .join("");

export const wide =
  clearing(
    { ...WIDE, hz: 372 },
    { seed: 5, stars: 46, moon: [934, 112, 32], clouds: ".27 .5 1, .79 .58 .9, .33 .22 .6" },
    (x, y) => x > 390 && x < 890 && y < 190,
  ) +
  `<ellipse cx="640" cy="548" rx="560" ry="120" fill="none" stroke="#fff0b8" stroke-opacity=".55" stroke-width="5" stroke-dasharray="1 19" stroke-linecap="round"/>` +
  `<ellipse cx="640" cy="540" rx="640" ry="180" fill="url(#g-glade)"/>` +
  meadow({ w: 1280, y0: 420, y1: 790, k: 60, tufts: 20, flowers: 22, seed: 6 }) +
  ringOf(640, 520, 590, 110, [
    [-165, "shroom", 0.55, cap.red],
    [-140, "bell", 0.5, cap.gold],
    [-112, "shroom", 0.46, cap.violet],
    [-90, "bell", 0.4, cap.gold],
    [-70, "shroom", 0.44, cap.red],
    [-44, "bell", 0.5, cap.gold],
    [-18, "shroom", 0.56, cap.violet],
  ]) +
  tree(22, 560, 1.18, false) +
  tree(1262, 556, 1.12, true) +
  canopy(
    "40 60 190 100 13 3 2, 186 0 136 84 10 5 1, -10 170 100 90 10 9 3, 1240 50 200 104 13 4 2, 1110 -6 130 84 10 6 1, 1296 170 96 84 10 8 3",
  ) +
  lantern(258, 112, 1) +
  fireflies(
    "150 380 1.1, 254 300 0.8, 96 500 0.9, 420 214 0.7, 884 206 0.8, 1050 360 0.9, 1190 420 1.1, 1206 300 0.7, 330 420 0.7, 960 420 0.7",
  );

export const tall =
  clearing(
    { ...TALL, hz: 232, depth: 0.6 },
    { seed: 8, stars: 26, moon: [180, 84, 15], clouds: ".5 .5 .8, .82 .3 .6" },
    (x, y) => y < 54 && x < 190,
  ) +
  `<ellipse cx="180" cy="330" rx="220" ry="110" fill="url(#g-glade)"/>` +
  meadow({ w: 360, y0: 250, y1: 440, k: 22, tufts: 8, flowers: 8, seed: 3 }) +
  tree(-14, 330, 0.56, false) +
  tree(374, 326, 0.56, true) +
  canopy("-14 126 58 52 9 3 2, -20 182 46 40 8 5 3, 374 122 60 54 9 4 2, 380 180 46 42 8 6 3") +
  lantern(42, 150, 0.5) +
  fireflies("30 180 .8, 336 200 .8, 96 96 .6, 262 86 .7, 18 340 .8, 344 350 .7");

/** Mushrooms before the tray. */
export const front =
  at(46, 660, 1.3, shroom(cap.red)) +
  at(24, 724, 0.8, shroom(cap.violet)) +
  at(78, 730, 0.95, bell(cap.gold)) +
  at(1232, 656, 1.34, shroom(cap.red)) +
  at(1256, 722, 0.8, shroom(cap.violet)) +
  at(1203, 728, 0.95, bell(cap.gold));

export const frontTall =
  at(28, 62, 0.72, shroom(cap.red)) +
  at(56, 66, 0.5, bell(cap.gold)) +
  at(334, 64, 0.76, shroom(cap.red)) +
  at(306, 67, 0.48, shroom(cap.violet));

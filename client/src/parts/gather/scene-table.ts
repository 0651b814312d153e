// Drawings of the lobby: background, stump and stools.
import { at, glow, INK, line, shape, shroom } from "../../art/core";
import { tableScene } from "../../art/games";
import { animals, RINGS, S } from "../../art/index";

const { TALL, WIDE, clearing, meadow, fireflies, cap } = S;

export const wide =
  clearing(
    { ...WIDE, hz: 190, depth: 0.9 },
    { seed: 33, stars: 30, moon: [430, 84, 26], clouds: ".3 .5 .8, .72 .36 .7" },
    (x, y) => x < 380 && y < 70,
  ) +
  `<ellipse cx="420" cy="440" rx="440" ry="190" fill="url(#g-glade)"/>` +
  meadow({ w: 1280, y0: 240, y1: 690, k: 70, tufts: 22, flowers: 26, seed: 16 }, (x) => x > 780) +
  fireflies("60 240 .9, 760 250 .8, 420 220 .7, 40 560 .8, 770 580 .8, 250 160 .6");

export const tall =
  clearing({ ...TALL, hz: 70, depth: 0.45 }, { seed: 21, stars: 10, moon: [300, 60, 9] }, (_x, y) => y < 44) +
  meadow({ w: 360, y0: 100, y1: 700, k: 50, tufts: 14, flowers: 18, seed: 9 }) +
  fireflies("20 150 .6, 342 330 .6, 24 440 .6, 338 560 .6");

const CAPS = [cap.red, cap.gold, cap.violet, "#7fa3c8", "#d98ba4"];
const KEY = `<g transform="translate(116 62) rotate(24)"><path d="M-9 0H6" stroke="${INK}" stroke-width="8" stroke-linecap="round"/><path d="M-9 0H6" stroke="#f0bd45" stroke-width="3.4"/><circle cx="12" cy="-7" r="6.6" fill="#f0bd45" stroke="${INK}" stroke-width="2.6"/><circle cx="12" cy="7" r="6.6" fill="#f0bd45" stroke="${INK}" stroke-width="2.6"/></g>`;
const OPEN = `<circle cx="75" cy="48" r="39" fill="var(--card)" stroke="${INK}" stroke-width="2.6" stroke-dasharray="3 8" stroke-linecap="round"/><path d="M75 32V64M59 48H91" stroke="${INK}" stroke-width="4" stroke-linecap="round"/>`;

/** A toadstool to sit on, 150 × 170, with its animal, one with a wind-up key for a bot, or empty. */
export function stool(p: number, animal: string, bot: boolean) {
  const seat =
    `<ellipse cx="75" cy="158" rx="52" ry="9" fill="${INK}" opacity=".18"/>` +
    at(75, 158, 1.72, shroom(animal ? CAPS[p % CAPS.length] : "#8fae6a", 1.6));
  const figure = `${bot ? KEY : ""}<circle cx="75" cy="48" r="40" fill="${RINGS[animal]}" stroke="${INK}" stroke-width="3"/><circle cx="75" cy="48" r="35" fill="none" stroke="#fffaf0" stroke-width="2.6" opacity=".8"/><g transform="translate(41 14) scale(1.42)">${animals[animal]}</g>`;
  return seat + (animal ? figure : OPEN);
}

/** The stump, 360 × 184. */
export const stump = (look: string) =>
  `<ellipse cx="180" cy="168" rx="176" ry="34" fill="${INK}" opacity=".16"/>` +
  shape(
    "M28 84C24 120 18 146 4 164Q34 158 46 170Q70 160 92 176Q130 166 180 180Q230 166 268 176Q290 160 314 170Q326 158 356 164C342 146 336 120 332 84Z",
    "#a87b55",
    3,
  ) +
  line(
    "M60 116C58 132 54 146 48 158M110 128C110 144 106 156 102 166M180 134V166M250 128C250 144 254 156 258 166M300 116C302 132 306 146 312 158",
    2,
    'opacity=".5"',
  ) +
  `<ellipse cx="180" cy="84" rx="154" ry="56" fill="#e9cfa2" stroke="${INK}" stroke-width="3"/><g fill="none" stroke="#b98458" stroke-width="2" opacity=".7"><ellipse cx="178" cy="84" rx="132" ry="46"/><ellipse cx="176" cy="84" rx="104" ry="35"/><ellipse cx="178" cy="85" rx="74" ry="24"/><ellipse cx="176" cy="85" rx="42" ry="13"/></g>` +
  glow(180, 70, 110, 0.8) +
  tableScene(look);

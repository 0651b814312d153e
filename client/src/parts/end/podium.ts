// Podium as the inside of an SVG. Heights follow the places; equal places are equally high.
import { escapeText } from "../../lib/text/escape";
import { at, blossom, dot, glow, INK, line, shape, spark } from "../../art/core";
import { token } from "../../art/index";

export interface Stand {
  name: string;
  animal: string;
  bot: boolean;
  place: number;
  score: string;
  first: boolean; // wears the crown
}

const FRONT = 5; // as many stand on toadstools, the others on the grass before them
const CAPS = ["#ab3565", "#b23a38", "#7a4d9e", "#3f6f9e", "#4f8345"];
const GOLD = "#ffd97a";
const CROWN = `<g class="podium__crown">${glow(0, 4, 40)}${shape("M-23 8L-28-18L-12-6L0-26L12-6L28-18L23 8Q0 15-23 8Z", GOLD, 2.8)}${dot(-28, -19, 4, "#e0645a")}${dot(28, -19, 4, "#e0645a")}${dot(0, -27, 4.5, "#e0645a")}${line("M-20 1Q0 7 20 1", 2)}</g>`;
const PETALS: [number, number][] = [
  [60, 40],
  [120, 90],
  [330, 60],
  [400, 110],
  [40, 130],
  [300, 24],
  [150, 30],
  [380, 30],
  [80, 180],
  [430, 190],
];
const CONFETTI = PETALS.map(([x, y], i) =>
  i % 3
    ? spark(x, y, 6 + (i % 4) * 2, i % 2 ? "#ffe08a" : "#fff3c4")
    : at(x, y, 0.42, blossom(1, ["#f0a3c2", "#fff6e2"][i % 2], 2.4), i * 20),
).join("");

/** A toadstool with its foot at 0,0. */
function toadstool(h: number, cap: string, s: number): string {
  const stem = `M${-11 * s} ${-h}C${-10 * s} ${-h / 2} ${-16 * s} -10 ${-14 * s} 0Q0 6 ${14 * s} 0C${16 * s} -10 ${10 * s} ${-h / 2} ${11 * s} ${-h}Z`;
  const dark = `M${4 * s} ${-h}C${4 * s} ${-h / 2} ${6 * s} -8 ${4 * s} 3Q${10 * s} 2 ${14 * s} 0C${16 * s} -10 ${10 * s} ${-h / 2} ${11 * s} ${-h}Z`;
  const hat = `M${-44 * s} ${-h + 8}C${-46 * s} ${-h - 24} ${-20 * s} ${-h - 30} 0 ${-h - 30}S${46 * s} ${-h - 24} ${44 * s} ${-h + 8}Q${22 * s} ${-h + 18} 0 ${-h + 18}T${-44 * s} ${-h + 8}Z`;
  const spots = `<g fill="#fff6e2"><ellipse cx="${-24 * s}" cy="${-h - 6}" rx="6" ry="5"/><ellipse cx="${26 * s}" cy="${-h - 4}" rx="5" ry="4.5"/><ellipse cx="${-6 * s}" cy="${-h - 22}" rx="6" ry="3"/></g>`;
  return `<ellipse cx="0" cy="2" rx="${34 * s}" ry="8" fill="${INK}" opacity=".18"/>${shape(stem, "#f6ead2", 2.8)}<path d="${dark}" fill="#d8c1a6"/>${shape(hat, cap, 2.8)}${spots}`;
}

const short = (name: string, most: number): string => (name.length > most ? `${name.slice(0, most - 1)}…` : name);
const round = (animal: string, bot: boolean, d: number): string =>
  `<g transform="scale(${d / 56}) translate(-28 -54)">${token(animal, bot)}</g>`;

function plate(name: string, width: number): string {
  return `<g class="podium__name"><rect x="${-width / 2}" y="-12" width="${width}" height="25" rx="9" fill="var(--card)" stroke="${INK}" stroke-width="2"/><text text-anchor="middle" y="6" class="suit" font-size="17.5" fill="${INK}">${escapeText(short(name, Math.floor(width / 9.2)))}</text></g>`;
}

/** From the middle outwards: first, right, left, right, left. */
export function spread(count: number): number[] {
  return Array.from({ length: count }, (_, k) => (k === 0 ? 0 : Math.ceil(k / 2) * (k % 2 ? 1 : -1)));
}

export const WIDTH = 470;

/** The picture and its height; `stands` in the order of their places. */
export function podium(stands: Stand[], crowned: boolean): { art: string; height: number } {
  const front = stands.slice(0, FRONT);
  const grass = stands.slice(FRONT);
  const columns = spread(front.length);
  const middle = WIDTH / 2 - (front.length % 2 ? 0 : 0.5 * Math.min(104, WIDTH / front.length));
  const gap = Math.min(104, WIDTH / front.length);
  const ground = 306;
  const places = [...new Set(front.map((stand) => stand.place))];
  const raised = front.map((stand, k) => {
    const rank = places.indexOf(stand.place); // equal places, equal height
    const s = stand.first ? Math.min(1.15, gap / 92) : Math.min(0.95, gap / 98);
    const h = crowned ? [150, 108, 78, 50, 34][rank]! : 92;
    const d = stand.first ? Math.min(92, gap * 0.88) : Math.min([92, 70, 70, 60, 54][rank]!, gap * 0.78);
    const cap = stand.first ? GOLD : CAPS[(k + CAPS.length - 1) % CAPS.length]!;
    const x = middle + columns[k]! * gap;
    const crown = stand.first ? `<g transform="translate(0 ${-d * 1.1}) scale(${d / 92})">${CROWN}</g>` : "";
    return `<g class="podium__one" style="--k:${k}" transform="translate(${x} ${ground})">${toadstool(h, cap, s)}<g transform="translate(0 ${-h - 20})">${round(stand.animal, stand.bot, d)}${crown}</g><text y="${-h + 9}" text-anchor="middle" class="num" font-size="${stand.first ? 26 : 21}" style="fill:${stand.first ? "#2a2140" : "#fffaf0"}">${stand.score}</text><g transform="translate(0 15)">${plate(stand.name, Math.min(98, gap - 6))}</g></g>`;
  });
  const width = Math.min(92, WIDTH / Math.max(grass.length, 1));
  const below = grass.map((stand, k) => {
    const x = WIDTH / 2 + (k - (grass.length - 1) / 2) * width;
    return `<g transform="translate(${x} 394)">${round(stand.animal, stand.bot, 46)}<g transform="translate(22 -40)"><rect x="-17" y="-12" width="34" height="24" rx="12" fill="var(--card)" stroke="${INK}" stroke-width="2"/><text y="6" text-anchor="middle" class="num" font-size="16" style="fill:#2a2140">${stand.score}</text></g><g transform="translate(0 10) scale(.84)">${plate(stand.name, width * 1.12)}</g></g>`;
  });
  const lit = crowned ? `${glow(middle, 120, 190, 0.9)}${CONFETTI}` : "";
  return { art: lit + raised.reverse().join("") + below.join(""), height: grass.length ? 420 : 336 };
}

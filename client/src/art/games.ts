// What each game looks like on the shelf: its poster and its stamp lie in its folder.
import { INK } from "./core";
import { PLATE } from "./poster";

/** Exports of `games/NAME/poster.ts`. */
interface Look {
  poster: { sky: [at: string | number, colour: string][]; colour: string; art: () => string };
  emblem?: string;
  tableScene?: () => string;
}
const modules = import.meta.glob<Look>("../games/*/poster.ts", { eager: true });
const LOOKS: Record<string, Look> = Object.fromEntries(
  Object.entries(modules).map(([path, look]) => [path.split("/")[2], look]),
);

/** Whether a game has its own artwork. */
export const known = (game: string) => Object.hasOwn(LOOKS, game);
/** By what name styles know a game: `g-NAME`. */
export const style = (game: string) => (known(game) ? game : "other");

const sky = (game: string, stops: Look["poster"]["sky"]) =>
  `<linearGradient id="po-${game}" x1="0" y1="0" x2="0" y2="1">${stops.map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`).join("")}</linearGradient>`;
export const posterDefs = `<clipPath id="plate"><path d="${PLATE}"/></clipPath>${Object.entries(LOOKS)
  .map(([game, { poster }]) => sky(game, poster.sky))
  .join("")}`;

/** A poster without a title; the caller adds an accessible name. */
export function poster(game: string, name: string) {
  const { colour, art } = LOOKS[game]!.poster;
  return `<rect x="1.5" y="1.5" width="217" height="287" rx="18" fill="var(--card, #fffaf0)" stroke="${INK}" stroke-width="3"/><path d="${PLATE}" fill="${colour}"/>${art()}<text x="110" y="268" text-anchor="middle" class="num" font-size="${name.length > 14 ? 22 : name.length > 10 ? 29 : 32}">${name}</text>`;
}

/** What lies on the table where people gather, lying flat, 360 × 184: things of the game, else its poster, else nothing. */
export const tableScene = (game: string) =>
  LOOKS[game]?.tableScene?.() ??
  (known(game) ? `<g transform="matrix(.44 0 -.08 .25 139 48)">${poster(game, "")}</g>` : "");

const RING = `<g fill="#fffaf0">${[0, 45, 90, 135, 180, 225, 270, 315].map((a) => `<path transform="rotate(${a} 20 20)" d="M15.4 9.6C15.4 5.2 24.6 5.2 24.6 9.6ZM18.6 9.6H21.4V12.4H18.6Z"/>`).join("")}<circle cx="20" cy="20" r="3.6"/></g>`;
/** A small stamp; a ring of mushrooms for a game that has none. */
export const emblem = (game: string, size = 36) =>
  `<svg class="emblem g-${style(game)}" viewBox="0 0 40 40" width="${size}" height="${size}" aria-hidden="true"><rect x="1.2" y="1.2" width="37.6" height="37.6" rx="10" fill="var(--accent)" stroke="var(--ink)" stroke-width="2.2"/>${LOOKS[game]?.emblem ?? RING}</svg>`;

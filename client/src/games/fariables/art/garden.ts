// Values as columns that climb towards the goal, for the side of the table; a phone has cards instead.
import { INK, n, shape } from "../../../art/core";
import { MAIN, use } from "./pieces";
import { KINDS, type Kind, type Scale } from "../state/places";

const BASE = 396;
const TRACK = 302.4; // from zero to the goal
export const WIDTH = 300;
export const HEIGHT = 470;
export const LINE = 17; // a second one for names
export const OVER = 42; // for who stands higher than the garland
const LETTER = 7.4; // as wide as most are
export const garlandAt = (scale: Scale): number => top(scale, scale.goal);
const PITCH = 41.5;
export const columnX = (i: number): number => 56 + i * PITCH;
const unit = (scale: Scale): number => TRACK / scale.goal;
const top = (scale: Scale, value: number): number => BASE - Math.min(value, scale.goal + 0.7) * unit(scale);

/** Whether some name is too long for its neighbour: then every second one stands a line lower. */
export const crowded = (names: string[]): boolean =>
  names.some((name, i) => i > 0 && ((name.length + names[i - 1]!.length) * LETTER) / 2 > PITCH - 3);

/** Lines, the zone from which one roll may end the game, and the tracks. */
export function ground(scale: Scale): string {
  const { goal, near } = scale;
  let g = `<rect x="34" y="${top(scale, goal)}" width="256" height="${top(scale, goal - near) - top(scale, goal)}" fill="url(#fa-hatch)" opacity=".95"/>`;
  for (const v of [0, 5, 10, 15].filter((line) => line < goal - 2))
    g += `<path d="M34 ${n(top(scale, v))}H290" stroke="var(--rule)" stroke-width="1.5"/><text x="28" y="${n(top(scale, v) + 5)}" text-anchor="end" class="suit fa-axis" font-size="15">${v}</text>`;
  g += `<path d="M34 ${n(top(scale, goal - near))}H290" stroke="var(--ink)" stroke-width="1.5" stroke-dasharray="2 5" stroke-linecap="round"/>`;
  KINDS.forEach(
    (_, i) =>
      (g += `<path d="M${columnX(i)} ${BASE}V${n(top(scale, goal) + 18)}" stroke="var(--rule)" stroke-width="3" stroke-dasharray="1 ${n(unit(scale) - 1)}" stroke-linecap="round"/>`),
  );
  return g;
}

export function garland(scale: Scale): string {
  const y = garlandAt(scale);
  let g = `<path d="M34 ${n(y)}Q 90 ${y + 6} 152 ${y}T 292 ${y}" fill="none" stroke="var(--ink)" stroke-width="2.4"/>`;
  for (let i = 0; i < 13; i++) {
    const x = 43 + i * 19.9;
    const sag = 3.4 * Math.sin(((i % 4) / 4) * Math.PI);
    g += shape(
      `M${n(x - 7)} ${n(y + sag)}H${n(x + 7)}L${n(x)} ${n(y + sag + 13)}Z`,
      i % 2 ? "#fffaf0" : "#de5c64",
      1.8,
    );
  }
  return `${g}<text x="29" y="${n(y + 7)}" text-anchor="end" class="num fa-ink" font-size="18">${scale.goal}</text>`;
}

/** One column: solid as far as it was and still is, gold for what came, dashed for what went. */
export function column(scale: Scale, kind: Kind, value: number, before: number): string {
  const x = columnX(KINDS.indexOf(kind as (typeof KINDS)[number]));
  const low = Math.min(value, before);
  const rect = (from: number, to: number, look: string): string =>
    `<rect x="${x - 12}" y="${n(top(scale, to))}" width="24" height="${n(top(scale, from) - top(scale, to))}" rx="5" ${look}/>`;
  let g = low ? rect(0, low, `fill="${MAIN[kind]}" stroke="${INK}" stroke-width="2.4"`) : "";
  if (before < value)
    g += `<g class="fa-grows">${rect(before, value, `fill="#ffd97a" stroke="${INK}" stroke-width="2.4"`)}</g>`;
  for (let q = 1; q < Math.min(value, scale.goal + 1); q++)
    g += `<path d="M${x - 12} ${n(top(scale, q))}H${x + 12}" stroke="${INK}" stroke-width="1.4" opacity=".5"/>`;
  if (value)
    g += `<path d="M${x - 7} ${n(top(scale, value) + 7)}V${n(BASE - 6)}" stroke="#fff" stroke-width="2.6" stroke-linecap="round" opacity=".4"/>`;
  if (before > value)
    g += rect(value, before, 'fill="none" stroke="var(--edge)" stroke-width="2" stroke-dasharray="3 4"');
  return g;
}

/** The fairy on top of its column, and its number below. */
export function fairyOn(
  scale: Scale,
  kind: Kind,
  value: number,
  before: number,
  label: string,
  lower: boolean,
  changed: boolean,
  ends: boolean,
): string {
  const x = columnX(KINDS.indexOf(kind as (typeof KINDS)[number]));
  const y = top(scale, value);
  let g = "";
  if (ends)
    g += `<g class="fa-rays">${Array.from({ length: 16 }, (_, i) => `<path transform="translate(${x} ${n(y - 22)}) rotate(${i * 22.5})" d="M0-34L4-${i % 2 ? 48 : 60}L-4-${i % 2 ? 48 : 60}Z" fill="#ffd24d" stroke="${INK}" stroke-width="1.4"/>`).join("")}</g>`;
  g += `<ellipse cx="${x}" cy="${n(y)}" rx="15" ry="4.5" fill="${INK}" opacity=".2"/><g class="${changed ? "fa-climbs" : ""}" style="--by:${n(top(scale, before) - y)}px">${use(`fa-k-${kind}`, x, y - 21, changed ? 58 : 48)}</g>`;
  g += `<g transform="translate(${x} 417)"><rect x="-18" y="-15" width="36" height="29" rx="9" fill="${value >= scale.goal - scale.near ? "#ffd97a" : "#fffaf0"}" stroke="${INK}" stroke-width="2.2"/><text y="8" text-anchor="middle" class="num" font-size="22">${value}</text></g><text x="${x}" y="${450 + (lower ? LINE : 0)}" text-anchor="middle" class="suit fa-ink" font-size="15">${label}</text>`;
  return g;
}

/** “+3” beside the column that changed. */
export function change(scale: Scale, kind: Kind, value: number, by: number, label: string): string {
  const i = KINDS.indexOf(kind as (typeof KINDS)[number]);
  const x = columnX(i) + (i > 4 ? -30 : 30);
  return `<g transform="translate(${x} ${n(top(scale, value) - 4)})"><g class="fa-news"><rect x="-21" y="-14" width="42" height="28" rx="14" fill="${by > 0 ? "#dff0cf" : "#f9d9d2"}" stroke="${INK}" stroke-width="2.2"/><text y="7" text-anchor="middle" class="num" font-size="19" style="fill:${by > 0 ? "#24562f" : "#8e2730"}">${label}</text></g></g>`;
}

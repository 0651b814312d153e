// Drawing of the spaces: tint, pattern and fairy; lit, chosen, changed or opened ones above the rest, badges on top.
import { INK } from "../../../art/core";
import { hex, R, TINT, use } from "./pieces";
import type { Box, Kind, Place, Space } from "../state/places";

export interface Shown {
  place: Place;
  owner: Map<string, number>; // whose token stands there
  you: number | null;
  lit: Set<string>;
  pick: string;
  left: Set<string>; // from where tokens were lifted
  kept: Set<string>; // not dimmed, though not lit
  changed: Kind | ""; // the kind that was rolled, or is looked for
  flower: Kind | ""; // what came out of the flowers
  dims: boolean;
}

const MANY = 16; // more than that, and a thin line is enough

const outline = (wide: number, colour: string, thin: number): string =>
  `<use href="#fa-lit" class="fa-line" style="stroke-width:${wide}"/><use href="#fa-lit" class="fa-line" style="stroke:${colour};stroke-width:${thin}"/>`;

function space({ name, kind, x, y }: Space, shown: Shown, many: boolean): { over: boolean; g: string } {
  const lit = shown.lit.has(name);
  const pick = shown.pick === name;
  const changed = shown.changed === kind;
  const open = kind === "flower" && shown.flower !== "";
  const on = shown.owner.has(name) || pick;
  let g = "";
  if (pick) g += outline(18, "var(--accent-lit)", 13);
  else if (lit && !many) g += outline(16, "#ffd24d", 11);
  else if (changed) g += outline(14, "#a9e08e", 9);
  else if (open) g += outline(14, "#f9a8c8", 9);
  g += `<use href="#fa-hex" class="fa-hx" fill="${TINT[kind]}"/><use href="#fa-hex" class="${lit ? "fa-pat is-lit" : "fa-pat"}" fill="url(#fa-p-${kind})"/>`;
  if (lit && many) g += '<use href="#fa-hex" class="fa-line fa-many"/>';
  g += use(open ? `fa-o-${shown.flower}` : `fa-k-${kind}`, 0, on ? -9 : lit ? -3 : 1, on ? 66 : 70);
  if (shown.dims && !lit && !pick && !changed && !shown.kept.has(name)) g += '<use href="#fa-hex" class="fa-shade"/>';
  return {
    over: lit || pick || changed || open,
    g: `<g transform="translate(${x} ${y})"${open ? ' class="fa-opens"' : ""}>${g}</g>`,
  };
}

export function spaces(shown: Shown): string {
  const many = shown.lit.size > MANY;
  const [base, over]: [string[], string[]] = [[], []];
  let pick = "";
  for (const cell of shown.place.spaces) {
    const drawn = space(cell, shown, many);
    if (cell.name === shown.pick) pick = drawn.g;
    else (drawn.over ? over : base).push(drawn.g);
  }
  return base.join("") + over.join("") + pick;
}

export interface Badge {
  space: Space;
  text: string;
  how: "" | "gold" | "good" | "bad";
  beside: boolean; // a token stands there
  order: number; // in which they come while tokens are counted
}

export function badges(all: Badge[], size: number): string {
  return all
    .map(({ space: { x, y }, text, how, beside, order }) => {
      const w = text.length > 2 ? 38 : how === "good" || how === "bad" ? 34 : 0;
      const [dx, dy] = beside ? [25, -2] : [0, 27];
      const ground = w ? `<rect x="${-w / 2}" y="-12" width="${w}" height="23" rx="11.5"/>` : '<circle r="12.5"/>';
      return `<g transform="translate(${x + dx} ${y + dy}) scale(${size})"><g class="fa-badge${how ? ` fa-badge--${how}` : ""}" style="--i:${order}">${ground}<text y="${w ? 5.5 : 6}" font-size="${w ? 17 : 18}">${text}</text></g></g>`;
    })
    .join("");
}

/** The names of the spaces, by which the log calls them. */
export const names = (place: Place): string =>
  place.spaces.map(({ name, x, y }) => `<text x="${x}" y="${y - 0.66 * R}">${name}</text>`).join("");

/** The small map: all spaces, what is lit, whose tokens stand where, and what is seen of it. */
export function map(place: Place, lit: Set<string>, owner: Map<string, number>, you: number | null, seen: Box): string {
  const [bx, by, bw, bh] = place.box;
  const cells = place.spaces.map(({ name, x, y }) => {
    const p = owner.get(name);
    const mine = p !== undefined && p === you;
    const token =
      p === undefined
        ? ""
        : `<circle cx="${x}" cy="${y}" r="25" fill="${mine ? "#e3813a" : "#b9adc6"}" stroke="${INK}" stroke-width="${mine ? 9 : 4}"/>`;
    return `<path d="${hex(x, y, R * 0.97)}" fill="${lit.has(name) ? "#ffd24d" : "#fffaf0"}" stroke="${INK}" stroke-width="3"/>${token}`;
  });
  const x = Math.max(seen[0], bx + 8);
  const y = Math.max(seen[1], by + 8);
  const w = Math.min(seen[0] + seen[2], bx + bw - 8) - x;
  const h = Math.min(seen[1] + seen[3], by + bh - 8) - y;
  const frame = `x="${x}" y="${y}" width="${Math.max(0, w)}" height="${Math.max(0, h)}" rx="30" fill="none"`;
  return `${cells.join("")}<rect ${frame} stroke="${INK}" stroke-width="30"/><rect ${frame} stroke="var(--accent-lit)" stroke-width="16"/>`;
}

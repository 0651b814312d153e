// What posters are made of.
import { INK, flat, dot, spark } from "./core";

/* The plate of a poster: x 13..207, y 13..229 in a 220 x 290 card, with an arched top. */
export const PLATE = "M13 74C13 34 50 13 110 13S207 34 207 74V219Q207 229 197 229H23Q13 229 13 219Z";
export const sky = (id: string) => `<path d="${PLATE}" fill="url(#po-${id})"/>`;
export const stars = (col: string, list: [x: number, y: number, r: number][]) =>
  list.map(([x, y, r]) => (r > 1.9 ? spark(x, y, r, col) : dot(x, y, r, col))).join("");
export const clip = (s: string) => `<g clip-path="url(#plate)">${s}</g>`;
export const frame = `<path d="${PLATE}" fill="none" stroke="${INK}" stroke-width="3" stroke-linejoin="round"/>`;
export const grass = (y: number, fill: string, seed = 3) => {
  let d = `M8 ${y + 60}V${y}`;
  for (let x = 8; x < 214; x += 9) {
    const h = 7 + ((x * seed) % 11);
    d += `Q${x + 2} ${y - h * 0.4} ${x + 3 + ((x * seed) % 4)} ${y - h}Q${x + 6} ${y - 2} ${x + 9} ${y}`;
  }
  return flat(d + `V${y + 60}Z`, fill);
};

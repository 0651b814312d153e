// Geometry and drawing of the ring of toadstools, and how tokens share one.
import { dot, INK, n, shape } from "../../../art/core";
import { minus } from "../../../lib/text/format";

export type Point = [x: number, y: number];

export interface Ring {
  w: number;
  h: number;
  cx: number;
  cy: number;
  rx: number;
  ry: number;
  gap: number; // degrees that stay open below
  s: number; // the size of a toadstool: 1 is 50 wide
  d: number; // of a token
  small: number; // of a token where many play
}

export const WIDE: Ring = { w: 1024, h: 576, cx: 512, cy: 310, rx: 424, ry: 214, gap: 22, s: 1, d: 50, small: 46 };
export const TALL: Ring = { w: 360, h: 366, cx: 180, cy: 196, rx: 158, ry: 146, gap: 24, s: 0.5, d: 31, small: 28 };

const EVEN = 2.3; // between an ellipse and a box
const FINE = 1500;

/** So many points along the ring, equally far from each other, clockwise from the lower left. */
export function points({ cx, cy, rx, ry, gap }: Ring, count: number): Point[] {
  const fine: Point[] = [];
  const way = [0];
  for (let i = 0; i <= FINE; i++) {
    const angle = ((gap + ((360 - 2 * gap) * i) / FINE) * Math.PI) / 180;
    const bend = (value: number) => Math.sign(value) * Math.abs(value) ** (2 / EVEN);
    fine.push([cx + rx * bend(-Math.sin(angle)), cy + ry * bend(Math.cos(angle))]);
    if (i) way.push(way[i - 1]! + Math.hypot(fine[i]![0] - fine[i - 1]![0], fine[i]![1] - fine[i - 1]![1]));
  }
  return Array.from({ length: count }, (_, k) => {
    const want = (way[FINE]! * k) / (count - 1);
    const i = way.findIndex((length) => length >= want - 1e-9);
    return fine[i < 0 ? FINE : i]!;
  });
}

/** A toadstool seen from above its rim. Every fifth is red, the last wears a crown, and those below nothing are grey. */
export function toadstool(value: number, lowest: number, top: number, s: number): string {
  const last = value === top;
  const five = value % 5 === 0 && value >= 0 && !last;
  const low = value < 0;
  const fill = last ? "#f0bd45" : five ? "var(--accent-strong)" : low ? "#b9b59a" : "#fff3dc";
  const k = (last ? 1.3 : five ? 1.1 : 0.94) * s;
  const [spot, seen] = five ? ["#fffaf0", 0.5] : low ? ["#8f8d72", 0.45] : ["var(--accent)", 0.34];
  const spots = `<g fill="${spot}" opacity="${seen}"><ellipse cx="-15" cy="-6" rx="3.6" ry="2.6"/><ellipse cx="15" cy="-7" rx="3.2" ry="2.3"/><ellipse cx="-2" cy="-15" rx="3.6" ry="2"/><ellipse cx="18" cy="2" rx="2" ry="1.6"/><ellipse cx="-18" cy="3" rx="1.8" ry="1.5"/></g>`;
  const crown = `<g transform="translate(0 -25)">${shape("M-13 2L-16-12L-7-5L0-15L7-5L16-12L13 2Q0 6-13 2Z", "#ffe08a", 2.2)}${dot(-16, -13, 2.2)}${dot(0, -16, 2.2)}${dot(16, -13, 2.2)}</g>`;
  const main = five || last || value === lowest; // on a phone only these are numbered
  const size = s < 1 && main ? 21 : main ? 17 : 18;
  const text = minus(value);
  return `<g transform="scale(${n(k)})"><ellipse cx="0" cy="21" rx="17" ry="5" fill="${INK}" opacity=".2"/>${shape("M-8 6C-7 12-9 17-9 20Q0 25 9 20C9 17 7 12 8 6Z", "#f6ead2", 2.2)}${shape("M-25 4C-26-14-12-21 0-21S26-14 25 4C24 10 12 13 0 13S-24 10-25 4Z", fill, 2.4)}<path d="M12-19C22-14 25.5-6 25 4C24.5 7.5 20 10 14 11.7C20 2 19-10 12-19Z" fill="${INK}" opacity=".13"/>${last ? crown : spots}<text x="0" y="4.5" text-anchor="middle" class="num${main ? "" : " fr-n"}" font-size="${size}" style="fill:${five ? "#fffaf0" : INK}">${text}</text></g>`;
}

/** All of them, those in front last. */
export function toadstools(ring: Ring, at: Point[], lowest: number): string {
  const top = at.length - 1 + lowest;
  const glade = `<ellipse cx="${ring.cx}" cy="${ring.cy + 4}" rx="${n(ring.rx * 1.12)}" ry="${n(ring.ry * 1.14)}" fill="url(#g-glade)"/>`;
  const order = at.map((point, i) => ({ point, i })).sort((a, b) => a.point[1] - b.point[1]);
  return (
    glade +
    order
      .map(
        ({ point: [x, y], i }) =>
          `<g transform="translate(${n(x)} ${n(y)})">${toadstool(i + lowest, lowest, top, ring.s)}</g>`,
      )
      .join("")
  );
}

/** Where a score stands: beyond the last toadstool there is none, below the first neither. */
export const place = (score: number, count: number, lowest: number): number =>
  Math.max(0, Math.min(count - 1, score - lowest));

// Tokens that share a toadstool: two side by side, three in a triangle, four in a square.
const BUNCH: Record<number, Point[]> = {
  1: [[0, 0]],
  2: [
    [-0.48, 0],
    [0.48, -0.05],
  ],
  3: [
    [0, -0.84],
    [-0.53, 0],
    [0.53, 0],
  ],
  4: [
    [-0.52, -0.9],
    [0.52, -0.9],
    [-0.52, 0],
    [0.52, 0],
  ],
};

export interface Stand {
  seat: number;
  x: number;
  y: number;
  behind: boolean; // stands behind others: without a foot
}

export interface More {
  x: number;
  y: number;
  count: number;
}

/** Where each token stands; you are always in front. Beyond four a plate says how many they are. */
export function stands(
  ring: Ring,
  at: Point[],
  scores: number[],
  lowest: number,
  you: number | null,
  d: number,
): { stands: Stand[]; more: More[] } {
  const bunches = new Map<number, number[]>();
  scores.forEach((score, seat) => {
    const k = place(score, at.length, lowest);
    bunches.set(k, [...(bunches.get(k) ?? []), seat]);
  });
  const result: Stand[] = [];
  const more: More[] = [];
  for (const [k, all] of [...bunches].sort((a, b) => at[a[0]]![1] - at[b[0]]![1])) {
    const seats = all.sort((a, b) => Number(a === you) - Number(b === you));
    const shown = seats.length > 4 ? seats.slice(-3) : seats;
    const [middle, y] = at[k]!;
    const foot = y - 17 * ring.s;
    const room = (shown.length > 1 ? 1.08 : 0.56) * d; // nobody stands beyond the edge
    const x = Math.max(room, Math.min(middle, ring.w - room));
    shown.forEach((seat, i) => {
      const [bx, by] = BUNCH[shown.length]![i]!;
      result.push({ seat, x: x + bx * d, y: foot + by * d, behind: by < -0.3 });
    });
    if (shown.length < seats.length) more.push({ x: x + d * 0.75, y: foot - d * 1.1, count: seats.length });
  }
  return { stands: result, more };
}

/** The hops from one toadstool to another, as offsets from the last: over each one, in an arc. */
export function hops(at: Point[], from: number, to: number, high: number): { x: number; y: number; part: number }[] {
  const steps = Math.abs(to - from);
  const way = Math.sign(to - from);
  const [endX, endY] = at[to]!;
  const frames = [{ x: at[from]![0] - endX, y: at[from]![1] - endY, part: 0 }];
  for (let k = 1; k <= steps; k++) {
    const [x0, y0] = at[from + way * (k - 1)]!;
    const [x, y] = at[from + way * k]!;
    frames.push({ x: (x0 + x) / 2 - endX, y: (y0 + y) / 2 - endY - high, part: (k - 0.5) / steps });
    frames.push({ x: x - endX, y: y - endY, part: k / steps });
  }
  return frames;
}

/** The way of a token as a line of arcs, bent outwards. */
export function trail(ring: Ring, at: Point[], from: number, to: number): string {
  const { cx, cy, s } = ring;
  const way = Math.sign(to - from);
  let path = `M${n(at[from]![0])} ${n(at[from]![1] - 8 * s)}`;
  for (let k = from; k !== to; k += way) {
    const [x0, y0] = at[k]!;
    const [x, y] = at[k + way]!;
    const [mx, my] = [(x0 + x) / 2, (y0 + y) / 2];
    const far = Math.hypot(mx - cx, my - cy) || 1;
    path += `Q${n(mx + ((mx - cx) / far) * 17 * s)} ${n(my - 22 * s + ((my - cy) / far) * 17 * s)} ${n(x)} ${n(y - 8 * s)}`;
  }
  return path;
}

/** Rays round a fairy. */
export function burst(ring: Ring, cx: number, cy: number): string {
  const [near, far] = ring.s < 1 ? [70, 150] : [120, 268];
  const ray = (i: number): string => {
    const angle = (i / 28) * 2 * Math.PI;
    const reach = i % 2 ? far : far * 0.84;
    const tip = (r: number, a: number) => `${n(cx + r * Math.cos(a))} ${n(cy + r * Math.sin(a))}`;
    return `<path d="M${tip(near, angle - 0.055)}L${tip(reach, angle)}L${tip(near, angle + 0.055)}Z" fill="#ffe9a0"/>`;
  };
  return `<circle cx="${cx}" cy="${cy}" r="${n(far * 0.95)}" fill="url(#g-spark)" opacity=".9"/>${Array.from({ length: 28 }, (_, i) => ray(i)).join("")}`;
}

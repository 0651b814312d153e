import { line, shape, flat, dot, at, spark, n, shroom, bell, tuft, firefly, type Spot } from "./core";

// Everything in a scene takes its colour from custom properties, so one drawing serves day and dusk.
export const rnd = (seed: number) => () => ((seed = (seed * 16807) % 2147483647) - 1) / 2147483646;
export const sceneDefs = `
<radialGradient id="g-spark"><stop offset="0" stop-color="#fff3c4" stop-opacity=".95"/><stop offset=".22" stop-color="#ffe08a" stop-opacity=".6"/><stop offset="1" stop-color="#ffd36b" stop-opacity="0"/></radialGradient>
<radialGradient id="g-glade"><stop offset="0" stop-color="var(--glade)" stop-opacity=".85"/><stop offset=".55" stop-color="var(--glade)" stop-opacity=".3"/><stop offset="1" stop-color="var(--glade)" stop-opacity="0"/></radialGradient>
<linearGradient id="g-sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--sky-1)"/><stop offset=".4" stop-color="var(--sky-2)"/><stop offset=".68" stop-color="var(--sky-3)"/><stop offset=".87" stop-color="var(--sky-4)"/><stop offset="1" stop-color="var(--sky-5)"/></linearGradient>
<linearGradient id="g-ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--ground-1)"/><stop offset="1" stop-color="var(--ground-2)"/></linearGradient>
<radialGradient id="g-moon"><stop offset="0" stop-color="var(--moon-halo)" stop-opacity=".55"/><stop offset="1" stop-color="var(--moon-halo)" stop-opacity="0"/></radialGradient>`;

/* a leafy outline round an ellipse */
export function leafy(cx: number, cy: number, rx: number, ry: number, k = 12, seed = 7, a0 = 0, a1 = 2 * Math.PI) {
  const r = rnd(seed * 7919 + 11);
  const pts: [number, number][] = [];
  for (let i = 0; i <= k; i++) {
    const a = a0 + ((a1 - a0) * i) / k,
      q = 0.94 + 0.12 * r();
    pts.push([cx + rx * q * Math.cos(a), cy + ry * q * Math.sin(a)]);
  }
  if (a1 - a0 > 6.2) pts[k] = pts[0]!;
  let d = `M${n(pts[0]![0])} ${n(pts[0]![1])}`;
  for (let i = 1; i <= k; i++) {
    const [x0, y0] = pts[i - 1]!,
      [x, y] = pts[i]!,
      s = Math.hypot(x - x0, y - y0);
    d += `A${n(s * 0.56)} ${n(s * 0.56)} 0 0 1 ${n(x)} ${n(y)}`;
  }
  return d;
}
/* a row of round and pointed trees */
const wood = (w: number, y: number, h: number, seed: number, step = 64) => {
  const r = rnd(seed * 31 + 7);
  let d = `M0 ${y + h}V${y}`,
    x = 0,
    yy = y;
  while (x < w) {
    const q = r(),
      s = step * (0.5 + 0.6 * r()),
      e = n(y + (r() - 0.5) * step * 0.24 - yy);
    yy += e;
    if (q < 0.36) {
      const t = s * 0.62,
        u = t * (1.3 + 0.5 * r());
      d += `l${n(t * 0.28)} ${n(-u * 0.36)}l${n(-t * 0.1)} 0l${n(t * 0.2)} ${n(-u * 0.34)}l${n(-t * 0.06)} 0l${n(t * 0.18)} ${n(-u * 0.34)}l${n(t * 0.18)} ${n(u * 0.34)}l${n(-t * 0.06)} 0l${n(t * 0.2)} ${n(u * 0.34)}l${n(-t * 0.1)} 0l${n(t * 0.28)} ${n(u * 0.36 + e)}`;
      x += t;
    } else {
      const k = 0.4 + 0.34 * r();
      d += `c${n(-s * 0.16)} ${n(-s * k)} ${n(s * 0.2)} ${n(-s * k * 1.5)} ${n(s * 0.36)} ${n(-s * k * 1.1)}c${n(s * 0.1)} ${n(-s * 0.22)} ${n(s * 0.44)} ${n(-s * 0.12)} ${n(s * 0.46)} ${n(s * 0.16)}c${n(s * 0.24)} ${n(s * 0.02)} ${n(s * 0.28)} ${n(s * k * 0.7)} ${n(s * 0.18)} ${n(s * k * 1.1 - s * 0.16 + e)}`;
      x += s;
    }
  }
  return d + `V${y + h}Z`;
};
const L = (d: string, fill: string, w = 2) =>
  `<path d="${d}" fill="${fill}" stroke="var(--scene-line)" stroke-width="${w}" stroke-linejoin="round"/>`;
const mark = (list: Spot[]) =>
  `<path d="${list.map(([x, y, s = 1]) => `M${n(x)} ${n(y)}q${4 * s} ${-6 * s} ${8 * s} 0`).join("")}" fill="none" stroke="var(--scene-mark)" stroke-width="2" stroke-linecap="round"/>`;

export function lantern(x: number, y: number, s = 1) {
  return `<g transform="translate(${x} ${y}) scale(${s})"><circle cx="0" cy="34" r="62" fill="url(#g-spark)" class="lamp"/>${line("M0-30V6", 2.6)}${shape("M-4 6H4L9 14H-9Z", "#7a5a3c", 2.4)}${shape("M-13 14H13L16 44Q0 52-16 44Z", "#ffe08a", 2.6)}${flat("M-6 40C-8 30 0 30 0 20C8 28 8 34 5 41Q0 43-6 40Z", "#f39a3a")}${flat("M-3 41C-3 35 1 36 1 30C4 35 4 38 3 41Z", "#fff6d0")}${line("M-5 14L-6 47M5 14L6 47", 1.8)}${shape("M-16 44Q0 52 16 44L13 52Q0 58-13 52Z", "#7a5a3c", 2.4)}${line("M-7 4A7 7 0 0 1 7 4", 2.2)}</g>`;
}
export function tree(x: number, y: number, s: number, flip?: boolean) {
  // foot at x,y
  return `<g transform="translate(${x} ${y}) scale(${flip ? -s : s} ${s})">
  ${L("M-34 8C-22-20-20-90-28-170C-40-230-60-260-60-300H40C34-240 22-210 20-170C70-206 110-214 150-208C112-196 70-170 30-128C24-80 30-26 52 6Q30-2 18 4Q4-4-8 6Q-22-2-34 8Z", "var(--trunk)", 2.6)}
  <path d="M-8-20C-2-60-4-100-10-140M8-30C10-60 8-90 4-118M-4-170C-8-200-20-230-22-256M30-140C60-170 90-188 116-198" fill="none" stroke="var(--scene-mark)" stroke-width="2.4" stroke-linecap="round" opacity=".7"/>
  <ellipse cx="-6" cy="-96" rx="9" ry="13" fill="var(--scene-line)" opacity=".75"/><circle cx="-9" cy="-98" r="2" fill="#ffe9a8" class="owl-eye"/><circle cx="-2" cy="-98" r="2" fill="#ffe9a8" class="owl-eye"/></g>`;
}
/** What is drawn of each row of numbers; rows are written as a text: "20 150 .6, 342 190 .6". */
const each = <Row extends number[]>(text: string, draw: (row: Row, i: number) => string) =>
  text &&
  text
    .split(", ")
    .map((row, i) => draw(row.split(" ").map(Number) as Row, i))
    .join("");

type Sized = [x: number, y: number, size: number];
/** Crown of leaves: centre, radii, lobes, seed, and which leaf colour. */
type Leaves = [x: number, y: number, rx: number, ry: number, k: number, seed: number, colour: number];
/** Crowns of leaves, as rows. */
export const canopy = (crowns: string) =>
  each<Leaves>(crowns, ([x, y, rx, ry, k, seed, c]) => L(leafy(x, y, rx, ry, k, seed), `var(--leaf-${c})`, 2.4));

/** Sizes of backgrounds: on a desk, and on a phone. */
export const WIDE = { w: 1280, h: 800 };
export const TALL = { w: 360, h: 740 };

type Where = (x: number, y: number) => boolean;
/** The ground, w × h, with the horizon at y = hz and hills of some depth. */
interface Land {
  w: number;
  h: number;
  hz: number;
  depth?: number;
}
interface Sky {
  seed: number;
  stars: number;
  moon?: [x: number, y: number, r: number];
  clouds?: string; // rows of x and y, as shares of the sky, and size
}
/** The clearing and the sky above it; no star is drawn where `clear` is true. */
export function clearing({ w, h, hz, depth = 1 }: Land, sky: Sky, clear: Where = () => false): string {
  const { seed, stars, moon, clouds = "" } = sky;
  const r = rnd(seed * 101 + 3);
  let s = `<rect width="${w}" height="${hz + 60}" fill="url(#g-sky)"/>`;
  // stars by night, clouds by day
  let st = "";
  for (let i = 0; i < stars; i++) {
    const x = r() * w,
      y = r() * hz * 0.72,
      q = r(),
      z = 3 * r(),
      v = r() * 0.9;
    if (clear(x, y)) continue;
    st += q > 0.72 ? spark(x, y, 4 + z, "#fff4d6") : dot(n(x), n(y), n(0.9 + v), "#fff4d6");
  }
  s += `<g class="night-only" opacity=".9">${st}</g>`;
  if (moon) {
    const [mx, my, mr] = moon;
    s += `<circle cx="${mx}" cy="${my}" r="${mr * 3.2}" fill="url(#g-moon)"/><g class="night-only"><path transform="translate(${mx} ${my}) scale(${mr / 34})" d="M4-34A34 34 0 1 0 30 18A29 29 0 0 1 4-34Z" fill="#fdeec4"/></g><g class="day-only"><circle cx="${mx}" cy="${my}" r="${mr}" fill="#fff3c9" stroke="var(--scene-line)" stroke-width="2" stroke-opacity=".25"/></g>`;
  }
  const cloud = (x: number, y: number, q: number) =>
    `<path transform="translate(${x} ${y}) scale(${q})" d="M-70 16C-84 16-88-2-72-6C-72-24-48-30-38-18C-28-38 8-38 14-16C28-28 50-18 46-4C66-6 72 16 54 16Z" fill="var(--cloud)"/>`;
  s += `<g class="clouds">${each<Sized>(clouds, ([a, b, q]) => cloud(n(w * a), n(hz * b), q * (w > 700 ? 1 : 0.5)))}</g>`;
  // hills and woods
  s += `<path d="M0 ${hz - 34 * depth}Q${w * 0.14} ${hz - 100 * depth} ${w * 0.3} ${hz - 40 * depth}Q${w * 0.44} ${hz - 78 * depth} ${w * 0.58} ${hz - 34 * depth}Q${w * 0.78} ${hz - 110 * depth} ${w} ${hz - 44 * depth}V${hz + 60}H0Z" fill="var(--hill-far)"/>`;
  s += `<path d="${wood(w, hz - 26 * depth, 100, seed + 2, w > 700 ? 58 : 34)}" fill="var(--hill-mid)"/>`;
  s += `<path d="${wood(w, hz + 4 * depth, 80, seed + 9, w > 700 ? 84 : 44)}" fill="var(--hill-near)" />`;
  // the ground
  s += `<path d="M0 ${hz + 36}Q${w * 0.25} ${hz + 2} ${w * 0.5} ${hz + 2}T${w} ${hz + 36}V${h}H0Z" fill="url(#g-ground)"/><path d="M0 ${hz + 36}Q${w * 0.25} ${hz + 2} ${w * 0.5} ${hz + 2}T${w} ${hz + 36}" fill="none" stroke="var(--scene-mark)" stroke-width="2" opacity=".5"/>`;
  return s;
}
export const bloom = (c = 1) =>
  `<g class="bloom"><path d="M0 2C1.500 9 0 14-2 19M-.5 13C3 9 7 9 9 10C7 14 3 15-1 14.500" fill="var(--tuft)" stroke="var(--tuft)" stroke-width="2.200" stroke-linecap="round" stroke-linejoin="round" fill-opacity=".9"/><g fill="var(--bloom-${c})" stroke="var(--bloom-line)" stroke-width="1.600">${[0, 72, 144, 216, 288].map((a) => `<ellipse transform="rotate(${a})" cy="-6.200" rx="4.700" ry="5.400"/>`).join("")}</g><circle r="3.300" fill="var(--bloom-eye)"/></g>`;
interface Meadow {
  w: number;
  y0: number;
  y1: number;
  k: number;
  seed: number;
  tufts: number;
  flowers: number;
}
/** Grass marks, tufts and flowers scattered on the ground, but not where nothing grows. */
export function meadow(ground: Meadow, avoid: Where = () => false): string {
  const { w, y0, y1, k, seed, tufts, flowers } = ground;
  const r = rnd(seed * 331 + 17);
  let g = "";
  const M: Spot[] = [];
  for (let i = 0; i < k; i++) {
    const x = r() * w,
      t = r(),
      y = y0 + (y1 - y0) * t;
    if (!avoid(x, y)) M.push([x, y, 0.6 + t * 0.7]);
  }
  g += mark(M);
  for (let i = 0; i < tufts; i++) {
    const x = r() * w,
      t = r(),
      y = y0 + (y1 - y0) * t;
    if (!avoid(x, y)) g += at(x, y, n(0.45 + 0.55 * t), tuft());
  }
  // flowers grow in twos and threes, big enough to be flowers, without ink: scenery is softer than things
  const k3 = Math.round(flowers / 3.2);
  for (let i = 0; i < k3; i++) {
    const x = 14 + r() * (w - 28),
      t = r(),
      y = y0 + 10 + (y1 - y0 - 10) * t,
      q = (w > 700 ? 0.62 : 0.46) + 0.22 * t,
      m = 1 + Math.floor(r() * 3);
    if (avoid(x, y) || avoid(x + 26, y)) continue;
    for (let j = 0; j < m; j++)
      g += at(
        x + [0, 15, -13][j]! * q * 1.5,
        y + [0, 9, 12][j]! * q,
        n(q * [1, 0.84, 0.72][j]!),
        bloom(1 + ((i + j) % 3)),
        [0, 14, -12][j],
      );
  }
  return g;
}
export const posies = (list: string) =>
  each<Sized>(
    list,
    ([x, y, q], i) =>
      at(x, y, q, bloom(1 + (i % 3))) +
      at(x + 20 * q, y + 12 * q, q * 0.8, bloom(1 + ((i + 1) % 3)), 12) +
      (i % 2 ? at(x - 17 * q, y + 14 * q, q * 0.7, bloom(1 + ((i + 2) % 3)), -10) : ""),
  );
export const fireflies = (spots: string) =>
  `<g class="fireflies">${each<Sized>(spots, (spot) => firefly(...spot))}</g>`;
export const cap = { red: "#d2504c", gold: "#dba255", violet: "#9a6bb8", rose: "#c24a78" };
export { shroom, bell };

/* wordmark */
import WM from "./wordmark.json";
export function wordmark() {
  // about 480 x 100, baseline at y = 0
  return `<path d="${WM.d}" fill="var(--wm)" stroke="var(--wm-line)" stroke-width="var(--wm-lw)" paint-order="stroke" stroke-linejoin="round"/>${(WM.dots as [number, number][]).map(([x, y]) => `<g class="wm-dot">${`<circle cx="${n(x)}" cy="${n(y)}" r="22" fill="url(#g-spark)"/><circle cx="${n(x)}" cy="${n(y)}" r="7" fill="var(--wm-dot)" stroke="var(--wm-line)" stroke-width="var(--wm-lw)" paint-order="stroke"/>`}</g>`).join("")}`;
}
export const WMW = WM.w;

// Sneaky Town: the streets behind the board. They take custom properties, so that dusk falls on them as well.
import { at, line, n, shape } from "../../../art/core";
import * as S from "../../../art/scene";
import { catSit } from "./pieces";

const wall = (x: number, y: number, ww: number, h: number, c: number) =>
  `<path d="M${n(x)} ${y}V${n(y - h)}H${n(x + ww)}V${y}Z" fill="var(--wall-${c})" stroke="var(--scene-line)" stroke-width="2" stroke-linejoin="round"/>`;
function townHouse(
  x: number,
  y: number,
  ww: number,
  h: number,
  rh: number,
  c: number,
  o: { chimney?: boolean; flat?: boolean; tower?: boolean; k?: number } = {},
) {
  const top = y - h,
    ov = ww * 0.09;
  let g = "";
  if (o.chimney)
    g += `<path d="M${n(x + ww * 0.7)} ${n(top - rh * 0.2)}V${n(top - rh * 0.95)}h${n(ww * 0.13)}V${n(top - rh * 0.1)}Z" fill="var(--wall-${c})" stroke="var(--scene-line)" stroke-width="2"/>`;
  g += wall(x, y, ww, h, c);
  const rf = o.flat
    ? `M${n(x - ov)} ${n(top + 2)}L${n(x + ww * 0.14)} ${n(top - rh * 0.7)}H${n(x + ww * 0.86)}L${n(x + ww + ov)} ${n(top + 2)}Z`
    : o.tower
      ? `M${n(x - ov)} ${n(top + 2)}Q${n(x + ww / 2 - 2)} ${n(top - rh * 0.4)} ${n(x + ww / 2)} ${n(top - rh * 1.5)}Q${n(x + ww / 2 + 2)} ${n(top - rh * 0.4)} ${n(x + ww + ov)} ${n(top + 2)}Z`
      : `M${n(x - ov)} ${n(top + 2)}L${n(x + ww / 2)} ${n(top - rh)}L${n(x + ww + ov)} ${n(top + 2)}Z`;
  g += `<path d="${rf}" fill="var(--roof-${c})" stroke="var(--scene-line)" stroke-width="2" stroke-linejoin="round"/>`;
  const k = o.k || Math.max(1, Math.round(ww / 26)),
    gap = ww / k,
    ws = Math.min(11, gap * 0.46),
    r0 = S.rnd(Math.round(x * 7 + ww * 13 + 5));
  for (let row = 0; row < Math.floor(h / 24); row++)
    for (let i = 0; i < k; i++) {
      const wx = x + gap * (i + 0.5),
        wy = top + 15 + row * 23,
        q = r0();
      if (q < 0.12)
        g += `<rect x="${n(wx - ws / 2)}" y="${n(wy - ws * 0.6)}" width="${n(ws)}" height="${n(ws * 1.2)}" rx="2" fill="var(--pane-off)" stroke="var(--scene-line)" stroke-width="1.600"/><circle cx="${n(wx - ws * 0.22)}" cy="${n(wy)}" r="1.600" fill="#fff6d8"/><circle cx="${n(wx + ws * 0.22)}" cy="${n(wy)}" r="1.600" fill="#fff6d8"/>`;
      else
        g += `<rect x="${n(wx - ws / 2)}" y="${n(wy - ws * 0.6)}" width="${n(ws)}" height="${n(ws * 1.2)}" rx="2" fill="var(--pane${q > 0.42 ? "" : "-off"})" stroke="var(--scene-line)" stroke-width="1.600"/><path d="M${n(wx)} ${n(wy - ws * 0.6)}v${n(ws * 1.2)}" stroke="var(--scene-line)" stroke-width="1.100"/>`;
    }
  return g;
}
function street(w0: number, w1: number, y: number, seed: number, sc = 1, o: { h?: number } = {}) {
  // a row of houses with their feet on y
  const r = S.rnd(seed * 977 + 31);
  let x = w0,
    g = "";
  const tops: [x: number, y: number, width: number][] = [];
  while (x < w1) {
    const ww = (38 + 34 * r()) * sc,
      h = (30 + 40 * r()) * sc * (o.h || 1),
      rh = (20 + 16 * r()) * sc,
      c = 1 + Math.floor(r() * 3),
      q = r();
    tops.push([x + ww / 2, y - h - rh, ww]);
    g += townHouse(x, y, ww, h, rh, c, {
      chimney: q > 0.5,
      flat: q < 0.22,
      tower: q > 0.9,
      k: sc < 0.7 ? Math.max(1, Math.round(ww / 18)) : 0,
    });
    x += ww + (r() < 0.2 ? 8 * sc : 1);
  }
  return { g, tops };
}
const lampPost = (x: number, y: number, s = 1) =>
  `<g transform="translate(${x} ${y}) scale(${s})"><circle cx="0" cy="-74" r="46" fill="url(#g-spark)" class="lamp" style="opacity:calc(.25 + .75 * var(--night))"/><path d="M-2.500 0V-60H2.500V0Z" fill="var(--trunk)" stroke="var(--scene-line)" stroke-width="2"/><path d="M-9 2Q0-8 9 2Z" fill="var(--trunk)" stroke="var(--scene-line)" stroke-width="2"/><path d="M-9-84H9L6-62H-6Z" fill="#ffe08a" stroke="var(--scene-line)" stroke-width="2" stroke-linejoin="round"/><path d="M-12-84L0-95L12-84Z" fill="var(--trunk)" stroke="var(--scene-line)" stroke-width="2" stroke-linejoin="round"/><path d="M0-84V-62" stroke="var(--scene-line)" stroke-width="1.500"/></g>`;

const barrel = (x: number, y: number, s: number, flip?: number) =>
  `<g transform="translate(${x} ${y}) scale(${flip ? -s : s} ${s})"><ellipse cx="2" cy="1" rx="24" ry="6" fill="var(--ink)" opacity=".2"/>${shape("M-18-40C-25-26-25-14-18 0Q0 5 18 0C25-14 25-26 18-40Q0-35-18-40Z", "#a9764c", 2.4)}${shape("M-18-40Q0-47 18-40Q0-34-18-40Z", "#33264f", 2.2)}${line("M-22.500-29Q0-23 22.500-29M-22.500-11Q0-5 22.500-11", 3)}${line("M-7-36V2M7-36V2", 1.3, 'opacity=".5"')}<circle cx="-5" cy="-40.500" r="2.400" fill="#ffe08a"/><circle cx="5" cy="-40.500" r="2.400" fill="#ffe08a"/><circle cx="-4.400" cy="-40.500" r="1" fill="var(--ink)"/><circle cx="5.600" cy="-40.500" r="1" fill="var(--ink)"/></g>`;
const plaza = (w: number, h: number, y: number) =>
  `<path d="M0 ${y}Q${w / 2} ${y - 14} ${w} ${y}V${h}H0Z" fill="url(#st-ground)"/><path d="M0 ${y}Q${w / 2} ${y - 14} ${w} ${y}V${h}H0Z" fill="url(#st-cobble)" opacity=".55"/><path d="M0 ${y}Q${w / 2} ${y - 14} ${w} ${y}" fill="none" stroke="var(--scene-line)" stroke-width="2" opacity=".6"/>`;
const sky = S.clearing(
  { ...S.WIDE, hz: 130, depth: 0.9 },
  { seed: 15, stars: 34, moon: [1010, 46, 22], clouds: ".42 .34 .7, .86 .62 .6" },
  (_x, y) => y > 90,
);
const far = street(-20, 1300, 150, 4, 0.62),
  nearL = street(-16, 520, 186, 11, 1.15),
  nearR = street(1010, 1300, 186, 23, 1.15);
const mid = street(500, 1030, 168, 8, 0.8);
export const wide =
  sky +
  `<g opacity=".75">${far.g}</g>` +
  mid.g +
  nearL.g +
  nearR.g +
  plaza(1280, 800, 184) +
  lampPost(286, 300, 1.1) +
  lampPost(1246, 300, 1.1) +
  at(nearL.tops[6]![0], nearL.tops[6]![1] + 12, 0.95, catSit) +
  barrel(318, 628, 1) +
  at(352, 640, 0.62, S.shroom(S.cap.violet)) +
  at(372, 646, 0.44, S.shroom(S.cap.red)) +
  barrel(1232, 622, 0.9, 1) +
  at(1198, 634, 0.6, S.shroom(S.cap.red)) +
  at(1266, 640, 0.7, S.shroom(S.cap.violet)) +
  S.fireflies("300 560 .7, 1236 520 .8, 520 120 .5");
const dusk = S.clearing(
  { ...S.TALL, hz: 70, depth: 0.4 },
  { seed: 21, stars: 12, moon: [206, 13, 7] },
  (x, y) => y > 44 || x < 196 || x > 214,
);
const tf = street(-6, 370, 96, 6, 0.5),
  tn = street(-8, 370, 116, 19, 0.66, { h: 0.8 });
export const tall = dusk + `<g opacity=".8">${tf.g}</g>` + tn.g + plaza(360, 740, 115);

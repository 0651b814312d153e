// Crane: the clearing by day and at dusk, and the dark behind closed eyes.
import { at, bell, n, shroom, spark } from "../../../art/core";
import { lids, nightHand } from "./pieces";
import * as S from "../../../art/scene";

const { TALL, WIDE, canopy, cap, clearing, fireflies, meadow } = S;
export const wide =
  clearing(
    { ...WIDE, hz: 104, depth: 0.7 },
    { seed: 44, stars: 22, moon: [1004, 44, 18], clouds: ".42 .5 .6, .62 .66 .5" },
    (x, y) => y > 74 || x < 290 || x > 1090,
  ) +
  meadow(
    { w: 1280, y0: 140, y1: 660, k: 90, tufts: 26, flowers: 30, seed: 23 },
    (x, y) => ((x - 860) / 400) ** 2 + ((y - 440) / 170) ** 2 < 1 || (x < 268 && y < 460),
  ) +
  canopy("1320 150 90 84 9 4 2, 1330 230 70 60 8 6 3") +
  at(1240, 600, 0.8, shroom(cap.violet)) +
  at(1262, 612, 0.95, shroom(cap.gold)) +
  at(30, 596, 0.8, shroom(cap.gold)) +
  at(58, 610, 0.6, bell(cap.red)) +
  fireflies("330 190 .8, 1210 250 .9, 280 580 .8, 1200 470 .8, 700 150 .6");
export const tall =
  clearing(
    { ...TALL, hz: 66, depth: 0.45 },
    { seed: 27, stars: 10, moon: [208, 52, 9] },
    (x, y) => y > 44 || x < 196 || x > 214,
  ) +
  meadow(
    { w: 360, y0: 110, y1: 500, k: 34, tufts: 12, flowers: 14, seed: 31 },
    (x, y) => ((x - 190) / 150) ** 2 + ((y - 390) / 80) ** 2 < 1,
  ) +
  fireflies("20 210 .6, 342 190 .6, 16 440 .6");

/* --- the dark --- */
const NIGHT = "#0c0a20";
const wob = (x0: number, y0: number, x1: number, y1: number, a: number, ph: number) => {
  const L = Math.hypot(x1 - x0, y1 - y0),
    k = Math.max(8, Math.round(L / 7)),
    nx = -(y1 - y0) / L,
    ny = (x1 - x0) / L;
  let d = "";
  for (let i = 0; i <= k; i++) {
    const u = i / k,
      q = Math.sin((u * L) / 10 + ph) * a + Math.sin((u * L) / 27 + ph) * a * 0.7;
    d += `${i ? "L" : "M"}${n(x0 + (x1 - x0) * u + nx * q)} ${n(y0 + (y1 - y0) * u + ny * q)}`;
  }
  return d;
};

/** An unseen deck: a dark block that loses itself below, four fingers in front of it. T: top edge, W: half width, D: how far it can be seen.
    Each handicap looks different: index points the other way, middle sticks, ring trembles, little slips. */
function dark(cx: number, T: number, W: number, D: number, s: number, no: number) {
  const H = nightHand(no),
    tip = T + 86 * s,
    hx = cx - 90 * s,
    hy = T - 128 * s,
    trem = no === 2 ? 2.4 * s : 0.5;
  const edges = [0, 1, 2]
    .map(
      (k) =>
        `<path d="${wob(cx - W, T, cx - W, T + D, trem, k * 1.5)}${wob(cx + W, T, cx + W, T + D, trem, k * 1.5 + 0.8)}" fill="none" stroke="url(#cr-edge)" stroke-width="${k ? 1.6 : 3}" opacity="${k ? 0.35 : 0.9}" ${no === 3 ? 'stroke-dasharray="14 7"' : ""} transform="translate(${[0, -5, 5][k]} 0)"/>`,
    )
    .join("");
  const topEdge = [0, 1]
    .map(
      (k) =>
        `<path d="${wob(cx - W, T, cx + W, T, trem * 0.6, k * 1.7)}" fill="none" stroke="#f7cf92" stroke-width="${k ? 1.6 : 3}" opacity="${k ? 0.4 : 0.85}" transform="translate(0 ${k * -5})"/>`,
    )
    .join("");
  const stuck =
    no === 1
      ? [1, 2, 3, 4]
          .map(
            (k) =>
              `<path d="M${cx - W} ${n(T + D * 0.16 * k)}H${n(cx - W * 0.8)}M${n(cx + W * 0.8)} ${n(T + D * 0.16 * k)}H${cx + W}" stroke="#f7cf92" stroke-width="${k % 2 ? 6 : 2.4}" opacity="${n(0.7 - k * 0.13)}"/>`,
          )
          .join("")
      : "";
  const up = no === 0 ? -1 : 1,
    y0 = no === 0 ? tip + 70 * s : tip + 34 * s;
  const chev = [0, 1, 2]
    .map(
      (k) =>
        `<path d="M${n(cx - 12 * s)} ${n(y0 + up * k * 15 * s)}L${cx} ${n(y0 + up * (k * 15 + 9) * s)}L${n(cx + 12 * s)} ${n(y0 + up * k * 15 * s)}" fill="none" stroke="#ffd59a" stroke-width="${n(3.4 * s)}" stroke-linecap="round" stroke-linejoin="round" opacity="${[0.95, 0.6, 0.3][k]}"/>`,
    )
    .join("");
  return `<g transform="translate(${n(hx)} ${n(hy)}) scale(${s})">${H.back}</g><path d="M${cx - W} ${T}L${cx - W * 0.84} ${n(T - 34 * s)}H${n(cx + W * 0.84)}L${cx + W} ${T}Z" fill="#2b2450" stroke="#d99a54" stroke-opacity=".45" stroke-width="2" stroke-linejoin="round"/><path d="M${n(cx - W * 0.93)} ${n(T - 5 * s)}L${n(cx - W * 0.81)} ${n(T - 29 * s)}H${n(cx + W * 0.81)}L${n(cx + W * 0.93)} ${n(T - 5 * s)}Z" fill="#8a4a12" fill-opacity=".28" stroke="#e7a45a" stroke-opacity=".3" stroke-width="1.500"/>${[-0.7, -0.5, 0.5, 0.7].map((q) => `<g transform="translate(${n(cx + W * q)} ${n(T - 17 * s)}) scale(1 .5)">${spark(0, 0, 9 * s, "#e7a45a", 'opacity=".4"')}</g>`).join("")}<path d="M${cx - W} ${T}H${cx + W}V${T + D}H${cx - W}Z" fill="url(#cr-fade)"/>${edges}${topEdge}${stuck}<circle cx="${cx}" cy="${n(tip)}" r="${n(120 * s)}" fill="url(#g-spark)" opacity=".3"/>${chev}<g class="cr-hand"><g transform="translate(${n(hx)} ${n(hy)}) scale(${s})">${H.front}</g></g>`;
}
const ground = {
  wide: `<rect width="1280" height="800" fill="${NIGHT}"/><ellipse cx="640" cy="380" rx="660" ry="430" fill="url(#cr-night)"/>`,
  tall: `<rect width="360" height="740" fill="${NIGHT}"/><ellipse cx="180" cy="330" rx="260" ry="380" fill="url(#cr-night)"/>`,
};

/** Where the ripples begin: the middle finger's tip. */
export const TIP = { wide: [640, 322 + 86 * 1.36], tall: [180, 292 + 86 * 0.96] };
export const nightWide = (no: number) =>
  `${ground.wide}<g transform="translate(480 52)">${lids("#f5a650")}</g>${dark(640, 322, 250, 300, 1.36, no)}`;
export const nightTall = (no: number) =>
  `${ground.tall}<g transform="translate(104 58) scale(.47)">${lids("#f5a650")}</g>${dark(180, 292, 138, 240, 0.96, no)}`;
export const restWide = `${ground.wide}<g transform="translate(400 230) scale(1.500)">${lids("#f5a650")}</g>`;
export const restTall = `${ground.tall}<g transform="translate(66 240) scale(.72)">${lids("#f5a650")}</g>`;

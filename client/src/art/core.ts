// Small drawing helpers and the figures that many screens share. All art is ours, drawn as ink line + flat colour.
/** Where something is drawn, how large (1 by default). */
export type Spot = [x: number, y: number, size?: number];
export type FairyKind = "petal" | "moss" | "star";

export const INK = "var(--ink)";
export const C = {
  paper: "#fbf2dd",
  lit: "#fffaf0",
  shade: "#e8d8b6",
  skin: "#fbdfc6",
  skin2: "#f0bf9f",
  hair: "#5a3a55",
  hair2: "#8a4f3c",
  rose: "#c24a78",
  roseLit: "#f0a3c2",
  rosePale: "#f9dbe3",
  moss: "#5b8f4b",
  mossLit: "#a8ca85",
  mossPale: "#e2edd0",
  star: "#3d4f9a",
  starLit: "#9fb0e6",
  starPale: "#dfe4f6",
  gold: "#e6a92f",
  goldLit: "#ffd97a",
  red: "#cf4f4a",
  cap: "#d9a35c",
  violet: "#7451b0",
  violetLit: "#b79be0",
  blue: "#2479a3",
  blueLit: "#9fd0e6",
  orange: "#d2741f",
  orangeLit: "#f3b765",
  green: "#3f8450",
  greenLit: "#9cc79a",
  wood: "#8c5a3c",
  woodLit: "#b98458",
};
export const n = (x: number) => +x.toFixed(2);
export const line = (d: string, w = 2.4, extra = "") =>
  `<path d="${d}" fill="none" stroke="${INK}" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;
export const shape = (d: string, fill: string, w = 2.4, extra = "") =>
  `<path d="${d}" fill="${fill}" stroke="${INK}" stroke-width="${w}" stroke-linejoin="round" stroke-linecap="round" ${extra}/>`;
export const flat = (d: string, fill: string, extra = "") => `<path d="${d}" fill="${fill}" ${extra}/>`;
export const tube = (d: string, w: number, fill: string, o = 2.2) =>
  `<path d="${d}" fill="none" stroke="${INK}" stroke-width="${w + 2 * o}" stroke-linecap="round" stroke-linejoin="round"/><path d="${d}" fill="none" stroke="${fill}" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round"/>`;
export const dot = (x: number, y: number, r: number, fill = INK) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
export const ring = (x: number, y: number, r: number, fill: string, w = 2.4) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${INK}" stroke-width="${w}"/>`;
export const at = (x: number, y: number, s: number, inner: string, rot = 0) =>
  `<g transform="translate(${n(x)} ${n(y)})${rot ? ` rotate(${rot})` : ""}${s !== 1 ? ` scale(${s})` : ""}">${inner}</g>`;
export const mirror = (inner: string) => inner + `<g transform="scale(-1 1)">${inner}</g>`;
export const spark = (x: number, y: number, r: number, fill = C.goldLit, extra = "") =>
  `<path transform="translate(${n(x)} ${n(y)}) scale(${n(r / 6)})" d="M0-6Q.9-.9 6 0Q.9.9 0 6Q-.9.9-6 0Q-.9-.9 0-6Z" fill="${fill}" ${extra}/>`;
export const glow = (x: number, y: number, r: number, o = 1) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="url(#g-spark)" opacity="${o}"/>`;
export const firefly = (x: number, y: number, s = 1) =>
  `<g transform="translate(${n(x)} ${n(y)}) scale(${s})" class="firefly"><circle r="15" fill="url(#g-spark)"/><circle r="2.6" fill="#fffbe6"/></g>`;

/* five-pointed rounded star, radius r */
export function star5(r: number, k = 0.5) {
  let d = "";
  for (let i = 0; i < 10; i++) {
    const a = (Math.PI * i) / 5 - Math.PI / 2,
      q = i % 2 ? r * k : r;
    d += `${i ? "L" : "M"}${n(q * Math.cos(a))} ${n(q * Math.sin(a))}`;
  }
  return d + "Z";
}

/* A blossom of five petals, radius 12 */
export function blossom(s = 1, fill = C.roseLit, w = 1.8, eye = C.goldLit, petals = 5) {
  let g = "";
  for (let i = 0; i < petals; i++)
    g += `<path transform="rotate(${(360 / petals) * i})" d="M0-2C-8-5-7-13.5-1.4-12.6L0-11.4L1.4-12.6C7-13.5 8-5 0-2Z" fill="${fill}" stroke="${INK}" stroke-width="${w}" stroke-linejoin="round"/>`;
  return `<g transform="scale(${s})">${g}<circle r="3.6" fill="${eye}" stroke="${INK}" stroke-width="${w}"/></g>`;
}

/* Mushrooms. Foot at 0,0. */
export function shroom(cap = C.red, w = 2.4) {
  return `<g stroke="${INK}" stroke-width="${w}" stroke-linejoin="round" stroke-linecap="round">
  <path d="M-7-26C-6-14-11-6-9.5 0Q0 4 9.5 0C11-6 6-14 7-26Z" fill="#f6ead2"/>
  <path d="M2-22C2-12 4-6 3 1.6Q7 1.4 9.5 0C11-6 6-14 7-26Z" fill="#d8c1a6" stroke="none"/>
  <path d="M-7-26C-6-14-11-6-9.5 0Q0 4 9.5 0C11-6 6-14 7-26Z" fill="none"/>
  <path d="M-9-17Q-5-13-2-16Q1-12 4-16Q7-13 9-17L7-23H-7Z" fill="#f6ead2" stroke-width="${w * 0.7}"/>
  <path d="M-27-23C-28-42-13-51 0-51S28-42 27-23Q14-17.5 0-17.5T-27-23Z" fill="${cap}"/>
  <path d="M13-47.5C23-43 27.6-34 27-23Q21-20.5 14-19C20-28 19-40 13-47.5Z" fill="${INK}" opacity=".16" stroke="none"/>
  <g fill="#fff6e2" stroke="none"><ellipse cx="-13" cy="-33" rx="4.8" ry="4.2"/><ellipse cx="2" cy="-42.5" rx="4.6" ry="3.4"/><ellipse cx="15" cy="-31" rx="4" ry="3.6"/><circle cx="1" cy="-28" r="2.6"/><circle cx="-21.5" cy="-26" r="2"/></g>
  <path d="M-27-23C-28-42-13-51 0-51S28-42 27-23Q14-17.5 0-17.5T-27-23Z" fill="none"/></g>`;
}
export function bell(cap = C.cap, w = 2.4) {
  return `<g stroke="${INK}" stroke-width="${w}" stroke-linejoin="round" stroke-linecap="round"><path d="M-4-30C-4-16-6.5-8-5.5 0Q0 3 5.5 0C6.5-8 4-16 4-30Z" fill="#f6ead2"/>
  <path d="M-16-24C-15-42-6-54 0-54S15-42 16-24Q8-19.5 0-19.5T-16-24Z" fill="${cap}"/><path d="M7-50C13-43 16-34 16-24Q12-21.6 8-20.6C12-32 11-42 7-50Z" fill="${INK}" opacity=".16" stroke="none"/><path d="M-9-31Q-7-42-1.6-47.4" fill="none" stroke="#fff6e2" opacity=".85"/><path d="M-9-22.4Q-8-19-9-16M0-19.5V-15M9-22.4Q8-19 9-16" fill="none" stroke-width="${w * 0.5}" opacity="0"/></g>`;
}
export const tuft = (fill = "var(--tuft)") =>
  `<path d="M-11 1Q-10-9-18-15Q-7-13-6-1Q-4-14 1-23Q3-11 3.4-1Q7-10 16-15Q9-8 9 1Z" fill="${fill}"/>`;
export const fern = (fill = "var(--tuft)") =>
  `<path d="M0 2C-2-14-10-26-24-34C-20-31-18-27-19-25C-14-26-12-20-14-18C-9-18-8-11-10-10C-5-9-4-2-5 2Z" fill="${fill}"/>`;

/* A fairy for each suit. Centre at the waist, about 100 wide (150 with wings) and 150 high. */
export function fairy(kind: FairyKind = "petal", o: { w?: number } = {}) {
  const L = {
    petal: {
      main: C.rose,
      lit: C.roseLit,
      pale: "#fff6f4",
      vein: "#d97a9c",
      hair: "#5a3048",
      skin: "#fbdfc6",
      blush: "#f39a93",
    },
    moss: {
      main: "#4f8345",
      lit: C.mossLit,
      pale: "#f8fbea",
      vein: "#7ea35a",
      hair: "#6b3f2a",
      skin: "#e9b990",
      blush: "#dd7f63",
    },
    star: {
      main: C.star,
      lit: C.starLit,
      pale: "#f3f4ff",
      vein: "#8493cf",
      hair: "#2f2a4a",
      skin: "#b57c58",
      blush: "#96492f",
    },
  }[kind];
  const w = o.w || 2.4;
  const wing =
    kind === "moss"
      ? shape("M4-14C16-46 54-74 84-62C86-36 60-10 6-6Z", L.pale, w) +
        shape("M5-6C34-8 58 4 58 26C38 36 14 20 3 0Z", L.pale, w) +
        `<g fill="none" stroke="${L.vein}" stroke-width="1.7" stroke-linecap="round"><path d="M12-16C30-36 52-50 74-56M34-34L44-52M34-34L56-32M48-44L58-56M14-2C28 2 40 10 48 20M30 6L40 4"/></g>`
      : kind === "star"
        ? shape("M4-14C30-40 62-70 92-70C92-50 54-20 5-8Z", L.pale, w) +
          shape("M5-6C36-14 70-10 80 4C62 22 22 14 4-2Z", L.pale, w) +
          `<g fill="none" stroke="${L.vein}" stroke-width="1.7" stroke-linecap="round"><path d="M14-18C36-34 60-54 82-62M40-36L58-32M54-46L68-46M16-3C34-4 56 0 70 4"/></g>` +
          spark(80, -60, 4, L.vein)
        : shape("M3-14C14-56 58-84 80-62C96-42 60-12 5-7Z", L.pale, w) +
          shape("M5-6C36-12 64 6 56 27C47 44 16 24 3-1Z", L.pale, w) +
          `<g fill="none" stroke="${L.vein}" stroke-width="1.7" stroke-linecap="round"><path d="M12-18C28-44 48-58 66-60M14-14C36-30 54-36 72-42M13-2C30 2 40 12 45 24"/></g>` +
          dot(70, -52, 3.2, L.lit) +
          dot(62, -64, 2.2, L.lit) +
          dot(48, 26, 2.4, L.lit);
  const legs =
    tube("M-5 30C-7 42-15 47-20 56", 5, L.skin) +
    tube("M6 30C8 42 5 50 9 62", 5, L.skin) +
    shape("M-25 52C-19 53-15 56-14 60C-18 64-28 66-36 60C-30 60-27 57-25 52Z", L.main, w * 0.85) +
    shape("M5 58C9 57 14 58 15 62C16 68 10 73 2 76C4 71 3 64 5 58Z", L.main, w * 0.85);
  const skirt =
    kind === "moss"
      ? shape("M-8 0C-20 8-30 22-34 38L-22 33L-20 44L-8 34L0 48L9 34L20 44L22 33L34 38C30 22 20 8 8 0Z", L.main, w) +
        line("M-3 6C-8 16-12 24-14 34M4 6C9 16 13 24 15 34M0 8V38", 1.5, 'opacity=".55"')
      : kind === "star"
        ? shape(
            "M-8 0C-14 14-24 26-36 36L-24 38L-22 46L-10 38L0 48L10 38L22 46L24 38L36 36C24 26 14 14 8 0Z",
            L.main,
            w,
          ) +
          spark(-12, 27, 4.5) +
          spark(6, 20, 3.4) +
          spark(18, 33, 4) +
          spark(-2, 36, 3)
        : shape("M-8 0C-28 4-38 24-34 40C-20 42-8 34-3 20Z", L.lit, w) +
          shape("M8 0C28 4 38 24 34 40C20 42 8 34 3 20Z", L.lit, w) +
          shape("M-7 2C-22 16-24 36-14 46C-6 44-2 38 0 30Z", L.main, w) +
          shape("M7 2C22 16 24 36 14 46C6 44 2 38 0 30Z", L.main, w) +
          shape("M-6 2C-14 20-10 42 0 50C10 42 14 20 6 2Z", L.lit, w) +
          line("M0 14V34", 1.5, 'opacity=".5"');
  const bodice =
    shape("M-8-20Q0-16 8-20L9.5 2Q0 7-9.5 2Z", L.main, w) +
    (kind === "moss"
      ? line("M-4-6L0-2L4-6M0-2V3", 1.5, 'opacity=".6"')
      : kind === "star"
        ? spark(0, -6, 4)
        : blossom(0.34, "#fff2f0", 3, C.goldLit));
  // arms: one waves, one holds a light
  const armL = tube("M-8-16C-18-14-25-20-30-31", 5, L.skin);
  const armR = tube("M8-16C18-11 26-14 33-21", 5, L.skin);
  const light =
    kind === "star"
      ? `<g transform="translate(37 -27) rotate(18)">${glow(0, -14, 22)}${line("M0 8V-10", 2.6)}${shape(star5(9), C.goldLit, w * 0.8, 'transform="translate(0 -16)"')}</g>`
      : kind === "moss"
        ? `<g transform="translate(35 -22)">${line("M0 0C2 6 4 8 4 10", 2)}${glow(4, 19, 22)}${shape("M-4 12Q4 6 12 12L11 25Q4 29-3 25Z", C.goldLit, w * 0.8)}${line("M-4 12Q4 16 12 12", 1.5)}</g>`
        : `<g transform="translate(36 -25) rotate(14)">${glow(0, -12, 20)}${line("M0 9V-8", 2.6)}<g transform="translate(0 -14)">${blossom(0.72, "#fff2f0", 2.4)}</g></g>`;
  const hairBack =
    kind === "star"
      ? shape("M-20-52C-32-42-33-20-26-8C-22-12-14-14-8-24L8-24C14-14 22-12 26-8C33-20 32-42 20-52Z", L.hair, w)
      : kind === "moss"
        ? shape("M-20-50C-28-36-25-26-20-20L20-20C25-26 28-36 20-50Z", L.hair, w) +
          ring(-24, -27, 7.5, L.hair, w) +
          ring(24, -27, 7.5, L.hair, w)
        : shape("M-20-52C-30-40-31-24-27-13C-19-13-13-17-9-24L9-24C13-17 19-13 27-13C31-24 30-40 20-52Z", L.hair, w);
  const head =
    `<ellipse cx="0" cy="-41" rx="20.5" ry="19.5" fill="${L.skin}" stroke="${INK}" stroke-width="${w}"/>` +
    `<ellipse cx="-12" cy="-34" rx="4" ry="2.8" fill="${L.blush}" opacity=".7"/><ellipse cx="12" cy="-34" rx="4" ry="2.8" fill="${L.blush}" opacity=".7"/>` +
    `<ellipse cx="-7.6" cy="-40" rx="2.1" ry="3" fill="${INK}"/><ellipse cx="7.6" cy="-40" rx="2.1" ry="3" fill="${INK}"/>` +
    dot(-6.8, -41.2, 0.8, "#fff") +
    dot(8.4, -41.2, 0.8, "#fff") +
    line("M-4-32.5Q0-28.8 4-32.5", 1.9) +
    line("M-11.5-46.4Q-8-48.6-5-47M5-47Q8-48.6 11.5-46.4", 1.4);
  const locks =
    kind === "moss"
      ? shape("M-20-44C-18-54-8-58 2-56C10-56 18-54 20-44C14-46 8-50 4-54C0-49-10-45-20-44Z", L.hair, w * 0.8)
      : shape("M-20.6-42C-20-52-10-58 0-56C10-58 20-52 20.6-42C14-44 6-48 3-53C-2-47-12-43-20.6-42Z", L.hair, w * 0.8);
  const hat =
    kind === "moss"
      ? `<g transform="translate(0 -53) rotate(-7)">${shape("M-31 0C-32-22-14-31 0-31S32-22 31 0Q16 6 0 6T-31 0Z", C.red, w)}<g fill="#fff6e2"><ellipse cx="-15" cy="-11" rx="5" ry="4.4"/><ellipse cx="3" cy="-21" rx="5" ry="3.8"/><ellipse cx="17" cy="-9" rx="4.2" ry="3.8"/><circle cx="1" cy="-5" r="2.8"/></g></g>`
      : kind === "star"
        ? `<g transform="translate(0 -55)">${shape("M-24 5C-16-12-8-30 16-38C26-36 30-28 30-20C24-26 20-26 17-24C20-14 22-4 24 5Q12-1 0-1T-24 5Z", L.main, w)}${spark(-6, -8, 4)}${spark(8, -16, 3.4)}<g transform="translate(31 -17)">${glow(0, 0, 14)}${shape(star5(6.5), C.goldLit, w * 0.7)}</g>${shape("M-25 6Q-13-3 0-3T25 6Q25 10 22 10Q11 3 0 3T-22 10Q-25 10-25 6Z", L.lit, w * 0.85)}</g>`
        : `<g transform="translate(0 -52)">${line("M0-26C2-34 8-37 13-35", 3.2)}${line("M0-26C2-34 8-37 13-35", 1)}${shape("M0-27C-20-27-29-12-27 3Q-21 11-15 2Q-8 10 0-1Q8 10 15 2Q21 11 27 3C29-12 20-27 0-27Z", L.main, w)}${shape("M0-27C-8-22-10-10-8 1.6Q-4 3 0-1Q4 3 8 1.6C10-10 8-22 0-27Z", L.lit, w * 0.85)}${line("M-12-23C-18-14-18-6-15 2M12-23C18-14 18-6 15 2", 1.6, 'opacity=".6"')}</g>`;
  const shade = `<path d="M9 6C20 16 30 26 33 37L22 36L19 43L12 42C16 30 15 18 9 6Z" fill="${INK}" opacity=".13"/>`;
  const hands = ring(-31.5, -33, 4, L.skin, w * 0.8) + ring(34.5, -22.5, 4, L.skin, w * 0.8);
  return `<g>${mirror(wing)}${hairBack}${legs}${skirt}${shade}${bodice}${armL}${armR}${light}${hands}${head}${locks}${hat}</g>`;
}

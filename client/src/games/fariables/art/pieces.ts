// Fariables: six fairies, the flower, six tokens, three dice. Ink line and flat colour, like everything else.
import { INK, n, line, shape, flat, tube, dot, ring, spark, mirror, star5, blossom } from "../../../art/core";
import { kindMark } from "./kinds";

export const KINDS = ["flower", "dew", "leaf", "bell", "cap", "moon", "star"]; // by their face of the die
export const TINT = {
  flower: "#ffeaf1",
  dew: "#d8edf8",
  leaf: "#e2efcc",
  bell: "#e8e0f9",
  cap: "#fbdccf",
  moon: "#dfe4f3",
  star: "#fdefbf",
};
export const MAIN = {
  flower: "#e77fa6",
  dew: "#4f9fcb",
  leaf: "#6d9f45",
  bell: "#8672c9",
  cap: "#d9574a",
  moon: "#5d6a9c",
  star: "#dda52c",
};

/* ---- fairies: a 104 x 104 box round 0,0; big head, the hat is the sign of the kind ---- */
const L = {
  dew: { skin: "#fbdfc6", blush: "#f39a93", hair: "#3d7f96", wing: "#f4fbff", vein: "#7fc0e0" },
  leaf: { skin: "#e9b990", blush: "#dd7f63", hair: "#7a3f25", wing: "#eef6da", vein: "#8fb765" },
  bell: { skin: "#f7d7bd", blush: "#ef938f", hair: "#3f2c63", wing: "#f3effe", vein: "#a797dd" },
  cap: { skin: "#fbdfc6", blush: "#f08a7e", hair: "#c98a3c", wing: "#fff3ec", vein: "#e8a893" },
  moon: { skin: "#c8926b", blush: "#a85a3f", hair: "#2b2b4e", wing: "#e9edf8", vein: "#95a1c9" },
  star: { skin: "#a56c48", blush: "#8a3f28", hair: "#2f2233", wing: "#fffbe8", vein: "#d9b65a" },
};
type Fairy = "dew" | "leaf" | "bell" | "cap" | "moon" | "star";
type Look = (typeof L)[Fairy];
const vein = (d: string, c: string) =>
  `<path d="${d}" fill="none" stroke="${c}" stroke-width="2" stroke-linecap="round"/>`;
const W = 2.9;
const wings = {
  dew: (l: Look) =>
    shape("M5 4C10-30 44-42 49-20C51-2 28 9 6 8Z", l.wing, W) +
    shape("M6 9C24 5 41 13 37 26C31 36 13 25 5 13Z", l.wing, W) +
    vein("M14-2C22-16 32-24 41-22M15 13C24 13 30 18 32 24", l.vein),
  leaf: (l: Look) =>
    shape("M5 4C13-16 30-35 51-37C52-13 35 8 6 8Z", l.wing, W) +
    shape("M5 9C21 7 36 16 41 30C25 32 10 22 4 13Z", l.wing, W) +
    vein("M12 2C24-10 34-21 46-32M27-12L27-22M31-16L40-16M13 13C22 17 29 21 35 27", l.vein),
  bell: (l: Look) =>
    shape("M5 1C18-18 45-20 49 2C53 23 42 37 33 33C22 28 16 12 5 8Z", l.wing, W) +
    vein("M14 0C26-8 38-6 42 4M15 5C26 8 34 18 36 27", l.vein),
  cap: (l: Look) =>
    shape("M5 2C14-20 40-26 42-10C43 2 26 7 6 6Z", l.wing, W) +
    shape("M5 9C22 6 38 14 34 26C28 33 12 23 5 13Z", l.wing, W) +
    vein("M14-2C22-10 30-14 36-10M15 13C22 14 27 18 29 23", l.vein),
  moon: (l: Look) =>
    shape("M5 9C26 13 42-2 39-38C56-14 55 24 30 28C17 29 8 20 5 9Z", l.wing, W) +
    vein("M14 16C32 20 44 4 45-12", l.vein),
  star: (l: Look) =>
    shape("M5 3C20-16 38-34 52-36C53-24 32 0 6 7Z", l.wing, W) +
    shape("M5 9C25 3 44 8 51 18C38 27 16 22 4 13Z", l.wing, W) +
    vein("M13 0C24-12 35-23 46-31M14 12C26 11 36 13 44 17", l.vein),
};
const dress = {
  dew: () =>
    shape("M0 0C6 12 21 20 21 32C21 42 11 46 0 46S-21 42-21 32C-21 20-6 12 0 0Z", "#6fb8dc", W) +
    `<path d="M-13 31Q-12 40-3 41" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/>` +
    dot(8, 24, 2, "#d8f0fb") +
    dot(12, 32, 2.4, "#d8f0fb"),
  leaf: () =>
    shape("M0 0C8 8 17 22 24 39L14 35L10 46L0 36L-10 46L-14 35L-24 39C-17 22-8 8 0 0Z", "#7fb04f", W) +
    line("M0 10V32M-5 14C-8 22-11 27-13 33M5 14C8 22 11 27 13 33", 1.8, 'opacity=".5"'),
  bell: () =>
    line("M-4 42V48M4 42V48", 2.8) +
    shape(
      "M0 0C13 3 11 22 15 32C17 37 23 39 25 44Q12 49 0 43Q-12 49-25 44C-23 39-17 37-15 32C-11 22-13 3 0 0Z",
      "#8d7cc8",
      W,
    ) +
    line("M-5 12C-6 22-9 30-11 38M5 12C6 22 9 30 11 38", 1.8, 'opacity=".5"'),
  cap: () =>
    shape("M-8 2C-7 16-11 28-17 41Q0 49 17 41C11 28 7 16 8 2Z", "#f8ecd4", W) +
    shape("M-13 22Q-9 27-5 23Q0 28 5 23Q9 27 13 22L9 10H-9Z", "#dc5b4c", W * 0.8) +
    flat("M6 30C8 36 9 41 8 45Q13 44 17 41C14 35 11 30 10 26Z", "#e2cba8"),
  moon: () =>
    shape("M0 0C11 3 12 24 20 43Q0 52-20 43C-12 24-11 3 0 0Z", "#5d6a9c", W) +
    spark(-6, 34, 5, "#f6e7b0") +
    spark(7, 22, 4, "#f6e7b0") +
    spark(9, 38, 4, "#f6e7b0"),
  star: () =>
    shape("M0 0C5 12 13 22 29 35L16 35L17 47L0 37L-17 47L-16 35L-29 35C-13 22-5 12 0 0Z", "#e3b23c", W) +
    line("M0 12V32M-6 17L-13 31M6 17L13 31", 1.8, 'opacity=".45"'),
};
const hairBack = {
  dew: (c: string) => shape("M-18-22C-27-12-26 2-20 9C-14 7-11 3-9-2H9C11 3 14 7 20 9C26 2 27-12 18-22Z", c, W),
  leaf: (c: string) =>
    ring(-20, 2, 6.5, c, W) + ring(20, 2, 6.5, c, W) + shape("M-19-20C-23-10-22-2-18 3H18C22-2 23-10 19-20Z", c, W),
  bell: (c: string) => shape("M-19-20C-24-6-24 10-17 17C-13 12-12 6-12 0H12C12 6 13 12 17 17C24 10 24-6 19-20Z", c, W),
  cap: (c: string) => shape("M-19-14C-23-4-25 6-29 12C-21 13-14 9-12 2H12C14 9 21 13 29 12C25 6 23-4 19-14Z", c, W),
  moon: (c: string) =>
    shape("M-19-20C-25-8-26 14-21 25C-15 20-13 10-12 0H12C13 10 15 20 21 25C26 14 25-8 19-20Z", c, W),
  star: (c: string) =>
    `<g>${(
      [
        [-17, -14, 9],
        [17, -14, 9],
        [-20, -3, 7.5],
        [20, -3, 7.5],
        [-9, -24, 9],
        [9, -24, 9],
      ] as [number, number, number][]
    )
      .map(([x, y, r]) => ring(x, y, r, c, W))
      .join("")}${dot(0, -16, 18, c)}</g>`,
};
const fringe = {
  dew: (c: string) =>
    shape("M-18.500-12C-17-24-8-28 0-27C9-28 17-24 18.500-12C12-14 5-17 2-22C-3-17-10-13-18.500-12Z", c, W * 0.8),
  leaf: (c: string) =>
    shape("M-18.500-12C-17-24-8-28 0-27C9-28 17-24 18.500-12C14-16 9-18 5-23C1-16-8-14-18.500-12Z", c, W * 0.8),
  bell: (c: string) =>
    shape("M-18.500-9C-18-22-8-28 0-27C8-28 18-22 18.500-9C14-13 9-17 0-18C-9-17-14-13-18.500-9Z", c, W * 0.8),
  cap: (c: string) =>
    shape("M-18.500-8C-18-18-10-22 0-21C10-22 18-18 18.500-8C13-10 8-14 4-16C-2-12-10-9-18.500-8Z", c, W * 0.8),
  moon: (c: string) =>
    shape("M-18.500-8C-19-22-8-29 0-28C8-29 19-22 18.500-8C15-14 8-20 0-24C-8-20-15-14-18.500-8Z", c, W * 0.8),
  star: (c: string) =>
    shape("M-18-12C-14-24-6-27 0-27S14-24 18-12C14-17 10-17 7-20C3-16-3-16-7-20C-10-17-14-17-18-12Z", c, W * 0.8),
};
const hat = {
  dew: () =>
    shape("M3-53C4-44 20-35 20-20Q0-29-20-20C-20-34-6-39 3-53Z", "#4f9fcb", W) +
    `<path d="M-12-27C-10-33-4-37 0-41" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/>`,
  leaf: () =>
    shape("M-21-18C-20-39 5-53 33-51C27-41 23-29 21-18Q0-28-21-18Z", "#7fb04f", W) +
    line("M-14-23C-4-36 12-45 28-49M-1-34L-4-42M8-41L14-33", 1.9, 'opacity=".6"'),
  bell: () =>
    line("M0-49C0-54 4-57 8-55", 3) +
    shape(
      "M0-50C13-50 14-34 18-25C20-20 24-18 24-13Q17-19 12-15Q6-20 0-15Q-6-20-12-15Q-17-19-24-13C-24-18-20-20-18-25C-14-34-13-50 0-50Z",
      "#8d7cc8",
      W,
    ) +
    line("M-5-44C-8-36-9-28-11-20M5-44C8-36 9-28 11-20", 1.8, 'opacity=".5"'),
  cap: () =>
    shape("M-33-15C-35-40-17-51 0-51S35-40 33-15Q17-9 0-9T-33-15Z", "#dc5b4c", W) +
    `<g fill="#fff6e2"><ellipse cx="-17" cy="-27" rx="5.600" ry="5"/><ellipse cx="3" cy="-39" rx="6" ry="4.600"/><ellipse cx="19" cy="-25" rx="5" ry="4.400"/><circle cx="1" cy="-21" r="3.200"/></g>` +
    `<path d="M18-47C29-41 34-30 33-15Q26-12 18-10.600C26-22 25-37 18-47Z" fill="${INK}" opacity=".14"/>`,
  moon: () =>
    `<g transform="translate(1 -38) rotate(8)">${shape("M5-17C-8-16-17-7-17 2A17 17 0 0 0 17 4C8 8-4 1 5-17Z", "#f6e7b0", W)}${dot(-8, 3, 2.2, "#cbb780")}${dot(-2, 11, 1.6, "#cbb780")}</g>`,
  star: () =>
    `<g transform="translate(0 -36)">${shape(star5(19, 0.5), "#f0bd45", W)}<path d="M-1-10L-4-4" stroke="#fff6d6" stroke-width="3" stroke-linecap="round"/></g>`,
};
export function fairy(k: string, o: { sleep?: boolean; joy?: number; bust?: boolean } = {}) {
  const id = k as Fairy,
    l = L[id];
  const eye = o.sleep
    ? line("M-10-6Q-7-3-4-6M4-6Q7-3 10-6", 2)
    : o.joy
      ? line("M-10-5Q-7-9-4-5M4-5Q7-9 10-5", 2.2)
      : `<ellipse cx="-7" cy="-6" rx="2.300" ry="3.200" fill="${INK}"/><ellipse cx="7" cy="-6" rx="2.300" ry="3.200" fill="${INK}"/>${dot(-6.2, -7.2, 0.9, "#fff")}${dot(7.8, -7.2, 0.9, "#fff")}`;
  const face = `<ellipse cy="-8" rx="18.500" ry="17.500" fill="${l.skin}" stroke="${INK}" stroke-width="${W}"/><ellipse cx="-11.500" cy="0" rx="3.800" ry="2.600" fill="${l.blush}" opacity=".75"/><ellipse cx="11.500" cy="0" rx="3.800" ry="2.600" fill="${l.blush}" opacity=".75"/>${eye}${line(o.joy ? "M-4 1Q0 6 4 1" : "M-3.500 1.500Q0 4.500 3.500 1.500", 1.9)}`;
  const arms = tube("M-8 14C-14 15-18 12-21 7", 4.4, l.skin, 2.2) + tube("M8 14C14 15 18 12 21 7", 4.4, l.skin, 2.2);
  return (
    mirror(wings[id](l)) +
    hairBack[id](l.hair) +
    (o.bust ? "" : arms + dress[id]()) +
    face +
    fringe[id](l.hair) +
    hat[id]()
  );
}

/* the flower: hides its fairy but for the tips of two wings */
export function flower(o: { plain?: boolean } = {}) {
  const P = "M0-10C-21-16-20-46-7-47Q-2-47 0-43Q2-47 7-47C20-46 21-16 0-10Z";
  const petals = Array.from(
    { length: 6 },
    (_, i) =>
      `<g transform="rotate(${i * 60})">${shape(P, i % 2 ? "#f4b4cd" : "#f0a3c2", W)}${vein("M0-20V-32M-5-21C-7-25-8-29-8-32M5-21C7-25 8-29 8-32", "#d3719b")}</g>`,
  ).join("");
  return (
    petals +
    ring(0, 0, 15.5, "#ffd97a", W) +
    (o.plain ? "" : `<text y="7.600" text-anchor="middle" class="num" font-size="22">?</text>`)
  );
}

/* the flower opened: petals lie back, the fairy rises out of it */
export const opened = (k: string) =>
  `<g transform="translate(0 10)">${Array.from({ length: 6 }, (_, i) => `<g transform="rotate(${i * 60 + 30}) scale(1.060)">${shape("M0-10C-19-16-19-46-7-47Q-2-47 0-43Q2-47 7-47C19-46 19-16 0-10Z", i % 2 ? "#f4b4cd" : "#f0a3c2", W)}</g>`).join("")}</g><g transform="translate(0 -8) scale(.86)">${fairy(k, { joy: 1 })}</g>`;

/* ---- six tokens from the forest floor and the sewing box: 44 x 44 round 0,0 ---- */
const TK = [
  {
    name: "acorn",
    col: "#e39a48",
    out: "M-13-3C-18-6-17-18 0-18S18-6 13-3C13 10 6 17 0 20C-6 17-13 10-13-3Z",
    fill: "#eba651",
    art:
      shape("M-16.500-3.500C-19-14-9-18.500 0-18.500S19-14 16.500-3.500Q0 2-16.500-3.500Z", "#8c5a3c", 2.4) +
      line("M-11-15L-3-3M-3-18L6-3M6-18L13-5M11-15L3-3M3-18L-6-3M-6-18L-13-5", 1.4, 'opacity=".55"') +
      line("M0-18.500C0-21 2-23 5-23", 3),
  },
  {
    name: "button",
    col: "#5aa7d0",
    out: "M18 0A18 18 0 1 1-18 0A18 18 0 1 1 18 0Z",
    fill: "#62b1d8",
    art:
      `<circle r="12.500" fill="#8fcbe6" stroke="${INK}" stroke-width="1.800"/>` +
      (
        [
          [-4.4, -4.4],
          [4.4, -4.4],
          [-4.4, 4.4],
          [4.4, 4.4],
        ] as [number, number][]
      )
        .map(([x, y]) => dot(x, y, 2.5))
        .join("") +
      '<path d="M-4.400-4.400L4.400 4.400M4.400-4.400L-4.400 4.400" stroke="#fffaf0" stroke-width="1.600" stroke-linecap="round"/>',
  },
  {
    name: "gem",
    col: "#9a76d6",
    out: "M-10-17H10L20-4L0 20L-20-4Z",
    fill: "#a583de",
    art:
      flat("M-10-17H10L6-4H-6Z", "#cbb5f2") +
      flat("M-20-4L0 20L-6-4Z", "#8a66c9") +
      line("M-20-4H20M-10-17L-6-4L0 20L6-4L10-17", 1.8),
  },
  {
    name: "bean",
    col: "#6fa75a",
    out: "M-12-15C2-21 19-13 18 4C17 17 2 21-8 18C-18 15-15 5-9 1C-5-2-8-5-14-6C-20-8-18-12-12-15Z",
    fill: "#7db866",
    art: line("M-3-17C2-10 4 4-1 19M6-16C11-8 12 6 7 17M13-11C16-4 17 4 14 11", 2.2, 'opacity=".75"'),
  },
  {
    name: "heart",
    col: "#d8505a",
    out: "M0 19C-8 11-20 4-20-7C-20-18-6-20 0-9.500C6-20 20-18 20-7C20 4 8 11 0 19Z",
    fill: "#de5c64",
    art: `<path d="M0 12.500C-6 7-14.500 1-14.500-6.500C-14.500-13-5-14 0-4C5-14 14.500-13 14.500-6.500C14.500 1 6 7 0 12.500Z" fill="none" stroke="#fffaf0" stroke-width="2.200" stroke-dasharray="3.600 3.200" stroke-linecap="round"/>`,
  },
  {
    name: "shell",
    col: "#e6cf8e",
    out: "M-15 15C-21 4-17-18 2-18C16-18 20-6 18 3C17 9 13 12 10 13Q17 14 21 18Q20 20 17 20H-9Q-13 19-15 15Z",
    fill: "#efdca2",
    art: line("M10 13C3 15-9 13-10 2C-10-7-3-11 3-10C10-9 12-2 9 2C6 6-1 6-2 1C-2-3 3-4 4-1", 2.4),
  },
];
/** What the tokens of each seat are. */
export const TOKENS = TK.map((t) => t.name);
export const TOKEN_COLOURS = TK.map((t) => t.col);
export function tokenArt(i: number, o: { w?: number; flat?: boolean; you?: number } = {}) {
  const t = TK[i]!,
    w = o.w || 2.6;
  return `${o.flat ? "" : `<path d="${t.out}" transform="translate(0 4)" fill="${INK}" stroke="${INK}" stroke-width="8.500" stroke-linejoin="round" opacity=".3"/>`}<path d="${t.out}" fill="none" stroke="${INK}" stroke-width="${o.you ? 12 : 9.6}" stroke-linejoin="round"/><path d="${t.out}" fill="none" stroke="${o.you ? "#ffd97a" : "#fffaf0"}" stroke-width="${o.you ? 8.4 : 6.4}" stroke-linejoin="round"/>${shape(t.out, t.fill, w)}${t.art}`;
}
export const ghost = (i: number) =>
  `<path d="${TK[i]!.out}" fill="none" stroke="currentColor" stroke-width="2.600" stroke-dasharray="3 5" stroke-linecap="round" stroke-linejoin="round"/>`;

/* ---- dice: A has fairies on its faces, B signed numbers, C tokens. 64 x 64 round 0,0; a corner keeps the pips of the real die ---- */
const PIP: Record<number, [x: number, y: number][]> = {
  1: [[0, 0]],
  2: [
    [-1, 1],
    [1, -1],
  ],
  3: [
    [-1, 1],
    [0, 0],
    [1, -1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [-1, 0],
    [-1, 1],
    [1, -1],
    [1, 0],
    [1, 1],
  ],
};
export const pips = (f: number, r = 10, q = 4.4, fill = INK) =>
  PIP[f]!.map(([x, y]) => dot(x * r, y * r, q, fill)).join("");
const body = (fill: string, side: string) =>
  `<path d="M-29-14V22Q-29 36-15 36H15Q29 36 29 22V-14Z" fill="${side}" stroke="${INK}" stroke-width="2.800"/><rect x="-29" y="-30" width="58" height="58" rx="14" fill="${fill}" stroke="${INK}" stroke-width="2.800"/><rect x="-24" y="-25" width="48" height="48" rx="10" fill="none" stroke="#fff" stroke-width="2.400" opacity=".55"/>`;
type DieName = "A" | "B" | "C";
export const DIE: Record<DieName, [front: string, side: string]> = {
  A: ["#fffaf0", "#d9c7a2"],
  B: ["#9fd0e6", "#4b93b8"],
  C: ["#fbd98f", "#c9953a"],
};
const tag = (f: number) =>
  `<g transform="translate(20 19)"><rect x="-8" y="-8" width="16" height="16" rx="4.500" fill="#fffaf0" stroke="${INK}" stroke-width="1.600"/>${pips(f, 4, 1.5)}</g>`;
export const die = (which: DieName, f: number, o: { rot?: number | undefined; notag?: boolean } = {}): string => {
  const [a, b] = DIE[which];
  const face =
    which === "A"
      ? `<g transform="translate(-1 2) scale(.52)">${fairy(KINDS[f]!)}</g>`
      : which === "B"
        ? `<text x="-3" y="6" text-anchor="middle" class="num" font-size="29">${f - 3 > 0 ? "+" : f < 3 ? "−" : ""}${Math.abs(f - 3)}</text>`
        : `<g transform="translate(0 -1)">${pips(f, 12, 5)}</g>`;
  return `<g transform="rotate(${o.rot || 0})">${body(a, b)}${face}${which !== "C" && !o.notag ? tag(f) : ""}</g>`;
};

/* ---- spaces ---- */
export const R = 42; // from the middle of a space to its corner
export const DX = (R * Math.sqrt(3)) / 2;
export const DY = 1.5 * R;
const corner = (x: number, y: number, r: number, i: number): [x: number, y: number] => [
  x + r * Math.cos(((60 * i + 30) * Math.PI) / 180),
  y + r * Math.sin(((60 * i + 30) * Math.PI) / 180),
];
export const hex = (x: number, y: number, r: number) =>
  [0, 1, 2, 3, 4, 5]
    .map((i) => corner(x, y, r, i))
    .map(([a, b], i) => `${i ? "L" : "M"}${n(a)} ${n(b)}`)
    .join("") + "Z";
/** With corners as if cut by hand. */
function softHex(r: number, q = 0.16) {
  const p = [0, 1, 2, 3, 4, 5].map((i) => corner(0, 0, r, i));
  type Point = [x: number, y: number];
  const mix = (a: Point, b: Point): Point => [a[0] + (b[0] - a[0]) * q, a[1] + (b[1] - a[1]) * q];
  return (
    p
      .map((c, i) => {
        const a = mix(c, p[(i + 5) % 6]!),
          b = mix(c, p[(i + 1) % 6]!);
        return `${i ? "L" : "M"}${n(a[0])} ${n(a[1])}Q${n(c[0])} ${n(c[1])} ${n(b[0])} ${n(b[1])}`;
      })
      .join("") + "Z"
  );
}
const patterns = [
  ["fa-p-dew", `<path d="M5 2C7 5 8 6 8 8A3 3 0 0 1 2 8C2 6 3 5 5 2Z" fill="#4f9fcb" opacity=".28"/>`, 14],
  ["fa-p-leaf", `<path d="M2 9C2 5 5 2 9 2C9 6 6 9 2 9Z" fill="#5f943b" opacity=".28"/>`, 13],
  ["fa-p-bell", `<path d="M3 0V11" stroke="#8672c9" stroke-width="1.800" opacity=".24"/>`, 8],
  ["fa-p-cap", `<circle cx="4" cy="4" r="2.300" fill="#d9574a" opacity=".24"/>`, 10],
  ["fa-p-moon", `<path d="M0 5Q5-1 10 5" fill="none" stroke="#5d6a9c" stroke-width="1.600" opacity=".28"/>`, 10],
  [
    "fa-p-star",
    `<path d="M6 1Q6.700 5.300 11 6Q6.700 6.700 6 11Q5.300 6.700 1 6Q5.300 5.300 6 1Z" fill="#c98f12" opacity=".3"/>`,
    14,
  ],
  [
    "fa-p-flower",
    `<path d="M0 8A6 6 0 0 1 12 8" fill="none" stroke="#d3719b" stroke-width="1.400" opacity=".28"/>`,
    12,
  ],
]
  .map(
    ([id, d, s]) =>
      `<pattern id="${id}" width="${s}" height="${id === "fa-p-moon" || id === "fa-p-flower" ? 8 : s}" patternUnits="userSpaceOnUse">${d}</pattern>`,
  )
  .join("");

const symbol = (id: string, inner: string, r = 56) =>
  `<symbol id="${id}" viewBox="${-r} ${-r} ${2 * r} ${2 * r}" overflow="visible">${inner}</symbol>`;
const hatch =
  '<pattern id="fa-hatch" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="12" height="12" fill="#fff0c0"/><path d="M3 0V12" stroke="#f0bd45" stroke-width="5"/></pattern>';
const alive = KINDS.slice(1);
/** All that spaces, tokens and dice are made of; once in the page. */
export const defs =
  `${patterns}${hatch}<path id="fa-hex" d="${softHex(R * 0.95)}"/><path id="fa-lit" d="${softHex(R * 0.99)}"/>` +
  alive
    .map((k) => symbol(`fa-k-${k}`, fairy(k)) + symbol(`fa-o-${k}`, opened(k)) + symbol(`fa-m-${k}`, kindMark[k]!, 17))
    .join("") +
  symbol("fa-k-flower", flower()) +
  symbol("fa-m-flower", blossom(1.25, "#f0a3c2", 1.6), 17) +
  TK.map((_, i) => symbol(`fa-t${i}`, tokenArt(i), 24) + symbol(`fa-y${i}`, tokenArt(i, { you: 1 }), 24)).join("");
export const use = (id: string, x: number, y: number, s: number) =>
  `<use href="#${id}" x="${n(x - s / 2)}" y="${n(y - s / 2)}" width="${n(s)}" height="${n(s)}"/>`;

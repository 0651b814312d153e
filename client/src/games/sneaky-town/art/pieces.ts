// Sneaky Town: every drawing of the game. Objects are paper and keep their colours; the scene takes custom properties.
import { INK, line, shape, flat, tube, dot, ring, at, n, blossom } from "../../../art/core";
export const BLUE = { main: "#4b86c6", lit: "#9cc6ee", deep: "#2c5f9c", pale: "#dcecfa" };
export const BROWN = { main: "#a06a42", lit: "#dcb188", deep: "#74451f", pale: "#f5e2cc" };
export const SIDE = [BLUE, BROWN];
const w = 1.9;
const around = (k: number, f: string) =>
  Array.from({ length: k }, (_, i) => `<g transform="rotate(${n((360 / k) * i)})">${f}</g>`).join("");

/* ---- charms, 24 x 24 round 0,0: pointed rays and a smile, beads and a ring, petals, a dashed nothing ---- */
export const charm = {
  "blue-sun":
    around(8, shape("M-2.5-6.4L0-11.8L2.5-6.4Z", "#8ec0f0", 1.4)) +
    ring(0, 0, 6.9, "#8ec0f0", w) +
    dot(-2.4, -0.8, 1.05) +
    dot(2.4, -0.8, 1.05) +
    line("M-2.3 2Q0 4.2 2.3 2", 1.3),
  "brown-sun":
    around(8, `<circle cy="-9.5" r="2.2" fill="#cf9464" stroke="${INK}" stroke-width="1.4"/>`) +
    ring(0, 0, 6.9, "#cf9464", w) +
    `<circle r="3.1" fill="none" stroke="#fff6e2" stroke-width="2.1"/>`,
  flower: blossom(0.93, "#f0a3c2", 1.9),
  void: `<circle r="9" fill="none" stroke="${INK}" stroke-width="1.9" stroke-dasharray="2.5 4" stroke-linecap="round"/><path d="M-3.600-3.600L3.600 3.600M3.600-3.600L-3.600 3.600" stroke="${INK}" stroke-width="1.9" stroke-linecap="round"/>`,
};
export const band = { "blue-sun": "#6aa5e0", "brown-sun": "#b97a48", flower: "#e07aa6", void: "#b7aec2" }; // the colour of a traced line
export const tint = { "blue-sun": "#e3f0fc", "brown-sun": "#f8e8d6", flower: "#fdeaf1", void: "#ece7ea" };

/* ---- stones, r = 10: blue is round with a shine, brown is square with a ring ---- */
export const stone = [
  `<ellipse cx="0.600" cy="2.400" rx="10.400" ry="10.200" fill="${INK}" opacity=".22"/>` +
    ring(0, 0, 10, BLUE.main, w) +
    `<path d="M6.500-7.200C10.500-3 10.600 4 6 7.800C2 10.600-3.500 10.200-6.600 7.200C-1 8.500 6.500 3 6.500-7.200Z" fill="${BLUE.deep}" opacity=".55"/><path d="M-5.800-2.400Q-3.600-6.800 1-7" fill="none" stroke="#fff" stroke-width="2.100" stroke-linecap="round" opacity=".9"/>`,
  `<rect x="-9.200" y="-6.800" width="19.600" height="19.200" rx="5.600" fill="${INK}" opacity=".22"/><rect x="-9.500" y="-9.500" width="19" height="19" rx="5.200" fill="${BROWN.main}" stroke="${INK}" stroke-width="${w}"/><path d="M8.400-7V4.500C8.400 7 7 8.400 4.500 8.400H-6.500C2 7.500 7.500 2 8.400-7Z" fill="${BROWN.deep}" opacity=".55"/><circle r="4.300" fill="none" stroke="#fbf2dd" stroke-width="2.300"/>`,
];
export const stoneRing = (p: number, extra = "") =>
  p === 0 ? `<circle r="10" ${extra}/>` : `<rect x="-9.500" y="-9.500" width="19" height="19" rx="5.200" ${extra}/>`;
export const pip = (p: number, st: "in" | "out" | "gone") => {
  // a reserve stone, one on the lattice, one given away
  const f = st === "in" ? SIDE[p]!.main : "#fffaf0",
    o = `fill="${f}" stroke="${INK}" stroke-width="2.400" ${st === "gone" ? 'stroke-dasharray="2.600 3.200" opacity=".75"' : ""}`;
  return (
    stoneRing(p, o) +
    (st === "in"
      ? p === 0
        ? `<path d="M-5-2Q-3-6 1-6.400" fill="none" stroke="#fff" stroke-width="2.400" stroke-linecap="round"/>`
        : `<circle r="3.600" fill="none" stroke="#fbf2dd" stroke-width="2.400"/>`
      : st === "out"
        ? dot(0, 0, 3.4, SIDE[p]!.main)
        : `<path d="M-4 0H4M0-4V4" stroke="${INK}" stroke-width="2.200" stroke-linecap="round"/>`)
  );
};

/* ---- eyes: asleep while the tile is secret, awake once it lies open. 28 x 18 ---- */
export const eye = (open: boolean) =>
  open
    ? shape("M-13 0C-8-8 8-8 13 0C8 8-8 8-13 0Z", "#fffaf0", 2) +
      ring(0, 0, 5.2, "#7451b0", 1.6) +
      dot(0, 0, 2.4) +
      dot(1.6, -1.8, 1.3, "#fff") +
      line("M-10-6.500L-12-9.500M0-8.500V-12M10-6.500L12-9.500", 1.7)
    : shape("M-13-1C-8 8 8 8 13-1C8 2-8 2-13-1Z", "#d9c8f0", 2) +
      line("M-9 5L-11 9M-3.200 7L-4 11M3.200 7L4 11M9 5L11 9", 1.7);

/* ---- marks: where a stone is given away ---- */
export const plus = (r = 7, col = INK, sw = 2.6) =>
  `<path d="M${-r} 0H${r}M0 ${-r}V${r}" stroke="${col}" stroke-width="${sw}" stroke-linecap="round"/>`;
export const markBtn = (r = 13) =>
  `<circle cy="2.500" r="${r}" fill="${INK}"/><circle r="${r}" fill="#fffaf0" stroke="${INK}" stroke-width="2.200"/>${plus(r * 0.5, "#6843a8", 3)}`;

/* ---- houses: the racks. The window is the tile. Centre of the window at 0,0 ---- */
export const houseDefs = `<pattern id="st-roof-0" width="10" height="8" patternUnits="userSpaceOnUse"><path d="M0 7.500H10M5 0V7.500" stroke="${BLUE.deep}" stroke-width="1.200" opacity=".55"/></pattern><pattern id="st-roof-1" width="9" height="7" patternUnits="userSpaceOnUse"><path d="M0 0A4.500 5 0 0 0 9 0" fill="none" stroke="${BROWN.deep}" stroke-width="1.300" opacity=".6"/><path d="M-4.500 3.500A4.500 5 0 0 0 4.500 3.500A4.500 5 0 0 0 13.500 3.500" fill="none" stroke="${BROWN.deep}" stroke-width="1.300" opacity=".6"/></pattern>
<linearGradient id="st-beam" x1="0" x2="1"><stop offset="0" stop-color="#ffe9a0"/><stop offset="1" stop-color="#ffe9a0" stop-opacity="0"/></linearGradient><pattern id="st-cobble" width="30" height="22" patternUnits="userSpaceOnUse"><path d="M4 6Q7 3 10 6M19 16Q22 13 25 16" fill="none" stroke="var(--plaza-mark)" stroke-width="2" stroke-linecap="round"/></pattern>`;
export const coin = (x: number, y: number, v: number, r = 10.5) =>
  `<g transform="translate(${n(x)} ${n(y)})">${v < 0 ? `<rect x="-13" y="-9" width="26" height="18" rx="9" fill="#f9d9d2" stroke="${INK}" stroke-width="1.700"/><text y="5" text-anchor="middle" class="num" font-size="13.500" style="fill:#8e2730">−${-v}</text>` : `<circle r="${r}" fill="#f5c95c" stroke="${INK}" stroke-width="1.700"/><text y="${n(r * 0.44)}" text-anchor="middle" class="num" font-size="${n(r * 1.28)}">${v}</text>`}</g>`;
export type Tile = "blue-sun" | "brown-sun" | "flower" | "void";
interface House {
  p: number; // seat
  num: number | string;
  state: "shut" | "open" | "own";
  tile?: Tile | null;
  val?: number | undefined; // points on a coin
  W?: number;
  H?: number;
  base?: number;
  roof?: number;
  note?: Tile | null | undefined; // noted by its opponent
  eave?: number;
  glowing?: boolean | undefined;
  side?: number;
  cr?: number;
}
export function house({
  p,
  num,
  state,
  tile,
  val,
  W = 40,
  H = 38,
  base = 18,
  roof = 20,
  note,
  eave = 10,
  glowing,
  side = 0,
  cr = 10.5,
}: House) {
  // side: room for the number beside the window, right or left (houses stacked at the edge of a phone)
  const S = SIDE[p]!,
    sd = Math.abs(side),
    x0 = -W / 2 - 6 - (side < 0 ? sd : 0),
    x1 = W / 2 + 6 + (side > 0 ? sd : 0),
    y0 = -H / 2 - 6,
    y1 = H / 2 + base,
    ry = y0 + 3,
    ap = y0 - roof,
    mx = (x0 + x1) / 2;
  const rf = `M${x0 - eave + 4} ${ry}L${mx} ${ap}L${x1 + eave - 4} ${ry}Z`;
  const chim = `<path d="M${mx + W * 0.28} ${ry - roof * 0.45}V${ap + 1}h6V${ry - roof * 0.1}Z" fill="${S.lit}" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/>`;
  let pane;
  if (state === "shut") {
    const half = (sx: number) =>
      `<g transform="scale(${sx} 1)"><rect x="0" y="${-H / 2}" width="${W / 2}" height="${H}" rx="3" fill="#8a6bc0" stroke="${INK}" stroke-width="1.900"/><path d="${[0.2, 0.4, 0.6, 0.8].map((t) => `M4 ${n(-H / 2 + H * t)}H${n(W / 2 - 4)}`).join("")}" stroke="#5a3d97" stroke-width="1.700" stroke-linecap="round"/></g>`;
    pane =
      half(1) +
      half(-1) +
      (note
        ? `<g transform="rotate(-5)"><rect x="${n(-W * 0.33)}" y="${n(-H * 0.35)}" width="${n(W * 0.66)}" height="${n(W * 0.66)}" rx="2" fill="#fff3b8" stroke="${INK}" stroke-width="1.500"/>${at(0, n(W * 0.33 - H * 0.35), n(W * 0.0235), charm[note])}<circle cy="${n(-H * 0.36)}" r="2.600" fill="#cf4f4a" stroke="${INK}" stroke-width="1.200"/></g>`
        : `<circle r="${n(W * 0.235)}" fill="#fbf2dd" stroke="${INK}" stroke-width="1.700"/><text y="${n(W * 0.145)}" text-anchor="middle" class="num" font-size="${n(W * 0.4)}">?</text>`);
  } else {
    const t = tile || "void",
      k = (Math.min(W, H) / 24) * 0.9;
    pane =
      `<rect x="${-W / 2}" y="${-H / 2}" width="${W}" height="${H}" rx="5" fill="${tint[t]}" stroke="${INK}" stroke-width="1.900"/>` +
      at(0, 0, n(k), charm[t]);
    if (state === "open") {
      const q = side ? 5 : 8,
        sh = (sx: number) =>
          `<g transform="scale(${sx} 1)"><path d="M${W / 2} ${-H / 2}L${W / 2 + q} ${-H / 2 - 3}V${H / 2 + 3}L${W / 2} ${H / 2}Z" fill="#8a6bc0" stroke="${INK}" stroke-width="1.700" stroke-linejoin="round"/></g>`;
      pane += sh(1) + sh(-1);
    }
  }
  const bx = side ? Math.sign(side) * (W / 2 + 2 + sd / 2) : 0,
    by = side ? H / 2 - 7 : H / 2 + base / 2 - 0.5;
  const plate =
    (p === 0
      ? `<circle cx="${bx}" cy="${by}" r="7.600" fill="${S.main}" stroke="${INK}" stroke-width="1.500"/>`
      : `<rect x="${bx - 7.2}" y="${by - 7.2}" width="14.400" height="14.400" rx="3.500" fill="${S.main}" stroke="${INK}" stroke-width="1.500"/>`) +
    `<text x="${bx}" y="${by + 4.5}" text-anchor="middle" class="suit" font-size="13" fill="#fffaf0">${num}</text>`;
  const v = val === undefined ? "" : coin(W / 2 - 1 + (side ? 3 : 2), -H / 2 - (side ? 1 : 0), val, cr);
  return `<g>${glowing ? `<circle r="${W * 1.7}" fill="url(#g-spark)"/>` : ""}<ellipse cx="${mx}" cy="${y1 + 1}" rx="${(x1 - x0) / 2 + 6}" ry="5" fill="${INK}" opacity=".16"/>${chim}<rect x="${x0}" y="${y0}" width="${x1 - x0}" height="${y1 - y0}" rx="3" fill="${S.pale}" stroke="${INK}" stroke-width="2.200"/>${shape(rf, S.main, 2.2)}<path d="${rf}" fill="url(#st-roof-${p})"/><path d="${rf}" fill="none" stroke="${INK}" stroke-width="2.200" stroke-linejoin="round"/>${pane}${plate}${v}</g>`;
}

/* ---- the sneaky cat ---- */
const FUR = "#2f2553";
export const catSit = `<g>${tube("M17-3C28-2 30-16 23-22", 5, FUR, 1.8)}${shape("M-13 1C-14-16-6-24 3-24C14-24 20-12 18 1Q2 4-13 1Z", FUR, 2)}${shape("M-20-24C-22-36-18-43-18-43L-11-37H-2L5-43C5-43 9-36 7-24C5-15-18-15-20-24Z", FUR, 2)}${flat("M-16.500-39L-12.500-35L-16.500-33ZM3.500-39L-.5-35L3.500-33Z", "#8a6bc0")}<g class="cat-eyes"><ellipse cx="-12" cy="-27" rx="4" ry="4.200" fill="#ffe08a"/><ellipse cx="-.5" cy="-27" rx="4" ry="4.200" fill="#ffe08a"/><ellipse cx="-10.800" cy="-27" rx="1.500" ry="3.400" fill="${INK}"/><ellipse cx=".8" cy="-27" rx="1.500" ry="3.400" fill="${INK}"/></g>${flat("M-7.600-22.500H-4.800L-6.200-20.800Z", "#e08f9c")}<path d="M-6 1V-4M4 1V-5" fill="none" stroke="#5b4a90" stroke-width="1.600" stroke-linecap="round" stroke-linejoin="round"/></g>`;

/* ---- the bell that ends a round, 40 x 40 ---- */
export const bell = `<g>${line("M20 4V9", 2.6)}${shape("M20 7C29 7 30 17 31 23C32 28 35 29 35 32H5C5 29 8 28 9 23C10 17 11 7 20 7Z", "#f0bd45", 2.2)}<path d="M26 9C31 13 30 24 34 31.500H28C29 24 29 15 26 9Z" fill="${INK}" opacity=".16"/>${shape("M15 32A5 5 0 0 0 25 32Z", "#b57a1c", 2)}<path d="M13 25C13.500 19 14 15 16.500 12" fill="none" stroke="#fff3cf" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>${line("M3 12Q1 16 2 20M37 12Q39 16 38 20", 2)}</g>`;

/* ---- what each action does, 44 x 44, for player p ---- */
const arr = (d: string, head: string) =>
  `<path d="${d}" fill="none" stroke="${INK}" stroke-width="2.600" stroke-linecap="round" stroke-linejoin="round"/><path d="${head}" fill="none" stroke="${INK}" stroke-width="2.600" stroke-linecap="round" stroke-linejoin="round"/>`;
export const act = (p: number) => ({
  cast: `<path d="M8 42L36 18M8 18L36 42" stroke="#b9a5dc" stroke-width="2.600" stroke-linecap="round"/><g transform="translate(22 30) scale(.92)">${stone[p]}</g>${arr("M22 2V13", "M17.500 9L22 14L26.500 9")}`,
  transfer: `<g transform="translate(12 31)" >${stoneRing(p, `fill="#fffaf0" stroke="${INK}" stroke-width="2" stroke-dasharray="3 3.600" transform="scale(.86)"`)}</g><g transform="translate(32 28) scale(.92)">${stone[p]}</g>${arr("M10 15C14 5 24 4 31 11", "M32 4V12H24")}`,
  recover: `<path d="M8 42L36 22M8 22L36 42" stroke="#b9a5dc" stroke-width="2.600" stroke-linecap="round"/><g transform="translate(22 13) scale(.92)">${stone[p]}</g>${arr("M22 40V28", "M17.500 31.500L22 27L26.500 31.500")}`,
  reveal: `<g transform="translate(22 17) scale(1.360)">${eye(true)}</g><g transform="translate(22 36) scale(.66)">${stone[p]}</g>`,
  swap: `<g transform="translate(12 22) scale(.88)">${stone[0]}</g><g transform="translate(32 22) scale(.84)">${stone[1]}</g>${arr("M11 9C16 1 28 1 33 8", "M33.500 2V8.500H27")}${arr("M33 36C28 43 16 43 11 36", "M10.500 42V35.500H17")}`,
});

/* ---- the name of a point: blue line in a circle, brown line in a square ---- */
export const pointMark = (i: number, j: number) =>
  `<circle cx="9" cy="9" r="8" fill="${BLUE.main}" stroke="${INK}" stroke-width="1.600"/><text x="9" y="14" text-anchor="middle" class="suit" font-size="14" fill="#fffaf0">${i}</text><rect x="20" y="1" width="16" height="16" rx="4" fill="${BROWN.main}" stroke="${INK}" stroke-width="1.600"/><text x="28" y="14" text-anchor="middle" class="suit" font-size="14" fill="#fffaf0">${j}</text>`;

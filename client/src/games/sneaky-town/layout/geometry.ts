// Geometry of the board in two layouts: as printed, and turned by 45° for tall screens with the own houses below.
import { n } from "../../../art/core";

export type Spot = [x: number, y: number];

export interface Tray {
  x: number;
  y: number;
  w: number;
  h: number;
  columns: number;
  pitch: number;
}

export interface Layout {
  kind: "wide" | "turned";
  size: number;
  seat: number; // from whose side it is drawn
  w: number;
  h: number;
  big: boolean;
  outline: string;
  plaza: string;
  point(i: number, j: number): Spot;
  /** Line k of player p: its far end, its reveal mark, its eye and its house. */
  far(p: number, k: number): Spot;
  near(p: number, k: number): Spot;
  mark(p: number, k: number): Spot;
  eye(p: number, k: number): Spot;
  house(p: number, k: number): Spot;
  swap(k: number): Spot;
  trays: [Tray, Tray]; // the reserves, by player
  /** A free corner, for the match: none where it stands beside the board. */
  corner: { x: number; y: number; w: number } | null;
  stone: number; // scales and radii
  charm: number;
  badge: number;
  mark_r: number;
  swap_r: number;
  house_s: number;
  eye_s: number;
  hit: number;
  markHit: number;
  houseHit: number;
}

type Corner = [x: number, y: number, r?: number | undefined];

/** A polygon with soft corners. */
function rounded(corners: Corner[], usual: number): string {
  const count = corners.length;
  const parts = corners.map(([x, y, r = usual], i) => {
    const towards = ([tx, ty]: Corner): string => {
      const far = Math.hypot(tx - x, ty - y);
      const cut = Math.min(r, far / 2) / far;
      return `${n(x + (tx - x) * cut)} ${n(y + (ty - y) * cut)}`;
    };
    return `${i ? "L" : "M"}${towards(corners[(i + count - 1) % count]!)}Q${n(x)} ${n(y)} ${towards(corners[(i + 1) % count]!)}`;
  });
  return `${parts.join("")}Z`;
}

/** The Y: player 1 looks up from the left, player 2 from the right. */
export function wide(size: number, marks: number, seat: number): Layout {
  const big = size < 5;
  const [cx, cy] = [500, big ? 244 : 268];
  const [dx, dy] = big ? [88, 64] : [57, 42];
  const len = Math.hypot(dx, dy);
  const [ux, uy] = [dx / len, dy / len];
  const [toMark, toEye, toHouse] = big ? ([80, 150, 216] as const) : ([66, 122, 180] as const);
  const point = (i: number, j: number): Spot => [cx + (i + j - size - 1) * dx, cy + (i - j) * dy];
  const near = (p: number, k: number): Spot => (p === 0 ? point(k, 1) : point(size, k));
  const out = (p: number, k: number, d: number): Spot => {
    const [x, y] = near(p, k);
    return [x + (p === 0 ? -ux : ux) * d, y + uy * d];
  };
  const half = marks / 2;
  const step = 29;
  const o = big ? 56 : 47; // the edge of the paper beside the outer lines
  const e = big ? 50 : 42; // and beyond the houses
  const stem = (half * step) / 2 + 22;
  const [first, last] = [out(0, 1, toHouse), out(0, size, toHouse)];
  const [nx, ny] = [-uy, -ux]; // across a line of player 1, to the upper left
  const [left, low] = [point(1, 1), point(size, 1)];
  const tx = cx - stem;
  const rise = (tx - left[0] - nx * o) / ux;
  const side: Corner[] = [
    [tx, 2, 26],
    [tx, left[1] + ny * o - uy * rise, 40],
    [first[0] + nx * o - ux * e, first[1] + ny * o + uy * e, 30],
    [last[0] - nx * o - ux * e, last[1] - ny * o + uy * e, 34],
  ];
  const back = (cx - low[0] + nx * o) / ux;
  const notch: Corner = [cx, low[1] - ny * o - uy * back, 30];
  const other = side.map(([x, y, r]): Corner => [2 * cx - x, y, r]).reverse();
  const m = big ? 34 : 26;
  const [l, t, r, b] = [point(1, 1), point(1, size), point(size, size), point(size, 1)];
  const tray = (x: number): Tray => ({
    x,
    y: 34,
    w: big ? 156 : 136,
    h: big ? 44 : 74,
    columns: big ? 5 : 4,
    pitch: 30,
  });
  return {
    kind: "wide",
    size,
    seat,
    w: 1000,
    h: big ? 590 : 604,
    big,
    outline: rounded([...side, notch, ...other], 28),
    plaza: rounded(
      [
        [l[0] - m * 1.34, l[1]],
        [t[0], t[1] - m],
        [r[0] + m * 1.34, r[1]],
        [b[0], b[1] + m],
      ],
      16,
    ),
    point,
    near,
    far: (p, k) => (p === 0 ? point(k, size) : point(1, k)),
    mark: (p, k) => out(p, k, toMark),
    eye: (p, k) => out(p, k, toEye),
    house: (p, k) => out(p, k, toHouse),
    swap: (k) => [cx + ((k % half) - (half - 1) / 2) * step, 21 + Math.floor(k / half) * 26],
    trays: [tray(150), tray(714)],
    corner: null,
    stone: big ? 2.1 : 1.78,
    charm: big ? 1.45 : 1.18,
    badge: big ? 0.85 : 0.74,
    mark_r: big ? 16 : 13.5,
    swap_r: 0.98,
    house_s: big ? 1.24 : 1,
    eye_s: big ? 1.1 : 0.92,
    hit: big ? 76 : 56,
    markHit: 46,
    houseHit: big ? 60 : 50,
  };
}

/** 360 wide; own houses at the bottom, the other's at the right, or at the left for player 2. */
export function turned(size: number, marks: number, seat: number): Layout {
  const big = size < 5;
  const a = big ? 70 : 50;
  const [x0, y0] = [big ? 48 : 32, big ? 212 : 264];
  const span = (size - 1) * a;
  const [xe, top] = [x0 + span, y0 - span];
  const flip = (x: number): number => (seat ? 360 - x : x);
  const column = (k: number): number => (seat ? flip(xe) : x0) + (k - 1) * a;
  const row = (k: number): number => (seat ? y0 - (size - k) * a : y0 - (k - 1) * a);
  const point = (i: number, j: number): Spot => (seat ? [column(j), row(i)] : [column(i), row(j)]);
  const out = (p: number, k: number, below: number, beside: number): Spot =>
    p === seat ? [column(k), y0 + below] : [flip(xe + beside), row(k)];
  const half = marks / 2;
  const step = 17;
  const middle = x0 + span / 2;
  const m = big ? 34 : 27;
  const z = big ? 30 : 19;
  const stem = (half * step) / 2 + 12;
  const low = big ? 352 : 394;
  const across = (corners: Corner[]): Corner[] => corners.map(([x, y, r]) => [flip(x), y, r]);
  const paper: Corner[] = [
    [middle - stem, 1, 12],
    [middle + stem, 1, 12],
    [middle + stem, top - m, 8],
    [359, top - m, 16],
    [359, y0 + m, 16],
    [xe + m, y0 + m, 12],
    [xe + m, low, 16],
    [x0 - m, low, 16],
    [x0 - m, top - m, 16],
    [middle - stem, top - m, 8],
  ];
  const place = (tray: Tray): Tray => ({ ...tray, x: seat ? 360 - tray.x - tray.w : tray.x });
  const free = xe + m + 7;
  const own = place({
    x: free,
    y: y0 + m + 6,
    w: 358 - free,
    h: big ? 32 : 41,
    columns: big ? 5 : 4,
    pitch: big ? 23 : 19,
  });
  const theirs = place({ x: middle + stem + 9, y: 3, w: 358 - middle - stem - 9, h: 26, columns: 8, pitch: 18 });
  return {
    kind: "turned",
    size,
    seat,
    w: 360,
    h: big ? 358 : 400,
    big,
    outline: rounded(across(paper), 12),
    plaza: rounded(
      across([
        [x0 - z, top - z],
        [xe + z, top - z],
        [xe + z, y0 + z],
        [x0 - z, y0 + z],
      ]),
      12,
    ),
    point,
    near: (p, k) => (p === seat ? [column(k), y0] : [flip(xe), row(k)]),
    far: (p, k) => (p === seat ? [column(k), top] : [flip(x0), row(k)]),
    mark: (p, k) => out(p, k, big ? 40 : 32, big ? 58 : 46),
    eye: (p, k) => out(p, k, big ? 58 : 49, big ? 92 : 71),
    house: (p, k) => out(p, k, big ? 102 : 91, big ? 126 : 96),
    swap: (k) => [flip(middle) + ((k % half) - (half - 1) / 2) * step, 15 + Math.floor(k / half) * 17],
    trays: seat ? [theirs, own] : [own, theirs],
    corner: { x: own.x, y: own.y + own.h + 5, w: own.w },
    stone: big ? 1.9 : 1.6,
    charm: big ? 1.15 : 0.86,
    badge: big ? 0.72 : 0.6,
    mark_r: big ? 14 : 12.5,
    swap_r: 0.6,
    house_s: 1,
    eye_s: 0.7,
    hit: big ? 64 : 46,
    markHit: big ? 52 : 45,
    houseHit: big ? 54 : 46,
  };
}

/** Where an arrow key leads from a point: along its two lines, as they lie on the screen. */
export function step(layout: Layout, i: number, j: number, key: string): Spot | null {
  const swapped = layout.kind === "turned" && layout.seat === 1;
  const along: Record<string, Spot> = swapped
    ? { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }
    : { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const by = along[key];
  if (!by) return null;
  const inside = (x: number): number => Math.max(1, Math.min(layout.size, x));
  return [inside(i + by[0]), inside(j + by[1])];
}

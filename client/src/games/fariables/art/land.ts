// Fariables: the ground under the spaces. Each of our boards has its own, people's boards have a meadow.
import { INK, n, at, line, shape, ring, spark, glow, star5, shroom, bell } from "../../../art/core";
import { DX, DY, hex, R } from "./pieces";

/** Row and column. */
export type Cell = [row: number, column: number];

const MEADOW: [top: string, side: string] = ["#a5c97f", "#5d8d55"];
const LAND: Record<string, [top: string, side: string]> = {
  meadow: MEADOW,
  "fairy-ring": ["#8fbf94", "#3f7a5c"],
  river: ["#e6d29a", "#b08f52"],
  islands: ["#86c7de", "#3c86a8"],
  moon: ["#5b5fa0", "#2f2f6a"],
  butterfly: ["#dcb6e2", "#8d5aa5"],
};

export const xy = (row: number, column: number): [x: number, y: number] => [n(column * DX), n(row * DY)];

/** Where all cells are, with so much around them: x, y, width, height. */
export function box(cells: Cell[], pad: number): [x: number, y: number, w: number, h: number] {
  const p = cells.map(([row, column]) => xy(row, column)),
    xs = p.map((q) => q[0]),
    ys = p.map((q) => q[1]);
  const x = Math.min(...xs) - DX - pad,
    y = Math.min(...ys) - R - pad;
  return [n(x), n(y), n(Math.max(...xs) + DX + pad - x), n(Math.max(...ys) + R + pad + 10 - y)];
}

const blob = (cells: Cell[], grow: number, fill: string, ink?: boolean) => {
  const d = cells.map(([row, column]) => hex(...xy(row, column), R)).join("");
  return (
    (ink
      ? `<path d="${d}" fill="${INK}" stroke="${INK}" stroke-width="${2 * grow + 6}" stroke-linejoin="round"/>`
      : "") + `<path d="${d}" fill="${fill}" stroke="${fill}" stroke-width="${2 * grow}" stroke-linejoin="round"/>`
  );
};
const wave = (x: number, y: number, s: number) =>
  `<path transform="translate(${n(x)} ${n(y)}) scale(${s})" d="M-17 0C-12-7-7-7-2 0S8 7 13 0" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" opacity=".75"/>`;

function feelers(cx: number, top: number, fill: string) {
  const d = `M${cx - 6} ${top + 96}C${cx - 10} ${top + 50} ${cx - 30} ${top + 22} ${cx - 58} ${top + 14}M${cx + 6} ${top + 96}C${cx + 10} ${top + 50} ${cx + 30} ${top + 22} ${cx + 58} ${top + 14}`;
  return `<g fill="none" stroke-linecap="round"><path d="${d}" stroke="${INK}" stroke-width="12"/><path d="${d}" stroke="${fill}" stroke-width="6"/></g>${ring(cx - 62, top + 13, 10, "#f0a3c2", 3)}${ring(cx + 62, top + 13, 10, "#f0a3c2", 3)}`;
}

function clearing(cx: number, cy: number) {
  const k = 12;
  const around = Array.from({ length: k }, (_, i): [x: number, y: number, i: number] => {
    const a = (i / k) * 2 * Math.PI - 1.57;
    return [cx + 92 * Math.cos(a), cy - 2 + 74 * Math.sin(a), i];
  }).sort((p, q) => p[1] - q[1]);
  const caps = around
    .map(([x, y, i]) =>
      at(x, y + 14, n(0.5 + (y - cy) / 700), i % 3 === 2 ? bell("#f0b65a") : shroom(["#dc5b4c", "#c24a78"][i % 3]!)),
    )
    .join("");
  return (
    glow(cx, cy - 6, 170) +
    caps +
    spark(cx, cy - 8, 16, "#fff3c4") +
    spark(cx - 34, cy + 16, 7, "#fff3c4") +
    spark(cx + 30, cy - 30, 8, "#fff3c4")
  );
}

function stars(x0: number, cy: number) {
  const all: [dx: number, dy: number, r: number][] = [
    [0, -120, 20],
    [66, -30, 15],
    [-20, 20, 12],
    [40, 110, 18],
    [90, 60, 9],
    [84, -120, 10],
    [-40, -70, 9],
    [-30, 100, 10],
  ];
  return all
    .map(([dx, dy, r], i) => {
      const x = n(x0 + dx),
        y = n(cy + dy);
      return r > 14
        ? line(`M${x} ${y - 150}V${y - r}`, 2, 'opacity=".3" stroke-dasharray="1 7"') +
            at(x, y, 1, shape(star5(r, 0.5), "#ffd97a", 3), i * 9)
        : spark(x, y, r, "#ffe9a8");
    })
    .join("");
}

const SHIP =
  shape("M-17 4H17C14 14-14 14-17 4Z", "#a06a42", 2.8) +
  line("M0 4V-22", 2.8) +
  shape("M2-20C14-16 16-6 15 0H2Z", "#fffaf0", 2.4) +
  shape("M-2-16C-10-12-12-6-12 0H-2Z", "#f0a3c2", 2.4);

/** The ground of a board: `spaces` and `water` are rows and columns. */
export function land(name: string, spaces: Cell[], water: Cell[]) {
  const [top, side] = LAND[name] ?? MEADOW,
    all = [...spaces, ...water];
  const [x0, y0, w, h] = box(all, 0),
    cx = x0 + w / 2,
    cy = y0 + h / 2;
  let g =
    name === "butterfly"
      ? feelers(cx, y0, top)
      : name === "fairy-ring"
        ? clearing(cx, cy)
        : name === "moon"
          ? stars(x0 + w * 0.7, cy)
          : "";
  g += `<g transform="translate(0 12)">${blob(all, 12, side, true)}</g>` + blob(all, 12, top, true);
  if (name === "islands")
    g += `<g transform="translate(0 7)">${blob(spaces, 7, "#2f7fa3")}</g>${blob(spaces, 7, "#f2dfa6")}`;
  else if (water.length) g += blob(water, 3, "#7fc3dc");
  water.forEach(([row, column], i) => {
    const [x, y] = xy(row, column);
    g += wave(x - 6, y - 8 + (i % 3) * 5, 0.9) + (i % 2 ? wave(x + 9, y + 15, 0.7) : "");
  });
  if (name === "islands") {
    const [x, y] = xy(5, 2.2);
    g += at(x, y, 1.15, SHIP) + `<g transform="translate(${n(2 * x0 + w - x)} ${y}) scale(-1.15 1.15)">${SHIP}</g>`;
  }
  return g;
}

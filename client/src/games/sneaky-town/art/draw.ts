// Drawing of the board: paper, lines, houses. Moving and pressable parts are layered over it by the board.
import { at, glow, INK, n } from "../../../art/core";
import { band, charm, eye, house, markBtn, plus, stoneRing, tint } from "./pieces";
import type { Layout, Spot } from "../layout/geometry";
import type { Scored } from "../state/moment.svelte";
import type { TileName } from "../state/mind.svelte";

export type LineOf = [owner: number, line: number];
export interface May {
  charm: TileName;
  sure: boolean;
}

const seg = (a: Spot, b: Spot): string => `M${n(a[0])} ${n(a[1])}L${n(b[0])} ${n(b[1])}`;
const path = (d: string, stroke: string, width: number, extra = ""): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" ${extra}/>`;
export const indices = (name: string): [number, number] => name.split(",").map(Number) as [number, number];
const lines = (size: number): number[] => Array.from({ length: size }, (_, k) => k + 1);
const flat = (layout: Layout): boolean => layout.kind === "turned";

/** The paper: nothing on it ever changes. */
export function paper(l: Layout): string {
  const t = flat(l);
  let g = `<path d="${l.outline}" transform="translate(0 ${t ? 4 : 8})" fill="${INK}" opacity=".28"/><path d="${l.outline}" fill="#f6e8cb" stroke="${INK}" stroke-width="${t ? 2.4 : 3}"/>`;
  g += `<path d="${l.outline}" fill="none" stroke="#fffaf0" stroke-width="${t ? 2 : 3}" opacity=".75" transform="translate(${l.w / 2} ${l.h / 2}) scale(.986) translate(${-l.w / 2} ${-l.h / 2})"/>`;
  g += `<path d="${l.plaza}" fill="#fffaf0" stroke="#b9a5dc" stroke-width="2"/>`;
  for (const i of lines(l.size - 1)) {
    for (const j of lines(l.size - 1)) {
      const corners: [number, number][] = [
        [i, j],
        [i + 1, j],
        [i + 1, j + 1],
        [i, j + 1],
      ];
      if ((i + j) % 2 === 0)
        g += `<path d="M${corners.map(([x, y]) => l.point(x, y).map(n).join(" ")).join("L")}Z" fill="#f1e9fa"/>`;
    }
  }
  return g;
}

/** A line of which something is known glows in its colour; one that hides nothing is only dotted. */
export function drawLines(l: Layout, tiles: (TileName | null)[][], bands: number | null, lit: LineOf[]): string {
  const t = flat(l);
  let g = "";
  const way = ([p, k]: LineOf): string => seg(l.eye(p, k), l.far(p, k));
  if (bands !== null) {
    tiles[bands]?.forEach((tile, k) => {
      if (tile && tile !== "void")
        g += path(way([bands, k + 1]), band[tile], t ? 16 : 20, `class="st-band st-band--${tile}" opacity=".2"`);
    });
  }
  for (const litLine of lit) g += path(way(litLine), "#ffd45c", t ? 15 : 19) + path(way(litLine), "#fff3c4", t ? 6 : 8);
  for (const p of [0, 1]) {
    for (const k of lines(l.size)) {
      const dead = tiles[p]?.[k - 1] === "void";
      g += path(
        seg(l.eye(p, k), l.near(p, k)),
        "#7451b0",
        t ? 2 : 2.4,
        `stroke-dasharray="${t ? "4 5" : "6 7"}" opacity="${dead ? 0.5 : 1}"`,
      );
      g += path(
        seg(l.near(p, k), l.far(p, k)),
        dead ? "#a99bbf" : "#7451b0",
        dead ? 1.8 : t ? 2.4 : 2.8,
        dead ? 'stroke-dasharray="2 7"' : "",
      );
    }
  }
  return g;
}

/** Both lines of each charm, to where they meet, one charm after the other. */
export function traces(l: Layout, scored: Scored): string {
  const t = flat(l);
  return scored.traced
    .map(({ charm: charmName, point }, at_) => {
      const [i, j] = indices(point);
      const both = [l.eye(0, i), l.eye(1, j)].map((a) => seg(a, l.point(i, j)));
      const drawn = 'pathLength="1" class="st-trace"';
      const strokes = both.map((d) => path(d, INK, t ? 9 : 12, drawn) + path(d, band[charmName], t ? 5 : 7.4, drawn));
      const dashes = both.map((d) =>
        path(
          d,
          "#fffaf0",
          t ? 1.8 : 2.4,
          `stroke-dasharray="${charmName === "flower" ? "1 9" : charmName === "blue-sun" ? "9 7" : "5 5"}" class="st-dash"`,
        ),
      );
      return `<g style="--i:${at_}">${strokes.join("")}${dashes.join("")}</g>`;
    })
    .join("");
}

/** Points without a stone: a dot, or what may lie there. */
export function openPoints(
  l: Layout,
  names: string[],
  may: (name: string) => May | null,
  lit: Set<string>,
  seat: number,
): string {
  const t = flat(l);
  return names
    .map((name) => {
      const [x, y] = l.point(...indices(name));
      const possible = may(name);
      let g = `<circle cx="${n(x)}" cy="${n(y)}" r="${t ? 4 : 5}" fill="#fffaf0" stroke="#7451b0" stroke-width="2"/>`;
      if (possible?.sure) g = glow(n(x), n(y), t ? 26 : 34) + at(x, y, l.charm * 1.25, charm[possible.charm]);
      else if (possible)
        g = `<circle cx="${n(x)}" cy="${n(y)}" r="${t ? 12 : 15}" fill="${tint[possible.charm]}"/><g opacity=".72">${at(x, y, l.charm, charm[possible.charm])}</g>`;
      if (!lit.has(name)) return g;
      const ring = `fill="${possible ? "none" : "#dcecfa"}" stroke="${seat ? "#74451f" : "#2c5f9c"}" stroke-width="${possible ? 1.5 : 2.2}" stroke-dasharray="${possible ? "2.400 2.600" : "3.400 3.600"}"`;
      return `${g}<g class="st-lit" transform="translate(${n(x)} ${n(y)}) scale(${n(l.stone * (possible ? 1 : 0.66))})">${stoneRing(seat, ring)}</g>`;
    })
    .join("");
}

/** Marks where a stone can be given away; those of the opponent are buttons, as long as they can be pressed. */
export function freeMarks(
  l: Layout,
  swapMarks: number,
  used: number,
  closed: string[][],
  raised: number | null,
  aimed: string | null,
  swapping: boolean,
): string {
  const t = flat(l);
  let g = "";
  for (let k = used; k < swapMarks; k++) {
    const [x, y] = l.swap(k);
    const next = swapping && k === used;
    g += at(x, y, 1, plus(t ? 4 : 6, next ? "#c98a12" : "#7451b0", t ? 2 : 2.6));
    if (next)
      g += `<circle cx="${n(x)}" cy="${n(y)}" r="${t ? 8 : 13}" fill="none" stroke="#c98a12" stroke-width="2.400" stroke-dasharray="3 3"/>`;
  }
  closed.forEach((own, p) => {
    for (const line of own) {
      const [x, y] = l.mark(p, Number(line));
      if (p === raised)
        g += at(
          x,
          y,
          1,
          (aimed === line ? `<circle r="${l.mark_r + 7}" fill="#ffd45c" stroke="${INK}" stroke-width="2"/>` : "") +
            markBtn(l.mark_r),
        );
      else
        g += `<circle cx="${n(x)}" cy="${n(y)}" r="${t ? 7.5 : 10}" fill="#f6e8cb"/>${at(x, y, 1, plus(t ? 4.5 : 6, "#8f7bb5", t ? 2 : 2.4))}`;
    }
  });
  return g;
}

export interface House {
  owner: number;
  line: number;
  tile: TileName | null;
  open: boolean; // for everybody to see
  value?: number | undefined;
  note?: TileName | null;
  glows?: boolean;
}

/** The racks: a window is a tile. Those further away come first. */
export function houses(l: Layout, all: House[]): string {
  const t = flat(l);
  const sorted = [...all].sort((a, b) => l.house(a.owner, a.line)[1] - l.house(b.owner, b.line)[1]);
  return sorted
    .map(({ owner, line, tile, open, value, note, glows }) => {
      const [x, y] = l.house(owner, line);
      const [ex, ey] = l.eye(owner, line);
      const beside = t && owner !== l.seat;
      const small = l.big
        ? { W: 38, H: 34, base: 18, roof: 14 }
        : { W: 29, H: 26, base: 6, roof: 9, eave: 7, side: l.seat ? -13 : 13, cr: 9 };
      const own = l.big ? { W: 46, H: 40, base: 18, roof: 18 } : { W: 33, H: 31, base: 17, roof: 14, eave: 7, cr: 9.5 };
      const size = t ? (beside ? small : own) : {};
      const state = tile ? (open ? "open" : "own") : "shut";
      return (
        `<g data-front="${owner}">${at(x, y, l.house_s, house({ p: owner, num: line, state, tile, val: value, note, glowing: glows, ...size }))}</g>` +
        at(ex, ey, l.eye_s, eye(open))
      );
    })
    .join("");
}

/** A small charm at the corner of a stone that may cover it. */
export function badge(l: Layout, name: string, { charm: charmName, sure }: May): string {
  const [x, y] = l.point(...indices(name));
  const [r, s] = [l.stone * 7.4, l.badge];
  const disc = sure
    ? `<circle r="${n(s * 30)}" fill="url(#g-spark)"/><circle r="${n(s * 19)}" fill="#ffe08a" stroke="${INK}" stroke-width="2"/>`
    : `<circle r="${n(s * 15)}" fill="#fffaf0" stroke="${INK}" stroke-width="1.300"/>`;
  return `<g transform="translate(${n(x + r)} ${n(y - r)})">${disc}<g opacity="${sure ? 1 : 0.8}">${at(0, 0, n(s * (sure ? 1.4 : 1)), charm[charmName])}</g></g>`;
}

/** Rays round a charm that was found. */
export function burst(l: Layout, name: string): string {
  const [x, y] = l.point(...indices(name));
  const [near, far] = flat(l) ? [20, 46] : [26, 66];
  const ray = (i: number): string => {
    const a = (i / 22) * 2 * Math.PI;
    const reach = i % 2 ? far : far * 0.76;
    const tip = (r: number, by: number) => `${n(x + r * Math.cos(a + by))} ${n(y + r * Math.sin(a + by))}`;
    return `<path d="M${tip(near, -0.07)}L${tip(reach, 0)}L${tip(near, 0.07)}Z" fill="#f0b93a"/>`;
  };
  return `<g class="st-burst" style="transform-origin:${n(x)}px ${n(y)}px"><circle cx="${n(x)}" cy="${n(y)}" r="${n(far * 1.1)}" fill="url(#g-spark)"/>${Array.from({ length: 22 }, (_, i) => ray(i)).join("")}</g>`;
}

/** How two stones change places. */
export function arc(l: Layout, start: string, other: string): string {
  const t = flat(l);
  const [a, b] = [l.point(...indices(start)), l.point(...indices(other))];
  const [mx, my, dx, dy] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, b[0] - a[0], b[1] - a[1]];
  const r = l.stone * 13.5;
  const bulge = Math.max(0.3, (1.8 * r) / Math.hypot(dx, dy)); // between neighbours it must still be seen round the stones
  return [1, -1]
    .map((side) => {
      const c: Spot = [mx - dy * bulge * side, my + dx * bulge * side];
      const [from, to] = side > 0 ? [a, b] : [b, a];
      const towards = (p: Spot, d: number): Spot => {
        const len = Math.hypot(c[0] - p[0], c[1] - p[1]);
        return [p[0] + ((c[0] - p[0]) / len) * d, p[1] + ((c[1] - p[1]) / len) * d];
      };
      const [start, end] = [towards(from, r), towards(to, r + 3)];
      const angle = (Math.atan2(to[1] - c[1], to[0] - c[0]) * 180) / Math.PI;
      const d = `M${start.map(n).join(" ")}Q${c.map(n).join(" ")} ${end.map(n).join(" ")}`;
      return `${path(d, INK, t ? 6.5 : 8)}${path(d, "#ffd45c", t ? 3 : 4)}<path transform="translate(${end.map(n).join(" ")}) rotate(${n(angle)})" d="M${t ? "-9-7L6 0L-9 7Z" : "-11-9L8 0L-11 9Z"}" fill="#ffd45c" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/>`;
    })
    .join("");
}

/** What each charm paid, where it lay: above it, or below where there is no room. */
export function awards(l: Layout, scored: Scored): string {
  const t = flat(l);
  const size = t ? 0.86 : 1.12;
  const placed: Spot[] = [];
  const room = ([x, y]: Spot): boolean =>
    y > 16 && placed.every(([px, py]) => Math.abs(px - x) > 78 * size || Math.abs(py - y) > 32 * size);
  return scored.traced
    .map(({ charm: charmName, point, seat, points }, i) => {
      const [x, y] = l.point(...indices(point));
      const begin = `<g class="st-award" style="--i:${i};transform-origin:${n(x)}px ${n(y)}px">`;
      if (seat === null)
        return `${begin}<circle cx="${n(x)}" cy="${n(y)}" r="${t ? 15 : 19}" fill="#ece7ea" stroke="${INK}" stroke-width="2" stroke-dasharray="4 4"/><g opacity=".75">${at(x, y, l.charm, charm[charmName])}</g></g>`;
      const px = Math.max(40 * size, Math.min(x, l.w - 40 * size));
      const spots = [-1, 1].map((side): Spot => [px, y + side * l.stone * 19]);
      const spot = spots.find(room) ?? spots[1]!;
      placed.push(spot);
      return `${begin}<g transform="translate(${spot.map(n).join(" ")}) scale(${size})"><rect x="-38" y="-15" width="76" height="30" rx="15" fill="#fffaf0" stroke="${INK}" stroke-width="2.200"/>${at(-21, 0, 0.9, charm[charmName])}<text x="13" y="6.500" text-anchor="middle" class="num" font-size="19">+${points}</text></g></g>`;
    })
    .join("");
}

/** The stone that would lie here. */
export function aim(l: Layout, name: string, seat: number, stone: string): string {
  const [x, y] = l.point(...indices(name));
  return `<g transform="translate(${n(x)} ${n(y)})"><g transform="scale(${n(l.stone * 1.32)})">${stoneRing(seat, `fill="#ffd45c" stroke="${INK}" stroke-width="1.300"`)}</g><g transform="scale(${n(l.stone)})">${stoneRing(seat, 'fill="#fffaf0"')}<g opacity=".78">${stone}</g></g></g>`;
}

/** A ring round a stone: gold where it was chosen, dashed where it could be. */
export function halo(l: Layout, name: string, owner: number, how: "picked" | "could" | "last"): string {
  const [x, y] = l.point(...indices(name));
  if (how === "last")
    return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(l.stone * 14)}" fill="none" stroke="#c98a12" stroke-width="2.600" stroke-dasharray="5 5"/>`;
  const dash = how === "could" ? 'fill-opacity=".55" stroke-dasharray="2.600 2"' : "";
  return `<g class="${how === "could" ? "st-lit" : ""}" transform="translate(${n(x)} ${n(y)}) scale(${n(l.stone * 1.34)})">${stoneRing(owner, `fill="#ffd45c" stroke="${INK}" stroke-width="1.300" ${dash}`)}</g>`;
}

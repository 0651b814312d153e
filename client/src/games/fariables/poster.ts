import { INK, shape, flat, dot, at, glow, n, blossom, shroom } from "../../art/core";
import { clip, frame, grass, sky, stars } from "../../art/poster";
import { kindMark } from "./art/kinds";

const hex = (x: number, y: number, r: number, fill: string, w = 2.2) => {
  let d = "";
  for (let i = 0; i < 6; i++) {
    const a = (Math.PI / 3) * i - Math.PI / 2;
    d += `${i ? "L" : "M"}${n(x + r * Math.cos(a))} ${n(y + r * Math.sin(a))}`;
  }
  return shape(d + "Z", fill, w);
};
function art() {
  const R = 30,
    H = R * Math.sqrt(3),
    cx = 110,
    cy = 98;
  const around: [number, number][] = [
    [H, 0],
    [H / 2, R * 1.5],
    [-H / 2, R * 1.5],
    [-H, 0],
    [-H / 2, -R * 1.5],
    [H / 2, -R * 1.5],
  ];
  const kinds = ["moon", "cap", "leaf", "dew", "star", "bell"],
    tint = ["#e4e8f4", "#fbe3da", "#e6f0d6", "#dff0f8", "#fdf2cd", "#ece6f9"];
  const die = (x: number, y: number, rot: number, pips: [number, number][], fill = "#fffaf0") =>
    `<g transform="translate(${x} ${y}) rotate(${rot})"><rect x="-19" y="-16" width="40" height="40" rx="9" fill="${INK}" opacity=".28"/><rect x="-20" y="-20" width="40" height="40" rx="9" fill="${fill}" stroke="${INK}" stroke-width="2.6"/><path d="M12-19C17-18 19-15 19-11V11C19 16 16 19 11 19C15 10 16-8 12-19Z" fill="${INK}" opacity=".1"/>${pips.map(([a, b]) => dot(a * 10, b * 10, 3.6)).join("")}</g>`;
  return (
    sky("fariables") +
    clip(
      stars("#e9f6ff", [
        [34, 66, 3.5],
        [186, 60, 4],
        [28, 130, 1.6],
        [194, 128, 1.6],
        [110, 24, 1.5],
      ]) +
        flat("M8 186Q60 166 110 182T214 178V232H8Z", "#1c5673") +
        grass(206, "#123f5a", 4) +
        glow(110, 98, 100, 0.8) +
        at(28, 222, 0.46, shroom("#e0645a")) +
        at(194, 222, 0.5, shroom("#e0645a")),
    ) +
    `<g transform="translate(3 5)" opacity=".3">${([[0, 0], ...around] as [number, number][]).map(([x, y]) => hex(cx + x, cy + y, R, INK, 0)).join("")}</g>` +
    around
      .map(
        ([x, y], i) =>
          hex(cx + x, cy + y, R, tint[i]!, 2.4) +
          at(cx + x, cy + y - (kinds[i] === "cap" ? 1 : 0), 1.02, kindMark[kinds[i]!]!),
      )
      .join("") +
    hex(cx, cy, R, "#fff0f4", 2.4) +
    at(cx, cy, 1.75, blossom(1, "#f0a3c2", 1.4)) +
    `<text x="${cx}" y="${cy + 5}" text-anchor="middle" class="num" font-size="14">?</text>` +
    die(
      62,
      196,
      -11,
      (
        [
          [-1, -1],
          [0, 0],
          [1, 1],
        ] as [number, number][]
      ).map(([a, b]) => [a, -b]),
    ) +
    die(158, 195, 12, [
      [-1, -1],
      [-1, 0],
      [-1, 1],
      [1, -1],
      [1, 0],
      [1, 1],
    ]) +
    die(110, 201, 2, [[0, 0]], "#bfe0ee") +
    frame
  );
}

/** On the shelf: the sky from top to bottom, what it is before it is drawn, and the picture. */
export const poster = {
  sky: [
    [0, "#14385c"],
    [0.45, "#2479a3"],
    [0.8, "#7fbfd0"],
    [1, "#cfe8d8"],
  ],
  colour: "#2479a3",
  art,
};

const w = "#fffaf0";
/** A small stamp, 40 × 40. */
export const emblem = `<path d="M20 5.500L32.5 12.700V27.200L20 34.500L7.5 27.200V12.700Z" fill="${w}"/><g transform="translate(20 20) scale(.78)" fill="#2479a3">${[0, 72, 144, 216, 288].map((a) => `<path transform="rotate(${a})" d="M0-2C-8-5-7-13.5 0-12.600C7-13.5 8-5 0-2Z"/>`).join("")}<circle r="3" fill="#e6a92f"/></g>`;

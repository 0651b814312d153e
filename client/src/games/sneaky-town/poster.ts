import { INK, C, line, shape, flat, tube, dot, ring, at, glow, n, blossom } from "../../art/core";
import { clip, frame, sky, stars } from "../../art/poster";

function art() {
  const k = 13.4,
    cx = 110,
    cy = 92,
    P = (i: number, j: number): [number, number] => [cx + (i + j - 4) * k, cy + (i - j) * k];
  let lines = "";
  for (let i = 0; i < 5; i++) {
    const [a, b] = P(i, -0.6),
      [c, d] = P(i, 4.6),
      [e, f] = P(-0.6, i),
      [g, h] = P(4.6, i);
    lines += `M${n(a)} ${n(b)}L${n(c)} ${n(d)}M${n(e)} ${n(f)}L${n(g)} ${n(h)}`;
  }
  const stone = (i: number, j: number, c: string, rg?: number) => {
    const [x, y] = P(i, j);
    return (
      ring(x, y, 7.4, c, 2.2) +
      (rg
        ? `<circle cx="${x}" cy="${y}" r="3.6" fill="none" stroke="#fbf2dd" stroke-width="2"/>`
        : `<path d="M${x - 4} ${y - 2}Q${x - 2} ${y - 5} ${x + 1} ${y - 5}" fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round" opacity=".8"/>`)
    );
  };
  const sun = (x: number, y: number, c: string) =>
    `<g transform="translate(${x} ${y})">${Array.from({ length: 8 }, (_, i) => `<g transform="rotate(${i * 45})">${shape("M-3.2-11L0-19L3.2-11Z", c, 1.8)}</g>`).join("")}${ring(0, 0, 10.5, c, 2.2)}${dot(-3.4, -1, 1.3)}${dot(3.4, -1, 1.3)}${line("M-3 3.400Q0 6 3 3.400", 1.5)}</g>`;
  const house = (
    x: number,
    y: number,
    w: number,
    h: number,
    rh: number,
    c: string,
    rc: string,
    wins: [x: number, y: number, dark?: number | boolean][],
  ) =>
    shape(`M${x} ${y}V${y - h}H${x + w}V${y}Z`, c, 2.4) +
    shape(`M${x - 4} ${y - h + 1}L${x + w / 2} ${y - h - rh}L${x + w + 4} ${y - h + 1}Z`, rc, 2.4) +
    wins
      .map(
        ([a, b, dark]) =>
          `<rect x="${x + a}" y="${y - b}" width="10" height="11" rx="2" fill="${dark ? "#241a4a" : C.goldLit}" stroke="${INK}" stroke-width="1.9"/>` +
          (dark
            ? dot(x + a + 3, y - b + 5.5, 1.5, "#fff") +
              dot(x + a + 7, y - b + 5.5, 1.5, "#fff") +
              dot(x + a + 3.5, y - b + 5.5, 0.8) +
              dot(x + a + 7.5, y - b + 5.5, 0.8)
            : line(`M${x + a + 5} ${y - b}V${y - b + 11}`, 1.2)),
      )
      .join("");
  const cat = `<g transform="translate(151 183)">${tube("M12-2C20-2 20-12 15-15", 3, "#2f2553", 1.6)}${shape("M-8 2C-8-10 8-12 12 2Z", "#2f2553", 2)}${shape("M-14-8C-15-16-12-19-12-19L-8-15H-3L1-19C1-19 3-15 2-8C1-3-13-3-14-8Z", "#2f2553", 2)}${dot(-8.5, -9.5, 1.5, "#ffe08a")}${dot(-3, -9.5, 1.5, "#ffe08a")}</g>`;
  const top = P(1, 4),
    fl = P(3, 2);
  return (
    sky("sneaky-town") +
    clip(
      stars("#f4e6ff", [
        [36, 70, 4],
        [184, 64, 4],
        [60, 36, 1.6],
        [164, 34, 1.6],
        [28, 118, 1.5],
        [194, 116, 1.5],
      ]) +
        `<path d="M40 118a17 17 0 1 0 15 25a14 14 0 1 1-15-25Z" fill="#fdf0c4"/>` +
        flat("M8 196Q60 180 110 190T214 188V232H8Z", "#3a2870") +
        glow(110, 96, 96, 0.55),
    ) +
    `<path d="M110 ${cy - 67}L${110 + 73} ${cy + 5}L110 ${cy + 77}L${110 - 73} ${cy + 5}Z" fill="${INK}" opacity=".3"/>` +
    shape(`M110 ${cy - 71}L181 ${cy}L110 ${cy + 71}L39 ${cy}Z`, "#fbf2dd", 2.8) +
    `<path d="${lines}" stroke="#7451b0" stroke-width="2.2" stroke-linecap="round"/>` +
    stone(0, 1, "#4b86c6") +
    stone(2, 0, "#4b86c6") +
    stone(4, 4, "#4b86c6") +
    stone(2, 3, "#4b86c6") +
    stone(1, 2, "#a06a42", 1) +
    stone(3, 4, "#a06a42", 1) +
    stone(4, 1, "#a06a42", 1) +
    sun(top[0], top[1], "#f2b53a") +
    at(fl[0], fl[1], 1.25, blossom(1, "#f0a3c2", 1.7)) +
    clip(
      house(10, 232, 40, 34, 20, "#8a6bc0", "#3c2a70", [
        [8, 28],
        [23, 28],
      ]) +
        house(172, 232, 40, 38, 22, "#8a6bc0", "#3c2a70", [
          [6, 32],
          [21, 32],
        ]) +
        house(42, 232, 44, 26, 22, "#c9a5d6", "#6d4bb0", [
          [7, 20, 1],
          [26, 20],
        ]) +
        house(126, 232, 48, 28, 24, "#c9a5d6", "#6d4bb0", [
          [8, 21],
          [28, 21],
        ]) +
        house(80, 232, 52, 20, 22, "#b58fd0", "#4a3488", [
          [10, 16],
          [30, 16, 1],
        ]) +
        cat,
    ) +
    frame
  );
}

/** On the shelf: the sky from top to bottom, what it is before it is drawn, and the picture. */
export const poster = {
  sky: [
    [0, "#241a52"],
    [0.45, "#5a3d97"],
    [0.8, "#a877bd"],
    [1, "#eeb29c"],
  ],
  colour: "#7451b0",
  art,
};

const w = "#fffaf0";
/** A small stamp, 40 × 40. */
export const emblem = `<path d="M20 4.500L35.5 20L20 35.500L4.5 20Z" fill="${w}"/><path d="M14.8 9.700L30.3 25.200M9.7 14.800L25.2 30.300M25.2 9.700L9.7 25.200M30.3 14.800L14.8 30.3" stroke="#7451b0" stroke-width="1.8"/><circle cx="20" cy="20" r="4.2" fill="#7451b0"/><circle cx="20" cy="9.5" r="3.2" fill="#e6a92f"/>`;

// Things that lie on the shelf for people with the real boxes.
import { INK } from "./core";

export const wood = (c1: string, c2: string) =>
  `<rect x="-40" y="-40" width="300" height="300" fill="${c1}"/><g stroke="${c2}" stroke-width="2.600" fill="none" opacity=".6"><path d="M-40 28C60 18 140 40 260 26M-40 84C50 96 150 74 260 88M-40 144C70 132 160 156 260 142M-40 200C60 210 150 190 260 204M60-40V22M170 28V84M40 90V140M150 146V200"/></g>`;
export const phone = (inner: string, o: { x?: number; y?: number; r?: number; s?: number; bg?: string } = {}) =>
  `<g transform="translate(${o.x || 0} ${o.y || 0}) rotate(${o.r || 0}) scale(${o.s || 1})"><rect x="-37" y="-64" width="78" height="136" rx="12" fill="${INK}" opacity=".22"/><rect x="-39" y="-70" width="78" height="140" rx="13" fill="${INK}"/><rect x="-34" y="-64" width="68" height="128" rx="8" fill="${o.bg || "#fdf6e6"}"/>${inner}</g>`;
export const txt = (x: number, y: number, s: string | number, size: number, cls = "num", fill = INK, a = "middle") =>
  `<text x="${x}" y="${y}" text-anchor="${a}" class="${cls}" font-size="${size}" style="fill:${fill}">${s}</text>`;

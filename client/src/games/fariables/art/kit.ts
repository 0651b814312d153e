// What lies on the shelf for people with the real box: 220 × 220.
import { INK, shape, flat, dot, at, n, blossom } from "../../../art/core";
import { txt, wood } from "../../../art/box";
import { kindMark } from "./kinds";

export const kit =
  wood("#bfd9df", "#8fb4c1") +
  `<g transform="translate(104 112) rotate(-5)"><rect x="-76" y="-92" width="158" height="190" rx="3" fill="${INK}" opacity=".18"/><rect x="-80" y="-96" width="158" height="190" rx="3" fill="#fffdf6" stroke="${INK}" stroke-width="2.4"/>${(() => {
    let g = "";
    const kinds = ["dew", "leaf", "bell", "cap", "moon", "star"];
    let k = 0;
    for (let r = -2; r <= 2; r++) {
      const w = 5 - Math.abs(r);
      for (let q = 0; q < w; q++) {
        const x = (q - (w - 1) / 2) * 27,
          y = r * 23.5 - 14;
        g += `<g transform="translate(${n(x)} ${n(y)})"><path d="M0-14L12.5-7V7L0 14L-12.5 7V-7Z" fill="#eef6f5" stroke="${INK}" stroke-width="1.6"/>${k % 5 === 2 ? blossom(0.62, "#f0a3c2", 2.2) : `<g transform="scale(.5)">${kindMark[kinds[(k * 5 + r + 8) % 6]!]}</g>`}</g>`;
        k++;
      }
    }
    return g;
  })()}<g transform="translate(-62 72)">${[0, 1, 2, 3, 4, 5].map((i) => `<rect x="${i * 22}" y="-11" width="18" height="18" rx="3" fill="none" stroke="${INK}" stroke-width="1.6"/>`).join("")}${txt(9, 4, "3", 13)}${txt(31, 4, "6", 13)}${txt(53, 4, "1", 13)}</g></g>` +
  `<g transform="translate(176 150) rotate(28)">${shape("M-7-62H7V34L0 54L-7 34Z", "#f0bd45", 2.4)}${shape("M-7 34H7L0 54Z", "#f6ead2", 2.2)}${flat("M-3 45H3L0 54Z", INK)}${shape("M-7-62H7V-50H-7Z", "#e0857f", 2.2)}</g>` +
  at(
    40,
    190,
    1,
    `${shape("M-16-14H14V16H-16Z", "#fffaf0", 2.4)}${dot(-8, -6, 2.6)}${dot(-1, 1, 2.6)}${dot(6, 8, 2.6)}`,
    -14,
  );

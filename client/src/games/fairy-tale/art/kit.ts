// What lies on the shelf for people with the real box: 220 × 220.
import { INK } from "../../../art/core";
import { phone, txt, wood } from "../../../art/box";
import { realm, realmPatterns } from "./realms";

export const kit =
  wood("#c9d8b0", "#9ab581") +
  `<g transform="translate(16 34) rotate(-7)">${(
    [
      ["fairy-wood", 0, 0],
      ["holy-empire", 26, 26],
      ["dragon-valley", 2, 66],
    ] as const
  )
    .map(
      ([k, x, y]) =>
        `<g transform="translate(${x} ${y})"><rect width="76" height="104" rx="9" fill="#fffaf0" stroke="${INK}" stroke-width="2.6"/><rect x="6" y="6" width="64" height="92" rx="5" fill="${realm[k].tint}" stroke="${realm[k].col}" stroke-width="1.8"/><rect x="6" y="6" width="64" height="92" rx="5" fill="url(#q-${k})"/><g transform="translate(38 52) scale(1.9)">${realm[k].mark}</g>${txt(17, 27, { "fairy-wood": 3, "holy-empire": 5, "dragon-valley": 6 }[k], 19)}</g>`,
    )
    .join("")}</g>` +
  phone(
    `${(
      [
        ["fairy-wood", "3"],
        ["holy-empire", "5"],
        ["dragon-valley", "6"],
      ] as const
    )
      .map(
        ([k, v], i) =>
          `<g transform="translate(-22 ${-44 + i * 24}) scale(.72)">${realm[k].mark}</g><path d="M-10 ${-44 + i * 24}H${8 - (i % 2) * 6}" stroke="#8b7a6b" stroke-width="4" stroke-linecap="round"/>${txt(24, -38 + i * 24, v, 17)}`,
      )
      .join("")}<path d="M-28 28H28" stroke="${INK}" stroke-width="2.4"/>${txt(0, 55, "14", 27)}`,
    { x: 160, y: 116, r: 7, s: 1.12 },
  );

/** Patterns that it refers to. */
export const defs = realmPatterns;

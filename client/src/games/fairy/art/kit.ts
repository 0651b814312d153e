// What lies on the shelf for people with the real box: 220 × 220.
import { INK, line, shape, at, spark, glow, shroom, bell } from "../../../art/core";
import { phone, txt } from "../../../art/box";

export const kit =
  `<rect x="-40" y="-40" width="300" height="300" fill="#f6d3dd"/>${glow(110, 96, 130, 0.9)}` +
  at(40, 196, 0.9, shroom("#d2504c")) +
  at(186, 204, 0.7, bell("#dba255")) +
  `<g transform="translate(112 116)">${phone(`<rect x="-34" y="-64" width="68" height="128" rx="8" fill="#f8dfe4"/>${txt(-8, 12, "12", 38)}${Array.from({ length: 10 }, (_, i) => `<path d="M24 ${-54 + i * 12}h6" stroke="${INK}" stroke-width="2.4" stroke-linecap="round"/>`).join("")}${at(27, 8, 0.36, shroom("#c24a78", 4))}`, { s: 1.28 })}<g transform="translate(38 40)">${shape("M60 88C52 74 44 64 34 56C20 44 4 40 2 28C0 14 18 10 26 20C34 28 42 34 52 36C66 40 78 60 82 84Z", "#fff8ea", 2.8)}${line("M10 22C14 20 18 22 20 25", 2)}</g></g>` +
  spark(34, 40, 8, "#e6a92f") +
  spark(196, 52, 6, "#e6a92f") +
  spark(24, 110, 5, "#e6a92f");

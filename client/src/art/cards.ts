import { INK, C, shape, at, spark, glow, n, star5, blossom, shroom, bell, fairy } from "./core";

export type Suit = "moss" | "petal" | "star";
export const SUITS: Record<Suit, { col: string; lit: string; pale: string; mid: string }> = {
  moss: { col: "#47783c", lit: "#a8ca85", pale: "#e6efd4", mid: "#c9deae" },
  petal: { col: "#b03a69", lit: "#f0a3c2", pale: "#fae3e6", mid: "#f4c6d3" },
  star: { col: "#3d4f9a", lit: "#9fb0e6", pale: "#e4e8f7", mid: "#c3cdef" },
};
export const suitOf = (c: number): Suit => (["moss", "petal", "star"] as const)[Math.floor((c - 1) / 7)]!;
export const rankOf = (c: number) => ((c - 1) % 7) + 1;
export const isFairy = (c: number) => c === 4 || c === 11 || c === 18;

/* Suit marks in a 24 x 24 box centred on 0,0: a dome with stalks, a five-lobed blossom, a five-pointed star. */
export const suitMark = {
  moss: `<g stroke="${INK}" stroke-width="1.7" stroke-linejoin="round" stroke-linecap="round"><path d="M-5-1V-7M0-2V-9.4M5-1V-7" fill="none"/><circle cx="-5" cy="-8" r="1.9" fill="#e6a92f"/><circle cx="0" cy="-10" r="2" fill="#e6a92f"/><circle cx="5" cy="-8" r="1.9" fill="#e6a92f"/><path d="M-11 9C-11-1-6-4 0-4S11-1 11 9Q5.5 10.6 0 10.6T-11 9Z" fill="#6da04f"/><path d="M-6 5.6V3M0 4.4V1.8M6 5.6V3M-3 8V6.4M3 8V6.4" fill="none" stroke-width="1.3" opacity=".7"/></g>`,
  petal: blossom(0.92, "#e2709b", 1.9),
  star: `<path d="${star5(11.5, 0.52)}" fill="#6f83d6" stroke="${INK}" stroke-width="1.8" stroke-linejoin="round"/><path d="M0-6.4L1.6-2.4L5.8-2" fill="none" stroke="#fff" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round" opacity=".75"/>`,
};

const PIPS: Record<number, [x: number, y: number, size: number][]> = {
  1: [[0, 0, 2.7]],
  2: [
    [-24, 26, 1.9],
    [24, -24, 1.9],
  ],
  3: [
    [-30, 30, 1.7],
    [0, -30, 1.7],
    [30, 30, 1.7],
  ],
  4: [
    [-29, -32, 1.5],
    [29, -32, 1.5],
    [-29, 32, 1.5],
    [29, 32, 1.5],
  ],
  5: [
    [-31, -38, 1.4],
    [31, -38, 1.4],
    [0, 0, 1.7],
    [-31, 38, 1.4],
    [31, 38, 1.4],
  ],
  6: [
    [-29, -48, 1.35],
    [29, -48, 1.35],
    [-29, 0, 1.35],
    [29, 0, 1.35],
    [-29, 48, 1.35],
    [29, 48, 1.35],
  ],
  7: [
    [-36, -36, 1.25],
    [0, -58, 1.25],
    [36, -36, 1.25],
    [0, -4, 1.6],
    [-36, 26, 1.25],
    [0, 50, 1.25],
    [36, 26, 1.25],
  ],
};

function pips(suit: Suit, r: number) {
  const P = PIPS[r]!;
  let g = "";
  if (suit === "star") {
    // a constellation
    const order =
      (
        {
          1: [0],
          2: [0, 1],
          3: [0, 1, 2],
          5: [0, 2, 1, 2, 4, 2, 3],
          6: [0, 1, 3, 2, 4, 5],
          7: [0, 1, 2, 6, 5, 4, 0, 3],
        } as Record<number, number[]>
      )[r] || [];
    g += `<path d="${order.map((k, i) => `${i ? "L" : "M"}${P[k]![0]} ${P[k]![1]}`).join("")}" fill="none" stroke="#3d4f9a" stroke-width="1.8" stroke-dasharray="1 6" stroke-linecap="round"/>`;
    P.forEach(
      ([x, y, s], i) =>
        (g += at(
          x,
          y,
          s * 0.92,
          shape(star5(11.5, 0.52), i % 2 ? "#8fa1e6" : "#6f83d6", (2 / s) * 1.05) +
            `<path d="M0-6.4L1.6-2.4L5.8-2" fill="none" stroke="#fff" stroke-width="1.2" stroke-linecap="round" opacity=".8"/>`,
          i % 2 ? 8 : -8,
        )),
    );
    g +=
      spark(-44, -8, 5, "#8fa1e6") +
      spark(46, 4, 4, "#8fa1e6") +
      spark(40, -66, 4, "#8fa1e6") +
      spark(-40, 66, 4, "#8fa1e6");
  } else if (suit === "petal") {
    P.forEach(([x, y, s], i) => {
      const lean = x === 0 ? 0 : x < 0 ? -1 : 1;
      g += at(
        x,
        y,
        s,
        `<path d="M0 9C${lean * 1} 15 ${-lean * 4} 18 ${-lean * 8} 21" fill="none" stroke="#47783c" stroke-width="${n(2.6 / s)}" stroke-linecap="round"/>` +
          shape(
            `M${-lean * 3 || -1} 16C${(lean || 1) * 3} 11 ${(lean || 1) * 9} 12 ${(lean || 1) * 11} 16C${(lean || 1) * 6} 20 0 19 ${-lean * 3 || -1} 16Z`,
            C.mossLit,
            (1.5 / s) * 1.2,
          ) +
          `<g transform="rotate(${(i * 31) % 72})">${blossom(0.95, i % 2 ? "#f7c3d5" : "#ec8fb2", (2.2 / s) * 1.05)}</g>`,
      );
    });
  } else {
    P.forEach(
      ([x, y, s], i) =>
        (g += at(
          x,
          y + 12 * s,
          s * 0.52,
          (i % 3 === 1
            ? bell(C.cap, (4.2 / s) * 1.05)
            : shroom(["#cf4f4a", "#c77f3c", "#8f6bb0"][i % 3]!, (4.2 / s) * 1.05)) +
            `<path d="M-17 3Q-15-5-9-3Q-6-8 0-4Q6-8 9-3Q15-5 17 3Q0 7-17 3Z" fill="#7fae57" stroke="${INK}" stroke-width="${n(3.8 / s)}" stroke-linejoin="round"/>`,
        )),
    );
  }
  return g;
}

/* Patterns behind the picture: moss is stippled, petal is scalloped, star is crossed with fine lines. */
export const suitPatterns = `
<pattern id="p-moss" width="14" height="14" patternUnits="userSpaceOnUse"><g stroke="#47783c" stroke-width="1.5" stroke-linecap="round" opacity=".34"><path d="M3 5V2.4M10 12V9.4"/></g></pattern>
<pattern id="p-petal" width="20" height="12" patternUnits="userSpaceOnUse"><path d="M0 12A10 10 0 0 1 20 12M-10 6A10 10 0 0 1 10 6A10 10 0 0 1 30 6" fill="none" stroke="#b03a69" stroke-width="1.2" opacity=".2"/></pattern>
<pattern id="p-star" width="16" height="16" patternUnits="userSpaceOnUse"><path d="M0 8L8 0L16 8L8 16Z" fill="none" stroke="#3d4f9a" stroke-width="1" opacity=".2"/></pattern>`;

/* One charm card, 200 x 280, origin top left. Which suit it is, its rank there and the suit's name come from the table, which may sort cards in its own way. */
export interface CharmLook {
  suit?: Suit;
  rank?: number;
  fairy?: boolean;
  name?: string;
}
export function charm(c: number, o: CharmLook = {}) {
  const suit = o.suit || suitOf(c),
    S = SUITS[suit],
    r = o.rank || rankOf(c),
    f = o.fairy ?? isFairy(c),
    name = o.name || "";
  const corner = (t: string) =>
    `<g transform="${t}"><path d="M0 0H54C58 0 60 3 59 7C57 16 57 30 58 44C59 56 55 62 44 61C30 60 16 61 8 63C3 64 0 61 0 57Z" fill="#fffaf0" stroke="${S.col}" stroke-width="2.2" transform="translate(9 9)"/><path d="M3 3H76V18H3ZM3 3V78H18V3Z" fill="#fffaf0" clip-path="url(#none)" opacity="0"/><text x="37" y="51" text-anchor="middle" class="num" font-size="${c > 9 ? 39 : 44}">${c}</text></g>`;
  const mark = (x: number, y: number, rot = 0) => at(x, y, 1.08, suitMark[suit], rot);
  const art = f
    ? `<circle cx="100" cy="138" r="84" fill="url(#g-halo-${suit})"/><g stroke="${S.col}" stroke-width="2" stroke-linecap="round" opacity=".55">${Array.from(
        { length: 24 },
        (_, i) => {
          const a = (i / 24) * 2 * Math.PI,
            q = i % 2 ? 72 : 68,
            e = i % 2 ? 80 : 88;
          return `<path d="M${n(100 + q * Math.cos(a))} ${n(138 + q * Math.sin(a))}L${n(100 + e * Math.cos(a))} ${n(138 + e * Math.sin(a))}"/>`;
        },
      ).join("")}</g>` +
      at(100, 148, 0.98, fairy(suit)) +
      spark(40, 106, 6, C.gold) +
      spark(158, 196, 6, C.gold) +
      spark(50, 206, 4.5, C.gold) +
      spark(160, 84, 4.5, C.gold)
    : at(100, 140, r > 5 ? 1.05 : 1.14, pips(suit, r));
  return `<g class="charm">
  <rect x="1.5" y="1.5" width="197" height="277" rx="17" fill="var(--card, #fffaf0)" stroke="${INK}" stroke-width="3"/>
  <rect x="11" y="11" width="178" height="258" rx="10" fill="${S.pale}" stroke="${S.col}" stroke-width="2.4"/>
  <rect x="11" y="11" width="178" height="258" rx="10" fill="url(#p-${suit})"/>
  ${f ? "" : `<path d="M100 44C150 44 168 82 168 140S150 236 100 236S32 198 32 140S50 44 100 44Z" fill="#fffaf0" opacity=".82"/>`}
  ${art}${corner("")}${corner("rotate(180 100 140)")}${mark(86, 30)}${mark(114, 250, 180)}<text x="102" y="36" class="suit card-suit" font-size="19" fill="${S.col}">${name}</text><g transform="rotate(180 100 140)"><text x="102" y="36" class="suit card-suit" font-size="19" fill="${S.col}">${name}</text></g>
  </g>`;
}
export const charmDefs = Object.entries(SUITS)
  .map(
    ([k, S]) =>
      `<radialGradient id="g-halo-${k}"><stop offset="0" stop-color="#fffbe6"/><stop offset=".55" stop-color="#ffe9a0"/><stop offset=".8" stop-color="#ffe9a0" stop-opacity=".7"/><stop offset="1" stop-color="${S.mid}" stop-opacity="0"/></radialGradient>`,
  )
  .join("");

/* The back, 200 x 280; takes the accent of the game as currentColor. */
export function back() {
  const k = 12;
  const caps = Array.from({ length: k }, (_, i) => {
    const a = (i / k) * 2 * Math.PI;
    return at(
      100 + 56 * Math.sin(a),
      140 - 56 * Math.cos(a),
      0.3,
      shroom(i % 2 ? "#fbe6c9" : "#fff6e2", 4),
      (i / k) * 360,
    );
  }).join("");
  return `<g><rect x="1.5" y="1.5" width="197" height="277" rx="17" fill="var(--card, #fffaf0)" stroke="${INK}" stroke-width="3"/><rect x="11" y="11" width="178" height="258" rx="10" fill="currentColor" stroke="${INK}" stroke-width="2.4"/><rect x="11" y="11" width="178" height="258" rx="10" fill="url(#p-back)"/>
  <rect x="19" y="19" width="162" height="242" rx="6" fill="none" stroke="#fff6e2" stroke-opacity=".55" stroke-width="1.6"/>
  <circle cx="100" cy="140" r="50" fill="${INK}" opacity=".22"/>${caps}${glow(100, 140, 40)}${spark(100, 140, 20, "#fff3c4")}${spark(42, 48, 8, "#fff3c4")}${spark(158, 48, 8, "#fff3c4")}${spark(42, 232, 8, "#fff3c4")}${spark(158, 232, 8, "#fff3c4")}</g>`;
}
export const backDefs = `<pattern id="p-back" width="22" height="22" patternUnits="userSpaceOnUse"><path d="M11 4.5Q11.9 10.1 17.5 11Q11.9 11.9 11 17.5Q10.1 11.9 4.5 11Q10.1 10.1 11 4.5Z" fill="#fff6e2" opacity=".13"/><circle cx="0" cy="0" r="1.4" fill="#fff6e2" opacity=".2"/><circle cx="22" cy="0" r="1.4" fill="#fff6e2" opacity=".2"/><circle cx="0" cy="22" r="1.4" fill="#fff6e2" opacity=".2"/><circle cx="22" cy="22" r="1.4" fill="#fff6e2" opacity=".2"/></pattern>`;

// Crane's own drawings. Ink line and flat colour; the accent is currentColor, paper is var(--card). Ids start with cr-. What is written
// on a card is handed in, so that it is in the reader's language.
import { INK, line, shape, tube, dot, ring, at, spark, n, mirror, star5 } from "../../../art/core";
import { back } from "../../../art/cards";
import { openHand } from "./hand";
const rnd = (seed: number) => () => ((seed = (seed * 16807) % 2147483647) - 1) / 2147483646;
export const FINGERS = ["index", "middle", "ring", "little"];

export const craneDefs = `
<pattern id="cr-hatch" width="16" height="16" patternUnits="userSpaceOnUse"><path d="M8 3V8M8 8C4 8 3.500 11 5 13M8 8C12 8 12.500 11 11 13" fill="none" stroke="#a35009" stroke-width="1.200" stroke-linecap="round" opacity=".26"/></pattern>
<pattern id="cr-high" width="20" height="14" patternUnits="userSpaceOnUse"><path d="M0 12L10 3L20 12" fill="none" stroke="#a35009" stroke-width="1.600" opacity=".26"/></pattern>
<pattern id="cr-low" width="20" height="14" patternUnits="userSpaceOnUse"><path d="M0 3L10 12L20 3" fill="none" stroke="#1d6990" stroke-width="1.600" opacity=".26"/></pattern>
<pattern id="cr-just" width="22" height="22" patternUnits="userSpaceOnUse"><circle cx="11" cy="11" r="7" fill="none" stroke="#8a5a06" stroke-width="1.400" opacity=".28"/><circle cx="11" cy="11" r="2" fill="#8a5a06" opacity=".28"/></pattern>
<radialGradient id="cr-lit"><stop offset="0" stop-color="#fffaf0"/><stop offset=".7" stop-color="#fff3d6"/><stop offset="1" stop-color="#fff3d6" stop-opacity="0"/></radialGradient>
<radialGradient id="cr-night"><stop offset="0" stop-color="#2c2450"/><stop offset=".55" stop-color="#1a163a"/><stop offset="1" stop-color="#0c0a20"/></radialGradient>
<linearGradient id="cr-fade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3a3266"/><stop offset=".6" stop-color="#251f49"/><stop offset="1" stop-color="#0c0a20" stop-opacity="0"/></linearGradient>
<linearGradient id="cr-edge" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f7cf92"/><stop offset=".55" stop-color="#d99a54" stop-opacity=".8"/><stop offset="1" stop-color="#d99a54" stop-opacity="0"/></linearGradient>`;

/* --- the deck from the side. Origin: front left bottom corner. The lines in the side are texture, never a count. --- */
interface Slab {
  dx?: number;
  dy?: number;
  seed?: number;
  lw?: number;
  hair?: number;
  face?: string | undefined;
  gap?: number;
  top?: "none";
  shadow?: boolean;
}
export function slab(w: number, t: number, o: Slab = {}) {
  const dx = o.dx ?? w * 0.3,
    dy = o.dy ?? w * 0.32,
    r = rnd((o.seed || 5) * 977 + 13),
    lw = o.lw || 2.6;
  const rag = (x: number) => {
    let d = "";
    const k = Math.max(1, Math.round(t / 9));
    for (let i = 1; i <= k; i++) d += `L${n(x + (i === k ? 0 : (r() - 0.5) * 3.2))} ${n((-t * i) / k)}`;
    return d;
  };
  const front = `M0 0${rag(0)}L${w} ${-t}L${w} 0Z`;
  const side = `M${w} 0L${n(w + dx)} ${n(-dy)}V${n(-dy - t)}L${w} ${n(-t)}Z`;
  let lines = "";
  const gap = o.gap || 4.6;
  for (let y = gap * 0.9; y < t - 2; y += gap * (0.78 + 0.5 * r())) {
    const a = 2 + r() * w * 0.14,
      b = w - 2 - r() * w * 0.1,
      sway = (r() - 0.5) * 1.6;
    lines += `M${n(a)} ${n(-y)}Q${n(w / 2)} ${n(-y + sway)} ${n(b)} ${n(-y)}`;
    if (r() > 0.2) {
      const c0 = 0.04 + r() * 0.16,
        c1 = 0.8 + r() * 0.16;
      lines += `M${n(w + dx * c0)} ${n(-y - dy * c0)}L${n(w + dx * c1)} ${n(-y - dy * c1)}`;
    }
  }
  const top =
    o.top === "none"
      ? ""
      : `<g transform="matrix(${n(w / 200)} 0 ${(-dx / 280).toFixed(4)} ${(dy / 280).toFixed(4)} ${n(dx)} ${n(-t - dy)})">${o.face || back()}</g>`;
  return `${o.shadow === false ? "" : `<path d="M${-w * 0.06} ${w * 0.03}L${n(w * 0.2)} ${n(-dy * 0.8)}H${n(w + dx + w * 0.1)}L${n(w + w * 0.08)} ${w * 0.05}Z" fill="${INK}" opacity=".2"/>`}${shape(side, "var(--card-2, #f1e2c4)", lw)}${shape(front, "var(--card, #fffaf0)", lw)}<path d="${lines}" fill="none" stroke="${INK}" stroke-width="${o.hair || 1.2}" stroke-linecap="round" opacity=".5"/>${shape(`M0 ${-t}H${w}L${n(w + dx)} ${n(-t - dy)}H${n(dx)}Z`, "var(--card, #fffaf0)", lw)}${top}`;
}

/* --- the claw: cable, dome with a face, two arms. Origin: middle of the dome; dome 84 wide. grip: half the distance between the tips --- */
export type Mood = "open" | "shut" | "joy" | "oops";
const FACE: Record<Mood, string> = {
  open:
    ring(-16, 2, 7.4, "#fffaf0", 2.2) +
    ring(16, 2, 7.4, "#fffaf0", 2.2) +
    dot(-14.5, 3.6, 3.4) +
    dot(14.5, 3.6, 3.4) +
    dot(-13.4, 2.3, 1.1, "#fff") +
    dot(15.6, 2.3, 1.1, "#fff") +
    line("M-5 15Q0 19 5 15", 2.3),
  shut:
    line("M-24 2Q-16 10-8 2M8 2Q16 10 24 2", 2.7) +
    line("M-22 5L-25.500 7.500M-18.500 7.200L-20.500 10.600M22 5L25.500 7.500M18.500 7.200L20.500 10.600", 2) +
    line("M-5 15Q0 18 5 15", 2.3),
  joy: line("M-24 6Q-16-5-8 6M8 6Q16-5 24 6", 2.9) + shape("M-8 11Q0 14 8 11Q7 21 0 21T-8 11Z", "#8a2f1c", 2.2),
  oops:
    ring(-16, 1, 6.8, "#fffaf0", 2.2) +
    ring(16, 1, 6.8, "#fffaf0", 2.2) +
    dot(-16, 3.5, 2.8) +
    dot(16, 3.5, 2.8) +
    line("M-6 17Q-3 13 0 16T6 15", 2.3) +
    line("M-24-9L-12-12M24-9L12-12", 2.2),
};
export function mascot(mood: Mood = "open", o: { grip?: number; len?: number; cable?: number; badge?: string } = {}) {
  const grip = o.grip ?? 44,
    len = o.len ?? 66,
    cable = o.cable ?? 80;
  const arm = tube(
    `M22 16C${n(grip + 30)} 18 ${n(grip + 40)} ${n(16 + len * 0.5)} ${n(grip + 26)} ${n(16 + len * 0.82)}C${n(grip + 22)} ${n(16 + len)} ${n(grip + 12)} ${n(18 + len)} ${n(grip + 3)} ${n(12 + len)}`,
    10,
    "#f3bd5d",
    2.4,
  );
  const badge = o.badge
    ? `<g transform="translate(0 -40)"><circle r="19" fill="#fffaf0" stroke="${INK}" stroke-width="2.400"/>${o.badge}</g>`
    : ring(0, -30, 6, "#f7c267", 2.3);
  return `<g>${tube(`M0 ${-cable}V-26`, 7, "#9a8fb0", 2.2)}<path d="${Array.from({ length: Math.ceil((cable - 34) / 13) }, (_, i) => `M-3.500 ${-cable + 6 + i * 13}L3.500 ${-cable + 12.5 + i * 13}`).join("")}" stroke="${INK}" stroke-width="1.900" stroke-linecap="round" opacity=".55"/>
  ${mirror(arm)}${shape("M-42 18C-44-14-26-27 0-27S44-14 42 18Q0 33-42 18Z", "#e2812a", 2.8)}<path d="M27-19C39-10 43 4 42 18Q34 21 26 22.600C35 6 35-8 27-19Z" fill="${INK}" opacity=".15"/><path d="M-31-9Q-25-18-14-20.500" fill="none" stroke="#fff3cf" stroke-width="3" stroke-linecap="round" opacity=".75"/>
  <ellipse cx="-27" cy="14" rx="5.500" ry="3.300" fill="#b6401f" opacity=".5"/><ellipse cx="27" cy="14" rx="5.500" ry="3.300" fill="#b6401f" opacity=".5"/>${FACE[mood]}${shape("M-17-22Q0-32 17-22Q15-16 0-18Q-15-16-17-22Z", "#f7c267", 2)}${badge}</g>`;
}

/* --- instruction card, 200 x 280 --- */
export function instruction(num: number, finger: string | number, says = "") {
  const f = typeof finger === "number" ? finger : FINGERS.indexOf(finger);
  const corner = (x: number, y: number) => spark(x, y, 7, "#d2741f");
  return `<g color="#d2741f"><rect x="1.5" y="1.5" width="197" height="277" rx="17" fill="var(--card, #fffaf0)" stroke="${INK}" stroke-width="3"/><rect x="11" y="11" width="178" height="258" rx="10" fill="#fbe3c0" stroke="#a35009" stroke-width="2.4"/><rect x="11" y="11" width="178" height="258" rx="10" fill="url(#cr-hatch)"/>
  <ellipse cx="100" cy="168" rx="80" ry="72" fill="url(#cr-lit)"/><g transform="translate(30 92) scale(1.42)">${openHand(f)}</g>
  <path d="M52 13H148C151 13 153 15 152.500 19C150 40 150 62 152 78C153 85 150 89 143 88.500C114 86 84 87 57 89.500C50 90 47 86 48 80C50 60 50 40 47.500 19C47 15 49 13 52 13Z" fill="#fffaf0" stroke="${INK}" stroke-width="2.400" transform="translate(0 3)"/><text x="100" y="76" text-anchor="middle" class="num" font-size="74">${num}</text>
  ${corner(30, 30)}${corner(170, 30)}
  <path d="M18 236L28 246L18 260H182L172 246L182 236Z" fill="#7c3a06" stroke="${INK}" stroke-width="2.200" stroke-linejoin="round"/><path d="M24 228H176V258H24Z" fill="#fffaf0" stroke="${INK}" stroke-width="2.400" stroke-linejoin="round"/><text x="100" y="250" text-anchor="middle" class="suit" font-size="${says.length > 18 ? 15 : 19.5}" fill="#8e2730">${says}</text></g>`;
}

/* --- bet cards, 200 x 280 --- */
export const BETS: Record<"HIGH" | "LOW" | "JUST", { col: string; pale: string; mark: (s: number) => string }> = {
  HIGH: {
    col: "#a35009",
    pale: "#fde4c4",
    mark: (s: number) => at(100, 112, s, shape("M0-11L9-1H4V10H-4V-1H-9Z", "#f09a3c", 1.1)),
  },
  LOW: {
    col: "#1d6990",
    pale: "#dcecf4",
    mark: (s: number) => at(100, 112, s, shape("M0 11L9 1H4V-10H-4V1H-9Z", "#7fbfe0", 1.1)),
  },
  JUST: {
    col: "#8a5a06",
    pale: "#fdf0c6",
    mark: (s: number) =>
      at(
        100,
        112,
        s,
        ring(0, 0, 10.5, "#fffaf0", 1.1) + ring(0, 0, 6.6, "#e2812a", 1.1) + ring(0, 0, 2.8, "#fffaf0", 1.1),
      ),
  },
};
export function betCard(bet: string, says: string) {
  const kind = bet.toUpperCase() as keyof typeof BETS;
  const b = BETS[kind];
  return `<g><rect x="1.5" y="1.5" width="197" height="277" rx="17" fill="var(--card, #fffaf0)" stroke="${INK}" stroke-width="3"/><rect x="11" y="11" width="178" height="258" rx="10" fill="${b.pale}" stroke="${b.col}" stroke-width="3"/><rect x="11" y="11" width="178" height="258" rx="10" fill="url(#cr-${kind.toLowerCase()})"/><ellipse cx="100" cy="112" rx="76" ry="84" fill="#fffaf0" opacity=".9"/>${b.mark(kind === "JUST" ? 5.6 : 6.4)}
  <path d="M14 198H186V258Q186 266 178 266H22Q14 266 14 258Z" fill="${b.col}"/><path d="M14 198H186" stroke="${INK}" stroke-width="3"/><text x="100" y="251" text-anchor="middle" class="num" font-size="52" style="fill:#fffaf0"${says.length > 4 ? ' textLength="156" lengthAdjust="spacingAndGlyphs"' : ""}>${says}</text></g>`;
}
export function betBack() {
  return `<g><rect x="1.5" y="1.5" width="197" height="277" rx="17" fill="var(--card, #fffaf0)" stroke="${INK}" stroke-width="3"/><rect x="11" y="11" width="178" height="258" rx="10" fill="#4d4380" stroke="${INK}" stroke-width="2.4"/><rect x="11" y="11" width="178" height="258" rx="10" fill="url(#p-back)"/><rect x="21" y="21" width="158" height="238" rx="6" fill="none" stroke="#fff6e2" stroke-opacity=".55" stroke-width="2"/><path d="M100 54L164 140L100 226L36 140Z" fill="${INK}" opacity=".3"/><text x="100" y="182" text-anchor="middle" class="num" font-size="122" style="fill:#fff3c4">?</text></g>`;
}

/* --- jackpots: a pot of cards, foot at 0,0, about 120 wide. Left wears a star, right a moon. --- */
export function pot(k: number, side = "left", o: { sc?: number } = {}) {
  const m = Math.min(k, 9),
    spread = Math.min(15, 84 / Math.max(1, m)),
    sc = o.sc || 0.24;
  let fan = "";
  for (let i = 0; i < m; i++)
    fan += `<g transform="translate(0 -62) rotate(${n((i - (m - 1) / 2) * spread)}) translate(${n(-100 * sc)} ${n(-280 * sc - 2)}) scale(${sc})">${back()}</g>`;
  const mark =
    side === "right"
      ? shape("M3-13C-6-12-12-5-12 2A12.500 12.500 0 0 0 13 4C5 7-4 1 3-13Z", "#fff3c4", 2)
      : shape(star5(14, 0.5), "#fff3c4", 2);
  return `<g><ellipse cx="4" cy="-3" rx="52" ry="10" fill="${INK}" opacity=".22"/><ellipse cx="0" cy="-76" rx="42" ry="9" fill="#5a2f14" stroke="${INK}" stroke-width="2.600"/>${fan}
  ${shape("M-46-58C-60-58-64-44-55-36C-53-33-48-33-46-36C-52-42-52-48-44-50Z", "#d9932f", 2.4)}${shape("M46-58C60-58 64-44 55-36C53-33 48-33 46-36C52-42 52-48 44-50Z", "#d9932f", 2.4)}
  ${shape("M-42-76Q0-62 42-76C44-70 43-67 40-64C58-44 54-10 30-2Q0 5-30-2C-54-10-58-44-40-64C-43-67-44-70-42-76Z", "#f0b748", 2.8)}<path d="M40-64C58-44 54-10 30-2Q23 0 15 1C40-12 42-42 26-63Q35-64 40-64Z" fill="${INK}" opacity=".14"/>${line("M-40-64Q0-51 40-64", 2.2)}<path d="M-36-48C-43-36-41-22-33-14" fill="none" stroke="#fff3cf" stroke-width="4" stroke-linecap="round" opacity=".8"/>${at(0, -29, 1.06, mark)}</g>`;
}

/* --- ten cards tied up: the multiplier, 40 x 34, origin top left --- */
export const bundle = `<g>${[0, 1, 2, 3].map((i) => shape(`M${3 + (i % 2)} ${30 - i * 4}L${9 + (i % 2)} ${24.5 - i * 4}H${38 - (i % 2)}L${32 - (i % 2)} ${30 - i * 4}Z`, i === 3 ? "#d2741f" : i % 2 ? "#f1e2c4" : "#fffaf0", 1.7)).join("")}${shape("M15 30.500V18L21 12.500H26L20 18V30.500Z", "#c24a78", 1.6)}${shape("M20.500 13C15 6 10 8 12 11.500C13.500 14 18 14 20.500 13C27 14 31 12.500 31.500 9C31 5.500 25 6.500 20.500 13Z", "#e2709b", 1.6)}</g>`;
export const multiplier = `<g><rect x="1.5" y="1.5" width="117" height="77" rx="11" fill="var(--card, #fffaf0)" stroke="${INK}" stroke-width="3"/><rect x="8" y="8" width="104" height="64" rx="6" fill="#fbe3c0" stroke="#a35009" stroke-width="2"/><g transform="translate(10 20)">${bundle}</g><text x="81" y="51" text-anchor="middle" class="num" font-size="31">×10</text></g>`;

/* --- the hand in the dark: four fingers before the deck, the thumb behind it, one finger folded away (none from 4 on). 200 x 220, middle finger tip at 90,214 --- */
export function nightHand(no = 2, o: { rim?: string; fill?: string } = {}) {
  const rim = o.rim || "#e7a45a",
    fill = o.fill || "#2b2452";
  const F: [string, number][] = [
    ["M66 104C60 132 58 162 62 190", 21],
    ["M90 110C87 140 87 172 90 204", 22],
    ["M114 110C116 140 117 168 115 196", 21],
    ["M136 100C142 124 144 148 141 172", 18.5],
  ];
  const fold: [string, number][] = [
    ["M66 104C61 116 60 124 63 132", 22],
    ["M90 110C88 120 88 128 90 136", 23],
    ["M114 110C116 120 116 127 114 135", 22],
    ["M136 100C140 112 140 120 137 127", 19],
  ];
  const parts = F.map((f, i) => (i === no ? fold[i]! : f)),
    P = (d: string, w: number, c: string) =>
      `<path d="${d}" fill="none" stroke="${c}" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round"/>`;
  const palm = "M62 40C52 56 50 88 56 112Q76 126 100 124Q128 124 146 106C150 82 148 56 140 40Z",
    thumb = "M66 62C44 62 22 78 16 118";
  const [x, y] = [
    [63, 136],
    [90, 141],
    [114, 140],
    [137, 131],
  ][no] ?? [0, 0];
  const back = `${P(thumb, 27, rim)}${P(thumb, 22, fill)}`;
  const front = `${parts.map(([d, w]) => P(d, w + 5, rim)).join("")}<path d="${palm}" fill="${fill}" stroke="${rim}" stroke-width="5" stroke-linejoin="round"/>${parts.map(([d, w]) => P(d, w, fill)).join("")}<path d="${palm}" fill="${fill}"/><path d="M77 112V126M102 114V128M126 111V124" stroke="${rim}" stroke-width="2.200" stroke-linecap="round" opacity=".75"/><path d="M66 70Q70 88 68 102M92 66Q93 84 91 104M116 66Q116 84 115 104M136 70Q133 84 134 98" fill="none" stroke="${rim}" stroke-width="1.600" stroke-linecap="round" opacity=".28"/>
  <path d="M54 14Q60 8 67 12Q75 6 83 11Q91 6 99 11Q107 6 115 11Q123 6 131 12Q139 8 146 14L141 42Q100 54 61 42Z" fill="#8a4a12" stroke="${rim}" stroke-width="2.600" stroke-linejoin="round"/><path d="M76 20V41M100 21V44M124 20V41" stroke="${rim}" stroke-width="1.800" stroke-linecap="round" opacity=".55"/>
  ${no > 3 ? "" : `<g transform="translate(${x} ${y})"><circle r="12" fill="#1a163a" stroke="#ff9d92" stroke-width="3.400"/><path d="M-6.500-6.500L6.500 6.500" stroke="#ff9d92" stroke-width="3.400" stroke-linecap="round"/></g>`}`;
  return { back, front, all: back + front };
}
/* --- two closed eyes, 320 x 80 --- */
export const lids = (c = "#f5a650") => {
  const e = (x: number) =>
    `<path d="M${x - 62} 18Q${x} 76 ${x + 62} 18" fill="none" stroke="${c}" stroke-width="7" stroke-linecap="round"/><path d="M${x - 48} 36L${x - 62} 48M${x - 26} 50L${x - 35} 66M${x} 55V73M${x + 26} 50L${x + 35} 66M${x + 48} 36L${x + 62} 48" stroke="${c}" stroke-width="5" stroke-linecap="round"/>`;
  return e(76) + e(244);
};

/* --- the table: a stump. Centre of the top at 0,0 --- */
export function stump(rx: number, ry: number, h: number, o: { lw?: number; k?: number } = {}) {
  const lw = o.lw || 2.8,
    k = o.k || 7;
  let bottom = "";
  const y = (x: number) => h + ry * 0.86 * Math.sqrt(Math.max(0, 1 - (x / (rx * 1.1)) ** 2));
  for (let i = 0; i <= k; i++) {
    const x = rx * 1.08 - (2.16 * rx * i) / k,
      xm = x + (1.08 * rx) / k;
    bottom += i === 0 ? `L${n(x)} ${n(y(x))}` : `Q${n(xm)} ${n(y(xm) - 0.12 * h)} ${n(x)} ${n(y(x))}`;
  }
  const bark = Array.from({ length: 6 }, (_, i) => {
    const x = -rx * 0.8 + (i * rx * 1.6) / 5,
      b = ry * Math.sqrt(1 - (x / rx) ** 2);
    return `M${n(x)} ${n(b + h * 0.22)}Q${n(x * 1.01)} ${n(b + h * 0.6)} ${n(x * 1.04)} ${n(b + h * 0.86)}`;
  }).join("");
  const rings = [0.86, 0.68, 0.48, 0.28]
    .map((q, i) => `<ellipse cx="${i % 2 ? 3 : -4}" cy="${i}" rx="${n(rx * q)}" ry="${n(ry * q)}"/>`)
    .join("");
  return `<ellipse cx="0" cy="${n(h + ry * 0.62)}" rx="${n(rx * 1.2)}" ry="${n(ry * 0.62)}" fill="${INK}" opacity=".15"/>${shape(`M${-rx} 0C${-rx} ${h * 0.5} ${n(-rx * 1.02)} ${n(h * 0.7)} ${n(-rx * 1.08)} ${n(y(-rx * 1.08))}`.replace(/^M/, "M") + "", "none", 0)}${shape(`M${rx} 0C${rx} ${n(h * 0.5)} ${n(rx * 1.02)} ${n(h * 0.8)} ${n(rx * 1.08)} ${n(y(rx * 1.08))}${bottom}C${n(-rx * 1.02)} ${n(h * 0.8)} ${-rx} ${n(h * 0.5)} ${-rx} 0Z`, "var(--cr-bark, #a87b55)", lw)}${line(bark, 2, 'opacity=".45"')}<ellipse rx="${rx}" ry="${ry}" fill="var(--cr-top, #e9cfa2)" stroke="${INK}" stroke-width="${lw}"/><g fill="none" stroke="#b98458" stroke-width="1.800" opacity=".55">${rings}</g>`;
}

/* --- the claw's finger tips, drawn once more in front of the stack they hold --- */
export const tips = (grip: number, len: number) => {
  const fingertip = tube(
    `M${grip + 24} ${16 + len * 0.86}C${grip + 21} ${17 + len} ${grip + 12} ${18 + len} ${grip + 3} ${12 + len}`,
    10,
    "#f3bd5d",
    2.4,
  );
  return fingertip + `<g transform="scale(-1 1)">${fingertip}</g>`;
};

/* --- rays round a number that is exactly right --- */
export const rays = (cx: number, cy: number, r0: number, r1: number, k = 26) =>
  Array.from({ length: k }, (_, i) => {
    const a = (i / k) * 2 * Math.PI,
      b = 0.06,
      q = i % 2 ? r1 : r1 * 0.8;
    return `<path d="M${n(cx + r0 * Math.cos(a - b))} ${n(cy + r0 * Math.sin(a - b))}L${n(cx + q * Math.cos(a))} ${n(cy + q * Math.sin(a))}L${n(cx + r0 * Math.cos(a + b))} ${n(cy + r0 * Math.sin(a + b))}Z" fill="#ffe9a0"/>`;
  }).join("");

/* --- a few loose cards in a row, beside a seat; 26 high --- */
export const minis = (cards: number, room: number) => {
  const w = Math.min(9, (room - 20) / Math.max(1, cards - 1));
  return {
    width: w * Math.max(1, cards) + 10,
    art: Array.from(
      { length: cards },
      (_, i) =>
        `<rect x="${n(1 + i * w)}" y="1.500" width="16" height="22.500" rx="3" fill="#d2741f" stroke="${INK}" stroke-width="1.800"/><rect x="${n(3.6 + i * w)}" y="4" width="10.800" height="17.500" rx="1.500" fill="none" stroke="#fff6e2" stroke-width="1" opacity=".8"/>`,
    ).join(""),
  };
};
export const shutEyes =
  '<path d="M2.500 9Q12 19 21.500 9M5.500 12.800L3.500 15.500M9.500 15.200L8.700 18.500M14.500 15.200L15.300 18.500M18.500 12.800L20.500 15.500"/>';

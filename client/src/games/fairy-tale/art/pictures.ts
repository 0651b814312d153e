// The pictures of Fairy Tale: 24 ink drawings in a 180 x 130 box (ground at y = 122, middle at x = 98), and four grounds to stand on.
// They are shown as images of their own, so letters in them are drawn: no font reaches there.
import {
  INK,
  n,
  line,
  shape,
  flat,
  tube,
  dot,
  ring,
  at,
  mirror,
  spark,
  glow,
  star5,
  blossom,
  shroom,
  bell,
} from "../../../art/core";
import { realm } from "./realms";
type RealmName = keyof typeof realm;
const W = 2.5;
/* the number of a chapter, 26 high round 0,0 */
const DIGIT: Record<number, string> = {
  1: "M-7-7L1-13V13M-7 13H8",
  2: "M-8-6C-8-11-4-13.500 0-13.500C5-13.500 8-10.500 8-7C8-1-8 6-8.500 12.500H9",
  3: "M-7.500-11C-2-15 7-13.500 7-7C7-2.500 3-.5-2-.5C4-.5 8.500 2 8.500 6.500C8.500 14-3 15.500-9 10.500",
  4: "M4 13V-13.500L-9.500 5.500H9.500",
};
const digit = (k: number, x: number, y: number, s: number, fill: string, rot = 0) =>
  at(
    x,
    y,
    s,
    `<path d="${DIGIT[k]}" fill="none" stroke="${fill}" stroke-width="5.200" stroke-linecap="round" stroke-linejoin="round"/>`,
    rot,
  );
const el = (x: number, y: number, rx: number, ry: number, fill: string, w = W) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" stroke="${INK}" stroke-width="${w}"/>`;
const elf = (x: number, y: number, rx: number, ry: number, fill: string, o = 1) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" opacity="${o}"/>`;
const shade = (d: string, o = 0.14) => flat(d, INK, `opacity="${o}"`);
const sh = (rx = 34, y = 62, x = 0) => `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="5" fill="${INK}" opacity=".2"/>`;

/* ---- faces: one head for all, as in Fairy ---- */
const EYES = {
  dot: (c = INK) =>
    mirror(`<ellipse cx="7.6" cy="-40" rx="2.2" ry="3.1" fill="${c}"/>`) +
    dot(-6.8, -41.3, 0.9, "#fff") +
    dot(8.4, -41.3, 0.9, "#fff") +
    line("M-11.5-46.6Q-8-48.8-5-47.2M5-47.2Q8-48.8 11.5-46.6", 1.5),
  closed: () =>
    line("M-11.500-40.500Q-8-37-4.500-40.500M4.500-40.500Q8-37 11.500-40.500", 2) +
    line("M-11.5-46.6Q-8-48.8-5-47.2M5-47.2Q8-48.8 11.5-46.6", 1.5),
  wink: () =>
    `<ellipse cx="-7.6" cy="-40" rx="2.2" ry="3.1" fill="${INK}"/>` +
    dot(-6.8, -41.3, 0.9, "#fff") +
    line("M4.500-38.500Q8.500-42.500 12-39.500", 2.2) +
    line("M-12-45.500Q-8-49.500-4.500-46.500M5-45Q9-47.500 12.500-45.500", 1.6),
  sly: () =>
    mirror(
      shape("M3.500-41C6-44 11-43.600 13-41.600C11-37.600 6-37 3.500-41Z", "#ffe08a", 1.6) +
        dot(7.6, -40.8, 1.7) +
        line("M3-45.600L13-48.600", 2.2),
    ),
  red: () =>
    mirror(
      shape("M3.500-41C6-44 11-43.600 13-41.600C11-37.600 6-37 3.500-41Z", "#fff", 1.6) +
        dot(7.8, -40.9, 2, "#b5283a") +
        line("M3-46L13-48.200", 2.2),
    ),
};
const MOUTH: Record<string, string> = {
  smile: line("M-4-32.5Q0-28.8 4-32.5", 2),
  none: "",
  grin:
    shape("M-8-33Q0-30.500 8-33Q6-25.500 0-25.500T-8-33Z", "#fff", 1.8) +
    line("M-3.500-32V-27M1-31.500V-26M5-32V-28", 1.2),
  sad: line("M-3.500-30.500Q0-33 3.500-30.500", 2),
  tongue: line("M-6-33Q0-28 6.500-34", 2) + shape("M0-31C0-25 6-25 6-32.500Z", "#ef8a8a", 1.5),
  fang:
    line("M-6-32Q0-29.500 6-32", 2) +
    flat(
      "M-4.500-31.400L-3-26.600L-1.400-30.700ZM4.500-31.400L3-26.600L1.400-30.700Z",
      "#fff",
      `stroke="${INK}" stroke-width="1"`,
    ),
};
const head = (skin: string, blush: string, eyes: keyof typeof EYES = "dot", mouth = "smile") =>
  el(0, -41, 20.5, 19.5, skin) +
  (blush ? elf(-12.5, -34, 4, 2.8, blush, 0.7) + elf(12.5, -34, 4, 2.8, blush, 0.7) : "") +
  EYES[eyes]() +
  MOUTH[mouth];
const ears = (skin: string, long = 0) =>
  mirror(
    shape(long ? "M17-46L40-57C40-46 32-34 19-34Z" : "M18-46C27-50 29-36 18-36Z", skin, W) +
      (long ? line("M23-42L33-49", 1.5, 'opacity=".5"') : ""),
  );
const legs = (trousers: string, boots: string, y = 20) =>
  mirror(tube(`M8 ${y}V47`, 8, trousers)) + mirror(shape("M3 44H13.500C14 50 20 52 21 59Q12 63 3 60Z", boots, W));
const tunic = (c: string, belt = "#6b4632") =>
  shape("M-11-21Q0-17 11-21C15-8 18 10 22 27Q0 34-22 27C-18 10-15-8-11-21Z", c) +
  shade("M8-20L11-21C15-8 18 10 22 27L12 30C14 12 12-6 8-20Z") +
  shape("M-16 6Q0 11 16 6L17 13Q0 18-17 13Z", belt, 2);
const robe = (c: string, hem: string) =>
  shape("M-10-21Q0-17 10-21C16 6 24 34 30 56Q0 66-30 56C-24 34-16 6-10-21Z", c) +
  shade("M7-20L10-21C16 6 24 34 30 56L18 60C18 34 14 6 7-20Z") +
  (hem ? shape("M-27.500 46Q0 55 27.500 46L30 56Q0 66-30 56Z", hem, 2) : "");
const hand = (x: number, y: number, skin: string, r = 4.6) => ring(x, y, r, skin, W * 0.85);
const arm = (d: string, c: string, w = 7) => tube(d, w, c, 2.2);

/* ---- grounds: one for each realm, no ink, so that the figure stands out ---- */
export const ground = {
  "fairy-wood": `<rect width="180" height="130" fill="#d3e7bd"/><circle cx="112" cy="56" r="62" fill="#eef5d4"/><g fill="#a9cf95"><path d="M8 130C14 90 12 40 6 0H26C24 40 26 90 34 130Z"/><path d="M150 130C156 80 154 40 148 0H164C162 40 164 90 172 130Z"/><path d="M60 100C62 70 60 30 58 0H66C65 30 66 70 68 100Z" opacity=".7"/></g><g fill="#8fc07d"><path d="M0 0H180V13A14 14 0 0 1 158 20A13 13 0 0 1 136 14A16 16 0 0 1 108 12A15 15 0 0 1 80 13A16 16 0 0 1 52 16A14 14 0 0 1 28 18A14 14 0 0 1 0 24Z"/></g><path d="M0 106Q50 92 100 100T180 98V130H0Z" fill="#93c27a"/><path d="M18 116q4-6 8 0M150 120q4-6 8 0M132 112q4-6 8 0" fill="none" stroke="#5c9158" stroke-width="2" stroke-linecap="round"/>`,
  "holy-empire": `<rect width="180" height="130" fill="#fbe9b4"/><g fill="#fff6d8"><path d="M104 60L60-10H92ZM104 60L110-10H142ZM104 60L190-6V26ZM104 60L190 50V84ZM104 60L-10 76V44ZM104 60L-10 12V-10H24Z"/></g><circle cx="104" cy="58" r="44" fill="#fff9e4"/><path d="M0 92Q36 72 74 90Q120 66 180 88V130H0Z" fill="#d9d79a"/><path d="M0 108Q60 94 110 104T180 102V130H0Z" fill="#b9c77d"/><g fill="#cdb878" opacity=".8"><path d="M146 86V72H149V68H152V72H155V68H158V72H161V86Z"/></g><path d="M14 118q4-6 8 0M156 118q4-6 8 0" fill="none" stroke="#7f8f45" stroke-width="2" stroke-linecap="round"/>`,
  "dragon-valley": `<rect width="180" height="130" fill="#fbd3b3"/><circle cx="110" cy="52" r="40" fill="#ffe6bd"/><path d="M-4 104L22 44L36 66L58 22L84 74L104 46L128 84L150 34L186 104Z" fill="#eaa98a"/><path d="M58 22L68 42L58 48L50 40ZM150 34L159 54L150 58L142 50ZM22 44L30 56L22 60L15 58Z" fill="#fff1e0" opacity=".85"/><path d="M0 108Q40 92 90 102T180 98V130H0Z" fill="#c98a66"/><path d="M12 118l6-5l7 5M152 116l6-5l7 5" fill="none" stroke="#8e5136" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`,
  "shadow-kingdom": `<rect width="180" height="130" fill="#a493cf"/><circle cx="112" cy="50" r="46" fill="#c5b6e6"/><circle cx="112" cy="50" r="34" fill="#ded3f4"/><g fill="none" stroke="#6f5aa3" stroke-width="5" stroke-linecap="round"><path d="M16 130C20 96 18 70 12 48M17 84C26 72 28 62 38 54M15 66C10 54 4 48-4 44"/><path d="M168 130C164 100 166 74 172 52M167 92C158 82 156 70 148 64"/></g><path d="M0 110Q44 96 92 104T180 100V130H0Z" fill="#6c5a9c"/><g fill="#f3ecff">${[
    [52, 20, 1.4],
    [150, 22, 1.6],
    [30, 30, 1.2],
    [76, 12, 1.2],
    [168, 40, 1.2],
  ]
    .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`)
    .join("")}</g>`,
};

/* ---- Fairy Wood ---- */
function fairyRing() {
  const P: [x: number, y: number, i: number][] = [];
  for (let i = 0; i < 11; i++) {
    const a = (i / 11) * 2 * Math.PI - Math.PI / 2;
    P.push([98 + 60 * Math.cos(a), 82 + 27 * Math.sin(a), i]);
  }
  P.sort((a, b) => a[1] - b[1]);
  return (
    elf(98, 84, 62, 29, "#5c9158", 0.35) +
    `<ellipse cx="98" cy="82" rx="52" ry="30" fill="url(#g-spark)"/>` +
    glow(98, 66, 52, 0.85) +
    P.map(([x, y, i]) =>
      at(
        x,
        y + 13,
        n(0.42 + 0.26 * ((y - 55) / 54)),
        i % 3 === 1 ? bell("#dba255", 3.6) : shroom(["#cf4f4a", "", "#cf4f4a", "#9a6bb8"][i % 4] || "#cf4f4a", 3.6),
      ),
    ).join("") +
    spark(98, 58, 9, "#fff6c9") +
    spark(76, 40, 6, "#f0bd45") +
    spark(122, 34, 7, "#f0bd45") +
    spark(110, 76, 5, "#fff6c9") +
    spark(84, 74, 4, "#fff6c9") +
    `<path d="M98 70C88 58 108 50 98 36C92 26 104 18 100 10" fill="none" stroke="#f0bd45" stroke-width="2.4" stroke-linecap="round" stroke-dasharray="1 7"/>`
  );
}
const spirit = () =>
  at(
    98,
    74,
    0.88,
    el(0, 54, 58, 12, "#8fc9dd") +
      line("M-44 54Q-30 48-16 54M18 56Q30 50 44 55", 1.8, 'stroke-opacity=".5"') +
      at(-46, 50, 0.7, el(0, 4, 14, 5, "#6da04f", 3) + at(2, -2, 0.7, blossom(1, "#fbdce6", 2.6))) +
      shape("M-8-20C-16 4-40 20-32 46C-20 56 20 56 32 46C40 20 16 4 8-20Z", "#a9dcea") +
      line("M-18 20C-26 30-24 40-18 46M16 18C24 28 24 38 18 46M-2 4C-6 20-4 34-2 48", 1.8, 'stroke-opacity=".45"') +
      flat("M-12 8C-20 20-26 30-22 40C-18 28-14 18-12 8Z", "#fff", 'opacity=".8"') +
      shape(
        "M-20-50C-40-46-42-22-34-6C-32 2-40 8-46 6C-40 16-26 12-22 0C-18-10-18-20-16-28L16-28C18-20 18-10 22 0C26 12 40 16 46 6C40 8 32 2 34-6C42-22 40-46 20-50Z",
        "#5fa9c9",
      ) +
      arm("M-8-16C-20-12-28-20-34-34", "#cfeef4", 5) +
      arm("M8-16C20-12 28-20 34-34", "#cfeef4", 5) +
      hand(-35, -36, "#cfeef4", 4) +
      hand(35, -36, "#cfeef4", 4) +
      head("#dff5f6", "#7fc4dd", "dot") +
      shape(
        "M-20.500-42C-22-56-8-64 2-62C6-70 12-70 10-76C18-72 18-64 14-60C20-56 22-48 20.500-42C12-44 4-48 1-54C-4-47-12-43-20.500-42Z",
        "#5fa9c9",
        2.2,
      ) +
      (
        [
          [-42, -54, 0.7],
          [42, -56, 0.8],
          [-52, -30, 0.5],
          [54, -30, 0.5],
          [30, -78, 0.5],
        ] as [number, number, number][]
      )
        .map(([x, y, s]) =>
          at(
            x,
            y,
            s,
            shape(
              "M0-13C4-5 10 0 10 6.500C10 12 5 15 0 15S-10 12-10 6.500C-10 0-4-5 0-13Z",
              "#bfe6f0",
              (2.4 / s) * 0.8,
            ) +
              `<path d="M-5 7Q-4 11 0 11.500" fill="none" stroke="#fff" stroke-width="2.500" stroke-linecap="round"/>`,
          ),
        )
        .join(""),
  );
const queenWing =
  shape("M3-14C10-62 52-92 80-70C98-48 62-14 5-7Z", "#fff3c9") +
  shape("M5-6C40-14 70 6 60 32C50 50 16 26 3-1Z", "#e6f1c4") +
  `<g fill="none" stroke="#c59a2c" stroke-width="1.8" stroke-linecap="round"><path d="M12-18C28-48 48-64 66-68M14-14C36-32 56-40 74-48M13-2C32 2 44 14 49 28"/></g>` +
  dot(72, -60, 4, "#f0bd45") +
  dot(62, -73, 2.6, "#f0bd45") +
  dot(51, 30, 3, "#f0bd45");
const queen = () =>
  at(
    98,
    78,
    0.8,
    mirror(queenWing) +
      shape("M-20-52C-34-38-36-4-28 22C-18 14-12-4-9-22L9-22C12-4 18 14 28 22C36-4 34-38 20-52Z", "#e0a63d") +
      robe("#fffaf0", "#9cc79a") +
      shape("M-10-21Q0-17 10-21L13 0Q0 6-13 0Z", "#3f8450", 2.2) +
      at(0, -8, 0.42, blossom(1, "#fbdce6", 3)) +
      line("M-4 12C-8 26-10 36-12 44M5 12C8 26 10 36 11 44", 1.6, 'opacity=".4"') +
      arm("M-9-15C-20-8-22 2-14 8", "#fbdfc6", 5) +
      hand(-13, 9, "#fbdfc6", 4) +
      `<g transform="translate(31 -20)">${glow(0, -34, 26)}${line("M0 40V-24", 4.6)}${line("M0 40V-24", 1.8, 'style="stroke:#f0bd45"')}${shape(star5(11), "#ffd97a", 2, 'transform="translate(0 -33)"')}</g>` +
      arm("M9-15C18-8 26-10 31-16", "#fbdfc6", 5) +
      hand(31, -17, "#fbdfc6", 4) +
      head("#fbdfc6", "#f39a93", "closed") +
      shape(
        "M-20.600-42C-20-52-10-60 0-58C10-60 20-52 20.600-42C14-44 6-48 3-54C-2-47-12-43-20.600-42Z",
        "#e0a63d",
        2.2,
      ) +
      shape("M-17-55L-21-76L-9-66L0-82L9-66L21-76L17-55Q0-62-17-55Z", "#ffd97a", 2.4) +
      dot(-21, -77, 3, "#cf4f4a") +
      dot(21, -77, 3, "#cf4f4a") +
      ring(0, -66, 3.2, "#cf4f4a", 1.6),
  );
const elfw = () =>
  at(
    96,
    77,
    0.84,
    sh(30) +
      shape("M10-26L24-44L36-38L22 8L10 6Z", "#8c5a3c") +
      line("M26-44L30-58M31-42L37-54M22-44L22-57", 2.4) +
      flat(
        "M30-58l-5-1 3-6zM37-54l-5-1 5-5zM22-57l-4 0 4-6z",
        "#fff",
        `stroke="${INK}" stroke-width="1.6" stroke-linejoin="round"`,
      ) +
      shape("M-20-52C-32-40-32-18-26-4C-18-8-13-14-9-22L9-22C13-14 18-8 26-4C32-18 32-40 20-52Z", "#e9c46a") +
      legs("#7a5a3c", "#5a3f2c") +
      tunic("#4f8f4b") +
      shape("M-11-21Q0-17 11-21L19-8Q10-4 6-9Q0-2-6-9Q-10-4-19-8Z", "#2f6f42", 2.2) +
      tube("M-40-56C-62-28-62 22-40 50", 4, "#b98458", 2) +
      line("M-40-56L-30-4L-40 50", 1.5) +
      arm("M-10-14C-22-8-34-4-48-4", "#fbdfc6", 5.5) +
      hand(-52, -4, "#fbdfc6") +
      arm("M11-14C22-4 20 6 12 12", "#fbdfc6", 5.5) +
      hand(11, 13, "#fbdfc6") +
      ears("#fbdfc6", 1) +
      head("#fbdfc6", "#f39a93") +
      shape(
        "M-20.600-40C-22-54-10-62 2-60C14-62 22-52 20.600-40C15-43 10-48 8-53C2-46-10-41-20.600-40Z",
        "#e9c46a",
        2.2,
      ) +
      line("M-20-50Q0-58 20-50", 2.4, 'style="stroke:#2f6f42"') +
      at(0, -56, 0.5, realm["fairy-wood"].mark),
  );
const dwarf = () =>
  at(
    94,
    76,
    0.9,
    sh(36, 54) +
      `<g transform="translate(42 -6) rotate(12)">${tube("M0 54V-52", 4, "#8c5a3c", 2)}${shape("M2-52C16-58 28-50 30-38C32-26 26-16 14-14C16-24 12-30 2-30Z", "#c9d2dc")}${shape("M-2-50C-10-52-14-46-14-40S-10-30-2-32Z", "#c9d2dc")}${line("M22-50C27-42 27-30 20-20", 1.6, 'opacity=".4"')}</g>` +
      mirror(shape("M4 34H18C20 42 28 44 28 53Q16 57 4 54Z", "#5a3f2c")) +
      shape("M-27-10C-34 10-33 30-28 40Q0 50 28 40C33 30 34 10 27-10Z", "#6e7f4a") +
      shape("M-31 22Q0 34 31 22L30 32Q0 44-30 32Z", "#6b4632", 2.2) +
      ring(0, 33, 6, "#f0bd45", 2.2) +
      arm("M-27-2C-38 8-38 18-30 24", "#6e7f4a", 9) +
      hand(-28, 25, "#f0bf9f", 5.5) +
      arm("M27-2C36 6 42 6 44 2", "#6e7f4a", 9) +
      hand(44, 0, "#f0bf9f", 5.8) +
      el(0, -30, 24, 21, "#f3c8a4") +
      EYES.dot()
        .replace(/-40"/g, '-33"')
        .replace("M-11.5-46.6", "M-11.5-46.6")
        .replace(/cy="-41.3"/g, 'cy="-34.3"') +
      shape("M-25-26C-32 6-18 34-1 42C16 36 33 6 25-26C18-18 12-18 7-22Q0-17-7-22C-12-18-18-18-25-26Z", "#d9763a") +
      line("M-12-8C-12 8-8 20-3 30M12-8C12 8 8 20 4 28M0-4V20", 1.7, 'opacity=".5"') +
      shape("M0-20C-8-26-18-22-20-15C-12-11-5-13 0-17C5-13 12-11 20-15C18-22 8-26 0-20Z", "#e58b4c", 2) +
      ring(0, -25, 5.5, "#f0b08c", 2.2) +
      mirror(shape("M20-48C32-48 40-56 40-68C46-54 42-40 27-36Z", "#fff3dc")) +
      shape("M-27-36C-28-58-14-68 0-68S28-58 27-36Q0-45-27-36Z", "#9fb0bd") +
      shape("M-28-40Q0-50 28-40L27-33Q0-42-27-33Z", "#f0bd45", 2.2) +
      shape("M-4-68H4L3-44Q0-45-3-44Z", "#f0bd45", 2) +
      shade("M14-63C24-57 28-48 27-40L18-42C20-50 18-58 14-63Z"),
  );
const imp = () =>
  at(
    98,
    76,
    0.86,
    `<g transform="rotate(-9)">` +
      mirror(
        shape("M4-14C18-44 58-66 84-50C84-26 56-6 6-6Z", "#f4fbe6") +
          shape("M5-6C32-8 56 6 54 26C36 34 14 18 3 0Z", "#f4fbe6") +
          `<path d="M14-16C34-32 54-40 74-44M14-2C28 2 40 10 46 18M38-30L52-26" fill="none" stroke="#7ea35a" stroke-width="1.7" stroke-linecap="round"/>`,
      ) +
      tube("M-5 26C-12 38-22 36-30 42", 5, "#f6cfa9") +
      tube("M6 26C6 40 16 46 14 58", 5, "#f6cfa9") +
      shape("M-28 37C-24 40-24 45-27 49C-34 52-42 48-44 40C-38 42-33 41-28 37Z", "#cf4f4a", 2.2) +
      shape("M9 55C14 53 19 55 20 60C19 66 12 70 4 71C7 66 7 60 9 55Z", "#cf4f4a", 2.2) +
      shape("M-10-21Q0-17 10-21C16-8 22 8 26 24L15 20L12 32L2 22L-6 33L-12 21L-25 26C-20 8-14-8-10-21Z", "#7fb35a") +
      line("M0-12V20M-6-6L-10 14M6-6L10 14", 1.5, 'opacity=".45"') +
      arm("M-9-16C-22-14-28-24-34-36", "#f6cfa9", 5) +
      hand(-35, -38, "#f6cfa9", 4.2) +
      `<g transform="translate(-40 -54) rotate(-18)">${shape("M-9 0C-9 12-3 17 0 19C3 17 9 12 9 0Z", "#d9a35c", 2.2)}${shape("M-12 1C-12-8-6-11 0-11S12-8 12 1Q0 5-12 1Z", "#8c5a3c", 2.2)}${line("M0-11V-16", 2.6)}</g>` +
      arm("M9-16C20-12 24-4 20 4", "#f6cfa9", 5) +
      hand(20, 5, "#f6cfa9", 4.2) +
      mirror(line("M6-58C8-70 14-76 20-77", 2.2) + dot(21, -77, 3, "#f0bd45")) +
      ears("#f6cfa9", 1) +
      head("#f6cfa9", "#ef8a7a", "wink", "tongue") +
      shape(
        "M-21-38C-26-54-16-62-12-60C-10-68-2-68 0-63C4-70 12-68 12-61C20-62 24-50 21-39C17-42 15-46 14-50C11-46 7-46 5-51C1-45-4-45-7-50C-11-44-16-41-21-38Z",
        "#d2573f",
        2.3,
      ) +
      `</g>`,
  );

/* ---- Holy Empire ---- */
function castle() {
  const roof = (x: number, y: number, w: number, h: number, c: string) =>
    shape(`M${x - w / 2} ${y}L${x} ${y - h}L${x + w / 2} ${y}Q${x} ${y + 4} ${x - w / 2} ${y}Z`, c, W) +
    shade(`M${x} ${y - h}L${x + w / 2} ${y}Q${x + w / 4} ${y + 2} ${x + w * 0.16} ${y + 2}Z`);
  const flag = (x: number, y: number, c: string) =>
    line(`M${x} ${y}V${y - 14}`, 2) + shape(`M${x} ${y - 14}L${x + 12} ${y - 10.5}L${x} ${y - 7}Z`, c, 1.6);
  const win = (x: number, y: number, s = 1) =>
    shape(`M${x - 3 * s} ${y}V${y - 6 * s}A${3 * s} ${3 * s} 0 0 1 ${x + 3 * s} ${y - 6 * s}V${y}Z`, "#ffd97a", 1.7);
  return at(
    98,
    120,
    1.02,
    elf(0, 0, 60, 6, INK, 0.18) +
      shape("M-48 0V-58H-28V0ZM28 0V-58H48V0Z", "#f3e2c0", W) +
      roof(-38, -58, 30, 30, "#4f6fae") +
      roof(38, -58, 30, 30, "#4f6fae") +
      flag(-38, -88, "#f0bd45") +
      flag(38, -88, "#f0bd45") +
      shape("M-30 0V-50H-23V-57H-16V-50H-9V-57H-3V-50H3V-57H9V-50H16V-57H23V-50H30V0Z", "#fff6e0", W) +
      shape("M-12-54V-80H12V-54Z", "#f3e2c0", W) +
      roof(0, -80, 34, 28, "#c2485a") +
      flag(0, -106, "#f0bd45") +
      shape("M-12 0V-20A12 12 0 0 1 12-20V0Z", "#6b4632", W) +
      line("M0-32V0M-6-30V0M6-30V0M-12-12H12", 1.4, 'opacity=".7"') +
      win(0, -62) +
      win(-38, -38) +
      win(38, -38) +
      win(-20, -28, 0.9) +
      win(20, -28, 0.9) +
      line("M-26-12h7M16-8h8M-44-18h6M37-14h6M-24-42h6M14-41h7", 1.3, 'opacity=".35"') +
      shade("M40 0V-58H48V0ZM24 0V-57H23V-50H30V0Z", 0.1) +
      at(-60, 2, 0.5, shape("M-18-8L0-40L18-8Q0-2-18-8Z", "#7f9f54", 4)) +
      at(60, 2, 0.6, shape("M-18-8L0-40L18-8Q0-2-18-8Z", "#7f9f54", 3.6)),
  );
}
const sage = () =>
  at(
    96,
    78,
    0.83,
    sh(32) +
      robe("#4f6fae", "#f0bd45") +
      line("M-6 10C-10 26-12 36-14 44", 1.6, 'opacity=".4"') +
      `<g transform="translate(38 0)">${glow(0, -62, 30)}${tube("M0 60V-46", 4, "#8c5a3c", 2)}${shape("M0-46C-12-50-12-66-2-70M0-46C12-50 14-64 6-70", "none", 3)}${ring(0, -60, 8, "#ffe08a", 2.2)}${spark(0, -60, 6, "#fff")}</g>` +
      shape("M10-18C20-14 30-8 36-2L38 14C30 14 18 8 10 0Z", "#4f6fae", 2.3) +
      hand(38, 4, "#f3c8a4", 5) +
      shape("M-10-18C-22-10-28 6-24 18C-16 18-8 10-6 0Z", "#4f6fae", 2.3) +
      hand(-21, 17, "#f3c8a4", 4.6) +
      el(0, -40, 20, 19, "#f3c8a4") +
      elf(-12, -35, 4, 2.6, "#ef9a86", 0.7) +
      elf(12, -35, 4, 2.6, "#ef9a86", 0.7) +
      dot(-7, -39, 2.3) +
      dot(7, -39, 2.3) +
      shape("M-20-34C-24 0-10 26 0 34C10 26 24 0 20-34C14-28 8-28 4-31Q0-28-4-31C-8-28-14-28-20-34Z", "#f7f3ea") +
      line("M-8-16C-8 0-5 12-1 22M8-16C8 0 6 10 3 18", 1.6, 'opacity=".35"') +
      line("M-4-24Q0-21 4-24", 1.8) +
      mirror(shape("M3-45C8-50 14-49 16-45C12-44 7-43 3-45Z", "#f7f3ea", 1.7)) +
      shape("M-33-47C-18-52-16-54-13-60C-8-76 2-92 18-98C14-88 18-72 15-60C18-54 22-52 34-47Q0-38-33-47Z", "#3c558f") +
      shape("M-14.500-58Q0-52 15-58L16.500-53Q0-46-17-53Z", "#f0bd45", 2) +
      spark(2, -72, 5, "#ffe9a0") +
      spark(8, -84, 3, "#ffe9a0"),
  );
const bard = () =>
  at(
    97,
    77,
    0.84,
    sh(30) +
      legs("#d9a35c", "#7a3f2c") +
      tunic("#b5434f", "#f0bd45") +
      shape("M-10-21L10-21L6-13L0-17L-6-13Z", "#fff6e0", 2) +
      ears("#fbdfc6") +
      shape("M-20-50C-28-38-25-26-21-22L21-22C25-26 28-38 20-50Z", "#8a4f3c") +
      head("#fbdfc6", "#f39a93", "closed", "none") +
      el(0, -31, 4, 3.2, "#8e2730", 1.8) +
      shape("M-20.500-42C-20-52-8-56 2-54C12-56 20-50 20.500-42C14-45 8-48 5-52C0-47-10-43-20.500-42Z", "#8a4f3c", 2) +
      shape("M-30-50C-26-66-4-74 14-68C28-64 32-56 26-52C10-58-12-58-30-50Z", "#3f6f8f") +
      shape("M16-66C20-84 36-92 48-90C46-78 36-66 22-60Z", "#f0bd45", 2.2) +
      line("M20-64C28-74 36-82 44-86", 1.5) +
      `<g transform="translate(2 10) rotate(-24)">${tube("M16 0H62", 5, "#6b4632", 2)}${shape("M60-5L74-9L72 7L60 5Z", "#6b4632", 2.2)}${shape("M20 0C20 13 6 20-10 19C-28 18-36 8-36 0S-28-18-10-19C6-20 20-13 20 0Z", "#e2a052")}${ring(-10, 0, 6, "#5a3327", 2)}${line("M-28-2.500H64M-28 2.500H64", 1.2)}${line("M-27-6V6", 3)}</g>` +
      arm("M-10-14C-24-8-26 6-14 14", "#b5434f", 6.5) +
      hand(-10, 15, "#fbdfc6") +
      arm("M11-14C24-10 36-10 42-6", "#b5434f", 6.5) +
      hand(43, -7, "#fbdfc6") +
      `<g fill="${INK}"><g transform="translate(-46 -36) rotate(-10)"><ellipse rx="5.600" ry="4.200"/><path d="M3.600-1V-20L14-17V-12L6-14V0Z"/></g><g transform="translate(52 -40) rotate(12) scale(.8)"><ellipse rx="5.600" ry="4.200"/><path d="M3.600-1V-20L14-17V-12L6-14V0Z"/></g></g>`,
  );
function knights() {
  const kn = (plume: string) =>
    shape("M-26 44C-28 16-22-8-14-18H14C22-8 28 16 26 44Z", "#9fb0bd") +
    shape("M-14-18Q0-10 14-18L16-4Q0 6-16-4Z", "#c9d2dc", 2) +
    shade("M10-16L14-18C22-8 28 16 26 44H14C18 20 16 0 10-16Z") +
    at(0, 16, 0.95, realm["holy-empire"].mark) +
    shape("M4-62C2-78 12-88 26-84C36-80 36-66 28-56C26-64 18-68 4-62Z", plume, 2.3) +
    shape("M-21-40C-22-56-12-64 0-64S22-56 21-40L19-24Q10-16 0-16T-19-24Z", "#c9d2dc") +
    shade("M12-61C19-57 22-50 21-40L19-24Q15-20 10-18C15-32 16-48 12-61Z") +
    shape("M-20-46Q0-40 20-46L19-36Q0-30-19-36Z", "#3a3350", 2.2) +
    dot(-7, -39.5, 2.3, "#fffaf0") +
    dot(7, -39.5, 2.3, "#fffaf0") +
    line("M0-36V-18M-9-28V-23M9-28V-23M-5-27V-21M5-27V-21", 1.7) +
    line("M0-64V-44", 2);
  return (
    at(62, 66, 0.72, kn("#c2485a")) +
    at(138, 66, 0.72, `<g transform="scale(-1 1)">${kn("#4f6fae")}</g>`) +
    at(100, 56, 0.82, kn("#f0bd45")) +
    shape("M30 104V112C30 122 62 128 100 128S170 122 170 112V104Z", "#7a4f33") +
    el(100, 102, 70, 19, "#c9935f") +
    `<ellipse cx="100" cy="101" rx="52" ry="12.500" fill="none" stroke="#8c5a3c" stroke-width="2" opacity=".7"/>` +
    `<g transform="translate(100 101) scale(1 .5)">${[20, 92, 160].map((r) => `<g transform="rotate(${r})">${shape("M-3 12L-2.500 44L0 50L2.500 44L3 12Z", "#e6ecf0", 1.8)}${line("M-8 12H8M0 12V4", 3.4)}</g>`).join("")}</g>`
  );
}
const folk = {
  // two homesteaders and their cottage
  art: () =>
    at(
      142,
      112,
      0.9,
      shape("M-26 0V-30H26V0Z", "#f3e2c0", 2.6) +
        shape("M-34-27L0-60L34-27Q0-33-34-27Z", "#c98d4a", 2.6) +
        shape("M-7 0V-18H7V0Z", "#6b4632", 2.2) +
        shape("M12-22H21V-12H12Z", "#ffd97a", 2) +
        shape("M14-48V-62H22V-41Z", "#b5846a", 2.2) +
        line("M18-66C14-72 22-76 18-82", 2, 'opacity=".5"'),
    ) +
    at(
      118,
      82,
      0.68,
      sh(30) +
        shape("M-14-16C-20 10-26 34-30 52Q0 62 30 52C26 34 20 10 14-16Z", "#7a9fc0") +
        shape("M-9-12C-12 10-14 30-16 46Q0 52 16 46C14 30 12 10 9-12Z", "#fff6e0", 2.2) +
        arm("M12-12C24-4 24 8 14 14", "#7a9fc0", 7) +
        arm("M-12-12C-22-2-20 8-10 14", "#7a9fc0", 7) +
        shape("M-18 14H18L13 32Q0 36-13 32Z", "#c98d4a", 2.3) +
        ring(-8, 11, 6, "#cf4f4a", 2) +
        ring(3, 9, 6.5, "#cf4f4a", 2) +
        ring(12, 12, 5.5, "#e6a92f", 2) +
        line("M-17 20H17M-15 27H15", 1.3, 'opacity=".5"') +
        head("#fbdfc6", "#f39a93") +
        shape("M-23-34C-26-54-14-65 0-65S26-54 23-34C18-40 14-50 0-52C-14-50-18-40-23-34Z", "#c2485a") +
        line("M-14-56h.1M-4-59h.1M7-58h.1M16-52h.1M-19-46h.1", 4, 'style="stroke:#fff3dc"'),
    ) +
    at(
      66,
      80,
      0.74,
      sh(30) +
        `<g transform="translate(-34 0)">${tube("M0 58V-30", 3.6, "#8c5a3c", 2)}${line("M-9-52V-36Q-9-28 0-28T9-36V-52M0-30V-54", 3)}</g>` +
        legs("#6b5a7a", "#5a3f2c") +
        tunic("#c9a24a", "#6b4632") +
        line("M-7-19L-9 6M7-19L9 6", 4.5, 'style="stroke:#6b5a7a"') +
        arm("M-11-14C-22-8-30-2-34 2", "#fff6e0", 6.5) +
        hand(-34, 3, "#f0bf9f") +
        arm("M11-14C20-4 22 8 20 18", "#fff6e0", 6.5) +
        hand(20, 19, "#f0bf9f") +
        ears("#f0bf9f") +
        head("#f3c8a4", "#ef9a86") +
        shape("M-20-44C-19-50-14-52-8-50C2-46 14-48 20-44C18-52 10-56 0-56S-18-52-20-44Z", "#8a4f3c", 2) +
        shape("M-38-48C-20-54-18-56-16-64C-12-74 12-74 16-64C18-56 20-54 38-48Q0-40-38-48Z", "#ecd28a") +
        line("M-16.500-59Q0-53 16.500-59", 4.5, 'style="stroke:#c2485a"') +
        line("M-16.500-61.500Q0-55.500 16.500-61.500M-17-56Q0-50.500 17-56", 1.6),
    ),
};
function hunter(dragon: number) {
  const cl = dragon ? "#a8502f" : "#f3ead2",
    cl2 = dragon ? "#7d3620" : "#4f6fae";
  return at(
    92,
    77,
    0.84,
    sh(32) +
      shape("M-12-22C-26 0-34 30-36 54C-20 46-10 52 0 56C10 52 20 46 36 54C34 30 26 0 12-22Z", cl2) +
      legs("#6b5a4a", "#4a3226") +
      tunic(dragon ? "#8c6a3c" : "#fffaf0", "#6b4632") +
      (dragon
        ? line("M-10 0q4 5 8 0q4 5 8 0q4 5 8 0M-12-8q4 5 8 0q4 5 8 0q4 5 8 0", 1.6, 'opacity=".55"')
        : at(0, -6, 0.6, realm["holy-empire"].mark)) +
      `<g transform="translate(34 -8)">${tube("M14-46C38-28 38 24 14 42", 4, dragon ? "#8c5a3c" : "#b98458", 2)}${line("M14-46L-14-2L14 42", 1.5)}${line("M-16-2H44", 3)}${flat("M44-2L34-8V4Z", "#e6ecf0", `stroke="${INK}" stroke-width="2" stroke-linejoin="round"`)}${spark(44, -2, 7, "#fff6c9")}</g>` +
      arm("M11-14C24-14 40-12 60-10", cl2, 7) +
      hand(64, -10, "#f0bf9f", 5) +
      arm("M-11-14C-24-6-10 2 16-8", cl2, 7) +
      hand(19, -10, "#f0bf9f", 5) +
      ears("#f3c8a4") +
      head("#f3c8a4", "#ef9a86", "dot", "none") +
      line("M-3.500-31.500H4", 2) +
      (dragon
        ? shape("M-22-32C-28-54-16-68 0-68S28-54 22-32C18-42 14-50 0-52C-14-50-18-42-22-32Z", cl) +
          mirror(shape("M14-62C20-74 28-78 34-76C30-70 28-62 24-54Z", "#fff3dc", 2.2)) +
          line("M-12-58q4 5 8 0q4 5 8 0q4 5 8 0", 1.6, 'opacity=".6"')
        : shape(
            "M-20.500-42C-20-52-8-56 2-54C12-56 20-50 20.500-42C14-45 8-48 5-52C0-47-10-43-20.500-42Z",
            "#6b4632",
            2,
          ) +
          shape("M-36-48C-28-54-20-52-16-60C-12-72 14-74 18-62C20-54 26-52 34-54C26-44 0-42-36-48Z", "#4f6fae") +
          shape("M-14-62C-26-74-42-76-50-70C-42-60-28-56-16-56Z", "#fff", 2.2) +
          line("M-18-60C-28-66-36-69-44-69", 1.4)),
  );
}

/* ---- Dragon Valley ---- */
const lair = () =>
  shape(
    "M8 122C20 96 22 74 40 62C46 40 66 34 78 20C92 8 112 10 122 26C140 34 148 52 152 70C166 82 168 104 176 122Z",
    "#a8805f",
  ) +
  line(
    "M40 62C48 66 52 74 52 82M122 26C118 36 122 44 130 50M78 20C82 28 80 34 74 40M152 70C146 74 144 80 146 88",
    1.8,
    'opacity=".5"',
  ) +
  shade("M122 26C140 34 148 52 152 70C166 82 168 104 176 122H146C148 90 142 56 122 26Z") +
  shape("M52 122C50 92 58 62 98 58C138 62 146 92 144 122Z", "#3a2440") +
  shape("M60 84L68 66L76 62L80 80ZM90 59L96 76L104 59ZM116 62L121 80L132 70Z", "#c9a582", 2) +
  glow(98, 94, 40, 0.5) +
  mirror2(
    98,
    shape("M8 88C12 80 24 78 30 84C26 94 14 96 8 88Z", "#ffe08a", 2.2) +
      `<ellipse cx="19" cy="87" rx="2.600" ry="6" fill="${INK}"/>`,
  ) +
  line("M84 103Q87 106 90 103M106 103Q109 106 112 103", 2.2, 'style="stroke:#ffb27a"') +
  shape("M50 123C60 108 76 114 84 108C94 102 108 104 116 110C128 108 142 114 148 123Z", "#f0bd45", 2.3) +
  [
    [66, 118],
    [80, 115],
    [96, 111],
    [112, 116],
    [128, 118],
    [104, 119],
    [88, 120],
  ]
    .map(([x, y]) => `<ellipse cx="${x}" cy="${y}" rx="5" ry="3" fill="#ffd97a" stroke="${INK}" stroke-width="1.4"/>`)
    .join("") +
  at(124, 112, 0.5, shape("M-14 2L-18-14L-8-6L0-17L8-6L18-14L14 2Z", "#ffe9a0", 4)) +
  spark(72, 106, 5, "#fff6c9") +
  spark(140, 108, 4, "#fff6c9");
function mirror2(cx: number, s: string) {
  return `<g transform="translate(${cx} 0)">${s}</g><g transform="translate(${cx} 0) scale(-1 1)">${s}</g>`;
}
const dragonFace = (c: string, lit: string, o: { mouth?: string | undefined; blush?: string } = {}) =>
  mirror(shape("M11-58C12-72 20-80 28-82C28-74 28-64 22-54Z", "#fff3dc", 2.2)) +
  mirror(shape("M20-46C30-50 38-46 42-38C34-36 26-36 20-40Z", lit, 2.2)) +
  shape(
    "M0-64C-16-64-25-54-24-42C-24-36-22-32-18-28C-17-20-9-15 0-15S17-20 18-28C22-32 24-36 24-42C25-54 16-64 0-64Z",
    c,
  ) +
  shape("M-16-27C-16-19-8-15 0-15S16-19 16-27C10-32-10-32-16-27Z", lit, 2) +
  dot(-5, -25, 1.7) +
  dot(5, -25, 1.7) +
  mirror(el(10.5, -42, 5.4, 6, "#fff", 2) + dot(9.6, -41, 3) + dot(10.8, -42.6, 1.1, "#fff")) +
  (o.mouth || line("M-9-19.500Q0-16.500 9-19.500", 1.7)) +
  shape("M-4-64L0-74L4-64Z", lit, 1.8) +
  elf(-17, -33, 3.6, 2.4, o.blush || "#e0645a", 0.6) +
  elf(17, -33, 3.6, 2.4, o.blush || "#e0645a", 0.6);
const bronze = () =>
  at(
    96,
    76,
    0.86,
    sh(40, 56) +
      tube("M20 48C44 54 60 44 58 24C57 14 50 12 48 18", 9, "#b5763a", 2.3) +
      shape("M50 22L44 6L60 10Z", "#f0c27a", 2.2) +
      mirror(
        shape("M14-10C28-46 52-54 70-50C64-42 66-36 72-30C62-28 58-20 60-10C48-12 34-6 20 6Z", "#d99a52") +
          line("M20-2C34-26 50-40 66-47M24 2C38-12 52-22 68-30", 1.6, 'opacity=".5"'),
      ) +
      shape("M-18-22C-34 4-34 34-26 50Q0 60 26 50C34 34 34 4 18-22Z", "#b5763a") +
      shape("M-10-18C-20 6-20 32-14 48Q0 54 14 48C20 32 20 6 10-18Z", "#f2d6a0", 2.2) +
      line("M-15 4Q0 9 15 4M-17 18Q0 24 17 18M-17 32Q0 38 17 32", 1.7, 'opacity=".55"') +
      mirror(
        shape("M10 56C8 46 14 38 24 38C34 40 36 50 32 57Q20 60 10 56Z", "#b5763a", 2.3) +
          line("M16 57V53M22 58V54M28 57V53", 1.6),
      ) +
      mirror(arm("M20-6C28 4 24 14 14 16", "#b5763a", 7)) +
      dragonFace("#c4843f", "#f2d6a0") +
      `<g opacity=".9">${ring(-34, -20, 4, "#fff6e2", 1.6)}${ring(-42, -28, 6, "#fff6e2", 1.6)}${ring(-54, -40, 8, "#fff6e2", 1.6)}</g>`,
  );
const skyDance = () => {
  const P =
    "M158 108C172 84 140 78 122 92C98 110 74 108 66 88C58 66 92 60 106 66C128 74 144 56 128 38C118 28 104 34 96 38";
  return (
    `<g transform="translate(196 0) scale(-1 1)"><path d="M18 104c-8 0-9-10 0-11c1-9 14-10 18-3c6-6 16-2 15 5c8 0 8 9 0 9zM130 128c-7 0-8-9 0-10c2-8 13-8 16-2c6-5 14-1 13 5c8-1 8 7 1 7zM26 48c-6 0-7-8 0-9c1-7 11-8 14-2c5-4 12-1 11 4c6 0 6 7 0 7z" fill="#fffaf0" stroke="${INK}" stroke-width="2"/>` +
    shape("M110 68C112 40 134 22 160 20C154 28 156 34 164 38C154 42 150 48 154 56C140 54 128 60 122 72Z", "#bfe0dc") +
    line("M116 66C122 46 138 32 156 23M120 68C130 54 142 46 160 39", 1.5, 'opacity=".5"') +
    shape("M92 68C82 44 62 34 40 38C48 42 48 48 42 54C52 54 56 58 56 66C66 62 76 66 84 74Z", "#bfe0dc") +
    line("M88 70C78 54 62 46 46 41M84 72C74 62 62 58 48 56", 1.5, 'opacity=".5"') +
    tube(P, 13, "#4f9c98", 2.4) +
    `<path d="${P}" fill="none" stroke="#d6efe4" stroke-width="3.600" stroke-dasharray="2 6" stroke-linecap="round" transform="translate(0 3)"/>` +
    shape("M158 110C168 112 172 104 178 104C178 114 172 122 160 120Z", "#f0bd45", 2.2) +
    `<g transform="translate(88 40) rotate(-6) scale(.92)">${shape("M12-14C20-26 32-30 42-28C36-22 32-14 24-8Z", "#fff3dc", 2.2)}${shape("M20-2C28-4 34 2 38 8C30 12 22 10 18 6Z", "#f0bd45", 2.2)}${shape("M22-4C20-16 6-20-6-15C-18-14-30-8-32 2C-26 9-14 10-6 9C6 14 22 10 22-4Z", "#4f9c98", 2.4)}${shape("M-32 2C-26 9-14 10-6 9C-2 4-10 0-18 1C-24 1-30-1-32 2Z", "#d6efe4", 2)}${dot(-25, -3, 1.5)}${ring(-2, -6, 5.2, "#fff", 1.9)}${dot(-3.4, -6, 2.7)}${line("M-30 4Q-20 7-12 5", 1.5)}${tube("M-30 6C-38 12-40 6-46 12", 1.6, "#f0bd45", 1.3)}</g>` +
    spark(40, 80, 5, "#fff6c9") +
    spark(150, 72, 5, "#fff6c9") +
    spark(78, 20, 5, "#fff6c9") +
    "</g>"
  );
};
const silver = () =>
  `<g transform="translate(192 0) scale(-1 1)">${shape("M92 78C84 44 100 20 138 10C132 20 136 26 146 28C136 34 134 40 142 46C130 46 128 54 134 62C122 60 110 70 106 84Z", "#e4e9f0")}${line("M96 72C98 48 114 26 134 14M100 76C108 56 122 40 142 30M104 80C112 66 124 54 138 47", 1.6, 'opacity=".45"')}
  ${shape("M52 122C40 104 46 84 66 78C74 75 80 68 76 58C72 48 60 46 58 36L72 22C88 30 96 46 94 60C98 70 118 76 128 92C134 104 132 116 126 122Z", "#b8c4d2")}${shape("M60 40C66 50 80 54 80 66C80 76 68 82 60 90C54 98 54 110 60 121H74C66 108 72 96 82 88C90 80 92 66 86 54C82 46 76 40 70 34Z", "#f2f5f8", 2)}${line("M64 44L72 38M74 56L84 50M79 68L90 68M72 80L82 87M62 92L73 99M58 106L70 110", 1.5, 'opacity=".5"')}
  ${tube("M122 116C146 122 166 112 164 92C163 82 156 82 154 88", 8, "#b8c4d2", 2.3)}${shape("M155 90L148 74L166 78Z", "#e4e9f0", 2.2)}
  ${shape("M92 56C102 52 108 56 112 62L98 66ZM96 44C104 38 112 40 116 46L98 54ZM88 32C94 24 104 24 108 28L94 42Z", "#7f92b0", 2)}
  <g transform="translate(60 28)">${shape("M14-10C22-22 36-26 46-22C40-16 34-10 24-4Z", "#f2f5f8", 2.2)}${shape("M24 4C22-12 8-18-6-12C-18-12-32-4-34 6C-28 14-14 16-6 14C8 20 24 16 24 4Z", "#b8c4d2", 2.4)}${shape("M-34 6C-28 14-14 16-6 14C-2 9-12 5-20 6C-26 6-32 3-34 6Z", "#f2f5f8", 2)}${dot(-27, 1, 1.6)}${line("M-6-3Q-1 1 4-3", 2.2)}${line("M-8-9Q-2-12 5-9", 1.6)}${line("M-32 9Q-22 12-14 10", 1.5)}</g>
  ${shape("M62 122C60 112 68 106 78 108C88 110 90 118 88 123Z", "#b8c4d2", 2.2)}${shape("M104 122C102 108 114 102 126 106C134 110 136 118 134 123Z", "#b8c4d2", 2.2)}</g>` +
  spark(40, 66, 6, "#fff") +
  spark(150, 60, 5, "#fff") +
  spark(112, 14, 4, "#fff");
const eggs = () => {
  const baby = (c: string, lit: string, m?: string) =>
    at(
      0,
      0,
      1,
      mirror(shape("M16-22C26-36 36-38 42-34C40-26 36-18 24-12Z", lit, 2.2)) + dragonFace(c, lit, { mouth: m }),
    ) +
    shape("M-27-14L-19-22L-12-12L-4-22L4-12L12-22L19-12L27-18C30 6 18 22 0 22S-30 6-27-14Z", "#fffaf0") +
    elf(-12, 2, 4, 3, lit, 0.9) +
    elf(8, 8, 5, 3.6, lit, 0.9) +
    elf(14, -4, 3, 2.4, lit, 0.9) +
    shade("M20-13L27-18C30 6 18 22 2 22C18 16 24 2 20-13Z", 0.1);
  return (
    elf(98, 120, 74, 8, INK, 0.2) +
    shape("M22 118C26 104 60 108 98 108S170 104 174 118C150 130 46 130 22 118Z", "#a9743f") +
    line(
      "M30 114L48 122M60 110L72 124M100 112L112 126M138 110L146 122M160 112L150 122M44 112L34 120M86 112L78 124M128 112L120 124",
      1.8,
      'opacity=".6"',
    ) +
    at(58, 92, 0.74, baby("#e0843c", "#fbd9a0"), -6) +
    at(
      142,
      92,
      0.74,
      baby("#4f9c98", "#d6efe4", '<ellipse cx="0" cy="-19.500" rx="3.400" ry="2.600" fill="#8e2730"/>'),
      7,
    ) +
    at(99, 88, 0.88, baby("#c2503f", "#fbc9a0", shape("M-8-21Q0-18.500 8-21Q5-14.500 0-14.500T-8-21Z", "#8e2730", 1.6)))
  );
};

/* ---- Shadow Kingdom ---- */
const bat = (x: number, y: number, s: number) =>
  at(
    x,
    y,
    s,
    flat(
      "M0 0C4-8 14-12 26-8C20-4 20 0 20 4C14 0 10 2 8 6C5 4 2 4 0 8C-2 4-5 4-8 6C-10 2-14 0-20 4C-20 0-20-4-26-8C-14-12-4-8 0 0Z",
      "#3a2c5c",
    ),
  );
const vampire = () =>
  bat(38, 30, 0.7) +
  bat(154, 24, 0.6) +
  at(
    98,
    78,
    0.84,
    sh(40) +
      shape(
        "M-12-22C-30-18-46-2-56 22C-44 20-40 26-42 36C-32 32-26 38-26 52Q0 62 26 52C26 38 32 32 42 36C40 26 44 20 56 22C46-2 30-18 12-22Z",
        "#3a2c5c",
      ) +
      shape(
        "M-14-20C-26-8-34 8-36 22C-28 22-22 34-18 54Q0 60 18 54C22 34 28 22 36 22C34 8 26-8 14-20Z",
        "#a8323f",
        2.2,
      ) +
      shape("M-10-20Q0-16 10-20C14 6 17 34 18 55Q0 61-18 55C-17 34-14 6-10-20Z", "#4b3f63") +
      shape("M-8-19L0-15L8-19L6 12L0 18L-6 12Z", "#fffaf0", 2) +
      shape("M0-14L-7-18V-10ZM0-14L7-18V-10Z", "#a8323f", 1.8) +
      dot(0, -3, 1.3) +
      dot(0, 5, 1.3) +
      mirror(shape("M8-20C16-26 30-32 36-46C40-32 34-16 20-8Z", "#a8323f", 2.3)) +
      ears("#dcd8e8", 1) +
      head("#e6e2ef", "#c79ab0", "red", "fang") +
      shape("M-21-38C-24-54-12-63 0-63S24-54 21-38C18-44 14-50 8-52L0-43L-8-52C-14-50-18-44-21-38Z", "#2f2745", 2.2),
  );
const demon = () =>
  at(
    97,
    77,
    0.86,
    sh(38, 58) +
      tube("M18 44C42 54 54 40 50 24", 4, "#a63a58", 2) +
      shape("M50 26L40 16L52 6L60 18Z", "#a63a58", 2.2) +
      mirror(
        shape("M14-12C24-38 46-46 62-42C58-34 60-28 66-22C56-22 52-14 54-6C42-10 30-4 20 4Z", "#6c4a86") +
          line("M20-6C32-24 44-34 58-39M24-2C36-12 46-18 62-22", 1.5, 'opacity=".5"'),
      ) +
      `<g transform="translate(44 2) rotate(10)">${tube("M0 56V-42", 3.6, "#4a3226", 2)}${line("M-11-62V-48Q-11-40 0-40T11-48V-62M0-42V-68", 4.4)}${line("M-11-62V-48Q-11-40 0-40T11-48V-62M0-42V-68", 1.6, 'style="stroke:#c9d2dc"')}</g>` +
      mirror(shape("M6 40C6 34 22 34 22 42C24 50 26 54 22 59Q12 62 4 58Z", "#a63a58")) +
      shape("M-16-22C-34 0-34 30-22 44Q0 52 22 44C34 30 34 0 16-22Z", "#c2486a") +
      elf(0, 18, 16, 18, "#e58a9a") +
      line("M-6 24Q0 28 6 24", 1.6, 'opacity=".5"') +
      arm("M-18-10C-32-2-34 10-24 16", "#c2486a", 8) +
      hand(-22, 16, "#c2486a", 5.4) +
      arm("M18-10C30-4 38 0 42 0", "#c2486a", 8) +
      hand(44, 0, "#c2486a", 5.6) +
      mirror(shape("M11-56C14-70 26-78 36-74C30-70 28-62 25-50Z", "#fff3dc", 2.3)) +
      ears("#c2486a", 1) +
      head("#d65c7a", "#a8323f", "sly", "grin") +
      shape("M-6-60C-8-68 0-70-2-78C6-74 8-66 5-60Q0-57-6-60Z", "#f39a3a", 2),
  );
const werewolf = () =>
  `<circle cx="112" cy="50" r="35" fill="#fdf0c4" stroke="${INK}" stroke-width="2"/>` +
  dot(128, 38, 5, "#ecd9a0") +
  dot(122, 66, 3.6, "#ecd9a0") +
  dot(98, 36, 3, "#ecd9a0") +
  at(
    96,
    77,
    0.86,
    sh(36, 60) +
      tube("M-18 40C-40 44-50 30-46 14", 9, "#7a6a86", 2.3) +
      mirror(shape("M3 28H20L22 50C28 50 30 56 28 60Q14 64 3 60Z", "#7a6a86")) +
      shape("M-21 18H21L23 40L17 36L14 44L8 36L0 42L-8 36L-13 44L-17 36L-23 40Z", "#4f6fae", 2.3) +
      shape("M-18-24C-34-8-30 14-22 24Q0 30 22 24C30 14 34-8 18-24Z", "#7a6a86") +
      shape("M-9-14L-12 2L-6-2L-7 12L0 6L7 12L6-2L12 2L9-14Z", "#c9bfce", 1.8) +
      arm("M-20-12C-36-10-42-24-42-36", "#7a6a86", 9) +
      arm("M20-12C36-10 42-24 42-36", "#7a6a86", 9) +
      mirror(
        shape("M34-36C32-46 52-46 51-36C50-30 36-30 34-36Z", "#7a6a86", 2.3) +
          flat(
            "M35-42L33-51L40-45ZM41-45L43-54L46-45ZM47-43L52-50L51-40Z",
            "#fff",
            `stroke="${INK}" stroke-width="1.500" stroke-linejoin="round"`,
          ),
      ) +
      mirror(shape("M8-56L24-80C30-66 28-52 22-44Z", "#7a6a86") + flat("M14-58L22-71C24-64 23-57 20-52Z", "#c98aa0")) +
      shape(
        "M0-64C-14-64-22-56-23-46L-32-38L-23-36L-28-28L-18-27C-14-18-8-14 0-14S14-18 18-27L28-28L23-36L32-38L23-46C22-56 14-64 0-64Z",
        "#7a6a86",
      ) +
      shape("M-12-30C-13-20-6-14 0-14S13-20 12-30C10-37 5-39 0-39S-10-37-12-30Z", "#c9bfce", 2.2) +
      shape("M-5-36Q0-39 5-36Q4-30 0-30T-5-36Z", INK, 1) +
      line("M0-30V-26M-8-24Q-3-21 0-26Q3-21 8-24", 1.9) +
      flat("M-6.500-23L-5-17.500L-3-22ZM6.500-23L5-17.500L3-22Z", "#fff", `stroke="${INK}" stroke-width="1.200"`) +
      mirror(shape("M4-44C7-49 13-49 16-46C14-41 8-40 4-44Z", "#ffe08a", 1.8) + dot(10, -45, 2)) +
      line("M3-50L-1-48M-3-50L1-48", 0),
  );
const feather = (c: string) =>
  shape(
    "M6-12C22-50 52-74 84-72C80-62 82-56 88-50C78-48 76-42 80-34C70-34 66-28 68-20C58-22 52-16 54-8C42-10 24-6 8 0Z",
    c,
  ) + line("M14-14C30-38 54-56 78-66M30-20C44-34 60-44 78-49M36-12C48-22 58-28 70-32", 1.6, 'opacity=".55"');
const angel = () =>
  at(
    98,
    78,
    0.8,
    mirror(feather("#4a3f6b")) +
      sh(30) +
      robe("#5d4f86", "#3a2c5c") +
      line("M-6 0C-10 20-12 36-14 46M6 0C10 20 12 36 13 46", 1.6, 'opacity=".4"') +
      shape("M-20-52C-32-40-32-16-26-2C-18-8-13-14-9-22L9-22C13-14 18-8 26-2C32-16 32-40 20-52Z", "#d9d3ea") +
      shape("M-10-21Q0-17 10-21L12 0Q0 5-12 0Z", "#3a2c5c", 2.2) +
      arm("M-9-14C-20-4-14 8-2 8", "#5d4f86", 6.5) +
      arm("M9-14C20-4 14 8 2 8", "#5d4f86", 6.5) +
      hand(-3, 8, "#e9e2f2", 4.6) +
      hand(4, 8, "#e9e2f2", 4.6) +
      `<g transform="translate(0 2)">${glow(0, 0, 18)}${spark(0, 0, 8, "#fff6c9")}</g>` +
      head("#efe8f4", "#b99ac8", "closed", "sad") +
      flat(
        "M-9.500-35.500C-7.500-32-7.500-29.500-9.500-29.500S-11.500-32-9.500-35.500Z",
        "#7fb8dc",
        `stroke="${INK}" stroke-width="1"`,
      ) +
      shape(
        "M-20.600-40C-22-54-10-61 0-59C10-61 22-54 20.600-40C15-43 8-48 4-54C-2-46-12-42-20.600-40Z",
        "#d9d3ea",
        2.2,
      ) +
      `<ellipse cx="0" cy="-72" rx="17" ry="5.500" fill="none" stroke="${INK}" stroke-width="7"/><ellipse cx="0" cy="-72" rx="17" ry="5.500" fill="none" stroke="#8f7fc0" stroke-width="3"/>` +
      at(-50, 30, 0.6, shape("M0 0C10-8 20-8 26-4C20 4 8 6 0 0Z", "#4a3f6b", 3), 30) +
      at(46, 40, 0.6, shape("M0 0C10-8 20-8 26-4C20 4 8 6 0 0Z", "#4a3f6b", 3), -20),
  );
function circle() {
  const k = 7,
    pts = Array.from({ length: k }, (_, i): [x: number, y: number] => {
      const a = (i / k) * 2 * Math.PI - Math.PI / 2;
      return [50 * Math.cos(a), 50 * Math.sin(a)];
    });
  const star =
    pts
      .map((_, i) => pts[(i * 3) % k]!)
      .map(([x, y], i) => `${i ? "L" : "M"}${n(x)} ${n(y)}`)
      .join("") + "Z";
  return (
    elf(98, 96, 76, 28, "#3a2c6b", 0.75) +
    `<ellipse cx="98" cy="94" rx="84" ry="36" fill="url(#g-spark)" opacity=".75"/><g transform="translate(98 95) scale(1.3 .46)" fill="none" stroke="${INK}"><circle r="55" stroke-width="9"/><circle r="55" stroke="#ffe08a" stroke-width="4.500"/><circle r="43" stroke="#ffe08a" stroke-width="2.500" stroke-dasharray="7 5"/><path d="${star}" stroke="${INK}" stroke-width="7" stroke-linejoin="round"/><path d="${star}" stroke="#ffe9a0" stroke-width="3.400" stroke-linejoin="round"/>${pts.map(([x, y]) => `<circle cx="${n(x * 1.1)}" cy="${n(y * 1.1)}" r="8" fill="#8f6bd0" stroke-width="3"/>`).join("")}</g>` +
    `<path d="M98 96C60 84 70 62 104 66C134 70 130 46 98 46C70 46 74 28 100 28C120 28 118 14 102 14" fill="none" stroke="${INK}" stroke-width="10" stroke-linecap="round"/><path d="M98 96C60 84 70 62 104 66C134 70 130 46 98 46C70 46 74 28 100 28C120 28 118 14 102 14" fill="none" stroke="#c9a5f0" stroke-width="5.500" stroke-linecap="round"/>` +
    glow(98, 90, 28) +
    spark(62, 44, 7, "#ffe9a0") +
    spark(140, 40, 8, "#ffe9a0") +
    spark(50, 68, 5, "#fff") +
    spark(148, 68, 5, "#fff") +
    spark(126, 16, 4, "#fff") +
    at(58, 24, 0.62, shape(star5(12), "#f0bd45", 3), 12) +
    at(150, 20, 0.5, realm["shadow-kingdom"].mark)
  );
}
const trickster = () => {
  const cd = (x: number, y: number, r: number, s: number, m: string) =>
    `<g transform="translate(${x} ${y}) rotate(${r}) scale(${s})"><rect x="-12" y="-16.500" width="24" height="33" rx="4" fill="#fffaf0" stroke="${INK}" stroke-width="2.600"/>${m}</g>`;
  return at(
    97,
    78,
    0.83,
    sh(32) +
      legs("#f0bd45", "#4a3488") +
      shape("M-11-21Q0-17 11-21C15-8 18 10 24 22L14 20L10 32L0 22L-10 32L-14 20L-24 22C-18 10-15-8-11-21Z", "#6d55a8") +
      shape("M0-19Q6-18 11-21C15-8 18 10 24 22L14 20L10 32L0 22Z", "#d9a13a", 2.2) +
      shape("M-20-16L-12-23Q0-18 12-23L20-16L12-8L6-14L0-6L-6-14L-12-8Z", "#fffaf0", 2.2) +
      arm("M-12-12C-24-6-34-10-40-20", "#d9a13a", 6.5) +
      hand(-41, -23, "#fbdfc6", 4.8) +
      arm("M12-12C24-6 34-10 40-20", "#6d55a8", 6.5) +
      hand(41, -23, "#fbdfc6", 4.8) +
      cd(-47, -44, -14, 1, at(0, 0, 0.62, realm["fairy-wood"].mark)) +
      cd(48, -44, 14, 1, at(0, 0, 0.62, realm["dragon-valley"].mark)) +
      cd(62, 2, 24, 0.8, at(0, 0, 0.62, realm["holy-empire"].mark)) +
      shape("M-18-56C-30-78-52-70-52-54C-44-60-34-54-22-40ZM18-56C30-78 52-70 52-54C44-60 34-54 22-40Z", "#6d55a8") +
      shape("M-20-52C-18-76-8-84 8-90C4-78 18-72 21-50Z", "#d9a13a") +
      ring(-52, -52, 5, "#ffd97a", 2.2) +
      ring(52, -52, 5, "#ffd97a", 2.2) +
      ring(10, -91, 5, "#ffd97a", 2.2) +
      head("#fffaf0", "#e0645a", "sly", "grin") +
      shape("M0-60.500C-12-60.500-20.500-52-20.500-41S-12-21.500 0-21.500Z", "#4a3f6b", 2) +
      shape("M-3.500-41C-6-44-11-43.600-13-41.600C-11-37.600-6-37-3.500-41Z", "#ffe08a", 1.6) +
      dot(-7.6, -40.8, 1.7) +
      line("M-13-48.600L-3-45.600", 2.2, 'style="stroke:#fffaf0"') +
      shape("M-8-33Q-4-31.700 0-31.700V-25.500Q-6-25.500-8-33Z", "#fffaf0", 1.8) +
      shape("M-22-44C-20-58-10-62 0-62S20-58 22-44C10-52-10-52-22-44Z", "#6d55a8", 2.3),
  );
};
/* ---- the Tales: an open book, its realm rising out of it, its chapter on the page ---- */
export function book(r: RealmName, ch: number) {
  const cov = {
    "fairy-wood": "#2f6f42",
    "holy-empire": "#b5831c",
    "dragon-valley": "#a8442a",
    "shadow-kingdom": "#4a3488",
  }[r];
  const stars = (
    {
      1: [[98, 10]],
      2: [
        [64, 28],
        [132, 28],
      ],
      3: [
        [64, 30],
        [98, 8],
        [132, 30],
      ],
      4: [
        [58, 40],
        [74, 14],
        [122, 14],
        [138, 40],
      ],
    } as Record<number, [x: number, y: number][]>
  )[ch]!;
  return (
    elf(98, 122, 74, 6, INK, 0.2) +
    at(
      98,
      104,
      0.84,
      `<g transform="translate(-98 -104)">` +
        shape(
          "M12 100C46 88 82 92 98 104C114 92 150 88 184 100L188 118C150 106 114 110 98 122C82 110 46 106 8 118Z",
          cov,
          2.9,
        ) +
        shape("M98 78C82 62 44 60 24 68L13 104C46 92 84 94 98 107Z", "#fffaf0", 2.8) +
        shape("M98 78C114 62 152 60 172 68L183 104C150 92 112 94 98 107Z", "#fffaf0", 2.8) +
        shade(
          "M98 78C92 72 86 68 80 66L78 98C86 100 92 103 98 107ZM98 78C104 72 106 71 110 69L112 98C106 100 102 103 98 107Z",
          0.08,
        ) +
        line("M98 78V107", 2) +
        `<g stroke="#b6a7b0" stroke-width="2.200" fill="none" stroke-linecap="round"><path d="M38 74Q58 69 80 76M34 82Q56 76 80 84M31 90Q56 83 79 92"/></g>` +
        shape("M108 71C110 80 110 92 109 104L114 99L118 104C119 90 119 80 117 67Z", "#cf4f4a", 1.8) +
        digit(ch, 146, 80, 1, cov, 3) +
        `</g>`,
    ) +
    glow(98, 46, 52, 0.95) +
    `<path d="M98 80L66 10H130Z" fill="#fff6c9" opacity=".55"/>` +
    at(98, 44, 1.95, realm[r].mark) +
    stars.map(([x, y]) => spark(x, y, 9, "#ffd97a", `stroke="${INK}" stroke-width="1.1"`)).join("")
  );
}
type Focus = [draw: () => string, x: number, y: number, halfWidth: number]; // half the width at small sizes
/* kind slug → drawing and its focus */
export const ART: Record<string, Focus> = {
  "fairy-ring": [fairyRing, 98, 72, 60],
  "spirit-of-the-spring": [spirit, 98, 52, 42],
  "the-fairy-queen": [queen, 98, 50, 42],
  "elven-warrior": [elfw, 92, 52, 42],
  "dwarven-warrior": [dwarf, 98, 58, 43],
  "mischievous-fairy": [imp, 96, 52, 44],
  castle: [castle, 98, 66, 52],
  "staff-bearing-sage": [sage, 98, 48, 42],
  "holy-empire-hunter": [() => hunter(0), 98, 52, 43],
  bard: [bard, 98, 54, 43],
  "knights-of-the-round-table": [knights, 100, 60, 52],
  homesteaders: [folk.art, 94, 70, 52],
  "dragons-lair": [lair, 98, 82, 52],
  "bronze-dragon": [bronze, 96, 54, 44],
  "dragon-valley-hunter": [() => hunter(1), 98, 52, 43],
  "sky-dance-dragon": [skyDance, 108, 62, 54],
  "silver-dragon": [silver, 112, 58, 54],
  "children-of-the-dragon": [eggs, 99, 78, 56],
  vampire: [vampire, 98, 50, 42],
  demon: [demon, 98, 52, 43],
  werewolf: [werewolf, 98, 52, 44],
  "dark-angel": [angel, 98, 48, 44],
  "magic-circle-of-chaos": [circle, 98, 66, 56],
  "the-trickster": [trickster, 98, 48, 44],
};

/* a closed storybook, for tales at table size */
export function cover(r: RealmName, ch: number) {
  const cov = {
    "fairy-wood": "#3f8450",
    "holy-empire": "#c9952a",
    "dragon-valley": "#b9502f",
    "shadow-kingdom": "#5a449c",
  }[r];
  return (
    elf(98, 126, 44, 6, INK, 0.22) +
    glow(98, 60, 74, 0.8) +
    `<g transform="rotate(-4 98 66)">` +
    shape("M66 8H132Q140 8 140 16V118Q140 126 132 126H70Z", "#fffaf0", 3) +
    line("M136 14V120M132.500 12V122", 1.3, 'opacity=".4"') +
    shape("M58 16Q58 6 68 6H126Q132 6 132 12V114Q132 120 126 120H66Q58 120 58 128Z", cov, 3.2) +
    shape("M58 16Q58 6 66 6H70V120H66Q58 120 58 128Z", INK, 0, 'opacity=".2"') +
    shape("M58 126Q58 120 66 120H132V130H66Q58 132 58 126Z", "#fffaf0", 2.6) +
    `<rect x="76" y="14" width="49" height="98" rx="5" fill="none" stroke="#fff3cf" stroke-width="2" opacity=".8"/>` +
    `<circle cx="100.500" cy="44" r="19" fill="#fffaf0" stroke="${INK}" stroke-width="2.4"/>` +
    at(100.5, 44, 1.3, realm[r].mark) +
    digit(ch, 100.5, 88, 1.05, "#fffaf0") +
    `</g>`
  );
}

const SKY = {
  "fairy-wood": ["#8fc07d", "#93c27a"],
  "holy-empire": ["#fff6d8", "#b9c77d"],
  "dragon-valley": ["#fbd3b3", "#c98a66"],
  "shadow-kingdom": ["#a493cf", "#6c5a9c"],
};
/* a kind without a drawing of its own, as a deck of one's own may have: its realm's mark in the light */
const plain = (r: RealmName) =>
  glow(98, 62, 66, 0.95) +
  at(98, 62, 3.4, realm[r].mark) +
  spark(52, 30, 7, "#fff6c9") +
  spark(146, 34, 8, "#fff6c9") +
  spark(140, 96, 5, "#fff6c9");
const focus = (slug: string, r: RealmName, ch: number): Focus =>
  ART[slug] ?? (ch ? [() => book(r, ch), 98, 70, 52] : [() => plain(r), 98, 62, 52]);
const NEAR: Record<string, number> = {
  castle: 46,
  "fairy-ring": 50,
  "dragons-lair": 40,
  "sky-dance-dragon": 34,
  "silver-dragon": 38,
  "children-of-the-dragon": 34,
  "knights-of-the-round-table": 40,
  homesteaders: 46,
  "magic-circle-of-chaos": 48,
};
const NEAR_X: Record<string, number> = { "silver-dragon": 132, "sky-dance-dragon": 112 },
  NEAR_Y: Record<string, number> = { "silver-dragon": 36, "sky-dance-dragon": 44, "fairy-ring": 78, castle: 66 };
/* windows of a card: width, height, corner; and what they look at */
export type Size = "l" | "m" | "s" | "dot";
export const WINDOW: Record<Size, [w: number, h: number, corner: number]> = {
  l: [182, 130, 11],
  m: [182, 146, 11],
  s: [182, 262, 12],
  dot: [60, 60, 30],
};
function view(slug: string, r: RealmName, ch: number, size: Size): [x: number, y: number, halfWidth: number] {
  const [, fx, fy, f] = focus(slug, r, ch),
    tale = !ART[slug] && ch;
  if (size === "l") return [93, 66, 86];
  if (size === "m") return [92, 62, 86];
  if (size === "s") {
    const ff = f * 1.06 * (tale ? 0.97 : 1);
    return [fx - ff * (tale ? 0.16 : 0.24), fy + 6, ff];
  }
  const near = tale ? 60 : NEAR[slug] || (ART[slug] ? 28 : 60);
  return [NEAR_X[slug] || fx, NEAR_Y[slug] || (near > 30 ? fy : fy - 6), near];
}
const DEFS = `<radialGradient id="g-spark"><stop offset="0" stop-color="#fff3c4" stop-opacity=".95"/><stop offset=".22" stop-color="#ffe08a" stop-opacity=".6"/><stop offset="1" stop-color="#ffd36b" stop-opacity="0"/></radialGradient>`;
/* a whole picture: a realm's ground and who stands there, seen through a window; the figure stands a little right, clear of the index */
export function picture(slug: string, r: RealmName, ch: number, size: Size): string {
  const [w, h, rx] = WINDOW[size],
    [x, y, f] = view(slug, r, ch, size),
    k = f / (w / 2),
    q = rx * k;
  const left = x - f,
    top = y - (f * h) / w,
    small = size === "s" || size === "dot";
  const figure = small && ch && !ART[slug] ? cover(r, ch) : focus(slug, r, ch)[0]();
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${2 * w}" height="${2 * h}" viewBox="${n(left)} ${n(top)} ${n(2 * f)} ${n((2 * f * h) / w)}" style="--ink:#2a2140;--card:#fffaf0"><defs>${DEFS}<clipPath id="w"><rect x="${n(left)}" y="${n(top)}" width="${n(2 * f)}" height="${n((2 * f * h) / w)}" rx="${n(q)}"/></clipPath></defs><g clip-path="url(#w)"><rect x="-200" y="-300" width="600" height="420" fill="${SKY[r][0]}"/><rect x="-200" y="110" width="600" height="400" fill="${SKY[r][1]}"/>${ground[r]}${figure}</g></svg>`;
}

import { INK, C as C0, line, shape, ring, spark, glow } from "./core";
const C = { ...C0, skin: "var(--glove, #fff8ea)", skin2: "var(--glove-2, #e9d3b4)" };
// Gestures, in a 100 x 100 box. The cuff takes the accent of the game (currentColor).
const cuff = `<path d="M31 84Q33 80 37 83Q41 79 45 82.5Q50 78.5 55 82.5Q60 79 64 83Q69 80 71 84L73 99H29Z" fill="currentColor" stroke="${INK}" stroke-width="2.8" stroke-linejoin="round"/><path d="M40 90V97M50 89V97M60 90V97" stroke="${INK}" stroke-width="1.8" stroke-linecap="round" opacity=".5"/>`;
const point = `<g>${shape("M36 86C35 76 25 71 24.5 58C24.2 50 28 45 33.5 43.5L33 17C33 6.5 48 6.5 48 17L48.5 39C49 31.5 61.5 31.5 62 40C62.8 34 73 35 73.2 43.5C74.5 39.5 82 41.5 82 49C82 62 80 71 70 78L68 86Z", C.skin, 2.8)}
${line("M48.5 39V50M62 40.5V51M73.2 44V52", 2.2)}
<path d="M66 77C76 70 79 62 79.5 53C77 60 72 67 62 72Z" fill="${C.skin2}" opacity=".8"/>
${shape("M31 52C35 57.5 44 58.5 55 54.5C62.5 52 66.5 61 59.5 64.5C51 69 42 69.5 35 67", C.skin, 2.6)}
${line("M44 12.5Q41 9.6 37.4 12.4", 1.6, 'opacity=".55"')}</g>`;
export const hands = {
  up: `<g>${cuff}${point}</g>`,
  down: `<g transform="rotate(180 50 50)">${cuff}${point}</g>`,
  side: `<g transform="rotate(90 50 50)">${cuff}${point}</g>`,
  // two cupped hands and a light between them
  catch: (() => {
    const half =
      shape(
        "M30 99L27 84C14 76 9 62 12 46C13 38 22 38 22 46C22 52 23 56 26 60C29 64 35 66 40 70C46 75 49 82 49 90L47 99Z",
        C.skin,
        2.8,
      ) +
      shape("M12.6 47C10 40 13 30 18.5 29C25 28 25.5 34 23.6 40C22.4 46 23 53 27 58", C.skin, 2.6) +
      line("M26 60C29 64 35 66 40 70C46 75 49 82 49 90", 2.6) +
      shape("M27 61C24 52 30 44 35.6 47C40 49.6 38.4 56 42 60C45 63.6 48.6 66 49 71", C.skin, 2.6);
    const cu = `<path d="M21 92Q24 87 28 90Q32 86 37 89.5Q42 86 46 89.5Q49 88 49.5 91V100H20Z" fill="currentColor" stroke="${INK}" stroke-width="2.8" stroke-linejoin="round"/>`;
    return `<g>${half}${cu}<g transform="translate(100 0) scale(-1 1)">${half}${cu}</g>${glow(50, 34, 34)}<g transform="translate(50 30)">${shape("M2-1C8-14 22-18 24-10C25-3 12 2 3 2Z", "#fff", 2.2)}${shape("M-2-1C-8-14-22-18-24-10C-25-3-12 2-3 2Z", "#fff", 2.2)}${shape("M2 2C10 2 17 8 14 13C11 17 4 11 1 5Z", "#fff", 2)}${shape("M-2 2C-10 2-17 8-14 13C-11 17-4 11-1 5Z", "#fff", 2)}${shape("M0-3C5 4 8 10 7 16Q0 19-7 16C-8 10-5 4 0-3Z", "currentColor", 2.2)}${ring(0, -7, 6.2, C0.skin, 2.2)}${shape("M-6.4-7C-7-15 7-15 6.4-7C3-8 1-10 0-11.5C-2-9-4-8-6.4-7Z", C.hair, 1.8)}</g>${spark(28, 14, 5)}${spark(74, 20, 4)}${spark(66, 6, 3)}</g>`;
  })(),
};

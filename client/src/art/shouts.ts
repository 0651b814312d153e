// Little signs for quick shouts, 40 × 40, in the order of their numbers.
import { INK, dot, line, shape } from "./core";

const face = (mouth: string, extra = "") =>
  `<circle cx="20" cy="21" r="15" fill="#fdebb8" stroke="${INK}" stroke-width="2.4"/>${dot(15, 18, 2)}${dot(25, 18, 2)}${mouth}${extra}`;
const hourglass =
  shape("M10 5H30L22 19.5V20.5L30 35H10L18 20.5V19.5Z", "#cfe6ea", 2.4) +
  '<path d="M13.5 33.5Q20 26 26.5 33.5Z" fill="#e6a92f"/><path d="M16 12H24L20 18.5Z" fill="#e6a92f"/>' +
  line("M8 5H32M8 35H32", 2.8);
const hand = shape(
  "M11 20V10Q13 8 15 10V18V7Q17 5 19 7V18V6Q21 4 23 6V18V9Q25 7 27 9V22L31 18Q34 17 34 20L28 32Q25 36 20 36T12 31Z",
  "#fdebb8",
  2.3,
);

export const shouts = [
  face(shape("M12 23Q20 26 28 23Q26 32 20 32T12 23Z", "#a8323a", 2)),
  face(`<ellipse cx="20" cy="27" rx="3.6" ry="4.6" fill="${INK}"/>`, line("M11 12Q14 10 16 12M24 12Q26 10 29 12", 2)),
  shape("M20 4L24.5 14.5L36 15.5L27.5 23L30 34L20 28.5L10 34L12.5 23L4 15.5L15.5 14.5Z", "#ffd97a", 2.4) +
    line("M4 6L7 9M36 6L33 9", 2.2),
  hourglass,
  shape("M20 5L33 20H26V34H14V20H7Z", "#cfe3a8", 2.4),
  shape("M13 5H27L35 13V27L27 35H13L5 27V13Z", "#f2b5ae", 2.4) + line("M12 20H28", 3.4),
  face(line("M13 25Q20 31 27 25", 2.2), line("M11 14Q15 11 17 14M23 14Q25 11 29 14", 2)),
  shape("M20 34C4 22 6 8 14 8Q19 8 20 14Q21 8 26 8C34 8 36 22 20 34Z", "#f0a0b4", 2.4),
  hand,
  shape(
    "M20 20C12 6 20 3 20 12C20 3 28 6 20 20C34 12 37 20 28 20C37 20 34 28 20 20C28 34 20 37 20 28C20 37 12 34 20 20C6 28 3 20 12 20C3 20 6 12 20 20Z",
    "#a8ca85",
    2,
  ),
];

// Wax seal, 96 × 96: with a tick after a successful check, broken after a failed one, plain without a check.
import { at, INK, shroom } from "../../art/core";

const RIM =
  "M48 5C57 3 61 11 68 12C77 13 84 18 83 27C82 34 91 39 92 48C93 57 83 60 82 68C81 78 74 83 66 82C58 82 56 92 46 92C37 92 35 83 27 83C18 83 12 76 14 68C15 60 4 57 5 47C6 39 15 37 15 28C15 19 22 13 30 14C38 14 40 7 48 5Z";
const RING = Array.from({ length: 8 }, (_, i) => {
  const a = (i * Math.PI) / 4;
  return at(48 + 20 * Math.sin(a), 48 - 20 * Math.cos(a), 0.17, shroom("#fff6e2", 6), i * 45);
}).join("");
const MARKS = {
  good: `<path d="M37 48.5L45 56.5L60 40" fill="none" stroke="#fff6e2" stroke-width="5.5" stroke-linecap="round" stroke-linejoin="round"/>`,
  bad: `<path d="M52 3L44 26L56 40L42 58L54 72L46 93" fill="none" stroke="${INK}" stroke-width="4" stroke-linejoin="round"/>`,
  plain: "",
};

export const wax = (how: keyof typeof MARKS): string =>
  `<path d="${RIM}" fill="${how === "plain" ? "var(--edge)" : "var(--accent)"}" stroke="${INK}" stroke-width="2.8"/><circle cx="48" cy="48" r="30" fill="${INK}" opacity=".14"/><circle cx="48" cy="48" r="30" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="2"/>${RING}${MARKS[how]}`;

// Pictures as text: every function gives the inside of an SVG, or a whole one.
import * as K from "./cards";
import { INK } from "./core";
import { animals } from "./people";
import { posterDefs } from "./games";
import * as S from "./scene";

export { known, poster, style } from "./games";
export { animals, INK, K, S };

/** Gradients and patterns that the drawings refer to; once in the page. */
export const defs = `${S.sceneDefs}${K.suitPatterns}${K.charmDefs}${K.backDefs}${posterDefs}`;

export const RINGS: Record<string, string> = {
  fox: "#f3b765",
  owl: "#9fd0e6",
  hedgehog: "#c9a5d6",
  hare: "#a8ca85",
  frog: "#cfe3a8",
  badger: "#d9cfd2",
  mouse: "#eab7b4",
  snail: "#ecd2a4",
  bee: "#cfe6ea",
  moth: "#e0d3f0",
};

const KEY = `<g transform="translate(51 40) rotate(28)"><path d="M-7 0H4" stroke="${INK}" stroke-width="5" stroke-linecap="round"/><path d="M-7 0H4" stroke="#f0bd45" stroke-width="2"/><circle cx="8" cy="-4.6" r="4.2" fill="#f0bd45" stroke="${INK}" stroke-width="2"/><circle cx="8" cy="4.6" r="4.2" fill="#f0bd45" stroke="${INK}" stroke-width="2"/></g>`;

/** A seat's animal on a round of paper, with its wind-up key if it is a bot; 56 × 56. */
export const token = (animal: string, bot = false) =>
  `${bot ? KEY : ""}<circle cx="28" cy="28" r="26" fill="${RINGS[animal]}" stroke="${INK}" stroke-width="2.6"/><circle cx="28" cy="28" r="22.5" fill="none" stroke="#fffaf0" stroke-width="2" opacity=".8"/><g transform="translate(6.5 6) scale(.9)">${animals[animal]}</g>`;

// Small drawings that board and dock share.
import { INK } from "../../../art/core";
import { charm, SIDE } from "./pieces";

export { charm };

/** The number of a line: in a circle for player 1, in a square for player 2. */
export const plate = (owner: number, line: string): string => {
  const fill = SIDE[owner]!.main;
  const ground =
    owner === 0
      ? `<circle r="9" fill="${fill}" stroke="${INK}" stroke-width="1.800"/>`
      : `<rect x="-9" y="-9" width="18" height="18" rx="4.500" fill="${fill}" stroke="${INK}" stroke-width="1.800"/>`;
  return `${ground}<text y="5" text-anchor="middle" class="suit" font-size="14" fill="#fffaf0">${line}</text>`;
};

// Free corners for overlays that must not cover needed spaces. All in pixels of the window.
export interface Spot {
  left: number;
  top: number;
}
export type Size = [width: number, height: number];

export const EDGE = 8;
const STEP = 6;

/** How many things, each reaching so far from its middle, would be covered. */
const covers = (middles: Size[], reach: Size, size: Size, { left, top }: Spot): number =>
  middles.filter(
    ([x, y]) =>
      Math.abs(x - left - size[0] / 2) < size[0] / 2 + reach[0] &&
      Math.abs(y - top - size[1] / 2) < size[1] / 2 + reach[1],
  ).length;

/** The first of these spots that covers fewest. */
export function leastCovering(middles: Size[], reach: Size, size: Size, spots: Spot[]): Spot {
  let [best, fewest] = [spots[0]!, Infinity];
  for (const spot of spots) {
    const count = covers(middles, reach, size, spot);
    if (count < fewest) [best, fewest] = [spot, count];
    if (!count) break;
  }
  return best;
}

const range = (end: number): number[] =>
  Array.from({ length: Math.max(1, Math.ceil((end - EDGE) / STEP)) }, (_, i) => end - i * STEP);

/** Everywhere, from below at the right on: along that side, along the other edges, close into the corner, and then inside. */
export function allCorners(window: Size, size: Size): Spot[] {
  const [right, low] = [window[0] - size[0] - EDGE, window[1] - size[1] - EDGE];
  const [lefts, tops] = [range(right), range(low)];
  const edges = [
    ...tops.map((top) => ({ left: right, top })),
    ...lefts.map((left) => ({ left, top: low })),
    ...lefts.map((left) => ({ left, top: EDGE })),
  ];
  const close = { left: right + EDGE - 2, top: low + EDGE - 2 };
  return [...edges, close, ...tops.flatMap((top) => lefts.map((left) => ({ left, top })))];
}

/** The four corners, those at the right first, but for what lies there already. */
export function corners(window: Size, size: Size, taken: Spot | null = null, by: Size = [0, 0]): Spot[] {
  const [right, low] = [window[0] - size[0] - EDGE, window[1] - size[1] - EDGE];
  const all = [right, EDGE].flatMap((left) => (taken ? [EDGE, low] : [low, EDGE]).map((top): Spot => ({ left, top })));
  return taken
    ? all.filter(
        (spot) => !covers([[taken.left + by[0] / 2, taken.top + by[1] / 2]], [by[0] / 2, by[1] / 2], size, spot),
      )
    : all;
}

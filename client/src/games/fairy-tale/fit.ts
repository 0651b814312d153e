// How large cards may be so that all of them lie in a box: groups of kinds, copies behind each other, in as many lines as there is room for.
export const LAP = 0.36; // what is seen of a copy behind another
export const KIND = 3; // pixels between kinds
export const GROUP = 9; // between groups
export const LINE = 6;

/** Widths of the groups at this width of a card; `head` is what stands before a group. */
const widths = (groups: number[][], width: number, head: number): number[] =>
  groups.map((kinds) => head + kinds.reduce((sum, copies) => sum + width * (1 + (copies - 1) * LAP), 0) + KIND * (kinds.length - 1));

/** Lines that the groups take in a box so wide; null where one group alone does not fit. */
function lines(groups: number[][], width: number, room: number, head: number): number | null {
  let [count, used] = [1, 0];
  for (const group of widths(groups, width, head)) {
    if (group > room) return null;
    if (used && used + GROUP + group > room) [count, used] = [count + 1, 0];
    used += (used ? GROUP : 0) + group;
  }
  return count;
}

/** The largest width of a card with which everything fits. */
export function fit(groups: number[][], room: { width: number; height: number }, most: number, least = 24, head = 0): number {
  for (let width = most; width > least; width -= 1) {
    const found = lines(groups, width, room.width, head);
    if (found !== null && found * width * 1.4 + (found - 1) * LINE <= room.height) return width;
  }
  return least;
}

// Largest card size at which all groups of cards fit into a box.
export const LAP = 0.36; // what is seen of a copy behind another
export const LEAST = 19; // pixels: so the twelve cards of a whole game lie in one line of the smallest phone

export interface Room {
  width: number;
  height: number;
  head: number; // pixels before a group
  kind: number; // between kinds
  group: number; // between groups
  line: number; // between lines
}

const long = (kinds: number[], width: number, room: Room): number =>
  room.head + kinds.reduce((sum, copies) => sum + width * (1 + (copies - 1) * LAP), 0) + room.kind * (kinds.length - 1);

/** Lines that the groups take; null where one group alone does not fit. */
function lines(groups: number[][], width: number, room: Room): number | null {
  let [count, used] = [1, 0];
  for (const kinds of groups) {
    const group = long(kinds, width, room);
    if (group > room.width) return null;
    if (used && used + room.group + group > room.width) [count, used] = [count + 1, 0];
    used += (used ? room.group : 0) + group;
  }
  return count;
}

/** The largest width of a card, from `most` to `least`, with which everything fits. */
export function fit(groups: number[][], room: Room, most: number, least: number): number {
  for (let width = most; width > least; width -= 1) {
    const rows = lines(groups, width, room);
    if (rows !== null && rows * width * 1.4 + (rows - 1) * room.line <= room.height) return width;
  }
  return least;
}

// Arrow keys on a hexagonal grid.
import type { Place } from "../state/places";

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest of these spaces that lies in the direction of a key: empty where there is none, null where the key is no arrow. */
export function findTowards(place: Place, among: Set<string>, from: string, key: string): string | null {
  const way = WAYS[key];
  if (!way) return null;
  const here = place.at.get(from);
  let best = "";
  let least = Infinity;
  for (const name of among) {
    const there = place.at.get(name);
    if (!here || !there || name === from) continue;
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    const along = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (along <= 1) continue;
    const far = along + 1.3 * aside; // the next row is half a space aside, and nearer than the one after it
    if (far < least) [best, least] = [name, far];
  }
  return best;
}

import { describe, expect, it } from "vitest";
import { isSwept } from "../../src/lib/motion/press";
import { hops, place, points, stands, TALL, WIDE } from "../../src/games/fairy/layout/ring";

describe("the ring", () => {
  it("has a toadstool for each number of points, equally far apart", () => {
    for (const ring of [WIDE, TALL]) {
      const at = points(ring, 29);
      const gaps = at.slice(1).map(([x, y], i) => Math.hypot(x - at[i]![0], y - at[i]![1]));
      expect(at).toHaveLength(29);
      expect(Math.max(...gaps) / Math.min(...gaps)).toBeLessThan(1.1);
      for (const [x, y] of at) expect(x > 0 && x < ring.w && y > 0 && y < ring.h).toBe(true);
    }
    expect([place(-4, 29, -4), place(0, 29, -4), place(24, 29, -4), place(31, 29, -4), place(21, 20, -4)]).toEqual([
      0, 4, 28, 28, 19,
    ]);
  });

  it("lets up to four share one, you in front, and counts the rest; nobody stands outside", () => {
    const at = points(TALL, 29);
    const few = stands(TALL, at, [2, 2, 2, 5], -4, 0, 28);
    expect(few.stands.filter(({ seat }) => seat < 3).at(-1)!.seat).toBe(0);
    const crowd = stands(TALL, at, Array(10).fill(2) as number[], -4, 7, 28);
    expect(crowd.stands.map(({ seat }) => seat).at(-1)).toBe(7);
    expect([crowd.stands.length, crowd.more[0]!.count]).toEqual([3, 10]);
    for (const { x } of [...few.stands, ...crowd.stands]) expect(x >= 14 && x <= TALL.w - 14).toBe(true);
  });

  it("hops over every toadstool on the way and ends where the token stands", () => {
    const at = points(WIDE, 29);
    const frames = hops(at, 4, 11, 22);
    expect(frames).toHaveLength(15);
    expect(frames.at(-1)).toEqual({ x: 0, y: 0, part: 1 });
    expect(frames[0]!.x).toBeCloseTo(at[4]![0] - at[11]![0]);
  });
});

it("a press where a thing flew by is the thing's", () => {
  const way = { from: { left: 0, top: 0, width: 50, height: 70 }, to: { left: 300, top: 100, width: 50, height: 70 } };
  expect(isSwept(way, 170, 80)).toBe(true);
  expect(isSwept(way, 300, 10)).toBe(false);
});

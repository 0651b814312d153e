import { expect, test } from "vitest";
import { sparse, whole } from "../../src/offline/snapshot";

test("a memory is kept without its zeros, and comes back", () => {
  const memory = new Uint8Array(10 * 4096 + 64);
  memory[4096] = 1;
  memory[5 * 4096 + 4095] = 2;
  memory[10 * 4096 + 63] = 3;
  const kept = sparse(memory);
  expect(kept.length).toBe(4 * (2 + 3) + 3 * 4096);
  expect(Buffer.compare(whole(kept.buffer), memory)).toBe(0);
});

test("a damaged one is refused", () => {
  const kept = sparse(new Uint8Array(4096).fill(7));
  expect(() => whole(kept.buffer.slice(0, 100))).toThrow();
});

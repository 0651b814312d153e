import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { hmac256, sha256 } from "../../src/lib/fairness/sha";

const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => (i * 37 + length) % 256);
const hex = (data: Uint8Array): string => Buffer.from(data).toString("hex");

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1000])("sha256 of %i bytes is that of the platform", (length) => {
  expect(hex(sha256(bytes(length)))).toBe(createHash("sha256").update(bytes(length)).digest("hex"));
});

test.each([0, 32, 64, 65, 200])("hmac256 with a key of %i bytes is that of the platform", (length) => {
  expect(hex(hmac256(bytes(length), bytes(77)))).toBe(
    createHmac("sha256", bytes(length)).update(bytes(77)).digest("hex"),
  );
});

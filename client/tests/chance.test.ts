import { expect, test } from "vitest";
import { commitment, draw, hex, master, promise } from "../src/lib/fairness/chance";
import { hmac256, sha256 } from "../src/lib/fairness/sha";

// The test vectors of docs/fairness.md.
const table = "k3m9q2x7v5t8w4z6";
const secret = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, "0")).join("");
const head = '{"game":"fairy","options":{"players":3},"rules":1,"seats":[1,2,"bot:normal"]}';
const one = "11".repeat(32);
const two = "22".repeat(32);
const K1 = "5fd1f7259e948249f15ea68289a8af3bed9bde1a6f090b76e6c91cd438388e89";
const K2 = "08802ed39f3270009576a4838e38ef864a8cfa6a66432308778b10b28f5af1da";

test("promise and master key follow from published values", async () => {
  expect(await commitment(table, 1, secret)).toBe("a576a9f8a03e492bb213c524736fd4fa89daaf5cc78831bfb7f4d385b945df93");
  expect(await promise(table, 1, 1, one)).toBe(K1);
  expect(await promise(table, 1, 2, two)).toBe(K2);
  const shares = [
    { guest: 1, promise: K1, opened: one },
    { guest: 2, promise: K2, opened: two },
  ];
  const M = await master(secret, table, 1, head, shares);
  expect(hex(M)).toBe("849b639bf9a91d5e724bfaf1deb4fa9acf14c2c8bbb8174d65eceb671c33795b");
  const unopened = await master(secret, table, 1, head, [shares[0]!, { ...shares[1]!, opened: null }]);
  expect(hex(unopened)).toBe("ce1e3dc40086de57a4b84b972d30ecd5494b5ce9456846a14429820634556695");
  const units = await Promise.all([21n, 20n, 19n, 18n].map((weight, k) => draw(M, k, weight)));
  expect(units).toEqual([4n, 17n, 8n, 11n]);
  expect(await draw(M, 1, (1n << 63n) + 1n)).toBe(3860155629206055867n);
  expect(await draw(M, 5, (1n << 63n) + 1n)).toBe(8569603740302861923n);
});

test("sha equals WebCrypto", async () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 200]) {
    const data = new Uint8Array(length).map((_, i) => (i * 7) & 255);
    expect(hex(sha256(data))).toBe(hex(new Uint8Array(await crypto.subtle.digest("SHA-256", data))));
    const key = await crypto.subtle.importKey(
      "raw",
      data.length ? data : new Uint8Array([1]),
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["sign"],
    );
    const mine = hmac256(data.length ? data : new Uint8Array([1]), data);
    expect(hex(mine)).toBe(hex(new Uint8Array(await crypto.subtle.sign("HMAC", key, data))));
  }
});

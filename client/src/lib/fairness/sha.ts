// SHA-256 where the browser has no WebCrypto: it gives it only to pages by https, and a family plays by http in its own network.

const K = new Uint32Array(64);
const H = new Uint32Array(8);
{
  // The first bits of the fractional parts of cube and square roots of primes, as the standard has them.
  const frac = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) >>> 0;
  let count = 0;
  for (let n = 2; count < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (count < 8) H[count] = frac(Math.sqrt(n));
    K[count++] = frac(Math.cbrt(n));
  }
}

export function sha256(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = (((data.length + 8) >> 6) << 6) + 64;
  const padded = new Uint8Array(length);
  padded.set(data);
  padded[data.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setUint32(length - 8, Math.floor(data.length / 2 ** 29));
  words.setUint32(length - 4, (data.length << 3) >>> 0);
  const h = Uint32Array.from(H);
  const w = new Uint32Array(64);
  const turn = (x: number, n: number): number => (x >>> n) | (x << (32 - n));
  for (let at = 0; at < length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = words.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15]!;
      const b = w[i - 2]!;
      w[i] = w[i - 16]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7]! + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, z] = h as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const one = (z + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [z, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, z].forEach((x, i) => (h[i] = h[i]! + x));
  }
  const out = new Uint8Array(32);
  h.forEach((x, i) => new DataView(out.buffer).setUint32(4 * i, x));
  return out;
}

export function hmac256(key: Uint8Array, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = new Uint8Array(64 + data.length);
  inner.set(block.map((x) => x ^ 0x36));
  inner.set(data, 64);
  const outer = new Uint8Array(96);
  outer.set(block.map((x) => x ^ 0x5c));
  outer.set(sha256(inner), 64);
  return sha256(outer);
}

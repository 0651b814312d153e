// The curtain of a hot seat: folds with a scalloped hem, a pelmet, and the foot-lights of a tiny stage.
import { at, glow, INK, n, ring, shape, shroom, spark } from "./core";

const LAMPS = ["#d2504c", "#dba255", "#9a6bb8"];
const many = (k: number, draw: (i: number) => string) => Array.from({ length: k }, (_, i) => draw(i)).join("");

function stage(w: number, h: number, hem: number, floor: number) {
  const boards = many(
    7,
    (i) =>
      `<path d="M${n((w * i) / 6)} ${hem + 10}L${n(w / 2 + w * 1.25 * (i / 6 - 0.5))} ${h}" stroke="${INK}" stroke-width="2" opacity=".45"/>`,
  );
  return `<rect width="${w}" height="${h}" fill="#43122f"/><rect y="${hem - 16}" width="${w}" height="${floor + 20}" fill="#7a5238"/><path d="M0 ${hem + 10}H${w}" stroke="${INK}" stroke-width="3"/>${boards}`;
}

function fold(x: number, f: number, h: number, hem: number, i: number) {
  const q = hem - 4 + 10 * Math.sin(i * 1.7);
  const cloth = `<path d="M${n(x)} -10H${n(x + f)}V${n(q)}Q${n(x + f / 2)} ${n(q + 22)} ${n(x)} ${n(q)}Z" fill="var(--accent-strong)" stroke="${INK}" stroke-width="2.6"/>`;
  const light = `<path d="M${n(x + f * 0.08)} -10C${n(x + f * 0.3)} ${h * 0.3} ${n(x + f * 0.06)} ${h * 0.6} ${n(x + f * 0.14)} ${n(q + 4)}L${n(x + f * 0.36)} ${n(q + 12)}C${n(x + f * 0.26)} ${h * 0.6} ${n(x + f * 0.5)} ${h * 0.3} ${n(x + f * 0.3)} -10Z" fill="#fff" opacity=".1"/>`;
  const shade = `<path d="M${n(x + f * 0.7)} -10C${n(x + f * 0.8)} ${h * 0.35} ${n(x + f * 0.66)} ${h * 0.6} ${n(x + f * 0.74)} ${n(q + 10)}L${n(x + f)} ${n(q)}V-10Z" fill="${INK}" opacity=".2"/>`;
  return cloth + light + shade;
}

function stars(w: number, hem: number, k: number) {
  let seed = 11;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  return many(k, () => spark(random() * w, 90 + random() * (hem - 150), 5 + random() * 5, "#ffd97a", 'opacity=".5"'));
}

function pelmet(w: number, k: number, high: number) {
  const f = w / k;
  let edge = `M-6-10V${high}`;
  for (let i = 0; i < k; i++)
    edge += `Q${n(i * f + f / 2)} ${n(high + f * 0.62)} ${n((i + 1) * f + (i === k - 1 ? 6 : 0))} ${high}`;
  const tassel = (i: number) =>
    i
      ? `<g transform="translate(${n(i * f)} ${high - 6})">${shape("M-5 0H5L7 16Q0 20-7 16Z", "#f0bd45", 2.2)}${ring(0, -2, 5, "#ffd97a", 2.2)}</g>`
      : "";
  const cord = many(
    k,
    (i) =>
      `<path d="M${n(i * f)} ${high - 9}Q${n(i * f + f / 2)} ${n(high - 9 + f * 0.62)} ${n((i + 1) * f)} ${high - 9}" fill="none" stroke="#f0bd45" stroke-width="3"/>${tassel(i)}`,
  );
  return `<path transform="translate(0 9)" d="${edge}V-10Z" fill="${INK}" opacity=".3"/><path d="${edge}V-10Z" fill="color-mix(in srgb, var(--accent-strong) 72%, #2a0b26)" stroke="${INK}" stroke-width="3"/>${cord}`;
}

function cloth(w: number, h: number, k: number, floor: number, high: number, lamps: number) {
  const hem = h - floor;
  const f = w / k;
  const lights = many(lamps, (i) => {
    const x = (w * (i + 0.5)) / lamps;
    return (
      glow(n(x), h - floor * 0.34, floor * 0.9, 0.75) + at(x, h - floor * 0.12, floor / 74, shroom(LAMPS[i % 3]!, 3))
    );
  });
  return (
    stage(w, h, hem, floor) +
    many(k, (i) => fold(i * f, f, h, hem, i)) +
    stars(w, hem, k * 3) +
    pelmet(w, Math.round(k * 0.8), high) +
    lights
  );
}

export const wide = cloth(1280, 800, 12, 74, 60, 9);
export const tall = cloth(360, 740, 6, 40, 40, 5);

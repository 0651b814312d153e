// A card's face, 200 × 280. One anatomy: value plaque with a bookmark hanging from it, a picture, the name, what it does.
// l has words (140 px and wider), m has signs (96–139), s only the index (40–95), xs a large index (below).
import { at, INK, n, shape } from "../../../art/core";
import { back, backDefs } from "../../../art/cards";
import { escapeText } from "../../../lib/text/escape";
import type { Card, Realm } from "../state/cards";
import { pictures, type Size } from "./lazy-pictures.svelte";
import { REALM, sign, VERB } from "./signs";
import { minus } from "../../../lib/text/format";

export type FaceSize = "l" | "m" | "s" | "xs";

/** What a face needs to know besides the card: other kinds by slug, words, and what it is worth now. */
export interface FaceContext {
  kin: (slug: string) => Card | undefined;
  does: [strong: string, rest: string];
  realm: string;
  iff: string;
  least: string;
  any: (count: number) => string;
  worth?: number | undefined;
}

// How wide letters are: enough to break lines.
const em = (letter: string): number =>
  /[ilj'’.,:!|]/.test(letter)
    ? 0.26
    : /[ftr ()-]/.test(letter)
      ? 0.34
      : /[mw]/.test(letter)
        ? 0.8
        : /[MW]/.test(letter)
          ? 0.86
          : /[A-Z]/.test(letter)
            ? 0.61
            : 0.51;
const wide = (text: string, size: number): number => [...text].reduce((sum, letter) => sum + em(letter), 0) * size;

function wrap(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && wide(`${last} ${word}`, size) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Lines of about equal length. */
function balanced(text: string, size: number, width: number): string[] {
  let best = wrap(text, size, width);
  for (let less = width; less > 40; less -= 4) {
    const lines = wrap(text, size, less);
    if (lines.length > best.length) break;
    best = lines;
  }
  return best;
}

function look(card: Card, size: Size, x: number, y: number, w: number, h: number): string {
  const href = pictures.of(card, size);
  const ground = `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="11" fill="${REALM[card.realm].tint}"/>`;
  return href ? `<image href="${href}" x="${x}" y="${y}" width="${w}" height="${h}"/>` : ground;
}

/** The figure in a ring of radius 15. */
export function portrait(card: Card, scale = 1): string {
  const href = pictures.of(card, "dot");
  const inside = href
    ? `<image href="${href}" x="-15" y="-15" width="30" height="30"/>`
    : `<circle r="15" fill="${REALM[card.realm].tint}"/>`;
  return `<g transform="scale(${scale})">${inside}<circle r="15" fill="none" stroke="${INK}" stroke-width="2"/></g>`;
}

const TAIL: Record<Realm, (x: number, w: number, y: number) => string> = {
  "fairy-wood": (x, w, y) =>
    `C${x + w} ${y + 8} ${x + w * 0.72} ${y + 14} ${x + w / 2} ${y + 20}C${x + w * 0.28} ${y + 14} ${x} ${y + 8} ${x} ${y}`,
  "holy-empire": (x, w, y) => `V${y + 16}L${x + w / 2} ${y + 5}L${x} ${y + 16}V${y}`,
  "dragon-valley": (x, w, y) =>
    `V${y + 8}L${x + w * 0.83} ${y + 18}L${x + w * 0.67} ${y + 6}L${x + w / 2} ${y + 20}L${x + w * 0.33} ${y + 6}L${x + w * 0.17} ${y + 18}L${x} ${y + 8}V${y}`,
  "shadow-kingdom": (x, w, y) => `V${y + 16}A${w / 2} ${w / 2.4} 0 0 0 ${x} ${y + 16}V${y}`,
};

const bookmark = (realm: Realm, x: number, y: number, w: number, h: number, line: number): string =>
  shape(`M${x} ${y}H${x + w}V${y + h}${TAIL[realm](x, w, y + h)}Z`, REALM[realm].tint, line) +
  `<path d="M${x + 4} ${y}V${y + h}M${x + w - 4} ${y}V${y + h}" stroke="${REALM[realm].col}" stroke-width="2" opacity=".7"/>`;

function seal(x: number, y: number, rx: number, ry: number): string {
  const many = 14;
  let d = "";
  for (let i = 0; i <= many; i++) {
    const a = (i / many) * 2 * Math.PI;
    const point = `${n(x + rx * Math.cos(a))} ${n(y + ry * Math.sin(a))}`;
    d += i ? `A${n(rx * 0.26)} ${n(ry * 0.26)} 0 0 1 ${point}` : `M${point}`;
  }
  return `${d}Z`;
}

/** Fixed: a slip of paper; “if”: with a folded corner; so many for each: a scalloped seal. On the table it shows what the card is worth now. */
export function plaque(
  card: Card,
  x: number,
  y: number,
  w: number,
  h: number,
  size: number,
  line: number,
  worth: number | undefined,
  iff = "",
): string {
  const now = worth !== undefined && card.kind !== "fixed";
  const value = now ? minus(worth) : card.kind === "variable" ? `${card.times}×` : minus(card.value ?? 0);
  const unmet = now && worth === 0 && card.kind === "conditional";
  const [cx, cy] = [x + w / 2, y + h / 2];
  const fill = unmet ? "#e6dcc6" : "#fffaf0";
  const paper =
    card.kind === "variable"
      ? shape(seal(cx, cy, w * 0.5, h * 0.5), fill, line)
      : card.kind === "conditional"
        ? shape(
            `M${x} ${y + 5}Q${x} ${y} ${x + 5} ${y}H${x + w - 5}Q${x + w} ${y} ${x + w} ${y + 5}V${y + h - 16}L${x + w - 16} ${y + h}H${x + 5}Q${x} ${y + h} ${x} ${y + h - 5}Z`,
            fill,
            line,
          ) + shape(`M${x + w} ${y + h - 16}H${x + w - 16}V${y + h}Z`, REALM[card.realm].col, line * 0.8)
        : `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="8" fill="${fill}" stroke="${INK}" stroke-width="${line}"/>`;
  const letters = size * (value.length > 1 ? (card.kind === "variable" && !now ? 0.78 : 0.84) : 1);
  const wish = card.kind === "conditional" && iff;
  return (
    paper +
    `<text x="${n(cx)}" y="${n(cy + letters * (wish ? 0.22 : 0.35))}" text-anchor="middle" class="num" font-size="${n(letters)}" ${unmet ? 'style="fill:#6b5f78"' : ""}>${value}</text>` +
    (wish
      ? `<text x="${n(cx - 4)}" y="${n(y + h - 5)}" text-anchor="middle" class="suit" font-size="${n(size * (iff.length > 3 ? 0.33 : 0.42))}" fill="${INK}">${escapeText(iff)}</text>`
      : "")
  );
}

const paper = `<rect x="1.5" y="1.5" width="197" height="277" rx="17" fill="var(--card, #fffaf0)" stroke="${INK}" stroke-width="3"/>`;
const numbered = (card: Card, x: number, y: number, r: number, size: number): string =>
  card.number === null
    ? ""
    : `<circle cx="${x}" cy="${y}" r="${r}" fill="${REALM[card.realm].col}"/><text x="${x}" y="${n(y + size * 0.35)}" text-anchor="middle" class="suit" font-size="${size}" fill="#fffaf0">${card.number}</text>`;

/** Signs in place of words, 30 high round y = 0: [the drawing, its width]. */
export function strip(card: Card, context: FaceContext): [string, number] {
  const parts: [drawing: string, width: number, fromLeft?: boolean][] = [];
  const mark = (realm: Realm, scale = 1.25) => parts.push([at(0, 0, scale, REALM[realm].mark), 27]);
  const text = (words: string, size = 24) =>
    parts.push([
      `<text y="8" class="suit" font-size="${size}" fill="${INK}">${escapeText(words)}</text>`,
      wide(words, size) + 2,
      true,
    ]);
  const put = (name: string, scale = 1.2) => parts.push([at(0, 0, scale, `<g color="#2a2140">${sign[name]}</g>`), 28]);
  const putKin = (slug: string) => {
    const kin = context.kin(slug);
    if (kin) parts.push([portrait(kin, 0.98), 33]);
  };
  const { effect } = card;
  if (effect) {
    put(VERB[effect.kind], 1.3);
    if (effect.target === null) text(context.any(effect.amount));
    else {
      if (effect.kind !== "hunt") text(String(effect.amount));
      mark(effect.target);
    }
    if (effect.kind === "close-all") put("all", 1.15);
  } else if (card.ally) {
    put("ally", 1.15);
    putKin(card.ally);
  } else if (card.per) {
    text(`${card.times} ×`);
    putKin(card.per);
  } else if (card.kind === "conditional") {
    text(context.iff);
    card.own.forEach((slug, i) => {
      if (i) text("+");
      putKin(slug);
    });
    if (card.most) {
      put("most");
      if (card.most.word in REALM) mark(card.most.word as Realm);
      else put(card.most.word, 1.15);
    }
    for (const [realm, count] of card.least)
      parts.push([
        `<text y="8" class="suit" font-size="22" fill="${INK}">${count}</text>${at(22, 0, 0.98, REALM[realm].mark)}`,
        36,
        true,
      ]);
  } else if (card.wild) put("wild");
  const gap = 6;
  const width = parts.reduce((sum, [, w]) => sum + w, 0) + gap * Math.max(0, parts.length - 1);
  let x = -width / 2;
  let drawn = "";
  for (const [inner, w, fromLeft] of parts) {
    drawn += `<g transform="translate(${n(fromLeft ? x : x + w / 2)} 0)">${inner}</g>`;
    x += w + gap;
  }
  return [drawn, width];
}

function small(card: Card, size: "s" | "xs", worth: number | undefined): string {
  const xs = size === "xs";
  const { col, mark } = REALM[card.realm];
  return (
    `${paper}${look(card, "s", 9, 9, 182, 262)}<rect x="9" y="9" width="182" height="262" rx="12" fill="none" stroke="${col}" stroke-width="${xs ? 9 : 7}"/>` +
    (xs
      ? bookmark(card.realm, 14, 60, 88, 112, 7) + at(58, 148, 3.1, mark) + plaque(card, 4, 4, 112, 106, 92, 8, worth)
      : bookmark(card.realm, 14, 60, 66, card.number ? 126 : 78, 5) +
        at(47, 122, 2.1, mark) +
        numbered(card, 47, 172, 23, 40) +
        plaque(card, 5, 5, 86, 84, 72, 6, worth))
  );
}

const names = (card: Card, size: number, width: number): string[] =>
  card.chapter
    ? [card.title, card.name.slice(card.title.length).replace(/^\W+/, "")]
    : balanced(card.name, size, width);

function middle(card: Card, context: FaceContext): string {
  const { col, tint, mark } = REALM[card.realm];
  const name = names(card, 25, 184);
  const [drawn, width] = strip(card, context);
  const size = Math.max(...name.map((line) => wide(line, 25))) > 186 ? 22.5 : 25;
  return (
    `${paper}${look(card, "m", 9, 9, 182, 146)}<rect x="9" y="9" width="182" height="146" rx="11" fill="none" stroke="${col}" stroke-width="4"/>` +
    bookmark(card.realm, 15, 56, 48, card.number ? 72 : 42, 3.6) +
    at(39, 88, 1.5, mark) +
    numbered(card, 39, 119, 14, 24) +
    plaque(card, 6, 6, 66, 62, 50, 4, context.worth, context.iff) +
    name
      .slice(0, 2)
      .map(
        (line, i) =>
          `<text x="100" y="${name.length > 1 ? 182 + i * 23 : 192}" text-anchor="middle" class="suit" font-size="${size}" fill="${INK}">${escapeText(line)}</text>`,
      )
      .join("") +
    `<path d="M12 217H188V259Q188 268 179 268H21Q12 268 12 259Z" fill="${tint}"/><g transform="translate(100 243) scale(${n(Math.min(1.34, 176 / Math.max(1, width)))})">${drawn}</g>`
  );
}

/** The drawing at the left of the words. */
function emblem(card: Card, context: FaceContext): string {
  const kin = [card.per ?? card.ally, ...card.own].flatMap((slug) => (slug ? (context.kin(slug) ?? []) : []));
  if (kin.length === 1) return at(32, 237, 1.22, portrait(kin[0]!)) + numbered(kin[0]!, 46, 252, 9, 14);
  if (kin.length > 1) return at(27, 224, 0.94, portrait(kin[0]!)) + at(37, 250, 0.94, portrait(kin[1]!));
  if (card.effect)
    return (
      at(28, 236, 1.7, sign[VERB[card.effect.kind]]!) +
      (card.effect.target ? at(43, 250, 0.92, REALM[card.effect.target].mark) : "")
    );
  if (card.most) {
    const about =
      card.most.word in REALM
        ? at(42, 250, 0.9, REALM[card.most.word as Realm].mark)
        : `<g color="#2a2140">${at(44, 250, 0.8, sign[card.most.word]!)}</g>`;
    return at(30, 232, 1.5, sign["most"]!) + about;
  }
  return card.wild ? at(32, 236, 1.7, sign["wild"]!) : "";
}

function words(card: Card, context: FaceContext): string {
  const size = 16.4;
  if (card.least.length) {
    const gap = 182 / card.least.length;
    const each = card.least.map(
      ([realm, count], i) =>
        `<g transform="translate(${n(9 + gap * (i + 0.5))} 248)"><text x="-17" y="9" text-anchor="middle" class="num" font-size="27">${count}</text>${at(10, 0, 1.25, REALM[realm].mark)}</g>`,
    );
    return `<text x="100" y="222" text-anchor="middle" font-size="${size}" class="tc-t" fill="${INK}">${escapeText(context.least)}</text>${each.join("")}`;
  }
  const drawn = emblem(card, context);
  const left = drawn ? 60 : 16;
  const [strong, rest] = context.does;
  const lines = wrap(`${strong} ${rest}`.trim(), size, 197 - left);
  const high = lines.length > 3 ? 16.4 : 18;
  const top = 238 - ((lines.length - 1) * high) / 2 + 5;
  let bold = strong.length;
  const put = lines.map((line, i) => {
    const part = Math.max(0, Math.min(bold, line.length));
    bold -= part + 1;
    const text =
      part > 0
        ? `<tspan class="tc-b">${escapeText(line.slice(0, part))}</tspan>${escapeText(line.slice(part))}`
        : escapeText(line);
    return `<text x="${left}" y="${n(top + i * high)}" font-size="${lines.length > 3 ? 15.4 : size}" class="tc-t" fill="${INK}">${text}</text>`;
  });
  return drawn + put.join("");
}

function large(card: Card, context: FaceContext): string {
  const { col, tint, mark } = REALM[card.realm];
  const length = wide(card.name, 20);
  const name = card.chapter ? names(card, 0, 0) : length > 196 ? balanced(card.name, 17.5, 178) : [card.name];
  return (
    `${paper}${look(card, "l", 9, 9, 182, 130)}<rect x="9" y="9" width="182" height="130" rx="11" fill="none" stroke="${col}" stroke-width="3"/>` +
    bookmark(card.realm, 17, 50, 40, card.number ? 60 : 36, 2.6) +
    at(37, 79, 1.3, mark) +
    numbered(card, 37, 106, 11.5, 19) +
    plaque(card, 7, 7, 60, 55, 44, 2.6, context.worth, context.iff) +
    name
      .slice(0, 2)
      .map(
        (line, i) =>
          `<text x="100" y="${name.length > 1 ? 157 + i * 18 : 166}" text-anchor="middle" class="suit" font-size="${name.length > 1 ? 17.5 : n(Math.min(20, (20 * 168) / length))}" fill="${INK}">${escapeText(line)}</text>`,
      )
      .join("") +
    `<path d="M11 181H189V203H11Z" fill="${tint}"/><path d="M11 181H189M11 203H189" stroke="${col}" stroke-width="1.500"/><text x="18" y="197.500" class="suit" font-size="16.4" fill="${col}">${escapeText(context.realm)}</text><text x="161" y="197.500" text-anchor="end" class="tc-t" font-size="15.5" fill="${INK}">×${card.copies}</text><g transform="translate(176 192) scale(.74)" color="${col}">${sign[card.sort]}</g>` +
    words(card, context)
  );
}

export function face(card: Card, size: FaceSize, context: FaceContext): string {
  if (size === "l") return large(card, context);
  return size === "m" ? middle(card, context) : small(card, size, context.worth);
}

let backs = "";
/** The back as an image: there are many of them. */
function backImage(): string {
  const light = `<radialGradient id="g-spark"><stop offset="0" stop-color="#fff3c4" stop-opacity=".95"/><stop offset=".22" stop-color="#ffe08a" stop-opacity=".6"/><stop offset="1" stop-color="#ffd36b" stop-opacity="0"/></radialGradient>`;
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="560" viewBox="0 0 200 280" style="--ink:#2a2140;--card:#fffaf0;color:#3f8450"><defs>${light}${backDefs}</defs>${back()}</svg>`;
  backs ||= URL.createObjectURL(new Blob([drawn], { type: "image/svg+xml" }));
  return `<image href="${backs}" width="200" height="280"/>`;
}

/** Closed: the back; for its owner with the figure showing through. */
export const closedFace = (card: Card | null): string =>
  backImage() +
  (card
    ? `<circle cx="100" cy="140" r="62" fill="#fffaf0" stroke="${INK}" stroke-width="4"/>${at(100, 140, 3.9, portrait(card))}${at(44, 222, 2.6, `<circle r="13.500" fill="#fffaf0" stroke="${INK}" stroke-width="1.500"/>${at(0, 0, 0.86, REALM[card.realm].mark)}`)}`
    : "");

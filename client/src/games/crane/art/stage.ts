// Drawing of the table: stump, deck from the side, jackpots, claw. The lines in a stack's side are texture, not a count.
import { animals, INK, RINGS } from "../../../art/index";
import { glow, n } from "../../../art/core";
import { instruction, mascot, pot, slab, stump, tips } from "./pieces";
import { lantern } from "../../../art/scene";
import type { Pot } from "../state/view";

export interface Table {
  deck: number;
  lift: number; // cards, roughly, that the claw holds; 0: it holds none
  pots: { pot: Pot; cards: number; says: string }[];
  deckSays: string;
  target: number | null;
  finger: string | null;
  fingerSays: string;
  mood: "open" | "shut" | "joy" | "oops";
  animal: string | null; // of the challenger
}

/** One orientation. Numbers are those of its view box. */
export interface Layout {
  kind: "wide" | "tall";
  w: number;
  h: number;
  card: number; // height of a card in a stack
  deck: { x: number; y: number; w: number };
  pots: { left: [x: number, y: number]; right: [x: number, y: number]; s: number };
}

export const WIDE: Layout = {
  kind: "wide",
  w: 1016,
  h: 556,
  card: 0.74,
  deck: { x: 512, y: 452, w: 190 },
  pots: { left: [348, 440], right: [872, 440], s: 1.12 },
};
export const TALL: Layout = {
  kind: "tall",
  w: 360,
  h: 354,
  card: 0.4,
  deck: { x: 150, y: 300, w: 94 },
  pots: { left: [70, 302], right: [318, 302], s: 0.62 },
};

export const badge = (animal: string): string =>
  `<g transform="translate(-19 -19) scale(.68)"><circle cx="28" cy="28" r="26" fill="${RINGS[animal as "fox"]}"/><g transform="translate(6.500 6) scale(.9)">${animals[animal as "fox"]}</g></g><circle r="18" fill="none" stroke="${INK}" stroke-width="2.400"/>`;

/** As wide as what it says, in any language; and whole: not beyond the edge of the picture. */
function plaque(
  at: number,
  y: number,
  says: string,
  cards: number,
  { w: least, h, fs, edge }: { w: number; h: number; fs: number; edge: number },
): string {
  const w = Math.max(least, Math.ceil(30 + says.length * fs * 0.54 + String(cards).length * fs * 0.78));
  const x = Math.min(at, edge - w / 2 - 2);
  return `<g transform="translate(${x} ${y})"><rect x="${-w / 2}" width="${w}" height="${h}" rx="9" fill="var(--card)" stroke="${INK}" stroke-width="2.200"/><text x="${-w / 2 + 11}" y="${h / 2 + fs * 0.34}" class="suit" font-size="${fs}" fill="${INK}">${says}</text><text x="${w / 2 - 11}" y="${h / 2 + fs * 0.4}" text-anchor="end" class="num" font-size="${n(fs * 1.28)}">${cards}</text></g>`;
}

/** Ground, stump, jackpots, and the deck without what was lifted. */
export function ground(layout: Layout, table: Table): string {
  const big = layout.kind === "wide";
  const { deck, pots } = layout;
  const single = table.pots.length === 1;
  const height = Math.max(2, table.deck - table.lift) * layout.card;
  const face =
    table.target !== null && table.finger !== null && !table.lift
      ? instruction(table.target, table.finger, table.fingerSays)
      : undefined;
  const jars = table.pots
    .map(
      ({ pot: side, cards }) =>
        `<g transform="translate(${pots[side].join(" ")}) scale(${pots.s})">${pot(cards, side)}</g>`,
    )
    .join("");
  const [lx, ly] = pots.right;
  const lamp = single
    ? `<ellipse cx="${lx}" cy="${ly - 4}" rx="${big ? 30 : 18}" ry="${big ? 8 : 5}" fill="${INK}" opacity=".2"/>${lantern(lx - 5, big ? 364 : 258, big ? 1.28 : 0.74).replace(/<path d="M0-30V6"[^>]*>/, "")}`
    : "";
  const texture = big ? { seed: 4 } : { seed: 4, lw: 2.2, gap: 4.2, hair: 1 };
  const size = { edge: layout.w, ...(big ? { w: 0, h: 32, fs: 17 } : { w: 0, h: 27, fs: 15 }) };
  const plaques = table.pots
    .map(({ pot: side, cards, says }) =>
      plaque(pots[side][0], ly + (big ? 22 : 8), says, cards, { ...size, w: big ? 154 : single ? 96 : 74 }),
    )
    .join("");
  return `<ellipse cx="${big ? 610 : 196}" cy="${big ? 420 : 286}" rx="${big ? 470 : 190}" ry="${big ? 170 : 80}" fill="url(#g-glade)"/><g transform="translate(${big ? "610 422" : "196 284"})">${big ? stump(362, 86, 40) : stump(164, 40, 18, { lw: 2.4 })}</g>${big ? glow(630, 390, 230, 0.7) : glow(205, 260, 110, 0.7)}
  ${jars}${lamp}<g transform="translate(${deck.x} ${deck.y})">${slab(deck.w, height, { ...texture, face })}</g>
  ${plaques}${table.lift ? "" : plaque(deck.x + deck.w * 0.56, deck.y + (big ? 28 : 17), table.deckSays, table.deck, { ...size, w: big ? 112 : 98 })}`;
}

/** The claw, with what it holds. */
export function claw(layout: Layout, table: Table): string {
  const big = layout.kind === "wide";
  const { deck } = layout;
  const worn = table.animal ? { badge: badge(table.animal) } : {};
  if (!table.lift) {
    return `<g transform="translate(${deck.x + (big ? 120 : 62)} ${big ? 146 : 98}) scale(${big ? 1.18 : 0.74})">${mascot(table.mood, { cable: 520, grip: big ? 64 : 50, len: big ? 70 : 56, ...worn })}</g>`;
  }
  const height = (table.deck - table.lift) * layout.card;
  const thick = table.lift * layout.card * (big ? 2.3 : 3.4); // thicker than it is: only the change matters
  const up = big ? 92 : 36; // on a phone, calls below the seats stay clear of the claw
  const s = big ? 1.18 : 0.66;
  const y = Math.max(big ? 60 : 40, deck.y - height - up - thick - (big ? 118 : 56));
  const [grip, len] = big ? [94, 108] : [84, 92];
  const at = `translate(${deck.x + (big ? 120 : 59)} ${n(y)}) scale(${s})`;
  const face =
    table.target !== null && table.finger !== null
      ? instruction(table.target, table.finger, table.fingerSays)
      : undefined;
  const texture = big ? { seed: 9 } : { seed: 9, lw: 2.2, gap: 4.2, hair: 1 };
  return `<ellipse cx="${deck.x + deck.w * 0.64}" cy="${n(deck.y - height - (big ? 34 : 16))}" rx="${big ? 92 : 46}" ry="${big ? 18 : 9}" fill="${INK}" opacity=".22"/>
  <g transform="${at}">${mascot(table.mood, { cable: y / s + (big ? 100 : 24), grip, len, ...worn })}</g><g transform="translate(${deck.x - 3} ${n(deck.y - height - up)})">${slab(deck.w, thick, { ...texture, shadow: false, face })}</g><g transform="${at}">${tips(grip, len)}</g>`;
}

/** Boxes of the zones, for what flies there: in per cent of the picture. */
export function boxes(layout: Layout, table: Table): { zone: string; place?: string; style: string }[] {
  const box = (x: number, y: number, w: number, h: number): string =>
    `left:${(x / layout.w) * 100}%;top:${(y / layout.h) * 100}%;width:${(w / layout.w) * 100}%;height:${(h / layout.h) * 100}%`;
  const { deck, pots } = layout;
  const height = table.deck * layout.card + deck.w * 0.32;
  const jars = table.pots.map(({ pot: side }) => {
    const [x, y] = pots[side];
    return { zone: "jackpot", place: side, style: box(x - 50 * pots.s, y - 90 * pots.s, 100 * pots.s, 90 * pots.s) };
  });
  return [{ zone: "deck", style: box(deck.x, deck.y - height, deck.w * 1.3, height) }, ...jars];
}

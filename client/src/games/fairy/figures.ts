// Figures of the rules: fairies, suits, guesses.
import { signed } from "../../lib/text/format";
import { FairyNumbers } from "../../wire/fairy";
import { charm, isFairy, SUITS, suitMark } from "../../art/cards";
import { at, fairy, INK } from "../../art/core";
import { hands } from "../../art/hands";
import { escapeText } from "../../lib/text/escape";
import { caption, cells, picture, sheet, type Figures, type Say } from "../../lib/text/figure";
import { t } from "../../lib/text/words.svelte";
import { capitalize } from "../../lib/text/format";

const RUNS = ["moss", "petal", "star"] as const;
const HANDS = { higher: "up", lower: "down", suit: "side", catch: "catch" } as const;

const fairies = (say: Say): string =>
  cells(
    RUNS.map((suit, i) => ({
      box: "0 0 200 280",
      art: charm(4 + 7 * i, { name: escapeText(capitalize(say(`suit.${suit}`))) }),
    })),
  );

/** A card so small that only its number, its suit and a fairy fit. */
function tiny(card: number, suit: (typeof RUNS)[number], x: number, y: number): string {
  const { col, pale } = SUITS[suit];
  const lit = isFairy(card);
  const art = lit
    ? `<circle cx="19" cy="30" r="18" fill="url(#g-halo-${suit})"/>${at(19, 33, 0.21, fairy(suit))}`
    : at(19, 34, 0.86, suitMark[suit]);
  return `<g transform="translate(${x} ${y})"><rect width="38" height="52" rx="6" fill="${lit ? "#fff3c4" : pale}" stroke="${lit ? INK : col}" stroke-width="${lit ? 2 : 1.6}"/>${art}<text x="5" y="16" class="num" font-size="15">${card}</text></g>`;
}

function runs(say: Say): string {
  const row = (suit: (typeof RUNS)[number], i: number): string => {
    const y = i * 78;
    const first = 1 + 7 * i;
    const name = `${at(10, y + 9, 0.72, suitMark[suit])}<text x="24" y="${y + 14}" class="suit" font-size="14" fill="${INK}">${escapeText(capitalize(say(`suit.${suit}`)))} ${first}–${first + 6}</text>`;
    return name + Array.from({ length: 7 }, (_, k) => tiny(first + k, suit, 1 + k * 43, y + 20)).join("");
  };
  return sheet(picture("0 0 298 230", RUNS.map(row).join("")));
}

const guesses = (): string =>
  cells(
    (["higher", "lower", "suit", "catch"] as const).map((guess) => ({
      box: "0 0 100 100",
      art: `<g color="#c24a78">${hands[HANDS[guess]]}</g>`,
      name: t(`fairy.do.${guess}`),
      value: signed(FairyNumbers[guess]),
    })),
  ) + caption(t("fairy.cost", { points: FairyNumbers.wrong }));

export const figures: Figures["figures"] = { R1: fairies, R2: runs, R7: guesses };

// Figures of the rules: card, jackpots, bets with their pay, payments.
import { back } from "../../art/cards";
import { INK } from "../../art/core";
import { betCard, craneDefs, instruction, pot, slab } from "./art/pieces";
import { escapeText } from "../../lib/text/escape";
import { caption, cells, legend, picture, pin, sheet, type Figures, type Say } from "../../lib/text/figure";
import { t } from "../../lib/text/words.svelte";

const TEN = 10;
const BETS = ["high", "low", "just"] as const;

const card = (): string =>
  legend(
    "0 0 200 280",
    instruction(TEN, "ring", t("crane.no-finger", { finger: t("crane.finger.ring") })) +
      pin(160, 58, 1) +
      pin(168, 120, 2),
    [t("crane.fig.number"), t("crane.fig.finger")],
  );

const orange = (inner: string): string => `<g color="#d2741f">${inner}</g>`;
const setup = (): string =>
  cells([
    { box: "-66 -152 132 158", art: orange(pot(3, "left")), name: t("crane.pot.left"), value: "3" },
    {
      box: "-8 -140 148 177",
      art: orange(slab(98, 62, { seed: 4, lw: 2.4, face: back() })),
      name: t("crane.deck"),
      value: "130",
    },
    { box: "-66 -152 132 158", art: orange(pot(3, "right")), name: t("crane.pot.right"), value: "3" },
  ]);

const bets = (say: Say): string =>
  caption(t("crane.fig.bets", { target: TEN })) +
  cells(
    BETS.map((bet) => ({
      box: "0 0 200 280",
      art: betCard(bet, escapeText(say(`bet.${bet}`))),
      name: t(`crane.means.${bet}`, { target: TEN }),
      note: bet === "just" ? t("crane.bet.pays.jackpot") : t("crane.bet.pays", { cards: 2 }),
    })),
  );

type Goes = "challenger" | "jackpot" | "deck";
const FILL: Record<Goes, string> = { challenger: "#f09a3c", jackpot: "#ffe08a", deck: "#fffaf0" };
const MARK: Record<Goes, string> = {
  challenger: "",
  jackpot: `<path d="M4 15L8.500 6L13 15Z" fill="none" stroke="${INK}" stroke-width="1.400"/>`,
  deck: `<path d="M4 7H13M4 11H13M4 15H13" stroke="${INK}" stroke-width="1.400"/>`,
};
/** So many were grabbed: what becomes of each of them. */
function share(row: number, parts: [Goes, number][], more = ""): string {
  const grabbed = parts.reduce((sum, [, count]) => sum + count, 0);
  let x = 42;
  let g = `<text x="30" y="25" text-anchor="end" class="num" font-size="24">${grabbed}</text>`;
  for (const [goes, count] of parts) {
    for (let k = 0; k < count; k++)
      g += `<g transform="translate(${x + k * 18.5} 2)"><rect width="16.500" height="24" rx="3" fill="${FILL[goes]}" stroke="${INK}" stroke-width="1.800"/>${MARK[goes]}</g>`;
    g += `<text x="${x}" y="41" class="suit" font-size="13" fill="${INK}">${escapeText(t(`crane.fig.to.${goes}`))}${more}</text>`;
    x += count * 18.5 + 12;
  }
  return `<g transform="translate(0 ${row * 54})">${g}</g>`;
}
const shares = (): string =>
  sheet(
    caption(t("crane.fig.shares", { target: TEN })) +
      picture(
        "0 -2 310 156",
        share(0, [["challenger", 10]], ` + ${escapeText(t("crane.fig.whole"))}`) +
          share(1, [
            ["challenger", 6],
            ["jackpot", 2],
          ]) +
          share(2, [
            ["deck", 10],
            ["jackpot", 3],
          ]),
      ),
  );

export const figures: Figures["figures"] = { R1: card, R3: setup, R8: bets, R15: shares };
export const defs = { id: "cr-hatch", all: craneDefs };

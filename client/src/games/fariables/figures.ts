// Figures of the rules: neighbours, kinds, dice, columns of values.
import { defs as all, die, DX, DY, TINT, use } from "./art/pieces";
import { escapeText } from "../../lib/text/escape";
import { caption, cells, picture, sheet, type Figures, type Say } from "../../lib/text/figure";
import { t } from "../../lib/text/words.svelte";
import { column, fairyOn, garland, garlandAt, ground } from "./art/garden";
import { KINDS, PRINTED, type Kind } from "./state/places";
import { capitalize } from "../../lib/text/format";

const DIE = "-37 -39 74 80";

function neighbours(): string {
  const spots: [Kind, number, number, string][] = [
    ["cap", -3 * DX, -DY, ""],
    ["star", 3 * DX, DY, ""],
    ["dew", 3 * DX, -DY, ""],
    ["moon", -3 * DX, DY, ""],
    ["leaf", -DX, -DY, "near"],
    ["moon", DX, -DY, "near"],
    ["star", -2 * DX, 0, "near"],
    ["flower", 2 * DX, 0, "near"],
    ["bell", -DX, DY, "near"],
    ["dew", DX, DY, "near"],
    ["cap", 0, 0, "own"],
  ];
  const space = ([kind, x, y, how]: (typeof spots)[number]): string => {
    const lit =
      how === "near"
        ? '<use href="#fa-lit" fill="none" stroke="var(--ink)" stroke-width="13"/><use href="#fa-lit" fill="none" stroke="#ffd24d" stroke-width="9"/>'
        : "";
    const tint = `<use href="#fa-hex" fill="${TINT[kind]}" stroke="var(--ink)" stroke-width="2.400"/><use href="#fa-hex" fill="url(#fa-p-${kind})"/>`;
    const own = how === "own" ? use("fa-y0", 0, 14, 46) : "";
    return `<g transform="translate(${x} ${y})"${how ? "" : ' opacity=".55"'}>${lit}${tint}${use(`fa-k-${kind}`, 0, own ? -9 : 1, 66)}${own}</g>`;
  };
  return sheet(picture("-160 -114 320 228", spots.map(space).join(""), "", "rfig__mid"));
}

const kinds = (say: Say): string =>
  cells(
    KINDS.map((kind, i) => ({ box: DIE, art: die("A", i + 1), name: capitalize(say(`fairy.${kind}`)) })),
    3,
  );
const dice = (): string =>
  cells(
    (["A", "B", "C"] as const).map((which, i) => ({
      box: DIE,
      art: die(which, [5, 6, 4][i]!, { rot: [-5, 4, -3][i] }),
      name: t(`fari.fig.${which.toLowerCase()}`),
      value: which,
    })),
  );
const changes = (): string =>
  sheet(
    picture(
      "0 0 450 82",
      [1, 2, 3, 4, 5, 6]
        .map((shown) => `<g transform="translate(${shown * 75 - 37} 40)">${die("B", shown)}</g>`)
        .join(""),
    ),
  );

function columns(say: Say): string {
  const values: [number, number][] = [
    [5, 5],
    [3, 3],
    [9, 9],
    [12, 12],
    [14, 11],
    [7, 7],
  ];
  const of = (draw: (kind: Kind, value: number, before: number) => string): string =>
    KINDS.map((kind, i) => draw(kind, ...values[i]!)).join("");
  const drawn =
    ground(PRINTED) +
    of((kind, value, before) => column(PRINTED, kind, value, before)) +
    garland(PRINTED) +
    of((kind, value) => fairyOn(PRINTED, kind, value, value, "", false, false, value >= PRINTED.goal));
  const text = `<text x="34" y="${garlandAt(PRINTED) - 74}" class="suit fa-axis" font-size="15">${escapeText(t("fari.garland"))}</text>`;
  return sheet(
    picture("0 4 300 432", drawn + text, t("fari.fig.columns", { kind: capitalize(say("fairy.moon")) }), "rfig__mid"),
  );
}

export const figures: Figures["figures"] = {
  R1: () => neighbours() + caption(t("fari.fig.near")),
  R3: kinds,
  R10: dice,
  R12: changes,
  R18: columns,
};
export const defs = { id: "fa-hex", all };

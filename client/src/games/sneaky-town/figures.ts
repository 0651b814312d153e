// Figures of the rules: town, tiles, actions, charms at crossings.
import { at } from "../../art/core";
import { act, bell, charm, houseDefs, pointMark, stone, tint } from "./art/pieces";
import { caption, cells, picture, type Figures, type Say } from "../../lib/text/figure";
import { t } from "../../lib/text/words.svelte";
import {
  awards,
  drawLines,
  freeMarks,
  houses,
  indices,
  openPoints,
  paper,
  traces,
  type House,
  type LineOf,
} from "./art/draw";
import { turned, wide, type Layout } from "./layout/geometry";
import type { TileName } from "./state/mind.svelte";
import type { Scored } from "./state/moment.svelte";
import { capitalize } from "../../lib/text/format";

const [SIZE, MARKS] = [5, 12];
const LINES = [1, 2, 3, 4, 5];
const POINTS = LINES.flatMap((i) => LINES.map((j) => `${i},${j}`));
const TILES: TileName[][] = [
  ["void", "flower", "blue-sun", "void", "brown-sun"],
  ["brown-sun", "void", "void", "flower", "blue-sun"],
];

const NARROW = 700; // below it a table shows the town turned

function town(
  l: Layout,
  shown: (TileName | null)[][],
  open: boolean,
  lit: LineOf[],
  stones: string[][],
  traced: string,
): string {
  const taken = new Set(stones.flat());
  const all = [0, 1].flatMap((owner) =>
    LINES.map((line): House => ({ owner, line, tile: shown[owner]?.[line - 1] ?? null, open })),
  );
  return (
    paper(l) +
    drawLines(l, [], null, lit) +
    traced +
    openPoints(
      l,
      POINTS.filter((name) => !taken.has(name)),
      () => null,
      new Set(),
      0,
    ) +
    freeMarks(l, MARKS, 0, open ? [] : [LINES.map(String), LINES.map(String)], null, null, false) +
    houses(l, all) +
    stones.flatMap((own, p) => own.map((name) => at(...l.point(...indices(name)), l.stone, stone[p]!))).join("")
  );
}

/** As player 1 sees it: the own windows, closed shutters on the other side, and one point with its two lines. */
function board(): string {
  const l = wide(SIZE, MARKS, 0);
  const [x, y] = l.point(2, 4);
  const name = `<g transform="translate(${x - 38} ${y - 66}) scale(2)"><rect x="-4" y="-4" width="45" height="26" rx="9" fill="#fffaf0" stroke="var(--ink)" stroke-width="1.200"/>${pointMark(2, 4)}</g>`;
  return (
    picture(
      "70 -2 860 612",
      town(
        l,
        [TILES[0]!, []],
        false,
        [
          [0, 2],
          [1, 4],
        ],
        [[], []],
        "",
      ) + name,
    ) + caption(t("town.fig.board"))
  );
}

const tiles = (say: Say): string =>
  cells(
    (["blue-sun", "brown-sun", "flower", "void", "void"] as const).map((tile) => ({
      box: "-15 -15 30 30",
      art: `<rect x="-14" y="-14" width="28" height="28" rx="5" fill="${tint[tile]}" stroke="var(--ink)" stroke-width="1.600"/>${charm[tile]}`,
      name: capitalize(say(`tile.${tile}`)),
    })),
  );

const actions = (): string =>
  cells(
    [
      ...(["cast", "transfer", "recover", "reveal", "swap"] as const).map((kind) => ({
        box: "0 0 44 44" as const,
        art: act(0)[kind],
        name: t(`town.do.${kind}`),
      })),
      { box: "0 0 40 40", art: bell, name: t("town.fig.end") },
    ],
    3,
  );

function drawAwards(): string {
  const l = (window.innerWidth < NARROW ? turned : wide)(SIZE, MARKS, 0);
  const scored = {
    traced: [
      { charm: "flower", point: "2,4", seat: 0, points: 10 },
      { charm: "blue-sun", point: "3,5", seat: 1, points: 5 },
      { charm: "brown-sun", point: "5,1", seat: null, points: 0 },
    ],
  } as unknown as Scored;
  const drawn =
    town(
      l,
      TILES,
      true,
      [],
      [
        ["2,4", "4,2"],
        ["3,5", "1,2"],
      ],
      traces(l, scored),
    ) + awards(l, scored);
  return picture(l.kind === "wide" ? "70 -2 860 612" : "0 -2 362 404", drawn) + caption(t("town.fig.found"));
}

export const figures: Figures["figures"] = { R2: board, R4: tiles, R7: actions, R17: drawAwards };
export const defs = { id: "st-roof-0", all: houseDefs };

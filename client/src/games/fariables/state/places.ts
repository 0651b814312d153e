// Layout of the board from the catalogue.
import { t, words } from "../../../lib/text/words.svelte";
import { box, xy } from "../art/land";
import type { Catalogue } from "../../../lib/game/catalogue";
import { numberOf } from "../../../lib/game/numbers";
import type { Play } from "../play";
import { FariablesNumbers, type FariablesView } from "../../../wire/fariables";

export type Kind = keyof FariablesView["value"];
export const KINDS: Exclude<Kind, "flower">[] = ["dew", "leaf", "bell", "cap", "moon", "star"]; // as a die has them

/** The value that ends the game, and the most that a roll adds to a value. */
export interface Scale {
  goal: number;
  near: number;
}
const scaleWith = (number: (name: "goal" | "faces" | "off_die_b") => number): Scale => ({
  goal: number("goal"),
  near: number("faces") - number("off_die_b"),
});
export const PRINTED: Scale = scaleWith((name) => FariablesNumbers[name]);
export const scaleOf = (play: Play): Scale => scaleWith((name) => numberOf(play, FariablesNumbers, name));
/** Tokens of each player. */
export const tokensOf = (play: Play): number => numberOf(play, FariablesNumbers, "tokens");

export interface Space {
  name: string;
  row: number;
  column: number;
  kind: Kind;
  x: number;
  y: number;
}

export type Box = [x: number, y: number, w: number, h: number];

export interface Place {
  name: string;
  title: string;
  by: string;
  own: boolean; // somebody's own board, not one of ours
  spaces: Space[];
  at: Map<string, Space>;
  water: [number, number][];
  rows: string[][]; // names, as they lie
  box: Box;
}

const PLACES = new WeakMap<Catalogue, Place>();
const NONE: Place = {
  name: "",
  title: "",
  by: "",
  own: false,
  spaces: [],
  at: new Map(),
  water: [],
  rows: [],
  box: [0, 0, 1, 1],
};

export function placeOf(play: Play): Place {
  const catalogue = play.catalogue;
  if (!catalogue?.things["space"]) return NONE;
  let place = PLACES.get(catalogue);
  if (!place) PLACES.set(catalogue, (place = read(catalogue)));
  return place;
}

function read(catalogue: Catalogue): Place {
  const [[name, thing] = ["", {}]] = Object.entries(catalogue.things["board"] ?? {});
  const spaces = Object.entries(catalogue.things["space"] ?? {}).map(([space, entry]): Space => {
    const { row, column, kind } = entry as { row: number; column: number; kind: { word: Kind } };
    const [x, y] = xy(row, column) as [number, number];
    return { name: space, row, column, kind: kind.word, x, y };
  });
  const water = (thing["water"] ?? []) as [number, number][];
  const cells = [...spaces.map(({ row, column }): [number, number] => [row, column]), ...water];
  const rows: string[][] = [];
  for (const { row, name: space } of spaces) (rows[row] ??= []).push(space);
  const form = catalogue.options.find((option) => option.name === "board");
  const ours = form && "values" in form ? (form.values ?? []) : [];
  return {
    name,
    get title() {
      // asked for anew each time: the language may be another one by then
      return ours.includes(name) && words.speaker.has(`board.${name}`)
        ? t(`board.${name}`)
        : String(thing["title"] ?? name);
    },
    by: String(thing["by"] ?? ""),
    own: !ours.includes(name),
    spaces,
    at: new Map(spaces.map((space) => [space.name, space])),
    water,
    rows: rows.filter(Boolean),
    box: box(cells, 8) as Box,
  };
}

/** The picture of a board as people write it, for the sheet of a board of one's own. */
export function writeBoard({ title, by, spaces, water }: Place): string {
  const faces: Record<string, string> = {
    flower: "*",
    ...Object.fromEntries(KINDS.map((kind, i) => [kind, String(i + 1)])),
  };
  const lines: string[][] = [];
  const put = (row: number, column: number, mark: string): void => {
    const line = (lines[row] ??= []);
    while (line.length < column) line.push(" ");
    line[column] = mark;
  };
  for (const { row, column, kind } of spaces) put(row, column, faces[kind]!);
  for (const [row, column] of water) put(row, column, "~");
  const picture = Array.from(lines, (line) => Array.from(line ?? [], (mark) => mark ?? " ").join("") || ".");
  return [`title: ${title}`, `by: ${by}`, "islands: yes", "", ...picture].join("\n");
}

/** What a space is worth now; null for a flower that is still hidden. */
export const worthOf = (view: FariablesView, kind: Kind, flowersKnown = true): number | null =>
  kind === "flower" && !flowersKnown ? null : view.value[kind];

/** What the tokens on these spaces are worth together, and the number of tokens on hidden flowers. */
export function sumValues(
  play: Play,
  spaces: Iterable<string>,
  flowersKnown = true,
): { points: number; flowers: number } {
  const place = placeOf(play);
  const view = play.view!;
  let [points, flowers] = [0, 0];
  for (const name of spaces) {
    const worth = worthOf(view, place.at.get(name)?.kind ?? "flower", flowersKnown);
    if (worth === null) flowers += 1;
    else points += worth;
  }
  return { points, flowers };
}

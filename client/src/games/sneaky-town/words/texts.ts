// Texts of the board: seats, prompt, names of press targets.
import type { DockText, SeatLine } from "../../../lib/game/play";
import type { Play } from "../play";
import type { SneakyTownAction } from "../../../wire/sneaky-town";
import { t } from "../../../lib/text/words.svelte";
import { missingPart, type Kind, type Thought } from "../state/hand";
import { me, mindOf, type Pair, type TileName } from "../state/mind.svelte";
import { momentOf, type Scored } from "../state/moment.svelte";
import { capitalize, minus } from "../../../lib/text/format";

export const tileName = (play: Play, tile: string): string => play.speaker.thing("tile", tile);
export const nameOf = (play: Play, p: number): string => play.names[p] ?? "";
export const isYou = (play: Play, p: number): boolean => p === play.seat;
const whose = (play: Play, p: number): Record<string, unknown> => ({ you: isYou(play, p), name: nameOf(play, p) });

/** What a tile pays a seat. */
export const worthOf = (play: Play, tile: string, p: number): number => {
  const entry = play.catalogue?.things["tile"]?.[tile] as { charm?: boolean; values?: number[] } | undefined;
  return entry?.charm ? (entry.values?.[p] ?? 0) : 0;
};

const same = ([a, b]: Pair): boolean => a === b;

/** What may lie on a point, depending on the level of help. */
export function deduce(play: Play, point: string): { charm: TileName; chance: Pair; sure: boolean } | null {
  for (const [charm, points] of Object.entries(mindOf(play).aids.charms ?? {})) {
    const chance = points[point];
    if (chance) return { charm: charm as TileName, chance, sure: same(chance) };
  }
  return null;
}

export const ownerOf = (play: Play, point: string): number | null => {
  const seat = play.view?.stones.findIndex((points) => points.includes(point)) ?? -1;
  return seat < 0 ? null : seat;
};

function describePoint(play: Play, point: string): string {
  const possible = deduce(play, point);
  if (!possible) return "";
  const args = {
    charm: tileName(play, possible.charm),
    n: possible.chance[0],
    of: possible.chance[1],
    worth: worthOf(play, possible.charm, me(play)),
  };
  return t(possible.sure ? "town.lies" : "town.may", args);
}

/** Everything that can be seen at a point, and whether pressing it would do something. */
export function pointLabel(play: Play, point: string): string {
  const p = ownerOf(play, point);
  const mind = mindOf(play);
  const parts = [p === null ? t("town.open") : t("town.stone", whose(play, p)), describePoint(play, point)];
  if (mind.answers.has(point)) parts.push(t("town.choose"));
  return t("town.point", { point, what: parts.filter(Boolean).join("; ") });
}

export const markLabel = (play: Play, line: string): string =>
  t("town.mark", { name: nameOf(play, 1 - me(play)), line });

export function houseLabel(play: Play, p: number, line: string): string {
  const view = play.view!;
  const k = Number(line) - 1;
  const tile = view.shown[p]?.[k] ?? view.tiles[p]?.[k] ?? null;
  const open = !view.closed[p]?.includes(line);
  const noted = mindOf(play).marks;
  const thought = (["blue-sun", "brown-sun", "flower", "void"] as const).filter(
    (tile) => p !== play.seat && noted[`${line} ${tile}`] === "yes",
  );
  const content = tile ? tileName(play, tile) : t("town.shut");
  const parts = [
    t(tile && !open ? "town.secret" : "town.seen", { what: content }),
    ...thought.map((tile) => t("town.noted", { tile: tileName(play, tile) })),
  ];
  return t("town.house", { ...whose(play, p), line, what: parts.join("; ") });
}

export function seatLine(play: Play, p: number): SeatLine {
  const view = play.view;
  if (!view) return {};
  const scored = momentOf(play).scored;
  const wins = scored ? scored.wins[p as 0 | 1] : view.wins[p];
  const state = scored
    ? t(scored.winner === null ? "town.seat.tied" : scored.winner === p ? "town.seat.won" : "town.seat.lost")
    : t(p ? "town.seat.brown" : "town.seat.blue", { count: view.reserve[p] });
  return { score: String(wins ?? 0), state };
}

/** What the dock says, where it differs from what the server asks. */
export function say(play: Play): DockText | null {
  const view = play.view;
  if (!view) return null;
  const { scored, opened } = momentOf(play);
  const mind = mindOf(play);
  if (scored) return { ...scoredWords(play, scored), log: "" }; // the log has gone on to the next round
  if (mind.thought.kind) return thoughtWords(play, mind.thought);
  if (opened) return openedWords(play, opened.other, opened.line, opened.tile);
  const { point, line } = mind.looked;
  const looked = point ? pointLabel(play, point) : line ? houseLabel(play, ...line) : "";
  if (!mind.legal.length) {
    if (play.seat === null || view.phase !== "play" || view.turn === play.seat) return null;
    const args = { name: nameOf(play, view.turn), count: view.reserve[view.turn] };
    return { prompt: t("town.wait", args), small: looked || t("town.wait.more", args) };
  }
  if (mind.legal.every((action) => action.kind === "end"))
    return { prompt: t("town.say.limit", { turns: view.turns }), small: t("town.say.limit.more") };
  const other = nameOf(play, 1 - me(play));
  if (!mind.can("cast") && !mind.can("reveal")) return { prompt: t("town.say.empty"), small: t("town.say.empty.more") };
  return { prompt: t("town.say.turn"), small: looked || t("town.say.turn.more", { name: other }) };
}

function scoredWords(play: Play, scored: Scored): DockText {
  const limit = scored.limit ? t("town.by-limit") : "";
  if (scored.winner === null)
    return { prompt: t("town.nobodys", { a: minus(scored.points[0]), b: minus(scored.points[1]) }), small: limit };
  const [mine, theirs] = scored.winner === 0 ? scored.points : [scored.points[1], scored.points[0]];
  const args = { ...whose(play, scored.winner), a: minus(mine), b: minus(theirs) };
  if (scored.ender === null) return { prompt: t("town.won", args), small: limit };
  const ender = whose(play, scored.ender);
  return { prompt: t("town.won", args), small: scored.tied ? t("town.tied", ender) : limit || t("town.ended", ender) };
}

function openedWords(play: Play, p: number, line: string, tile: string): DockText {
  const mind = mindOf(play);
  const places = Object.entries(mind.aids.charms?.[tile] ?? {});
  const house = { ...whose(play, p), line, tile: tileName(play, tile) };
  const [only] = places;
  if (only && places.length === 1 && p !== play.seat)
    return {
      prompt: t("town.found", { charm: capitalize(tileName(play, tile)), point: only[0] }),
      small: t("town.opened", house),
    };
  return {
    prompt: capitalize(t("town.opened", house)),
    small: tile === "void" ? t("town.void", whose(play, 1 - p)) : "",
  };
}

function thoughtWords(play: Play, thought: Thought): DockText {
  const kind = thought.kind as Kind;
  const lacks = missingPart(thought);
  const left = (play.view?.reserve[me(play)] ?? 1) - 1;
  const args = {
    point: thought.point,
    target: thought.target,
    line: thought.line,
    name: nameOf(play, 1 - me(play)),
    left,
  };
  const question = lacks
    ? t(`town.ask.${kind}.${lacks === "point" && thought.target ? "own" : lacks}`, args)
    : t(`town.sure.${kind}`, args);
  const about = thought.target ?? thought.point;
  const place = about && !lacks && kind !== "recover" ? describePoint(play, about) : "";
  const cost = kind === "reveal" || kind === "swap" ? t("town.costs", args) : "";
  const hint = lacks ? t(lacks === "target" && kind === "transfer" ? "town.hint.stone" : "town.hint") : "";
  return {
    prompt: question,
    small: [place && `${capitalize(place)}.`, cost, hint].filter(Boolean).join(" ") || t("town.hint.again"),
  };
}

/** A hint: points, a mark or the bell, in the words of the board. */
export function advise(play: Play, action: SneakyTownAction): { at: string; text?: string } {
  if (action.kind === "end") return { at: ".st-end" };
  if (action.kind === "reveal")
    return {
      at: `[data-line="${action.args.line}"]`,
      text: t("town.hint.reveal", { name: play.names[1 - (play.seat ?? 0)], line: action.args.line }),
    };
  const points = Object.values(action.args) as string[];
  return { at: points.map((point) => `[data-point="${point}"]`).join(), text: t(`town.hint.${action.kind}`) };
}

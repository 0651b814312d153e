// Texts of the board: seats, prompt, names of press targets.
import { TOKENS as PIECES, use } from "../art/pieces";
import type { DockText, SeatLine } from "../../../lib/game/play";
import type { Play } from "../play";
import type { FariablesAction } from "../../../wire/fariables";
import { t } from "../../../lib/text/words.svelte";
import { momentOf, type Step } from "../state/moment.svelte";
import { placeOf, scaleOf, sumValues, tokensOf, worthOf, type Kind } from "../state/places";
import { mindOf } from "../state/plan.svelte";
import { capitalize, signed } from "../../../lib/text/format";

export const kindName = (play: Play, kind: string): string => play.speaker.thing("fairy", kind);
export const isYou = (play: Play, p: number): boolean => p === play.seat;
export const seatArgs = (play: Play, p: number): Record<string, unknown> => ({
  you: isYou(play, p),
  name: play.names[p] ?? "",
});
export const piece = (p: number, you: boolean): string => use(`fa-${you ? "y" : "t"}${p}`, 0, 0, 48);
export const pieceName = (p: number): string => t(`fari.token.${PIECES[p]}`);

/** Whose token stands here, as far as the plan goes. */
export function ownerOf(play: Play, name: string): number | null {
  const mind = mindOf(play);
  const seat = play.names.findIndex((_, p) => mind.tokens(p).includes(name));
  return seat < 0 ? null : seat;
}

/** Mean value of a flower, from the aids of the view. */
function average(play: Play, name: string): string {
  const aids = play.own?.aids as
    { open?: Record<string, [number, number]>; tokens?: Record<string, [number, number]> } | undefined;
  const share = aids?.open?.[name] ?? aids?.tokens?.[name];
  return share ? t("fari.average", { worth: String(Math.round((share[0] / share[1]) * 10) / 10) }) : "";
}

export function spaceLabel(play: Play, name: string): string {
  const space = placeOf(play).at.get(name);
  const view = play.view;
  if (!space || !view) return name;
  const mind = mindOf(play);
  const worth = worthOf(view, space.kind, momentOf(play).opened);
  const p = ownerOf(play, name);
  const parts = [
    name,
    kindName(play, space.kind),
    worth === null ? [t("fari.unknown"), average(play, name)].filter(Boolean).join(", ") : t("fari.worth", { worth }),
    p === null ? t("fari.open") : t("fari.stands", { ...seatArgs(play, p), token: pieceName(p) }),
  ];
  if (mind.pick === name) parts.push(t("fari.chosen"));
  else if (mind.lit.has(name)) parts.push(t(`fari.can.${mind.stage}`));
  else if (mind.up.includes(name)) parts.push(t("fari.lifted"));
  return parts.join(", ");
}

export function valueLabel(play: Play, kind: Kind): string {
  const value = play.view?.value[kind] ?? null;
  if (value === null) return t("fari.value.none", { kind: capitalize(kindName(play, kind)) });
  return t("fari.value", { kind: capitalize(kindName(play, kind)), value, near: near(play, value) });
}

/** Whether one roll may end the game. */
export function near(play: Play, value: number | null): boolean {
  const scale = scaleOf(play);
  return value !== null && value >= scale.goal - scale.near;
}

export function seatLine(play: Play, p: number): SeatLine {
  const view = play.view;
  if (!view) return {};
  const mind = mindOf(play);
  const { opened, roll, finale } = momentOf(play);
  const tokens = mind.tokens(p);
  const { points, flowers } = sumValues(play, tokens, opened);
  const left = tokensOf(play) - (view.own[p]?.length ?? 0);
  const state =
    view.phase === "placing"
      ? t("fari.seat.left", { count: left })
      : flowers
        ? t("fari.seat.flowers", { count: flowers })
        : view.flower && opened
          ? t("fari.seat.counted")
          : "";
  let gain = 0;
  if (roll?.fresh && view.phase !== "placing" && !mind.touched && (!finale || finale.at === 0)) {
    const { at } = placeOf(play);
    gain = (roll.value - roll.before) * tokens.filter((name) => at.get(name)?.kind === roll.kind).length;
  } else if (finale && finale.at === 1) gain = sumValues(play, tokens).points - sumValues(play, tokens, false).points;
  return { score: String(points), state, piece: piece(p, isYou(play, p)), ...(gain ? { gain: signed(gain) } : {}) };
}

/** What the dock says, where it differs from what the server asks. */
export function say(play: Play): DockText | null {
  const view = play.view;
  if (!view) return null;
  const moment = momentOf(play);
  if (moment.finale) return endWords(play, moment.finale.now);
  const mind = mindOf(play);
  const { roll } = moment;
  const looked = mind.looked ? capitalize(`${spaceLabel(play, mind.looked)}.`) : "";
  switch (mind.stage) {
    case "place": {
      const key = play.prompt?.prompt.key ?? "";
      const how = key === "prompt.place-beside" ? "beside" : key === "prompt.place-anywhere" ? "anywhere" : "first";
      const question = t(`fari.say.${how}`);
      if (mind.pick) return { prompt: question, small: t("fari.say.pick", { what: pickWords(play, mind.pick) }) };
      return { prompt: question, small: looked || t(`fari.say.${how}.more`) };
    }
    case "lift": {
      if (mind.up.length)
        return {
          prompt: t("fari.say.lift", { count: mind.most }),
          small: t("fari.say.lift.more", { count: mind.up.length, most: mind.most }),
        };
      const may = { count: mind.most };
      if (!roll) return { prompt: t("fari.say.lift", may), small: looked || t("fari.say.lift.how") };
      return {
        prompt: rollWords(play),
        small: looked || (near(play, roll.value) ? t("fari.say.near") : t("fari.say.may", may)),
      };
    }
    case "put": {
      if (!mind.hand) return { prompt: t("fari.say.done"), small: t("fari.say.done.more") };
      const key = mind.roams ? "roam" : mind.moved.length ? "together" : mind.hand > 1 ? "group" : "one";
      return { prompt: t(`fari.say.${key}`), small: looked || t(`fari.say.${key}.more`, { count: mind.hand }) };
    }
    case "sent":
      return { prompt: t("fari.say.sent"), small: "" };
    default:
      return waitWords(play, looked);
  }
}

function pickWords(play: Play, name: string): string {
  const kind = placeOf(play).at.get(name)!.kind;
  const worth = worthOf(play.view!, kind);
  return capitalize(
    worth === null
      ? t("fari.pick.flower", { kind: kindName(play, kind) })
      : t("fari.pick.fairy", { kind: kindName(play, kind), worth }),
  );
}

/** “Leaf goes from 8 to 11”. */
export function rollWords(play: Play): string {
  const { roll } = momentOf(play);
  if (!roll) return "";
  const kind = capitalize(kindName(play, roll.kind));
  return roll.before === roll.value
    ? t("fari.roll.same", { kind, value: roll.value })
    : t("fari.roll", { kind, before: roll.before, value: roll.value });
}

function waitWords(play: Play, looked: string): DockText | null {
  const view = play.view!;
  if (view.turn === play.seat && play.seat !== null) return null;
  const args = {
    name: play.names[view.turn] ?? "",
    count: view.die_c ?? 0,
    next: play.seat !== null && (view.turn + 1) % play.names.length === play.seat,
  };
  if (view.phase === "placing")
    return { prompt: t("fari.wait.placing", args), small: looked || t("fari.wait.placing.more", args) };
  if (view.phase !== "lifting" && view.phase !== "moving") return null;
  const log = rollWords(play);
  return {
    prompt: t("fari.wait.moving", args),
    small: looked || t("fari.wait.moving.more", args),
    ...(log ? { log: `${log}.` } : {}),
  };
}

function endWords(play: Play, step: Step): DockText {
  const log = `${rollWords(play)}.`; // what the log says already comes later
  const names = (seats: number[]): string =>
    play.speaker.list(seats.map((p) => (isYou(play, p) ? t("fari.you") : (play.names[p] ?? ""))));
  if (step.phase === "fourteen") {
    const args = { ...seatArgs(play, step.seat), kind: capitalize(kindName(play, step.kind)), value: step.value };
    return { prompt: t("fari.end.fourteen", args), small: t("fari.end.fourteen.more", args), log };
  }
  const tied = step.tied;
  if (step.phase === "flowers") {
    const points = tied ? sumValues(play, play.view!.own[tied[0]!] ?? []).points : 0;
    const small = tied
      ? t("fari.end.tied.points", { names: capitalize(names(tied)), points })
      : t("fari.end.flowers.more", { name: winner(play) });
    return { prompt: t("fari.end.flowers", { kind: kindName(play, step.kind), value: step.value }), small, log };
  }
  const most = Math.max(...step.rows.map((row) => row ?? -1));
  const best = step.rows.flatMap((row, p) => (row === most ? [p] : []));
  const args = {
    names: capitalize(names(best)),
    count: best.length,
    most,
    you: best.length === 1 && isYou(play, best[0]!),
  };
  return {
    prompt: t(`fari.end.measure.${step.measure}`, args),
    small: tied
      ? t(`fari.end.tied.${step.measure}`, { names: capitalize(names(tied)) })
      : t(`fari.end.measure.${step.measure}.more`, args),
    log,
  };
}

function winner(play: Play): string {
  const [p] = play.view?.contenders ?? [];
  return p === undefined ? "" : isYou(play, p) ? t("fari.you") : (play.names[p] ?? "");
}

/** A hint: the space on the board, which has no name there. */
export const advise = (_play: Play, action: FariablesAction): { at: string; text?: string } =>
  action.kind === "done"
    ? { at: ".fa-do .btn:last-child" }
    : { at: `[data-space="${action.args.space}"]`, text: t(`fari.hint.${action.kind}`) };

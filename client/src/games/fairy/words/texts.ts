// Texts of the board: seats, prompt of the reveal, notes of the choices.
import type { DockText, SeatLine } from "../../../lib/game/play";
import { numberOf } from "../../../lib/game/numbers";
import { FairyNumbers } from "../../../wire/fairy";
import type { Play } from "../play";
import { t } from "../../../lib/text/words.svelte";
import { momentOf, type Guess } from "../state/moment.svelte";
import { minus, signed } from "../../../lib/text/format";

export const suitOf = (play: Play, card: number): string =>
  String((play.catalogue?.things["card"]?.[String(card)]?.["suit"] as { word?: string } | undefined)?.word ?? "moss");
/** Which of its suit it is, counted from the lowest: so many pips it shows. */
export function rankOf(play: Play, card: number): number {
  const suit = suitOf(play, card);
  return (
    1 +
    Object.keys(play.catalogue?.things["card"] ?? {}).filter(
      (other) => Number(other) < card && suitOf(play, Number(other)) === suit,
    ).length
  );
}
/** The lowest and the highest card of a card's suit. */
function suitRange(play: Play, card: number): [number, number] {
  const suit = suitOf(play, card);
  const cards = Object.keys(play.catalogue?.things["card"] ?? {}).map(Number);
  const own = cards.filter((other) => suitOf(play, other) === suit);
  return [Math.min(...own), Math.max(...own)];
}
export const suitName = (play: Play, card: number): string => play.speaker.thing("suit", suitOf(play, card));
export const cardName = (play: Play, card: number): string => play.speaker.thing("card", card);

/** Their names; of many, where there is a text for it, only how many they are. */
function list(play: Play, seats: number[], others = ""): string {
  if (others && seats.length > 3) return t(others, { count: seats.length });
  return play.speaker.list(seats.map((seat) => play.names[seat] ?? ""));
}

/** In a play-off only its contenders guess. */
export const playsOff = (play: Play): boolean => (play.view?.play_off.length ?? 0) > 0;
export const isWatching = (play: Play, seat: number): boolean =>
  playsOff(play) && !play.view!.contenders.includes(seat);

export function seatLine(play: Play, p: number): SeatLine {
  const view = play.view;
  if (!view) return {};
  const moment = momentOf(play);
  const row = moment.row(p);
  if (row) {
    const score = minus(moment.resultShown ? row.score : row.score - row.gain);
    const state = moment.resultShown
      ? t(row.gain > 0 ? "fairy.seat.right" : "fairy.seat.wrong", { guess: t(`fairy.say.${row.guess}`) })
      : t(`fairy.say.${row.guess}`);
    return { score, state, right: moment.resultShown ? row.gain > 0 : null };
  }
  const score = minus(view.score[p] ?? 0);
  if (isWatching(play, p)) return { score, state: t("fairy.seat.watching"), out: true };
  if (view.phase === "done") return { score };
  if (view.waiting.includes(p))
    return { score, state: t(p === play.seat ? "fairy.seat.guess" : "fairy.seat.thinking") };
  return { score, state: t("fairy.seat.ready") };
}

/** What the dock says, where it differs from what the server asks. */
export function say(play: Play): DockText | null {
  const view = play.view;
  if (!view) return null;
  const moment = momentOf(play);
  if (moment.now) return { ...describeReveal(play), next: moment.end };
  if (view.phase === "guess" && playsOff(play) && !play.hot && (play.seat === null || isWatching(play, play.seat)))
    return describePlayOff(play);
  if (view.phase !== "guess" || play.seat === null || !play.own?.legal || play.own.chosen) return null;
  const others = view.waiting.filter((p) => p !== play.seat);
  const thinking = others.length
    ? t("fairy.thinking", { names: list(play, others, "fairy.count"), count: others.length })
    : "";
  if (!playsOff(play))
    return {
      prompt: t("fairy.prompt"),
      small: `${t("fairy.cost", { points: numberOf(play, FairyNumbers, "wrong") })} ${thinking}`,
    };
  const lead = {
    names: list(
      play,
      view.contenders.filter((p) => p !== play.seat),
    ),
    points: minus(view.score[play.seat] ?? 0),
  };
  return { prompt: t("fairy.prompt.off"), small: t("fairy.lead", lead) };
}

/** What a play-off is, for seats that are out of it. */
function describePlayOff(play: Play): DockText {
  const names = list(play, [...play.view!.contenders]);
  return { prompt: t("fairy.prompt.others", { names }), small: t("fairy.out", { you: play.seat !== null }) };
}

function describeReveal(play: Play): { prompt: string; small: string; log: string } {
  const moment = momentOf(play);
  const { card, rows, before } = moment.now!;
  const after = before === null ? "" : t("fairy.after", { card: cardName(play, before) });
  if (!moment.resultShown) return { prompt: t("fairy.turn"), small: after, log: "" }; // nothing is given away before the card is seen
  const fairy = moment.now!.fairy && moment.fairyNumber ? t("fairy.ribbon", { number: moment.fairyNumber }) : "";
  const log = [`${t("fairy.is", { card: cardName(play, card) })}.`, fairy, after].filter(Boolean).join(" ");
  const mine = rows.find((row) => row.seat === play.seat);
  const others = rows.filter((row) => row.gain > 0 && row !== mine).map((row) => row.seat);
  const args = {
    names: list(play, others, mine && mine.gain > 0 ? "fairy.count.others" : "fairy.count"),
    count: others.length,
  };
  const too = mine && mine.gain > 0 ? "fairy.too" : "fairy.right";
  const small = others.length ? t(too, args) : t(mine && mine.gain > 0 ? "fairy.only" : "fairy.nobody");
  if (!mine) return { prompt: t("fairy.is", { card: cardName(play, card) }), small, log };
  const key =
    mine.gain > 0
      ? mine.guess === "catch"
        ? "fairy.you.caught"
        : "fairy.you.right"
      : mine.gain < 0
        ? "fairy.you.wrong"
        : "fairy.you.floor";
  return { prompt: t(key, { gain: signed(mine.gain) }), small, log };
}

/** The line below a guess: what it would mean now. */
export function describeGuess(play: Play, guess: Guess): string {
  const top = play.view?.top ?? null;
  const odds = (play.own?.aids["odds"] as Record<string, { right: number }> | undefined)?.[guess];
  if (odds?.right === 0) return t("fairy.none");
  if (top === null) return "";
  const [low, high] = suitRange(play, top);
  return t(`fairy.means.${guess}`, { card: top, suit: suitName(play, top), low, high });
}

/** Whether a guess cannot come true any more, by the table's memory aid. */
export const isHopeless = (play: Play, guess: Guess): boolean =>
  (play.own?.aids["odds"] as Record<string, { right: number }> | undefined)?.[guess]?.right === 0;

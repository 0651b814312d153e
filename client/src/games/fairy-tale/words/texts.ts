// Texts of the board: cards, effects, wishes, seats, prompts.
import type { DockText, SeatLine } from "../../../lib/game/play";
import type { Play } from "../play";
import { t } from "../../../lib/text/words.svelte";
import { numberOf } from "../../../lib/game/numbers";
import { FairyTaleNumbers, type FairyTaleAction } from "../../../wire/fairy-tale";
import { aidsOf, cardOf, inRealm, partner, teams, type Card, type Realm } from "../state/cards";
import type { FaceContext } from "../art/face";
import { mindOf } from "../state/mind.svelte";
import { momentOf } from "../state/moment.svelte";
import { before, type Step, type Turned } from "../state/step";
import { capitalize, minus, signed } from "../../../lib/text/format";

const stop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

export const realmName = (play: Play, realm: Realm): string => play.speaker.thing("category", realm);
export const sortName = (play: Play, sort: string): string => play.speaker.thing("typology", sort);
/** Its name, short enough for a ticket. */
export const short = (card: Card): string =>
  card.chapter ? t("tale.chapter", { title: card.title, chapter: card.chapter }) : card.name;
export const shortOf = (play: Play, slug: string): string => {
  const card = cardOf(play, slug);
  return card ? short(card) : slug;
};
const target = (play: Play, realm: Realm | null): string =>
  realm ? t("tale.of-realm", { realm: realmName(play, realm) }) : t("tale.of-any");
const group = (play: Play, card: Card): string => play.speaker.thing(card.most!.one, card.most!.word);
const counts = (play: Play, card: Card): string =>
  play.speaker.list(card.least.map(([realm, count]) => t("tale.count", { count, realm: realmName(play, realm) })));
const listOwned = (play: Play, card: Card): string => play.speaker.list(card.own.map((slug) => shortOf(play, slug)));

/** What a conditional card wishes for. */
export function wish(play: Play, card: Card): string {
  if (card.most) return t("tale.wish.most", { group: group(play, card) });
  if (card.own.length) return t("tale.wish.own", { cards: listOwned(play, card) });
  return t("tale.wish.least", { counts: counts(play, card) });
}

/** What it is worth. */
export function describeWorth(play: Play, card: Card): string {
  if (card.kind === "variable")
    return t("tale.worth.each", { times: card.times, card: shortOf(play, card.per!), itself: card.per === card.slug });
  if (card.kind === "conditional") return t("tale.worth.if", { value: card.value, wish: wish(play, card) });
  return t("tale.worth.fixed", { value: card.value });
}

/** What several of a card are worth that counts itself; empty for others. */
export function severalWorth(play: Play, card: Card): string {
  if (card.per !== card.slug) return "";
  const counts = [2, 3, 4].filter((count) => count <= card.copies);
  return play.speaker.list(
    counts.map((count) => t("tale.close.several", { count, points: card.times * count * count })),
  );
}

/** What happens when it is turned up; empty for nothing. */
export function effect(play: Play, card: Card): string {
  if (!card.effect) return "";
  const itself = card.effect.target === null || card.effect.target === card.realm;
  return t(`tale.effect.${card.effect.kind}`, {
    realm: card.effect.target ? realmName(play, card.effect.target) : "",
    target: target(play, card.effect.target),
    amount: card.effect.amount,
    itself,
  });
}

/** What else stands on it. */
export function note(play: Play, card: Card): string {
  if (card.wild) return t("tale.note.wild");
  return card.ally ? t("tale.note.ally", { card: shortOf(play, card.ally) }) : "";
}

/** All of it, in one or two sentences. */
export const says = (play: Play, card: Card): string =>
  [describeWorth(play, card), effect(play, card), note(play, card)]
    .filter(Boolean)
    .map((text) => stop(capitalize(text)))
    .join(" ");

function describeEffects(play: Play, card: Card): [string, string] {
  const key = card.effect
    ? card.effect.kind === "hunt" || card.effect.kind === "close-all"
      ? card.effect.kind
      : `${card.effect.kind}.${card.effect.target ? "realm" : "any"}`
    : card.wild
      ? "wild"
      : card.ally
        ? "ally"
        : card.per
          ? card.per === card.slug
            ? "each-own"
            : "each"
          : card.own.length
            ? "own"
            : card.most
              ? "most"
              : "none";
  const card2 = card.per ?? card.ally;
  const text = t(`tale.face.${key}`, {
    realm: card.effect?.target ? realmName(play, card.effect.target) : "",
    amount: card.effect?.amount ?? 0,
    times: card.times,
    card: card2 ? (cardOf(play, card2)?.name ?? card2) : "",
    cards: card.own.length ? play.speaker.list(card.own.map((slug) => cardOf(play, slug)?.name ?? slug)) : "",
    group: card.most ? group(play, card) : "",
  });
  const [strong = "", rest = ""] = text.split("|");
  return [strong, rest];
}

/** Arguments of a card face. */
export const faceContext = (play: Play, card: Card, now?: number): FaceContext => ({
  kin: (slug) => cardOf(play, slug),
  does: describeEffects(play, card),
  realm: realmName(play, card.realm),
  iff: t("tale.if"),
  least: t("tale.face.least"),
  any: (count) => t("tale.any", { count }),
  worth: now,
});

/** A card for screen readers: all that is printed on it, and its value now. */
export function label(play: Play, card: Card, now?: number): string {
  const printed = t("tale.label", {
    card: card.name,
    realm: realmName(play, card.realm),
    sort: sortName(play, card.sort),
    says: says(play, card),
  });
  return now === undefined || card.kind === "fixed" ? printed : `${printed} ${t("tale.now", { points: now })}`;
}

// Seats -----------------------------------------------------------------------------------------------

export function seatLine(play: Play, p: number): SeatLine {
  if (!play.view) return {};
  const moment = momentOf(play);
  const { view, deed } = moment;
  const gain = moment.gain(p);
  const points = moment.points?.[p];
  const score = {
    ...(points !== undefined && { score: minus(points) }),
    ...(gain && { gain: signed(gain) }),
  };
  const owes = view.waiting.includes(p);
  if (view.phase === "done") return score;
  if (deed && deed.kind !== "turned" && deed.cards.some((card) => (card.by ?? card.seat) === p))
    return { ...score, state: t(`tale.seat.${deed.kind}`) };
  const mine = p === play.seat;
  if (owes && mine && !play.own?.chosen) return { ...score, state: t(`tale.seat.mine.${view.phase}`) };
  if (owes && !(mine && play.own?.chosen)) return { ...score, state: t("tale.seat.thinks") };
  return {
    ...score,
    state: view.phase === "draft" || view.phase === "play" ? t("tale.seat.ready") : t("tale.seat.waits"),
  };
}

/** Which round it is, and how far: for the bar. */
export function when(play: Play): string {
  if (!play.view) return "";
  const { view } = momentOf(play);
  if (view.phase === "done") return "";
  const round = view.round + 1;
  if (view.phase === "draft" || view.phase === "deal" || view.phase === "dealer")
    return t("tale.when.draft", {
      round,
      pick: Math.min(view.pick + 1, numberOf(play, FairyTaleNumbers, "hand_size")),
    });
  const plays = numberOf(play, FairyTaleNumbers, "plays");
  return t("tale.when.play", {
    round,
    card: view.phase === "play" ? (view.step % plays) + 1 : ((view.step - 1) % plays) + 1,
  });
}

/** Where hands go: what the round said, or what is asked now says. */
export function side(play: Play): "left" | "right" | null {
  const side = (play.prompt?.help.args["side"] ?? play.prompt?.prompt.args["side"]) as { word?: string } | undefined;
  if (side?.word === "left" || side?.word === "right") return side.word;
  for (const page of [...play.pages].reverse()) {
    const event = page.events.findLast((event) => event.kind === "round");
    if (event) return event.args["side"] as "left" | "right";
  }
  return null;
}
/** The seat that gets the rest of a hand; left is the next seat. */
export function receiver(play: Play): number | null {
  const to = side(play);
  const n = play.names.length;
  return play.seat === null || !to ? null : (play.seat + (to === "left" ? 1 : n - 1)) % n;
}

// What the dock says ------------------------------------------------------------------------------------

export function say(play: Play): DockText | null {
  if (!play.view) return null;
  const moment = momentOf(play);
  if (moment.now) return { ...describeStep(play, moment.now), next: moment.end, log: "" };
  const show = moment.lookBack;
  const text = describeTurn(play);
  return text && { ...text, again: show && { label: t("tale.look-back"), show } };
}

function describeTurn(play: Play): DockText | null {
  const view = play.view!;
  if (play.seat === null || !play.own?.legal || play.own.chosen) return describeWaiting(play);
  const mind = mindOf(play);
  const card = mind.card;
  const more = card ? describeCard(play, card) : "";
  if (view.phase === "draft") return { prompt: t("tale.ask.draft"), small: more || describeDraft(play) };
  if (view.phase === "play") return { prompt: t("tale.ask.play"), small: more || t("tale.ask.play.more") };
  return play.prompt ? { prompt: describeForced(play), small: more || play.speaker.say(play.prompt.help) } : null;
}

function describeDraft(play: Play): string {
  const view = play.view!;
  const to = receiver(play);
  return view.held < 2 || to === null
    ? t("tale.ask.draft.last")
    : t("tale.ask.draft.more", { pick: view.pick + 1, count: view.held - 1, name: play.names[to], side: side(play) });
}

/** The card that is thought about, and what it would change. */
function describeCard(play: Play, card: Card): string {
  const action = mindOf(play).picked!;
  const change = aidsOf(play).changes?.[card.slug];
  const hand = action.kind === "draft" || action.kind === "play";
  // What it did when it was turned up does not happen again.
  const words = `${short(card)}: ${hand ? says(play, card) : stop(describeWorth(play, card))}`;
  const counts =
    change === undefined
      ? ""
      : t(hand ? "tale.change.open" : `tale.change.${action.kind === "open" ? "opened" : "closed"}`, {
          points: signed(change),
          ...describeEffect(play, card),
        });
  return counts ? `${words} ${counts}` : words;
}

/** What the card's own effect would turn, as arguments of a message. */
function describeEffect(play: Play, card: Card): { effect: string; cards: string } {
  const aids = aidsOf(play);
  const opens = aids.opens?.[card.slug];
  const closes = aids.closes?.[card.slug];
  const effect = opens ? "opens" : !closes ? "none" : closes.includes(card.slug) ? "itself" : "closes";
  return { effect, cards: play.speaker.list((opens ?? closes ?? []).map((slug) => shortOf(play, slug))) };
}

/** The question of an effect: its card and the choice to make. */
function describeForced(play: Play): string {
  const { prompt } = play.prompt!;
  const card = (prompt.args["card"] as { word?: string } | undefined)?.word;
  const cause = card ? cardOf(play, card) : undefined;
  if (!cause?.effect) return play.speaker.say(prompt);
  const due = Number(prompt.args["due"] ?? 1);
  return t(play.view!.phase === "open" ? "tale.ask.open" : "tale.ask.close", {
    count: due,
    target: target(play, cause.effect.target),
    any: cause.effect.target === null,
    realm: cause.effect.target ? realmName(play, cause.effect.target) : "",
  });
}

function describeWaiting(play: Play): DockText | null {
  const view = play.view!;
  if (play.seat === null || !play.own?.chosen || view.phase === "done") return null;
  const others = view.waiting.filter((p) => p !== play.seat);
  const card = mindOf(play).card;
  if (!card || !others.length) return null;
  return {
    prompt: t("tale.wait", { names: play.speaker.list(others.map((p) => play.names[p]!)) }),
    small: t(`tale.wait.${view.phase}`, { card: short(card) }),
  };
}

/** Sentences about a step: first all cards, then each deed. */
function describeStep(play: Play, step: Step): { prompt: string; small: string } {
  const moment = momentOf(play);
  const at = moment.deedsShown(step);
  const deed = step.deeds[at - 1]!;
  const next = step.deeds[at];
  const waiting = play.view!;
  const owing = waiting.waiting.filter((p) => p !== play.seat).map((p) => play.names[p]!);
  const goesOn = waiting.phase === "open" || waiting.phase === "close";
  const thinks = !next && goesOn && owing.length ? t("tale.wait", { names: play.speaker.list(owing) }) : "";
  if (deed.kind === "turned")
    return {
      prompt: t("tale.turned"),
      small: thinks || t(next || goesOn ? "tale.turned.more" : "tale.turned.quiet"),
    };
  return {
    prompt: deedSays(play, step, at - 1),
    small: thinks || (next ? t("tale.then", { deed: deedSays(play, step, at) }) : t("tale.deeds.done")),
  };
}

/** The n-th deed of a step as a sentence: owner, card, effect, and the reason if there was no choice. */
export function deedSays(play: Play, step: Step, n: number): string {
  const deed = step.deeds[n]!;
  const [first] = deed.cards;
  if (!first) return "";
  const you = (p: number): boolean => p === play.seat;
  const by = first.by ?? first.seat;
  const cause = step.cards.find((card) => card.seat === by)?.card;
  const args = { cause: cause ? shortOf(play, cause) : "", name: play.names[by], you: you(by) };
  if (deed.kind === "hunt") {
    const prey =
      deed.cards.length > 2
        ? t("tale.prey", { count: deed.cards.length })
        : play.speaker.list(deed.cards.map((card) => shortOf(play, card.card)));
    return t("tale.deed.hunt", { ...args, prey });
  }
  if (deed.cards.length > 1)
    return t("tale.deed.all", {
      ...args,
      names: play.speaker.list(deed.cards.map((card) => (you(card.seat) ? t("tale.you") : play.names[card.seat]!))),
    });
  const whom = { name: play.names[first.seat], you: you(first.seat), card: shortOf(play, first.card) };
  return t(`tale.deed.${deed.kind}`, { ...args, ...whom, new: first.new ?? false, ...reason(play, step, n, first) });
}

/** Why this card was closed, where there was no other to choose. */
function reason(play: Play, step: Step, n: number, { seat, card, by }: Turned): { why: string; realm: string } {
  const cause = cardOf(play, step.cards.find((turned) => turned.seat === (by ?? seat))?.card ?? "");
  const target = cause?.effect?.target ?? null;
  const none = { why: "none", realm: "" };
  if (step.deeds[n]!.kind !== "close" || !cause || !play.view) return none;
  const lay = before(play.view, step, n).open[seat];
  const itself = cause.slug === card && by === seat;
  if (inRealm(play, lay, target) > 1) return none;
  return { why: itself ? "itself" : target ? "realm" : "only", realm: target ? realmName(play, target) : "" };
}

/** What a seat's card did so far, and whether it was hunted. */
export function outcome(play: Play, step: Step, p: number, shownDeeds: number): string {
  const own = step.cards.find((card) => card.seat === p);
  const card = own && cardOf(play, own.card);
  const effects = step.deeds.slice(1, shownDeeds).flatMap((deed) => {
    const mine = deed.cards.filter((turned) => (turned.by ?? turned.seat) === p);
    const prey = deed.kind === "hunt" && deed.cards.some((turned) => turned.seat === p) ? [t("tale.out.hunted")] : [];
    if (!mine.length) return prey;
    const others = mine.length > 1 || mine[0]!.seat !== p; // one of many may lie in a narrow column
    const one = shortOf(play, mine[0]!.card);
    if (deed.kind === "hunt")
      return [...prey, t("tale.out.hunts", { card: mine.length > 1 ? t("tale.prey", { count: mine.length }) : one })];
    if (deed.kind === "close" && others) return [t("tale.out.close-all", { count: mine.length })];
    return [t(`tale.out.${deed.kind}`, { card: one })];
  });
  if (effects.length) return [...new Set(effects)].join(" · ");
  if (!card?.effect) return t("tale.out.none");
  const phase = play.view?.phase;
  return shownDeeds < step.deeds.length || phase === "open" || phase === "close" ? "" : t("tale.out.nothing");
}

/** What pressing it would do, for screen readers. */
export function actLabel(play: Play, action: FairyTaleAction, card: Card): string {
  const change = aidsOf(play).changes?.[card.slug];
  const points =
    change === undefined
      ? ""
      : ` ${t("tale.act.points", { count: Math.abs(change), points: signed(change), ...describeEffect(play, card) })}`;
  return `${t(`tale.act.${action.kind}`, { card: label(play, card) })}${points}`;
}

/** A hint: the card in the dock, by its name. */
export const advise = (play: Play, action: FairyTaleAction): { at: string; text: string } => ({
  at: `.tt-pick[data-action="${action.id}"]`,
  text: t(`tale.hint.${action.kind}`, { card: shortOf(play, action.args.card) }),
});

export const isMate = (play: Play, p: number): boolean =>
  teams(play) && play.seat !== null && partner(play, play.seat) === p;

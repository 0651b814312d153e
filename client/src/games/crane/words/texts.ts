// Texts of the board: seats, prompts, what happened.
import type { DockText, SeatLine } from "../../../lib/game/play";
import type { Play } from "../play";
import { t } from "../../../lib/text/words.svelte";
import { eyesOf } from "../state/eyes.svelte";
import { momentOf } from "../state/moment.svelte";
import { realOf } from "../state/real.svelte";
import { right, type Turn } from "../state/turn";
import { amount, BETS, grabBy, isDuel, mine, nameOf, taken, total, type Bet, type Finger } from "../state/view";

export const fingerSays = (finger: Finger): string => t("crane.no-finger", { finger: t(`crane.finger.${finger}`) });
export const betSays = (play: Play, bet: Bet): string => play.speaker.thing("bet", bet);
export const potSays = (play: Play, pot: string): string => t(isDuel(play) ? "crane.pot" : `crane.pot.${pot}`);
const list = (play: Play, seats: number[]): string => play.speaker.list(seats.map((p) => nameOf(play, p)));

export function tag(play: Play): string {
  const view = play.view;
  if (!view || view.phase === "done") return "";
  if (isDuel(play)) return t("crane.tag.duel");
  if (view.extra) return t("crane.tag.extra");
  const of = amount(play, "challenges") * play.names.length;
  const turn = momentOf(play).turn;
  return t("crane.tag", {
    which: Math.min(of, taken(view) + (turn ? (view.phase === "choose" || turn.paid ? 0 : 1) : 1)),
    of,
  });
}

// Seats --------------------------------------------------------------------------------------------

export function seatLine(play: Play, p: number): SeatLine {
  const view = play.view;
  if (!view) return {};
  const moment = momentOf(play);
  const score = String(total(play, view, p) - moment.unseen(p));
  const { turn } = moment;
  if (turn) return { score, ...describeCount(play, turn, p) };
  if (view.phase === "done" || view.challenger === null) return { score };
  if (p === view.challenger)
    return {
      score,
      state: t(
        view.phase === "grab"
          ? "crane.seat.grabs"
          : view.phase === "betting" && (p !== play.seat || eyesOf(play).closed)
            ? "crane.seat.closed"
            : "crane.seat.challenger",
      ),
    };
  if (view.phase === "betting")
    return { score, state: t(view.waiting.includes(p) ? "crane.seat.to-bet" : "crane.seat.has-bet") };
  return { score, state: t("crane.seat.audience") };
}

function describeCount(play: Play, turn: Turn, p: number): SeatLine {
  const moment = momentOf(play);
  if (!moment.resultShown) return { state: t(p === turn.seat ? "crane.seat.counts" : "crane.seat.audience") };
  if (p !== turn.seat) {
    const won = right(play, turn, turn.bets[p]);
    return {
      state: t(turn.kind === "opened" ? "crane.seat.nothing" : won ? "crane.seat.right" : "crane.seat.wrong"),
      right: turn.kind === "opened" ? null : won,
    };
  }
  if (turn.kind === "opened") return { state: t("crane.seat.opened") };
  if (!turn.paid) return { state: t("crane.seat.chooses") };
  const got = turn.paid.gains[p] ?? 0;
  return { state: got ? t("crane.seat.gets", { cards: got }) : t("crane.seat.nothing") };
}

/** A seat's cards: “2 ×10 + 3”. */
export function pile(play: Play, p: number): { markers: number; loose: number; says: string } {
  const view = play.view!;
  const bundle = amount(play, "bundle");
  const all = total(play, view, p) - momentOf(play).unseen(p);
  const back = momentOf(play).step === "paid" ? 0 : (momentOf(play).turn?.paid?.markers[p] ?? 0);
  const markers = Math.max(0, (view.markers[p] ?? 0) - back);
  const loose = Math.max(0, all - bundle * markers);
  return {
    markers,
    loose,
    says: markers ? t("crane.pile", { markers, bundle, loose }) : t("crane.cards", { cards: loose }),
  };
}

// What to do now -------------------------------------------------------------------------------------

export function say(play: Play): DockText | null {
  const view = play.view;
  if (!view) return null;
  const { turn } = momentOf(play);
  if (turn) return describeTurn(play, turn);
  if (view.challenger === null || view.target === null) return null;
  const name = nameOf(play, view.challenger);
  const task = { name, target: view.target, names: list(play, view.waiting), count: view.waiting.length };
  if (view.phase === "betting") return describeBetting(play, task);
  if (view.phase === "grab") return describeGrab(play, task);
  return null;
}

function describeBetting(play: Play, task: Record<string, unknown>): DockText {
  const how = grabBy(play);
  if (mine(play)) {
    if (how === "model") return { prompt: t("crane.say.model"), small: t("crane.say.model.more", task) };
    return {
      prompt: t("crane.say.close", { ...task, shared: isShared(play) }),
      small: t("crane.say.close.more", task),
    };
  }
  if (play.own?.legal && !play.own.chosen)
    return { prompt: t("crane.say.bet", task), small: isDuel(play) ? describeVictory(play) : t("crane.say.bet.more") };
  return {
    prompt: t("crane.say.wait", task),
    small: t(play.own?.chosen ? "crane.say.wait.laid" : "crane.say.wait.more", task),
  };
}

/** Whether several people hold this device in turn: then the person is named. */
const isShared = (play: Play): boolean => play.hot === true;

/** In a duel: what is still missing. */
function describeVictory(play: Play): string {
  const done = play.view!.achieved[play.seat!] ?? {};
  const open = play.table?.options["achieve"] === "each" ? BETS.filter((bet) => !done[bet]) : [];
  const goal = amount(play, "goal");
  return open.length === 1
    ? t("crane.say.duel.last", { bet: betSays(play, open[0]!), goal })
    : t("crane.say.duel", { goal });
}

function describeGrab(play: Play, task: { name: string; target: number }): DockText {
  if (grabBy(play) === "real") return describeRealDeck(play, task);
  if (mine(play))
    return { prompt: t("crane.say.close", { ...task, shared: isShared(play) }), small: t("crane.say.go") };
  const bet = play.seat === null ? null : (play.view!.knows[play.seat]?.[play.seat] ?? null);
  if (!bet) return { prompt: t("crane.say.grabs", task), small: t("crane.say.grabs.more") };
  return { prompt: t(`crane.say.talk.${bet}`, task), small: t("crane.say.talk", { bet: betSays(play, bet) }) };
}

function describeRealDeck(play: Play, task: { name: string; target: number }): DockText {
  const own = play.own;
  if (own?.confirm) return { prompt: t("crane.real.check", task), small: t("crane.real.check.more") };
  const { counting, reported } = realOf(play);
  if (counting)
    return reported === null
      ? { prompt: t("crane.real.count"), small: t("crane.real.count.more") }
      : { prompt: t("crane.real.recount"), small: t("crane.real.recount.more", { cards: reported }) };
  if (own?.report)
    return mine(play)
      ? { prompt: t("crane.real.yours", task), small: t("crane.real.yours.more") }
      : { prompt: t("crane.real.theirs", task), small: t("crane.real.theirs.more", task) };
  const waits = play.prompt ? play.speaker.say(play.prompt.prompt) : "";
  return { prompt: t("crane.real.eyes", task), small: waits || t("crane.real.eyes.more", task) };
}

// What happened ---------------------------------------------------------------------------------------

export const off = (turn: Turn): number => Math.abs(turn.cards - turn.target);

function describeTurn(play: Play, turn: Turn): DockText {
  const moment = momentOf(play);
  const me = turn.seat === play.seat;
  const args = { name: nameOf(play, turn.seat), cards: turn.cards, target: turn.target, off: off(turn), you: me };
  if (moment.step === "count")
    return { prompt: t("crane.told.count"), small: t("crane.told.count.more", args), log: "", next: moment.next };
  const prompt = t(`crane.told.${turn.kind}`, args);
  const log = t(`crane.log.${turn.kind}`, args);
  if (turn.kind === "opened") return { prompt, small: t("crane.told.opened.more"), log, next: moment.next };
  if (!turn.paid)
    return {
      prompt: play.own?.legal ? t(`crane.choose.${turn.kind}`, args) : prompt,
      small: play.own?.legal ? describeChoice(play, turn) : t("crane.told.chooses", args),
      log,
    };
  return {
    prompt,
    small: grabBy(play) === "real" && play.commands ? t("crane.real.orders.more") : describeOwnGain(play, turn),
    log,
    next: moment.next,
  };
}

/** What the choice of a jackpot means to the seat that chooses. */
function describeChoice(play: Play, turn: Turn): string {
  const aids = play.own?.aids["jackpots"] as Record<string, { gets: number; you_take: number }> | undefined;
  const any = aids && Object.values(aids)[0];
  const just = turn.bets.flatMap((bet, p) => (bet === "just" ? [p] : []));
  if (turn.kind === "exact")
    return just.length
      ? t("crane.choose.just", { names: list(play, just), count: just.length })
      : t("crane.choose.whole");
  return t(turn.kind === "short" ? "crane.choose.gets" : "crane.choose.back", {
    gets: any?.gets ?? 0,
    keeps: any?.you_take ?? 0,
  });
}

/** What it meant to the viewer. */
function describeOwnGain(play: Play, turn: Turn): string {
  const { seat } = play;
  const paid = turn.paid!;
  const tie = paid.tied.length ? ` ${t("crane.tied", { names: list(play, paid.tied) })}` : "";
  if (seat === null) return tie.trim();
  if (seat === turn.seat)
    return t(paid.gains[seat] ? "crane.mine.takes" : "crane.mine.none", { cards: paid.gains[seat] }) + tie;
  const bet = turn.bets[seat];
  if (!bet) return tie.trim();
  const won = right(play, turn, bet);
  const key = !won ? "crane.mine.wrong" : isDuel(play) ? "crane.mine.achieved" : "crane.mine.right";
  return t(key, { bet: betSays(play, bet), cards: paid.gains[seat] ?? 0 }) + tie;
}

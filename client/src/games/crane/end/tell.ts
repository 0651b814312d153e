// A finished game in words: a title and a sentence for each grab, and what each seat did in all.
import type { Story } from "../../../wire/api";
import { t } from "../../../lib/text/words.svelte";
import type { Chapter } from "../../../lib/replay/story";
import type { Play } from "../play";
import { grabsOf, right, type Grab } from "../state/turn";
import { betSays, off } from "../words/texts";

export const grabTitle = (play: Play, grab: Grab): string =>
  t("crane.grab.title", { name: play.names[grab.seat], target: grab.target });

/** What came of a grab: the count, the jackpot, the bets that were right. */
export function grabWords(play: Play, grab: Grab): string {
  const winners = grab.bets.flatMap((bet, seat) => (right(play, grab, bet) ? [play.names[seat]!] : []));
  return [
    t(`crane.grab.${grab.kind}`, { cards: grab.cards, off: off(grab) }),
    grab.paid?.prize ? t("crane.grab.jackpot", { prize: grab.paid.prize }) : "",
    grab.paid?.toPot ? t("crane.grab.to-jackpot", { cards: grab.paid.toPot }) : "",
    winners.length ? t("crane.grab.right", { names: play.speaker.list(winners), count: winners.length }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

export const tell = (play: Play, story: Story): Chapter[] =>
  grabsOf(story).map((grab) => ({ from: grab.from, at: grab.at, title: grabTitle(play, grab) }));

/** What a seat did in a whole game. */
export interface Deeds {
  grabs: number;
  exact: number;
  bets: number;
  right: number;
  prizes: number; // cards out of jackpots, by exact grabs
  achieved: string[]; // bets that were set aside in a duel
}

export function deedsOf(play: Play, story: Story): Deeds[] {
  const all: Deeds[] = story.seats.map(() => ({ grabs: 0, exact: 0, bets: 0, right: 0, prizes: 0, achieved: [] }));
  for (const grab of grabsOf(story)) {
    const own = all[grab.seat]!;
    own.grabs += 1;
    own.exact += Number(grab.kind === "exact");
    own.prizes += grab.paid?.prize ?? 0;
    grab.bets.forEach((bet, seat) => {
      all[seat]!.bets += Number(bet !== null);
      all[seat]!.right += Number(right(play, grab, bet));
    });
    for (const { seat, bet } of grab.paid?.achieved ?? []) all[seat]!.achieved.push(betSays(play, bet));
  }
  return all;
}

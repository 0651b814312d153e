// A finished game in words: a sentence for each turn.
import type { Chapter } from "../../../lib/replay/story";
import { signed } from "../../../lib/text/format";
import { t } from "../../../lib/text/words.svelte";
import type { Story } from "../../../wire/api";
import type { Play } from "../play";
import { kindName } from "../words/texts";
import { turnsOf, type Turn } from "./turns";

export const turnWords = (play: Play, turn: Turn): string =>
  t("fari.told.turn", {
    name: play.names[turn.seat],
    kind: kindName(play, turn.kind),
    change: signed(turn.change),
    value: turn.value,
    moved: turn.lifted,
  });

export const tell = (play: Play, story: Story): Chapter[] =>
  turnsOf(story).map((turn) => ({ from: turn.from, at: turn.at, title: turnWords(play, turn) }));

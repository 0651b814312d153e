import { beforeAll, expect, test } from "vitest";
import { say } from "../../src/games/fairy/words/texts";
import type { Play } from "../../src/games/fairy/play";
import { words } from "../../src/lib/text/words.svelte";

const view = { phase: "guess", top: 9, score: [14, 14, 12], waiting: [0, 1], contenders: [0, 1], play_off: [0, 1] };
const play = (seat: number | null, more: Partial<Play> = {}): Play =>
  ({
    ...{ view, seat, live: true, own: null, pages: [], news: [], names: ["Ann", "Bo", "Leo"] },
    ...{ speaker: words.speaker, catalogue: null, ...more },
  }) as unknown as Play;

beforeAll(() => words.rest());

test("whoever is out of a play-off is told so, and what it is", () => {
  expect(say(play(2))).toMatchObject({ prompt: expect.stringContaining("Ann and Bo") as string });
  expect(say(play(2))!.small).toMatch(/alone wins.*You are out/);
  expect(say(play(null))!.small).toMatch(/alone wins\.$/); // a watcher
  expect(say(play(null, { hot: true }))).toBeNull(); // a device that is handed on says to whom
});

test("whoever is in it is told how it ends", () => {
  const own = { legal: [{ args: { guess: "higher" } }], ask: "1", aids: {} } as unknown as Play["own"];
  expect(say(play(0, { own }))!.small).toMatch(/^You share the lead with Bo: 14 each\. .* wins/);
});

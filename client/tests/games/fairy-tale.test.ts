import { beforeAll, describe, expect, it } from "vitest";
import { fit, LEAST } from "../../src/games/fairy-tale/layout/fit";
import type { Play } from "../../src/games/fairy-tale/play";
import { areTied, type Card } from "../../src/games/fairy-tale/state/cards";
import { before, stepOf } from "../../src/games/fairy-tale/state/step";
import { severalWorth } from "../../src/games/fairy-tale/words/texts";
import type { Page } from "../../src/lib/net/fold";
import { words } from "../../src/lib/text/words.svelte";
import type { FairyTaleView } from "../../src/wire/fairy-tale";

const room = { width: 300, height: 120, head: 0, kind: 3, group: 8, line: 5 };

describe("what several cards of a kind are worth", () => {
  beforeAll(() => words.rest());
  const play = { speaker: words.speaker } as unknown as Play;
  const card = { slug: "elf", per: "elf", times: 1, copies: 7 } as Card;

  it("is told for those that count themselves, up to four", () => {
    expect(severalWorth(play, card)).toBe("2 are worth 4, 3 are worth 9 and 4 are worth 16");
    expect(severalWorth(play, { ...card, times: 2, copies: 3 })).toBe("2 are worth 8 and 3 are worth 18");
    expect(severalWorth(play, { ...card, per: "egg" })).toBe("");
  });
});

describe("how large cards may be", () => {
  it("is as large as allowed where there is room", () => {
    expect(fit([[1], [1]], room, 60, 20)).toBe(60);
  });
  it("takes two lines where that makes them larger, and never more height than there is", () => {
    const groups = [
      [1, 1, 1],
      [1, 1, 1],
      [2, 1],
    ];
    const width = fit(groups, room, 60, 20);
    expect(width).toBeGreaterThan(30);
    expect(2 * width * 1.4 + 5 <= 120 || width * 1.4 <= 120).toBe(true);
    expect(fit(groups, { ...room, height: 40 }, 60, 20)).toBeLessThan(29);
  });
  it("shows all cards of a game in one line of the smallest phone", () => {
    const phone = { width: 287, height: 40, head: 0, kind: 3, group: 8, line: 5 };
    const all = [[1, 1, 1], [1, 1], [1, 1], [1], [1, 1, 1, 1]]; // four realms, and closed ones
    expect(fit(all, phone, 60, 1)).toBeGreaterThanOrEqual(LEAST);
  });
  it("gives the least where nothing fits", () => {
    expect(fit([[12, 12, 12]], { ...room, width: 40 }, 60, 20)).toBe(20);
  });
});

describe("which cards are tied to each other", () => {
  const card = (slug: string, more: Partial<Card> = {}) =>
    ({ slug, per: null, own: [], ally: null, ...more }) as unknown as Card;
  const bard = card("bard", { ally: "silver-dragon" });
  const dragon = card("silver-dragon", { per: "bard" });
  const chapter = card("holy-empire-tale-chapter-2", { own: ["castle", "staff-bearing-sage"] });

  it("are a card and the one that counts it, in both directions", () => {
    expect(areTied(bard, dragon)).toBe(true);
    expect(areTied(dragon, bard)).toBe(true);
  });
  it("are a tale and what it wants", () => {
    expect(areTied(card("castle"), chapter)).toBe(true);
    expect(areTied(bard, chapter)).toBe(false);
  });
});

const event = (kind: string, args: Record<string, unknown>) => ({ kind, args, moves: [] });
const page = (number: number, ...events: ReturnType<typeof event>[]): Page => ({ number, events, mine: false });

describe("what is told of a step", () => {
  const turned = [0, 1, 2].map((seat) => event("played", { seat, card: `card-${seat}` }));

  it("is nothing before the first card is turned up", () => {
    expect(stepOf([page(1, event("chosen", { seat: 1, card: null }))])).toBeNull();
  });
  it("is the newest step, in the order in which it happened", () => {
    const old = page(1, event("played", { seat: 0, card: "old" }));
    const hunt = event("hunted", { hunter: 1, card: "hunter", seat: 2, prey: "vampire" });
    const step = stepOf([old, page(2, ...turned, hunt), page(3, event("opened", { seat: 0, card: "ring" }))])!;
    expect(step.number).toBe(2);
    expect(step.cards.map(({ card }) => card)).toEqual(["card-0", "card-1", "card-2"]);
    expect(step.deeds.map(({ kind }) => kind)).toEqual(["turned", "hunt", "open"]);
    expect(step.deeds[1]!.cards).toEqual([{ seat: 2, card: "vampire", by: 1 }]);
  });
  it("tells what one effect does to several at once, and two effects one after the other", () => {
    const close = (seat: number, card: string, by = 1) => event("closed", { seat, card, new: false, by });
    const all = stepOf([
      page(2, ...turned),
      page(3, close(0, "a"), close(1, "b"), close(2, "c")),
      page(4, event("committed", { seat: 1, card: null })),
    ])!;
    expect(all.deeds.map(({ cards }) => cards.length)).toEqual([3, 3]);
    const twice = stepOf([page(2, ...turned), page(3, close(0, "a")), page(4, close(0, "b"), close(1, "c"))])!;
    expect(twice.deeds.map(({ cards }) => cards.length)).toEqual([3, 1, 2]);
    const each = stepOf([page(2, ...turned, close(0, "a", 0), close(1, "b", 1))])!;
    expect(each.deeds.map(({ cards }) => cards.length)).toEqual([3, 1, 1]);
  });
  it("outlives the page that is turned after it", () => {
    const step = stepOf([
      page(2, ...turned),
      page(
        3,
        event("discarded", { count: 2 }),
        event("round", { round: 2, side: "right" }),
        event("dealt", { seat: 0, card: "x" }),
      ),
    ])!;
    expect(step.cards).toHaveLength(3);
    expect(step.deeds).toHaveLength(1);
  });
});

describe("the table as far as a step is told", () => {
  it("is that before what is still to be told", () => {
    const step = stepOf([
      page(
        2,
        event("played", { seat: 0, card: "hunter" }),
        event("played", { seat: 1, card: "vampire" }),
        event("hunted", { hunter: 0, card: "hunter", seat: 1, prey: "vampire" }),
        event("opened", { seat: 0, card: "ring" }),
        event("closed", { seat: 0, card: "bard", new: false, by: 0 }),
      ),
    ])!;
    const after = {
      open: [{ hunter: 1, ring: 1 }, { bard: 1 }],
      closed: [{ bard: 1 }, null],
      down: [1, 1],
      fresh: [0],
    } as unknown as FairyTaleView;
    expect(before(after, step, 1)).toEqual({
      open: [
        { hunter: 1, bard: 1 },
        { bard: 1, vampire: 1 },
      ],
      closed: [{ ring: 1 }, null],
      down: [1, 0],
      fresh: [0, 1],
    });
    expect(before(after, step, 2)).toMatchObject({ open: [{ hunter: 1, bard: 1 }, { bard: 1 }], down: [1, 1] });
    expect(before(after, step, 4)).toMatchObject({ open: after.open, down: after.down });
    expect(after.open[0]).toEqual({ hunter: 1, ring: 1 }); // nothing is changed in place
  });
});

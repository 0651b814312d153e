import { expect, test } from "vitest";
import { Moment } from "../../src/games/fairy/state/moment.svelte";
import type { Play } from "../../src/games/fairy/play";

const things = { card: { 4: { fairy: true }, 7: { fairy: false }, 11: { fairy: true } } };
const event = (kind: string, card: number) => ({ kind, args: { card }, moves: [] });
const page = (number: number, kind: string, card: number) => ({ number, events: [event(kind, card)], mine: false });

interface Table {
  live: boolean;
  news: ReturnType<typeof page>[];
  pages: ReturnType<typeof page>[];
  [more: string]: unknown;
}

function begin(...news: ReturnType<typeof page>[]): { table: Table; moment: Moment } {
  const table: Table = { catalogue: { things }, live: true, own: null, news, pages: news };
  return { table, moment: new Moment(table as unknown as Play) };
}
const turn = (table: Table, number: number, card: number): void => {
  table.pages = [page(number, "revealed", card)]; // the one before has faded
  table.news = [...table.news, ...table.pages];
};

test("fairies are counted as they come, the first card included", () => {
  const { table, moment } = begin(page(3, "flipped", 4));
  expect(moment.now).toBeNull();
  turn(table, 5, 7);
  expect([moment.now?.fairy, moment.fairyNumber]).toEqual([false, 1]);
  turn(table, 8, 11);
  expect([moment.now?.fairy, moment.fairyNumber]).toEqual([true, 2]);
  expect([moment.now?.fairy, moment.fairyNumber]).toEqual([true, 2]); // asking again counts nothing twice
});

test("nothing is counted by who came later, or may have missed a card", () => {
  const late = begin();
  turn(late.table, 9, 11);
  expect([late.moment.now?.fairy, late.moment.fairyNumber]).toEqual([true, 0]);
  const lost = begin(page(3, "flipped", 4));
  lost.table.live = false;
  expect(lost.moment.now).toBeNull();
  lost.table.live = true;
  turn(lost.table, 9, 11);
  expect([lost.moment.now?.fairy, lost.moment.fairyNumber]).toEqual([true, 0]);
});

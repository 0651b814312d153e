// A step of the game as it is shown: the cards turned up, then their deeds. Pure; no timers.
import type { FairyTaleEvent, FairyTaleView } from "../../../wire/fairy-tale";
import type { Page } from "../play";

export type DeedKind = "turned" | "hunt" | "open" | "close";
type Of<K extends FairyTaleEvent["kind"]> = Extract<FairyTaleEvent, { kind: K }>["args"];

/** A card of a seat that was turned, by the card of whom. */
export interface Turned {
  seat: number;
  card: string;
  by?: number;
  new?: boolean;
}

/** One thing that happened: to each of these seats, this card. */
export interface Deed {
  kind: DeedKind;
  cards: Turned[];
}

export interface Step {
  number: number; // of the page in which the cards were turned up
  cards: { seat: number; card: string }[];
  deeds: Deed[]; // the first is the turning
}

const ORDER: DeedKind[] = ["turned", "hunt", "open", "close"];
export const order = (kind: DeedKind): number => ORDER.indexOf(kind) - 1;

/** The newest step in these pages. */
export function stepOf(pages: Page[]): Step | null {
  const from = pages.findLastIndex((page) => page.events.some((event) => event.kind === "played"));
  if (from < 0) return null;
  const cards: Step["cards"] = [];
  const deeds: Deed[] = [{ kind: "turned", cards: [] }];
  for (const page of pages.slice(from)) {
    let last: Deed | null = null; // what an effect does to several at once came in one page
    for (const event of page.events) {
      if (event.kind === "played") cards.push({ seat: event.args.seat, card: event.args.card });
      const deed = read(event);
      if (deed && last && deed.kind === last.kind && together(deed.cards[0]!, last)) last.cards.push(...deed.cards);
      else if (deed) deeds.push((last = deed));
    }
  }
  deeds[0]!.cards = cards;
  return { number: pages[from]!.number, cards, deeds };
}

const together = (turned: Turned, last: Deed): boolean =>
  turned.by === last.cards[0]!.by && last.cards.every((card) => card.seat !== turned.seat);

function read(event: FairyTaleEvent): Deed | null {
  if (event.kind === "hunted") {
    const { seat, prey, hunter } = event.args as Of<"hunted">;
    return { kind: "hunt", cards: [{ seat, card: prey, by: hunter }] };
  }
  if (event.kind === "opened") return { kind: "open", cards: [{ ...event.args, by: event.args.seat }] };
  if (event.kind === "closed") return { kind: "close", cards: [{ ...event.args }] };
  return null;
}

const add = (counts: Record<string, number>, card: string, count: number): Record<string, number> => {
  const { [card]: had = 0, ...rest } = counts;
  return had + count > 0 ? { ...rest, [card]: had + count } : rest;
};

/** The cards on the table after the first `told` deeds of a step. */
export function before(
  view: FairyTaleView,
  step: Step,
  told: number,
): Pick<FairyTaleView, "open" | "closed" | "down" | "fresh"> {
  const [open, closed, down, fresh] = [[...view.open], [...view.closed], [...view.down], new Set(view.fresh)];
  for (const deed of step.deeds.slice(told))
    for (const { seat, card } of deed.cards) {
      const back = deed.kind === "open" ? -1 : 1;
      open[seat] = add(open[seat] ?? {}, card, back);
      down[seat] = (down[seat] ?? 0) - back;
      if (closed[seat]) closed[seat] = add(closed[seat], card, -back);
      if (deed.kind === "hunt") fresh.add(seat);
    }
  return { open, closed, down, fresh: [...fresh] };
}

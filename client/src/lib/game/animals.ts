import type { Table } from "../../wire/table";

/** All animals, in the order in which the server assigns them. */
export const ANIMALS = ["fox", "owl", "hedgehog", "hare", "frog", "badger", "mouse", "snail", "bee", "moth"];

/** Assign an animal to each seat: people keep theirs; a bot keeps its animal unless a person takes it. */
export function animalsFor(people: (string | null)[]): string[] {
  const usual = (p: number): string => ANIMALS[p % ANIMALS.length]!;
  const keeps = people.map((animal, p) => animal ?? (people.includes(usual(p)) ? null : usual(p)));
  const free = ANIMALS.filter((animal) => !keeps.includes(animal));
  return keeps.map((animal, p) => animal ?? free.shift() ?? usual(p));
}

/** Animals of a table's seats, with those that people on a shared device chose for their seats. */
export const animalsOf = (table: Table | null, sharer: (p: number) => string | undefined): string[] =>
  animalsFor(
    (table?.seats ?? []).map((seat, p) =>
      seat.kind === "person" ? sharer(p) || (table!.guests[String(seat.guest)]?.animal ?? "fox") : null,
    ),
  );

/** Name of the player of a seat in an imported game; empty for bots and at other tables. */
export const playedBy = (table: Table | null, p: number): string => table?.players?.[p] ?? "";

import type { Table } from "../../wire/table";

/** The animals that guests can be, in the order in which they are given out. */
export const ANIMALS = ["fox", "owl", "hedgehog", "hare", "frog", "badger", "mouse", "snail", "bee", "moth"];

/** An animal for each seat: a person's own; a bot has the same one however people come and go, unless somebody takes it. */
export function animalsFor(people: (string | null)[]): string[] {
  const usual = (p: number): string => ANIMALS[p % ANIMALS.length]!;
  const keeps = people.map((animal, p) => animal ?? (people.includes(usual(p)) ? null : usual(p)));
  const free = ANIMALS.filter((animal) => !keeps.includes(animal));
  return keeps.map((animal, p) => animal ?? free.shift() ?? usual(p));
}

/** The animals of a table's seats; who shares a device has one of their own there. */
export const animalsOf = (table: Table | null, sharer: (p: number) => string | undefined): string[] =>
  animalsFor(
    (table?.seats ?? []).map((seat, p) =>
      seat.kind === "person" ? sharer(p) || (table!.guests[String(seat.guest)]?.animal ?? "fox") : null,
    ),
  );

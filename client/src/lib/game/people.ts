// Names and animals of the seats, from the table alone: for pages without a connection, such as a replay.
import type { Table } from "../../wire/table";
import { animalsOf, playedBy } from "./animals";
import { botName } from "../net/table.svelte";
import { words } from "../text/words.svelte";

type Sharers = Record<string, { name: string; animal: string }>; // who shares this device, by seat

/** Display name of each seat. */
export function namesOf(table: Table | null, sharers: Sharers = {}): string[] {
  return (table?.seats ?? []).map((seat, p) => {
    if (seat.kind === "bot") return playedBy(table, p) || botName(p);
    if (seat.kind === "empty") return words.say("seat.open");
    const guest = table!.guests[String(seat.guest)];
    return sharers[p]?.name || guest?.name || words.say(`animal.${guest?.animal ?? "fox"}`);
  });
}

/** Animal of a seat; a bot gets one that no person has. */
export const animalOf = (table: Table | null, p: number, sharers: Sharers = {}): string =>
  animalsOf(table, (q) => sharers[q]?.animal)[p] ?? "fox";

// Who sits where, as the page calls and draws them, from the table alone: for pages that are not at the table, such as a replay.
import type { Table } from "../../wire/table";
import { animalsOf } from "./animals";
import { botName } from "../net/table.svelte";
import { words } from "../text/words.svelte";

type Sharers = Record<string, { name: string; animal: string }>; // who shares this device, by seat

/** How each seat is called. */
export function namesOf(table: Table | null, sharers: Sharers = {}): string[] {
  return (table?.seats ?? []).map((seat, p) => {
    if (seat.kind === "bot") return botName(p);
    if (seat.kind === "empty") return words.say("seat.open");
    const found = table!.guests[String(seat.guest)];
    return sharers[p]?.name || found?.name || words.say(`animal.${found?.animal ?? "fox"}`);
  });
}

/** A person's animal; for a bot one that no person has. */
export const animalOf = (table: Table | null, p: number, sharers: Sharers = {}): string =>
  animalsOf(table, (q) => sharers[q]?.animal)[p] ?? "fox";

// What changed at a table besides the game: seats, host, clocks, requests. Each change is said in words, once.
import type { Known } from "../../lib/net/fold";

/** A change: key of its text, and what the text names. `guest` and `seat` are numbers, which the renderer replaces by names. */
export interface Change {
  key: string;
  guest?: number;
  seat?: number;
  name?: string; // of somebody who may not be in the newest table any more
}

/** The changes between two states of the same game, as seen by the guest `me`. */
export function changes(before: Known, after: Known, called: (known: Known, guest: number) => string): Change[] {
  const [was, is] = [before.table, after.table];
  const me = after.you?.guest;
  if (!was || !is || was === is || was.n !== is.n || before.at === null) return [];
  const happened: Change[] = [];
  const playing = is.phase === "playing";
  is.seats.forEach((seat, p) => {
    const old = was.seats[p];
    if (old?.kind === "person" && old.guest !== me) {
      const name = called(before, old.guest);
      if (seat.kind === "bot" && playing) happened.push({ key: "change.left", seat: p, name });
      else if (seat.kind === "empty" && was.phase === "gathering") happened.push({ key: "change.stood-up", name });
      else if (seat.kind === "person" && seat.guest === old.guest && seat.standIn !== old.standIn)
        happened.push({ key: seat.standIn ? "change.stand-in" : "change.returned", name });
    }
    if (seat.kind === "person" && seat.guest !== me && old?.kind === "bot" && playing)
      happened.push({ key: "change.sat-down", name: called(after, seat.guest) });
  });
  for (const p of is.expired ?? []) {
    if (was.expired?.includes(p)) continue;
    const seat = is.seats[p];
    const mine = seat?.kind === "person" && seat.guest === me;
    happened.push({ key: mine ? "change.time-out.you" : "change.time-out", seat: p });
  }
  if (was.host !== is.host)
    happened.push({ key: is.host === me ? "change.host.you" : "change.host", name: called(after, is.host) });
  return happened;
}

/** Whether this page's guest lost all seats of the table. */
export function lostSeat(before: Known, after: Known): boolean {
  const me = after.you?.guest;
  const sits = (known: Known) =>
    known.table?.seats.some((seat) => seat.kind === "person" && seat.guest === me) ?? false;
  return before.table?.n === after.table?.n && sits(before) && !sits(after);
}

// Hot seat: the person at the shared device and the state of the curtain. The server withholds what the curtain hides.
import type { Known } from "../../lib/net/fold";
import type { TableStore } from "../../lib/net/table.svelte";
import type { Own } from "../../wire/table";
import { pendingAsk, waitingSeats } from "../table/turn";

export class HotSeat {
  /** All lay the device in the middle and look: only what everybody may see is shown. */
  looking = $state(false);
  /** All here have chosen: the device belongs in the middle now. */
  middle = $state(false);
  last = $state<number | null>(null); // who had the device
  chose = $state<number[]>([]); // who has decided since all looked
  private many = false; // several of us owed a decision at once

  constructor(readonly store: TableStore) {}

  /** Whether people hold what only they may see, all the time. */
  private hands = $derived.by((): boolean => {
    const { catalogue } = this.store;
    return !catalogue || Object.values(catalogue.zones).some((zone) => zone.seen_by === "owner");
  });

  /** Whether there is something to hide from each other now: hands, or choices while all choose at once. */
  secret = $derived.by((): boolean => {
    const { catalogue, view } = this.store;
    const waiting = view?.["waiting"];
    if (this.hands || (Array.isArray(waiting) && waiting.length > 0)) return true;
    return !waiting && Object.values(catalogue!.events).some((event) => Object.keys(event.own).length > 0);
  });

  /** Our seats that owe a decision, as everybody can see. */
  due = $derived.by((): number[] => {
    const { store } = this;
    return store.hot ? waitingSeats(store.known).filter((p) => store.seats.includes(p)) : [];
  });

  /** Whom the device goes to: the next one round the table. */
  next = $derived.by((): number | null => {
    const after = this.due.filter((p) => this.last === null || p > this.last);
    return after[0] ?? this.due[0] ?? null;
  });

  down = $derived.by((): boolean => {
    const { store } = this;
    if (!store.hot || store.seat !== null || store.table?.phase !== "playing" || !this.secret) return false;
    return this.middle || (!this.looking && this.next !== null);
  });

  start(): () => void {
    this.pass();
    return this.store.listen((message, before, after) => {
      if (message.type === "beat" || message.type === "welcome") this.follow(before, after);
    });
  }

  private follow(before: Known, after: Known): void {
    const { store } = this;
    if (!store.hot || after.table?.phase !== "playing") return;
    if (this.middle && this.due.length && after.pages.length && !after.whole && !this.shows(before, after))
      this.middle = false; // nothing for all to see
    const [shownSeat] = Object.keys(before.seats);
    if (
      shownSeat !== undefined &&
      after.seats[shownSeat] &&
      this.has(before.seats[shownSeat]!, after.seats[shownSeat]!, Number(shownSeat))
    )
      this.decided(Number(shownSeat), after.seats[shownSeat]!.chosen !== undefined, this.shows(before, after));
    else this.pass();
    if (this.secret && this.due.length > 1) this.many = true;
  }

  /** Whether the holder has decided or reported an outcome; a turn of several steps stays with the same person. */
  private has(before: Own, after: Own, seat: number): boolean {
    const [was, is] = [pendingAsk(before), pendingAsk(after)];
    if (was === null || was === is) return false;
    return is === null || this.due.some((p) => p !== seat);
  }

  /** Whether something came to lie where all can see it. */
  private shows(before: Known, after: Known): boolean {
    const zones = this.store.catalogue?.zones ?? {};
    const seen = (name: string) => zones[name] && (zones[name].seen_by === "everybody" || zones[name].count !== null);
    const fresh = after.pages.filter((page) => page.number >= before.received);
    return fresh.some((page) => page.events.some((event) => event.moves.some((move) => seen(move.to.zone))));
  }

  /** Without secrets the device simply goes to whose turn it is. */
  pass(): void {
    const { store } = this;
    if (store.hot && !this.secret && store.live && store.seat === null && this.next !== null) this.lift(this.next);
  }

  /** The holder has chosen: a choice that waits for others is covered at once, before anybody else can look. */
  private decided(seat: number, waits: boolean, shows: boolean): void {
    this.last = seat;
    if (waits) this.chose = [...this.chose.filter((p) => p !== seat), seat];
    else {
      if (this.many) this.middle = shows || !this.due.length;
      else this.looking = shows && !this.hands; // all may see at once what came of it
      this.many = false;
      this.chose = [];
    }
    if (!this.secret && this.next !== null) this.lift(this.next);
    else void this.store.command({ do: "away" });
  }

  lift(seat: number): void {
    this.looking = false;
    this.middle = false;
    this.last = seat;
    void this.store.command({ do: "here", seat });
  }

  hide(): void {
    this.looking = false;
    void this.store.command({ do: "away" });
  }

  look(): void {
    this.middle = false;
    this.looking = true;
  }
}

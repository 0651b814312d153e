// Store of one live table: known state, commands with resending, and the page's part of the fairness protocol. It implements `Play`.
import { untrack } from "svelte";
import type { Prompt } from "../../wire/shared";
import type { Ack, Beat, Nack, Own, ClientMessage, Table, ServerMessage } from "../../wire/table";
import { ANIMALS, animalsOf, playedBy } from "../game/animals";
import { botName } from "../game/people";
import { api } from "./api";
import type { AnyAction, Catalogue } from "../game/catalogue";
import { nextCommand } from "../fairness/chance";
import { noteEvents, noteOdds, updateReceipt, type Receipt } from "../fairness/receipt";
import { fold, NOTHING, owes, shownSeat, type Known, type Page } from "./fold";
import { receipts, tables } from "../page/storage";
import { TOKEN, type Connection, type Link } from "./link";
import { gestureOf, type Call, type LiveCommands, type Forecast, type Play } from "../game/play";
import { settings } from "../page/settings.svelte";
import { Speaker } from "../text/speak";
import { shoutText, words } from "../text/words.svelte";

export { ANIMALS };
export const PROTO = 1;
const AGAIN = 3000; // milliseconds after which an unanswered command is sent again
const CALLS = 8; // that are remembered of what was called out
const NEVER_AGAIN = new Set(["here", "away"]); // the curtain is down after a reconnect

interface Waiting {
  message: ClientMessage & { id: string; do: string };
  sentAt: number;
  done: (answer: Answer) => void;
}

export type Answer = { ok: true; code?: string; foreseen?: Forecast } | { ok: false; nack: Nack };
export type MessageListener = (message: ServerMessage, before: Known, after: Known) => void;

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");

export class TableStore implements Play {
  known = $state.raw<Known>(NOTHING);
  connection = $state<Connection>("connecting");
  why = $state(0); // the code a connection was closed with
  catalogue = $state.raw<Catalogue | null>(null);
  texts = $state.raw<Record<string, string>>({});
  refused = $state.raw<{ text: string; code: string; number: number } | null>(null);
  /** The first decision that this page made here. */
  decided = $state.raw<AnyAction | null>(null);
  lostAt = $state(0); // since when there is no connection
  /** People who share this device, by seat. Stored in this browser only. */
  people = $state.raw<Record<string, { name: string; animal: string }>>({});

  /** A finished game that is still looked at, though its table has gone on to the next one. */
  private past = $state.raw<Known | null>(null);

  private waiting = new Map<string, Waiting>();
  private queues = new Map<string, Promise<unknown>>();
  private receipts = new Map<number, Receipt>(); // by number of the game
  private timer: ReturnType<typeof setInterval> | undefined;
  private listeners = new Set<MessageListener>();
  private catalogueOf = "";
  private token = ""; // of a screen for all
  private loaded = ""; // which catalogue is here, as `catalogueOf` says which is wanted
  private deaf: (() => void) | undefined;

  constructor(
    readonly id: string,
    private readonly link: Link,
    private readonly take = "",
    /** A screen for all: it neither uses nor changes what this browser keeps of the table, such as its seat. */
    private readonly forAll = false,
  ) {
    if (!forAll) this.people = tables.get(id)?.people ?? {};
  }

  // What is shown ------------------------------------------------------------------------------

  private get shown(): Known {
    return this.past ?? this.known;
  }
  get table(): Table | null {
    return this.shown.table;
  }
  get view(): Record<string, unknown> | null {
    return this.shown.view;
  }
  get prompt(): Prompt | null {
    return this.shown.prompt;
  }
  get pages(): Page[] {
    return this.shown.pages;
  }
  /** Whether what is shown is a game before the newest. */
  get looksBack(): boolean {
    return this.past !== null;
  }
  /** Which game of the table is shown, as requests name it: 0 is the newest. */
  get which(): number {
    return this.past?.table?.n ?? 0;
  }
  /** On to the newest game. */
  goOn(): void {
    this.past = null;
  }
  get news(): Page[] {
    return this.known.news;
  }
  /** Seat whose secrets are shown, or null. */
  get seat(): number | null {
    return shownSeat(this.shown);
  }
  get own(): Own | null {
    return this.seat === null ? null : (this.shown.seats[String(this.seat)] ?? null);
  }
  /** Seats of this page's guest. */
  get seats(): number[] {
    const guest = this.known.you?.guest;
    return (this.table?.seats ?? []).flatMap((seat, p) => (seat.kind === "person" && seat.guest === guest ? [p] : []));
  }
  get hot(): boolean {
    return this.seats.length > 1;
  }
  get isHost(): boolean {
    return this.table !== null && this.table.host === this.known.you?.guest;
  }
  get owes(): boolean {
    return owes(this.known);
  }
  get live(): boolean {
    return this.connection === "open" && !this.known.stalled;
  }

  /** Display name of each seat. */
  names = $derived.by((): string[] => {
    const table = this.shown.table;
    if (!table) return [];
    return table.seats.map((seat, p) => {
      if (seat.kind === "person") return this.sharer(p)?.name || this.called(seat.guest);
      if (seat.kind === "bot") return playedBy(table, p) || botName(p);
      return words.say("seat.open");
    });
  });

  /** Speaker with the texts of the game and of the page. */
  speaker = $derived.by((): Speaker => {
    const things = this.catalogue?.things ?? {};
    const texts = { ...words.texts, ...this.texts };
    return new Speaker(texts, things, this.names, settings.language, null, this.catalogue?.numbers);
  });

  /** Person at a seat of a shared device. */
  private sharer(p: number): { name: string; animal: string } | undefined {
    return this.hot && this.seats.includes(p) ? this.people[p] : undefined;
  }

  /** Set name and animal of a seat on a shared device. */
  callSeat(p: number, name: string, animal: string): void {
    this.people = { ...this.people, [p]: { name, animal } };
    tables.put(this.id, { people: this.people });
  }

  called(guest: number): string {
    const entry = this.known.table?.guests[String(guest)];
    const animal = entry?.animal ?? this.known.presence?.watchers?.[String(guest)];
    return entry?.name || (animal ? words.say(`animal.${animal}`) : "?");
  }

  /** Animal of a guest or watcher of the table. */
  guestAnimal(guest: number): string {
    const key = String(guest);
    return this.known.table?.guests[key]?.animal ?? this.known.presence?.watchers?.[key] ?? "fox";
  }

  isBot(p: number): boolean {
    return this.table?.seats[p]?.kind === "bot" && !playedBy(this.table, p);
  }

  animal(p: number): string {
    return this.animals[p] ?? "fox";
  }

  private animals = $derived(animalsOf(this.shown.table, (p) => this.sharer(p)?.animal));

  // Coming and going ---------------------------------------------------------------------------

  start(): void {
    this.link.open({
      hello: () => {
        const kept = this.forAll ? this.token : tables.get(this.id)?.token;
        return {
          type: "hello",
          proto: PROTO,
          table: this.id,
          visible: document.visibilityState === "visible",
          ...(kept ? { token: kept } : {}),
          ...(this.known.at ? { since: this.known.at } : {}),
          ...(this.take && this.known.at === null ? { take: this.take } : {}),
        };
      },
      receive: (message) => this.receive(message),
      state: (state, why) => {
        if (state === "lost" && !this.lostAt) this.lostAt = Date.now();
        if (state === "open") this.lostAt = 0;
        if (state === "gone" && why === TOKEN && !this.forAll) tables.drop(this.id); // any other end may pass, and the seat is still ours
        this.connection = state;
        if (state !== "connecting" && state !== "again") this.why = why ?? 0; // a retry does not change why it is needed
      },
    });
    this.timer = setInterval(() => this.again(), 1000);
    this.deaf = $effect.root(() => {
      $effect(() => {
        void settings.language;
        untrack(() => void this.follow()); // what the game says is fetched in the language that was chosen
      });
    });
  }

  stop(): void {
    this.deaf?.();
    clearInterval(this.timer);
    this.link.close();
  }

  /** Retry the connection now. */
  retry(): void {
    this.link.again();
  }

  /** Subscribe to messages, with the state before and after each. Returns the function that unsubscribes. */
  listen(listener: MessageListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private receive(message: ServerMessage): void {
    if (message.type === "ack" || message.type === "nack") this.settle(message);
    const before = this.known;
    const after = fold(before, message, performance.now(), this.catalogue);
    this.known = after;
    if (!this.forAll) this.keepPast(message, before, after);
    if (message.type === "welcome") this.welcomed(message.you.token);
    if (after.gap && !before.gap) this.resync();
    if (message.type === "beat" || message.type === "welcome") {
      if (!after.gap) this.note(message.type === "beat" ? message : message.beat, message.type === "welcome");
      void this.follow();
      this.remember();
    }
    if (message.type === "shout") this.hear(message.guest, shoutText(after.table?.game ?? "", message.n), message.seat);
    if (message.type === "chat") this.hear(message.guest, message.text);
    for (const listener of this.listeners) listener(message, before, after);
  }

  /** Another guest opened a rematch: the end page stays until the next game begins. */
  private keepPast(message: ServerMessage, before: Known, after: Known): void {
    const phase = after.table?.phase;
    const guest = after.you?.guest ?? -1;
    const ready = before.presence?.votes.some(([about, , who]) => about === "again" && who.includes(guest)) ?? false;
    const mine = (message.type === "beat" && message.cause !== undefined) || ready;
    if (before.table?.phase === "over" && phase === "gathering" && !mine) this.past = before;
    if (phase !== "gathering") this.past = null;
  }

  private welcomed(token: string | undefined): void {
    if (token && this.forAll) this.token = token;
    else if (token) tables.put(this.id, { token });
    for (const [id, pending] of this.waiting) {
      if (NEVER_AGAIN.has(pending.message.do)) this.waiting.delete(id);
      else this.transmit(pending);
    }
  }

  /** Resync after a gap: say hello with the newest known cursor. */
  private resync(): void {
    this.link.again();
  }

  private remember(): void {
    const table = this.known.table;
    if (!table || this.forAll) return;
    const named = (kind: string): string[] =>
      table.seats.flatMap((seat, p) => (seat.kind === kind && !this.seats.includes(p) ? [this.names[p] ?? ""] : []));
    const others = [...named("person"), ...named("bot")];
    tables.put(this.id, {
      game: table.game,
      at: Date.now(),
      phase: table.phase,
      turn: this.owes,
      with: others,
      ...(table.result?.outcome ? { won: this.seats.some((p) => table.result!.outcome!.places[p] === 1) } : {}),
      left: !this.seats.length && !this.isHost,
      hot: this.hot ? this.seats : [],
      seats: this.seats,
    });
  }

  /** Load catalogue and texts of the current game, and answer the fairness protocol. */
  private async follow(): Promise<void> {
    const { table, you } = this.known;
    if (!table || !you) return;
    const which = `${table.game} ${table.n} ${table.phase === "gathering"} ${JSON.stringify(table.options)} ${settings.language}`;
    if (which !== this.catalogueOf) {
      this.catalogueOf = which;
      try {
        const [catalogue, texts] = await Promise.all([
          api.catalogue(this.id),
          api.texts(table.game, settings.language),
        ]);
        if (which === this.catalogueOf) [this.catalogue, this.texts, this.loaded] = [catalogue, texts, which]; // else another language was chosen meanwhile
      } catch {
        if (which === this.catalogueOf) this.catalogueOf = "";
      }
    }
    if (table.phase === "sealing" && which !== this.loaded && which === this.catalogueOf) return; // its odds are on the way
    let receipt = this.receipt(table.n);
    if (!receipt || receipt.guest !== you.guest) return;
    if (this.catalogue && which === this.loaded && (table.phase === "gathering" || table.phase === "sealing")) {
      receipt = noteOdds(receipt, this.catalogue.odds);
      this.keepReceipt(receipt);
    }
    const wanted = await nextCommand(receipt, table, you.guest);
    if (wanted && !this.queues.has(`${wanted.do} ${table.n}`)) {
      const answer = this.command(wanted);
      this.queues.set(`${wanted.do} ${table.n}`, answer);
    }
  }

  /** Note what a beat publishes and shows. */
  private note(beat: Beat, welcome: boolean): void {
    const { table, you } = this.known;
    if (!table || !you) return;
    const before = this.receipt(table.n);
    const mine = before && (before.guest === undefined || before.guest === you.guest) ? before : undefined;
    const receipt = updateReceipt(mine, table.chance, { table: this.id, game: table.n, guest: you.guest });
    this.keepReceipt(beat.view === null ? receipt : noteEvents(receipt, beat, welcome));
  }

  /** Receipt of a game at this table. It is kept here as well as in the browser, whose storage may be full or forbidden. */
  receipt(n: number): Receipt | undefined {
    return this.receipts.get(n) ?? receipts.get<Receipt>(this.id, n);
  }

  private keepReceipt(receipt: Receipt): void {
    if (this.receipts.get(receipt.game) === receipt) return;
    this.receipts.set(receipt.game, receipt);
    receipts.put(this.id, receipt.game, receipt);
  }

  // Saying things ------------------------------------------------------------------------------

  /** Whether this page gave up its seats by itself. */
  leaves = false;

  /** Send a command. Resolves when it is committed or refused; resends use the same id (idempotency key). */
  command(fields: { do: string; [field: string]: unknown }): Promise<Answer> {
    if (fields.do === "leave" || fields.do === "stand") this.leaves = true;
    else if (fields.do === "sit") this.leaves = false;
    return new Promise((done) => {
      const message = { type: "cmd", id: newId(), ...fields } as unknown as Waiting["message"];
      const pending: Waiting = { message, sentAt: 0, done };
      this.waiting.set(message.id, pending);
      this.transmit(pending);
    });
  }

  private transmit(pending: Waiting): void {
    if (this.connection !== "open") return;
    if (this.link.send(pending.message)) pending.sentAt = Date.now();
  }

  private again(): void {
    for (const pending of this.waiting.values()) if (Date.now() - pending.sentAt > AGAIN) this.transmit(pending);
  }

  private settle(message: Ack | Nack): void {
    const pending = this.waiting.get(message.id);
    if (!pending) return;
    this.waiting.delete(message.id);
    if (message.type === "ack") {
      this.refused = null; // what went wrong before is mended, or past
      const foreseen = message.legal && message.view ? { foreseen: { legal: message.legal, view: message.view } } : {};
      pending.done({ ok: true, ...(message.code ? { code: message.code } : {}), ...foreseen });
    } else {
      pending.done({ ok: false, nack: message });
      const quiet = message.code === "past" || pending.message.do === "share" || pending.message.do === "open";
      if (!quiet) this.refuse(this.speaker.say({ key: message.key, args: message.args }), message.code);
    }
  }

  refuse(text: string, code = ""): void {
    this.refused = { text, code, number: (this.refused?.number ?? 0) + 1 };
  }

  /** Send a decision, one of the legal actions. Commands of a seat are sent one at a time. */
  async play(action: AnyAction): Promise<void> {
    const { seat, own } = this;
    if (seat === null || !own?.ask) return;
    const before = this.queues.get(`play ${seat}`);
    const mine = (async () => {
      await before;
      const answer = await this.command({ do: "play", seat, ask: own.ask, action: action.id });
      if (answer.ok) this.decided ??= action;
    })();
    this.queues.set(`play ${seat}`, mine);
    await mine;
  }

  async takeBack(): Promise<void> {
    const { seat, own } = this;
    if (seat !== null && own?.ask && own.chosen) await this.command({ do: "take_back", seat, ask: own.ask });
  }

  // Besides decisions --------------------------------------------------------------------------

  private calls = $state.raw<Call[]>([]);
  private count = 0;

  private hear(guest: number, text: string, bot?: number): void {
    const seat = bot ?? this.table?.seats.findIndex((entry) => entry.kind === "person" && entry.guest === guest) ?? -1;
    const call = {
      seat: seat < 0 ? null : seat,
      name: bot === undefined ? this.called(guest) : (this.names[bot] ?? ""),
      text,
      mine: guest === this.known.you?.guest,
      number: this.count++,
    };
    this.calls = [...this.calls, call].slice(-CALLS);
  }

  /** Send a command of the seat that is shown. */
  private async ofSeat(fields: { do: string; [field: string]: unknown }): Promise<boolean> {
    return this.seat !== null && (await this.command({ seat: this.seat, ...fields })).ok;
  }

  readonly commands: LiveCommands = ((store: TableStore): LiveCommands => ({
    get band() {
      return store.known.band;
    },
    get calls() {
      return store.calls;
    },
    trace(c, n) {
      if (store.connection === "open") store.link.send({ type: "trace", c, n });
    },
    async finish(answer) {
      const gesture = store.own && gestureOf(store.own);
      return gesture ? store.ofSeat({ do: gesture.name, ask: gesture.ask, ...answer }) : false;
    },
    report: (outcome) => void store.ofSeat({ do: "report", ask: store.own?.report?.ask, outcome: outcome.id }),
    confirm: (right) => void store.ofSeat({ do: "confirm", ask: store.own?.confirm?.ask, right }),
    async foresee(actions) {
      const { seat, own } = store;
      if (seat === null || !own?.ask) return null;
      const answer = await store.command({ do: "foresee", seat, ask: own.ask, actions });
      return (answer.ok && answer.foreseen) || null;
    },
    shout: (n) => void store.command({ do: "shout", n }),
    chat: (text) => void store.command({ do: "chat", text }),
  }))(this);
}

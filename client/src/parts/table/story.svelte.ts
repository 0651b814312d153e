// Sentences of the events at a table, for the log, the dock and screen readers.
import type { AnyEvent, Catalogue } from "../../lib/game/catalogue";
import type { Known, Page } from "../../lib/net/fold";
import { live } from "../../lib/page/live.svelte";
import { eventMessage, type Speaker } from "../../lib/text/speak";
import { cue, shake } from "../../lib/page/sound";
import type { TableStore } from "../../lib/net/table.svelte";
import { shoutText, t } from "../../lib/text/words.svelte";
import type { Note, ServerMessage } from "../../wire/table";
import { changes } from "./changes";
import { pendingAsk } from "./turn";

export interface Sentence {
  text: string;
  seat: number | null; // whom it is about
}

/** Something that was said, after so many pages. */
export interface Talk {
  after: number;
  guest: number;
  text: string;
  shout: number | null;
  number: number;
}

/** A note of the server about the table, after so many pages. */
export interface Remark {
  after: number;
  text: string;
  number: number;
}

export type Entry = { page: Page; lines: Sentence[] } | { talk: Talk } | { remark: Remark };

const BUBBLE_LIFE = 4000; // milliseconds
export const REMARK_LIFE = 8000; // milliseconds for which a remark is shown besides the log
const MOST_REMARKS = 20;

/** An event in words; nothing where the game has no words for it. */
export function sentence(speaker: Speaker, catalogue: Catalogue, event: AnyEvent): Sentence | null {
  const message = eventMessage(catalogue, event);
  const text = speaker.has(message.key) ? speaker.say(message) : "";
  const seat = event.args["seat"];
  return text ? { text, seat: typeof seat === "number" ? seat : null } : null;
}

/** A note of the server in words; nothing for one of a newer server, whose words are not here. */
export const noteText = (speaker: Speaker, message: ServerMessage): string =>
  message.type === "note" && speaker.has(message.key) ? speaker.say({ key: message.key, args: message.args }) : "";

/** What changed at a table besides the game, in words. */
export const changeTexts = (store: TableStore, before: Known, after: Known): string[] =>
  changes(before, after, guestName).map(({ key, seat, name }) =>
    t(key, { name: name ?? store.names[seat ?? 0] ?? "", bot: seat === undefined ? "" : (store.names[seat] ?? "") }),
  );

function guestName(known: Known, guest: number): string {
  const entry = known.table?.guests[String(guest)];
  return entry ? entry.name || t(`animal.${entry.animal}`) : "?";
}

/** One box for choices that were made one after the other, such as all guesses of a turn. */
export function mergeChoices(entries: Entry[], isChoice: (event: AnyEvent) => boolean): Entry[] {
  const merged: Entry[] = [];
  const waits = (entry: Entry | undefined): entry is Extract<Entry, { page: Page }> =>
    entry !== undefined && "page" in entry && entry.page.events.every(isChoice);
  for (const entry of entries) {
    const last = merged.at(-1);
    if (waits(entry) && waits(last) && entry.page.mine === last.page.mine)
      merged[merged.length - 1] = { page: last.page, lines: [...last.lines, ...entry.lines] };
    else merged.push(entry);
  }
  return merged;
}

export class Story {
  talks = $state.raw<Talk[]>([]);
  remarks = $state.raw<Remark[]>([]);
  remark = $state.raw<Remark | null>(null); // the newest, for as long as it is shown
  bubbles = $state.raw<Record<number, Talk>>({}); // what was said just now, by guest
  gap = $state<number | null>(null); // pages from this number on came while we were away
  missed = $state(0);
  unread = $state(0);
  private count = 0;
  private spoken = -1;
  private lostAt: number | null = null;

  constructor(readonly store: TableStore) {}

  lines(page: Page): Sentence[] {
    const { catalogue, speaker } = this.store;
    if (!catalogue) return [];
    return page.events.flatMap((event) => sentence(speaker, catalogue, event) ?? []);
  }

  /** Pages, talk and remarks, oldest first. */
  entries = $derived.by((): Entry[] => {
    const pages = this.store.pages.map((page) => ({
      at: page.number,
      entry: { page, lines: this.lines(page) } as Entry,
    }));
    const talks = this.talks.map((talk) => ({ at: talk.after - 0.5, entry: { talk } as Entry }));
    const remarks = this.remarks.map((remark) => ({ at: remark.after - 0.5, entry: { remark } as Entry }));
    const all = [...pages, ...talks, ...remarks]
      .sort((a, b) => a.at - b.at)
      .flatMap(({ entry }) => ("page" in entry && !entry.lines.length ? [] : [entry]));
    return mergeChoices(all, this.isChoice);
  });

  private isChoice = (event: AnyEvent): boolean => this.store.catalogue?.events[event.kind]?.choice ?? false;

  /** The newest sentence. */
  last = $derived.by((): Sentence | null => {
    for (const page of [...this.store.pages].reverse()) {
      const line = this.lines(page).at(-1);
      if (line) return line;
    }
    return null;
  });

  start(): () => void {
    this.talks = this.store.known.chat.map((line) => this.talk(line.guest, line.text, null, -1));
    this.spoken = this.store.pages.at(-1)?.number ?? -1;
    return this.store.listen((message, before, after) => this.hear(message, before, after));
  }

  private talk(guest: number, text: string, shout: number | null, after = this.store.known.received): Talk {
    return { guest, text, shout, after, number: this.count++ };
  }

  private hear(message: ServerMessage, before: Known, after: Known): void {
    if (message.type === "chat") {
      const talk = this.talk(message.guest, message.text, null);
      this.talks = [...this.talks, talk].slice(-200);
      this.bubble(talk);
      if (message.guest !== after.you?.guest) {
        this.unread += 1;
        live.say(t("talk.said", { name: this.store.called(message.guest), text: message.text }));
      }
    }
    if (message.type === "forgotten") this.talks = this.talks.filter((talk) => talk.guest !== message.guest);
    if (message.type === "shout" && message.seat === undefined) this.shout(message.guest, message.n);
    else if (message.type === "shout")
      this.announceCall(this.store.names[message.seat!] ?? "", this.shoutOf(message.n));
    if (message.type === "note") this.noted(message);
    if (message.type === "welcome") this.back(message.chat, before, after);
    if (message.type === "beat" || message.type === "welcome") {
      this.change(before, after);
      this.tell(before, after);
    }
  }

  private shoutOf(n: number): string {
    return shoutText(this.store.table?.game ?? "", n);
  }

  private announceCall(name: string, text: string): void {
    live.say(t("talk.shouted", { name, text }));
  }

  private shout(guest: number, n: number): void {
    const text = this.shoutOf(n);
    const talk = this.talk(guest, text, n);
    this.talks = [...this.talks, talk].slice(-200);
    this.bubble(talk);
    if (guest !== this.store.known.you?.guest) this.announceCall(this.store.called(guest), text);
  }

  /** Show a sentence at its seat for a while. */
  private bubble(talk: Talk): void {
    const { guest } = talk;
    this.bubbles = { ...this.bubbles, [guest]: talk };
    setTimeout(() => {
      if (this.bubbles[guest] !== talk) return;
      const { [guest]: _, ...rest } = this.bubbles;
      this.bubbles = rest;
    }, BUBBLE_LIFE);
  }

  /** What changed at the table besides the game. */
  private change(before: Known, after: Known): void {
    for (const text of changeTexts(this.store, before, after)) this.say(text);
  }

  private noted(message: Note): void {
    const text = noteText(this.store.speaker, message);
    if (text) this.say(text);
  }

  /** A remark: shown for a while, kept in the log, and announced. */
  private say(text: string): void {
    const remark = { after: this.store.known.received, text, number: this.count++ };
    this.remarks = [...this.remarks, remark].slice(-MOST_REMARKS);
    this.remark = remark;
    setTimeout(() => {
      if (this.remark === remark) this.remark = null;
    }, REMARK_LIFE);
    live.say(text);
  }

  /** Connected again: what was said meanwhile is in the welcome, and what happened is one page. */
  private back(chat: { guest: number; text: string }[], before: Known, after: Known): void {
    const shouts = this.talks.filter((talk) => talk.shout !== null);
    const known = this.talks.filter((talk) => talk.shout === null);
    const same = (at: number) => known.at(at - chat.length);
    const merged = chat.map((line, at) =>
      same(at)?.text === line.text ? same(at)! : this.talk(line.guest, line.text, null),
    );
    this.talks = [...merged, ...shouts].sort((a, b) => a.number - b.number);
    if (before.at === null) return;
    const fresh = after.pages.filter((page) => after.whole || page.number >= (this.lostAt ?? before.received));
    this.missed = after.whole ? 0 : fresh.reduce((sum, page) => sum + this.lines(page).length, 0);
    this.gap = fresh[0]?.number ?? null;
    this.lostAt = null;
  }

  lost(): void {
    this.lostAt ??= this.store.known.received;
    this.missed = 0;
  }

  /** Say each event once, and the own turn with it. */
  private tell(before: Known, after: Known): void {
    const fresh = after.pages.filter((page) => page.number > this.spoken);
    this.spoken = after.pages.at(-1)?.number ?? this.spoken;
    if (after.whole && before.at === null) return;
    // Choices of others are not announced: they show at the seats, and key S reads them. Nine messages a turn would drown the rest.
    const isSpoken = (event: AnyEvent): boolean => !this.isChoice(event) || event.args["seat"] === this.store.seat;
    const heard = fresh.map((page) => ({ ...page, events: page.events.filter(isSpoken) }));
    const sentences = after.whole ? [] : heard.flatMap((page) => this.lines(page).map((line) => line.text));
    if (after.table?.phase === "over" && before.table?.phase === "playing") cue("end");
    const now = owing(after);
    const turn = now !== null && now !== owing(before);
    if (turn) {
      cue("turn");
      shake();
      if (after.prompt) sentences.push(this.store.speaker.say(after.prompt.prompt));
    }
    live.say(sentences.slice(-12).join(" "));
  }
}

/** What this page's person owes, if anything. */
const owing = (known: Known): string | null =>
  Object.values(known.seats)
    .map(pendingAsk)
    .find((name) => name !== null) ?? null;

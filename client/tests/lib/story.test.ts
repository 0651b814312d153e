import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TableStore } from "../../src/lib/net/table.svelte";
import { SocketLink } from "../../src/lib/net/link";
import { live } from "../../src/lib/page/live.svelte";
import { mergeChoices, noteText, REMARK_LIFE, Story, type Entry } from "../../src/parts/table/story.svelte";
import { browser, FakeSocket } from "../browser";

beforeEach(() => {
  vi.useFakeTimers();
  browser();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const messages = (language: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../src/fairyring/tables/messages/${language}.json`, import.meta.url), "utf8"),
  ) as Record<string, string>;
const note = { type: "note", key: "table.note.hasty", args: { seat: { seat: 0 } } };

function watching(texts: Record<string, string>): { store: TableStore; story: Story; end: () => void } {
  const store = new TableStore("t", new SocketLink("ws://host/ws"));
  store.start();
  store.texts = texts;
  const story = new Story(store);
  const hush = story.start();
  FakeSocket.last.accept();
  const table = {
    ...{ id: "t", n: 1, phase: "playing", game: "fairy", guests: {}, options: {}, host: 1 },
    ...{ seats: [{ kind: "bot", level: "hard" }], chance: { commitment: "c" } },
  };
  const beat = { after: null, at: "a", events: [], view: {}, prompt: null, seats: {}, table };
  FakeSocket.last.tell({ type: "welcome", proto: 1, you: { guest: 1, seats: [] }, beat, chat: [] });
  return { store, story, end: () => (hush(), store.stop()) };
}

test.each(["en", "de", "es", "fr"])("story shows, keeps and announces a note of the server (%s)", (language) => {
  const { store, story, end } = watching(messages(language));
  FakeSocket.last.tell(note);
  const text = messages(language)["table.note.hasty"]!.replace("{seat}", store.names[0]!);
  expect(story.remark?.text).toBe(text);
  expect(story.entries.at(-1)).toMatchObject({ remark: { text } });
  expect(live.text.trim()).toBe(text);
  vi.advanceTimersByTime(REMARK_LIFE);
  expect(story.remark).toBe(null);
  expect(story.entries).toHaveLength(1);
  end();
});

test("story shows a newer note for its whole time", () => {
  const { story, end } = watching(messages("en"));
  FakeSocket.last.tell(note);
  vi.advanceTimersByTime(REMARK_LIFE - 1000);
  FakeSocket.last.tell(note);
  vi.advanceTimersByTime(REMARK_LIFE - 1000);
  expect(story.remark?.number).toBe(story.remarks[1]!.number);
  end();
});

test.each(["en", "de", "es", "fr"])("noteText says that a public table is not listed (%s)", (language) => {
  const { store, end } = watching(messages(language));
  const text = messages(language)["table.note.unlisted"]!;
  expect(text).toBeTruthy();
  expect(noteText(store.speaker, { type: "note", key: "table.note.unlisted", args: {} })).toBe(text);
  expect(noteText(store.speaker, { type: "note", key: "table.note.of-a-newer-server", args: {} })).toBe("");
  expect(noteText(store.speaker, { type: "stalled" })).toBe("");
  end();
});

test("story ignores a note without words", () => {
  const { story, end } = watching({});
  FakeSocket.last.tell(note);
  expect([story.remark, story.entries]).toEqual([null, []]);
  end();
});

test("mergeChoices puts choices that follow each other into one box, and nothing else", () => {
  const page = (number: number, kind: string, mine = false): Entry => ({
    page: { number, mine, events: [{ kind, args: {}, moves: [] }] },
    lines: [{ text: `${kind} ${number}`, seat: null }],
  });
  const entries = [
    page(1, "guessed"),
    page(2, "guessed"),
    page(3, "revealed"),
    page(4, "guessed"),
    page(5, "guessed", true),
  ];
  const merged = mergeChoices(entries, (event) => event.kind === "guessed");
  expect(merged.map((entry) => "page" in entry && entry.lines.map((line) => line.text))).toEqual([
    ["guessed 1", "guessed 2"],
    ["revealed 3"],
    ["guessed 4"],
    ["guessed 5"],
  ]);
});

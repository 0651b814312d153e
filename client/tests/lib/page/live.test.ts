import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { live } from "../../../src/lib/page/live.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const spoken = (): string => live.text.trim();

test("live region announces each sentence of a burst in order", () => {
  const heard: string[] = [];
  for (const sentence of ["First.", "Second.", "Second."]) live.say(sentence);
  const before = live.text;
  heard.push(spoken());
  vi.advanceTimersByTime(150);
  heard.push(spoken());
  const second = live.text;
  vi.advanceTimersByTime(150);
  heard.push(spoken());
  expect(heard).toEqual(["First.", "Second.", "Second."]);
  expect(live.text).not.toBe(second); // a repeated sentence is a change too
  expect(before).not.toBe(second);
});

test("live region speaks at once after a pause", () => {
  live.say("First.");
  vi.advanceTimersByTime(1000);
  live.say("Later.");
  expect(spoken()).toBe("Later.");
});

test("live region keeps the newest eight sentences of a long burst", () => {
  for (let n = 0; n < 30; n++) live.say(`Sentence ${n}.`);
  const heard: string[] = [];
  for (let n = 0; n < 10; n++) {
    heard.push(spoken());
    vi.advanceTimersByTime(150);
  }
  expect(new Set(heard)).toEqual(
    new Set(["Sentence 0.", ...Array.from({ length: 8 }, (_, n) => `Sentence ${n + 22}.`)]),
  );
});

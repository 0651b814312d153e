import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FromThinker, Job, Start, ToThinker } from "../../src/offline/protocol";
import { Thinking, type Thinker } from "../../src/offline/thinking";

class FakeThinker implements Thinker {
  static all: FakeThinker[] = [];
  heard: ToThinker[] = [];
  ended = false;
  onmessage: ((event: MessageEvent<FromThinker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;

  constructor() {
    FakeThinker.all.push(this);
  }
  postMessage(message: ToThinker): void {
    this.heard.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(message: FromThinker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromThinker>);
  }
  get jobs(): number[] {
    return this.heard.flatMap((message) => (message.kind === "job" ? [message.id] : []));
  }
}

const first = { kind: "start", base: "", built: {}, bare: false, fresh: false } as unknown as Start;
const job = (id: string): Job => ({ id, game: "fairy", level: "strong", budget: 300 });
const thinking = (): Thinking => new Thinking(() => new FakeThinker(), first);
const worker = (): FakeThinker => FakeThinker.all.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  FakeThinker.all = [];
});
afterEach(() => vi.useRealTimers());

test("the worker starts with the first job and ends when it is idle", async () => {
  const some = thinking();
  expect(FakeThinker.all).toEqual([]);
  const answer = some.do("think", job("a"));
  worker().say({ kind: "ready" });
  worker().say({ kind: "done", id: worker().jobs[0]!, answer: { action: 3 } });
  expect(await answer).toEqual({ action: 3 });
  expect(worker().ended).toBe(false);
  vi.advanceTimersByTime(300_000);
  expect(worker().ended).toBe(true);
});

test("a job that exceeds its budget is cut off and has failed; the next one gets a new worker", async () => {
  const some = thinking();
  const [slow, next] = [some.do("think", job("a")), some.do("weigh", job("b"))];
  const stuck = worker();
  stuck.say({ kind: "ready" });
  expect(stuck.jobs).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(await slow).toBeNull();
  expect(stuck.ended).toBe(true);
  expect(FakeThinker.all).toHaveLength(2);
  worker().say({ kind: "ready" });
  worker().say({ kind: "done", id: worker().jobs[0]!, answer: { choices: [] } });
  expect(await next).toEqual({ choices: [] });
});

test("what is cancelled before its turn is never asked", async () => {
  const some = thinking();
  const [one, other] = [some.do("think", job("a")), some.do("think", job("b"))];
  some.cancel("b");
  expect(await other).toBeNull();
  worker().say({ kind: "ready" });
  worker().say({ kind: "done", id: worker().jobs[0]!, answer: { action: 1 } });
  expect(await one).toEqual({ action: 1 });
  expect(worker().jobs).toHaveLength(1);
});

test("without a worker every job fails soon", async () => {
  const some = thinking();
  const answers = ["a", "b"].map((id) => some.do("think", job(id)));
  for (let k = 0; k < 3; k++) worker().say({ kind: "broken", message: "no WebAssembly" });
  expect(await Promise.all(answers)).toEqual([null, null]);
  expect(await some.do("think", job("c"))).toBeNull();
  expect(FakeThinker.all).toHaveLength(3);
});

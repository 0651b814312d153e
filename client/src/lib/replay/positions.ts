// Positions of a game that is over, fetched a few at a time, and what a view is with all cards open. Nothing here knows a game.
import type { Replay, Step } from "../../wire/api";

type View = Record<string, unknown>;
type Ask = (eyes: string, first: number, last: number) => Promise<Replay>;

export const CHUNK = 50;

/** Fills what everybody's view hides with what its owner sees: a row with an entry for each seat, and nothing at this seat's. */
export function opened(step: Step): View {
  const seats = step.seats as View[];
  if (!seats.length) return step.view;
  const out: View = {};
  for (const [field, value] of Object.entries(step.view)) {
    const row = Array.isArray(value) && value.length === seats.length && value.includes(null);
    out[field] = row ? value.map((one, p) => one ?? (seats[p]?.[field] as unknown[] | undefined)?.[p] ?? null) : value;
  }
  return out;
}

/** Keeps the positions that were fetched; asks for the others in chunks, each once. */
export class Positions {
  steps = 0;
  private kept = new Map<string, Promise<Step[]>>();

  constructor(private readonly ask: Ask) {}

  async get(eyes: string, at: number): Promise<Step> {
    const found = await this.chunk(eyes, Math.floor(at / CHUNK));
    const step = found[at % CHUNK];
    if (!step) throw new RangeError(`There is no position ${at}.`);
    return step;
  }

  /** Positions up to `at`, at most `most`, oldest first. */
  async before(eyes: string, at: number, most: number): Promise<Step[]> {
    const first = Math.max(0, at - most + 1);
    const chunks = [];
    for (let k = Math.floor(first / CHUNK); k <= Math.floor(at / CHUNK); k++) chunks.push(this.chunk(eyes, k));
    return (await Promise.all(chunks)).flat().filter((step) => step.at >= first && step.at <= at);
  }

  /** So that the next ones are there when they are wanted. */
  ahead(eyes: string, at: number): void {
    const next = Math.floor(at / CHUNK) + 1;
    if (next * CHUNK <= this.steps) this.chunk(eyes, next).catch(() => undefined);
  }

  private chunk(eyes: string, k: number): Promise<Step[]> {
    const key = `${eyes} ${k}`;
    let found = this.kept.get(key);
    if (!found) {
      found = this.ask(eyes, k * CHUNK, (k + 1) * CHUNK - 1).then((answer) => {
        this.steps = answer.steps;
        return answer.positions;
      });
      this.kept.set(key, found);
      found.catch(() => this.kept.delete(key)); // asked again when wanted again
    }
    return found;
  }
}

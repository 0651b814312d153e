// Positions of a finished game, loaded in chunks, and the view with all cards open.
import type { Replay, Step } from "../../wire/api";

type View = Record<string, unknown>;
type Ask = (eyes: string, first: number, last: number) => Promise<Replay>;

export const CHUNK = 50;

/** View with all cards open: nulls in rows by seat are filled from the view of the seat. */
export function openView(step: Step): View {
  const seats = step.seats as View[];
  if (!seats.length) return step.view;
  const out: View = {};
  for (const [field, value] of Object.entries(step.view)) {
    const row = Array.isArray(value) && value.length === seats.length && value.includes(null);
    out[field] = row
      ? value.map((entry, p) => entry ?? (seats[p]?.[field] as unknown[] | undefined)?.[p] ?? null)
      : value;
  }
  return out;
}

/** Cache of positions; each chunk is requested once. */
export class Positions {
  steps = 0;
  private chunks = new Map<string, Promise<Step[]>>();

  constructor(private readonly ask: Ask) {}

  async get(eyes: string, at: number): Promise<Step> {
    const chunk = await this.chunk(eyes, Math.floor(at / CHUNK));
    const step = chunk[at % CHUNK];
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

  /** Prefetch the next chunk. */
  ahead(eyes: string, at: number): void {
    const next = Math.floor(at / CHUNK) + 1;
    if (next * CHUNK <= this.steps) this.chunk(eyes, next).catch(() => undefined);
  }

  private chunk(eyes: string, k: number): Promise<Step[]> {
    const key = `${eyes} ${k}`;
    let cached = this.chunks.get(key);
    if (!cached) {
      cached = this.ask(eyes, k * CHUNK, (k + 1) * CHUNK - 1).then((answer) => {
        this.steps = answer.steps;
        return answer.positions;
      });
      this.chunks.set(key, cached);
      cached.catch(() => this.chunks.delete(key)); // asked again when wanted again
    }
    return cached;
  }
}

// The second worker, in which bots search: started when it is needed, ended when it is idle or exceeds a job's budget.
import type { FromThinker, Job, Start, ToThinker } from "./protocol";

type Work = "think" | "weigh";
type Answer = { action?: number | null; choices?: unknown[] };
interface Waiting {
  id: number;
  work: Work;
  job: Job;
  done: (answer: Answer | null) => void;
}
/** What is used of a worker. */
export interface Thinker {
  postMessage(message: ToThinker): void;
  onmessage: ((event: MessageEvent<FromThinker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

const IDLE = 120_000; // milliseconds until an unused worker is ended; it takes some hundred megabytes
const BOOT = 90_000; // milliseconds that the interpreter may take to start, on a slow device
const TIMES = 20; // a job may take so many times its budget, which bots keep by themselves, and …
const MORE = 5_000; // … so many milliseconds more: the kernel of its game is fetched first
const BROKEN = 3; // starts that may fail in a row; then every job fails at once

export class Thinking {
  private worker: Thinker | null = null;
  private ready = false;
  private failures = 0;
  private count = 0;
  private running: Waiting | null = null;
  private queue: Waiting[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly start: () => Thinker,
    private readonly first: Start,
  ) {}

  /** Start the worker now, because jobs are to come. */
  warm(): void {
    if (!this.worker && this.failures < BROKEN) this.begin();
  }

  /** Have a job done; null if it failed or took too long. */
  do(work: Work, job: Job): Promise<Answer | null> {
    return new Promise((done) => {
      this.queue.push({ id: this.count++, work, job, done });
      this.next();
    });
  }

  /** The answer to a job is not needed any more. A running one ends by its budget. */
  cancel(job: string): void {
    for (const waiting of this.queue.filter((other) => other.job.id === job)) waiting.done(null);
    this.queue = this.queue.filter((other) => other.job.id !== job);
  }

  private next(): void {
    if (this.running || !this.queue.length) return;
    if (this.failures >= BROKEN) return this.giveUp();
    if (!this.worker) return this.begin();
    if (!this.ready) return;
    this.running = this.queue.shift()!;
    const { id, work, job } = this.running;
    this.worker.postMessage({ kind: "job", id, work, job });
    this.limit(job.budget * TIMES + MORE);
  }

  private begin(): void {
    let worker: Thinker;
    try {
      worker = this.start();
    } catch {
      this.failures = BROKEN;
      return this.giveUp();
    }
    this.worker = worker;
    this.limit(BOOT);
    worker.onmessage = ({ data }) => worker === this.worker && this.hear(data);
    worker.onerror = () => worker === this.worker && this.end(true);
    worker.postMessage({ ...this.first, fresh: this.failures > 0 });
  }

  private hear(message: FromThinker): void {
    if (message.kind === "broken") return this.end(true);
    clearTimeout(this.timer);
    if (message.kind === "ready") this.ready = true;
    else {
      this.failures = 0;
      const { running } = this;
      this.running = null;
      running?.done(message.answer);
    }
    if (this.queue.length) this.next();
    else this.timer = setTimeout(() => this.end(false), IDLE);
  }

  private limit(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(true), milliseconds);
  }

  /** End the worker; what it was doing has failed. */
  private end(failed: boolean): void {
    clearTimeout(this.timer);
    this.worker?.terminate();
    const { running } = this;
    [this.worker, this.ready, this.running] = [null, false, null];
    if (failed) this.failures += 1;
    running?.done(null);
    this.next();
  }

  private giveUp(): void {
    const { queue } = this;
    this.queue = [];
    for (const waiting of queue) waiting.done(null);
  }
}

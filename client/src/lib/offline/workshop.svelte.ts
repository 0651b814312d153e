// The workshop's state: a game as files, its worker, what the kit found and what a simulation gave. Files are kept in this browser.
import type { Built, FromWorker, FromWorkshop, Keeping, Trouble } from "../../offline/protocol";
import type { CreatedTable } from "../../wire/api";
import { storage, tables } from "../page/storage";
import { offline } from "./offline.svelte";
import { WorkerHost, type Watcher } from "./worker-host";

export type Files = Record<string, string>;
export interface Problem {
  file: string;
  line: number; // 0: of no line
  message: string;
}
export interface Loaded {
  game: string;
  title: string;
  seats: number[];
  levels: string[];
}
export interface Checked {
  checks: number;
  cases: number;
  unseen: string[];
}
export interface Simulated {
  games: number;
  win_share: number[];
  mean_score: number[];
  score_error: number[];
  end_reasons: Record<string, number>;
  games_per_s: number;
  fair_share: number;
}

const KEY = "fairyring.workshop";
export const MODULE = "room.py";
const CHECK_GAMES = 2;
const SEED = 1;

/** The worker of the workshop. It may be busy for minutes, and is ended by the author, or when one of its tables hangs. */
class WorkshopHost extends WorkerHost {
  work(call: "load" | "check" | "simulate", args: (string | number)[]): Promise<string> {
    return this.request((id) => ({ kind: "work", id, call, args }), false);
  }

  /** End whatever it does, and begin anew. */
  stop(): void {
    this.restart(false);
  }

  protected override hear(message: FromWorker | FromWorkshop): void {
    if (message.kind === "worked") this.settle(message.id, message.answer);
    else super.hear(message);
  }

  protected override look(): void {
    const works = [...this.pending.values()].some(({ message }) => message.kind === "work");
    if (!works) super.look();
  }
}

export class Workshop {
  files = $state.raw<Files>({});
  state = $state<"starting" | "ready" | "broken">("starting");
  progress = $state(0); // from 0 to 1
  trouble = $state<Trouble | "">("");
  busy = $state<"" | "load" | "check" | "simulate" | "play">("");
  loaded = $state.raw<Loaded | null>(null);
  checked = $state.raw<Checked | null>(null);
  simulated = $state.raw<Simulated | null>(null);
  problems = $state.raw<Problem[]>([]);
  stopped = $state(false);

  private host: WorkshopHost | null = null;
  private readonly made = new Set<string>();
  private loadedFiles: Files | null = null;

  constructor(first: Files) {
    this.files = storage.read<Files>(KEY, first);
  }

  async start(): Promise<void> {
    const built: Built | null = await offline.find();
    if (!built?.workshop) return this.breakDown("fetch");
    const watcher: Watcher = {
      progress: (loaded, total) => (this.progress = loaded / total),
      ready: (_keeping: Keeping) => (this.state = "ready"),
      keeping: () => undefined,
      broken: (trouble) => this.breakDown(trouble),
    };
    const worker = (): Worker =>
      new Worker(new URL("../../offline/workshop.ts", import.meta.url), { type: "module", name: "workshop" });
    this.host = new WorkshopHost(document.baseURI, built, offline.isStatic, watcher, worker);
  }

  private breakDown(trouble: Trouble): void {
    [this.state, this.trouble] = ["broken", trouble];
  }

  write(name: string, text: string): void {
    this.files = { ...this.files, [name]: text };
    storage.write(KEY, this.files);
  }

  open(files: Files): void {
    this.files = files;
    storage.write(KEY, files);
    [this.loaded, this.checked, this.simulated, this.problems] = [null, null, null, []];
  }

  /** Run the kit. */
  check(): Promise<void> {
    return this.run("check", async () => {
      if (!(await this.load())) return;
      const answer = await this.work<Checked>("check", [CHECK_GAMES, SEED]);
      if (answer) this.checked = answer;
    });
  }

  simulate(players: number, games: number, level: string): Promise<void> {
    return this.run("simulate", async () => {
      if (!(await this.load())) return;
      this.simulated = await this.work<Simulated>("simulate", [players, games, level, SEED]);
    });
  }

  /** Lay a table of the game with one's own seat and bots; returns its id. */
  async play(players: number): Promise<string> {
    let table = "";
    await this.run("play", async () => {
      const loaded = await this.load();
      if (!loaded || !this.host) return;
      const body = JSON.stringify({ game: loaded.game, options: { players } });
      const headers = { "content-type": "application/json" };
      const answered = await this.host.ask({ method: "POST", path: "api/tables", headers, body });
      const created = JSON.parse(answered.body) as CreatedTable & { message?: string };
      if (answered.status >= 400) {
        this.problems = [{ file: MODULE, line: 0, message: created.message ?? "" }];
        return;
      }
      table = created.table;
      this.made.add(table);
      offline.workshop = { owns: (id) => this.made.has(id), game: loaded.game, host: this.host };
      tables.put(table, { token: created.token, game: loaded.game, at: Date.now(), phase: "gathering", passing: true });
    });
    return table;
  }

  /** End whatever runs. */
  stop(): void {
    this.stopped = true;
    this.loadedFiles = null;
    this.host?.stop();
  }

  private async run(what: typeof this.busy, act: () => Promise<void>): Promise<void> {
    if (this.busy || !this.host) return;
    [this.busy, this.stopped] = [what, false];
    try {
      await act();
    } catch {
      // it was stopped, or the worker died
    } finally {
      this.busy = "";
    }
  }

  private async load(): Promise<Loaded | null> {
    if (this.loaded && this.loadedFiles === this.files) return this.loaded;
    const { files } = this;
    [this.checked, this.simulated, this.problems] = [null, null, []];
    this.loaded = await this.work<Loaded>("load", [JSON.stringify(files)]);
    this.loadedFiles = this.loaded ? files : null;
    return this.loaded;
  }

  /** The answer; null if there are problems only. */
  private async work<T>(call: "load" | "check" | "simulate", args: (string | number)[]): Promise<T | null> {
    const answer = JSON.parse(await this.host!.work(call, args)) as T & { problems?: Problem[] };
    if (answer.problems) this.problems = answer.problems;
    return answer.problems && Object.keys(answer).length === 1 ? null : answer;
  }
}

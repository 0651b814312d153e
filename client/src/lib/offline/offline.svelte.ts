// Whether this page plays without a server, and the state of its worker. The worker itself is loaded when it is first needed.
import type { Built, Keeping, Trouble } from "../../offline/protocol";
import { storage, tables } from "../page/storage";
import type { WorkerHost } from "./worker-host";

const ALONE = "fairyring.alone";
const MEGABYTE = 1_000_000;

interface NetworkInformation {
  saveData?: boolean;
  type?: string;
}

const page = typeof document === "undefined" ? null : document;
const url = (path: string): string => new URL(path, page!.baseURI).href;

class Offline {
  /** Whether the page lies on a static host: there is no server at all. */
  readonly isStatic = page?.querySelector('meta[name="fairyring-static"]') != null;
  /** Whether this visitor chose to play on this device, though there is a server. */
  chosen = $state(storage.read(ALONE, false));
  state = $state<"none" | "loading" | "ready" | "broken">("none");
  loaded = $state(0);
  total = $state(0);
  trouble = $state<Trouble | "">("");
  keeping = $state<Keeping>("kept");
  /** Whether the page waits for a word of the visitor before it fetches megabytes. */
  asks = $state(false);

  /** The workshop, while it is open: it answers for its own tables and game. */
  workshop: { owns(table: string): boolean; game: string; host: WorkerHost } | null = null;
  /** Hash of the Python that this page has started. */
  python = "";
  private built: Promise<Built | null> | undefined;
  private starting: Promise<WorkerHost> | undefined;
  private agree: (() => void) | undefined;

  /** Whether new tables begin on this device. */
  get alone(): boolean {
    return this.isStatic || this.chosen;
  }

  /** Whether there is a notice that stays until it is answered, unlike the progress of a start. */
  get stays(): boolean {
    return this.asks || this.state === "broken" || (this.state === "ready" && this.keeping !== "kept");
  }

  isLocal(table: string): boolean {
    return this.isStatic || (tables.get(table)?.local ?? false);
  }

  choose(on: boolean): void {
    this.chosen = on;
    storage.write(ALONE, on);
  }

  /** What the build has for it; null if this page was built without (so far), or there is no network. Then it is asked again. */
  find(): Promise<Built | null> {
    this.built ??= fetch(url("offline.json"))
      .then((answer) => (answer.ok ? (answer.json() as Promise<Built>) : null))
      .catch(() => null)
      .then((built) => {
        if (!built) this.built = undefined;
        return built;
      });
    return this.built;
  }

  /** Megabytes to fetch once, as sent by a host that compresses. */
  async size(): Promise<number> {
    const built = await this.find();
    const files = Object.values(built?.files ?? {});
    return files.reduce((sum, file) => sum + (this.isStatic ? file.gz : file.br), 0) / MEGABYTE;
  }

  /** The worker, started once; waits for consent on a metered line. */
  host(): Promise<WorkerHost> {
    this.starting ??= this.start().catch((error: unknown) => {
      this.starting = undefined;
      throw error;
    });
    return this.starting;
  }

  /** The visitor agrees to fetch it on a metered line. */
  consent(): void {
    this.asks = false;
    this.agree?.();
  }

  private async start(): Promise<WorkerHost> {
    const built = await this.find();
    if (!built) {
      [this.state, this.trouble] = ["broken", "fetch"];
      throw new TypeError("offline.json is missing");
    }
    if (this.isMetered() && !(await isCached(built))) {
      this.asks = true;
      await new Promise<void>((agreed) => (this.agree = agreed));
    }
    [this.state, this.trouble, this.python] = ["loading", "", built.python];
    const { WorkerHost } = await import("./worker-host");
    const host = new WorkerHost(page!.baseURI, built, this.isStatic, {
      progress: (loaded, total) => ([this.loaded, this.total] = [loaded, total]),
      ready: (keeping) => ([this.state, this.keeping] = ["ready", keeping]),
      keeping: (keeping) => (this.keeping = keeping),
      broken: (trouble) => {
        [this.state, this.trouble] = ["broken", trouble];
        this.starting = undefined;
      },
    });
    void navigator.serviceWorker?.getRegistration().then((known) => known ?? this.register());
    return host;
  }

  /** Play on this device from now on, though there is a server: fetch what that needs. */
  prepare(): void {
    this.choose(true);
    void navigator.storage?.persist?.().catch(() => false);
    void this.host().catch(() => undefined);
  }

  /** Start the worker ahead of its use, except on a metered connection. */
  async warm(): Promise<void> {
    const built = await this.find();
    if (built && this.state === "none" && (!this.isMetered() || (await isCached(built)))) await this.host();
  }

  /** Keep the page itself for visits without a network. */
  register(): Promise<unknown> {
    return (
      navigator.serviceWorker?.register(url("sw.js"), { updateViaCache: "none" }).catch(() => undefined) ??
      Promise.resolve()
    );
  }

  private isMetered(): boolean {
    const line = (navigator as { connection?: NetworkInformation }).connection;
    return line?.saveData === true || line?.type === "cellular";
  }
}

async function isCached(built: Built): Promise<boolean> {
  try {
    return await caches.has(`fairyring-py-${built.python}`);
  } catch {
    return false;
  }
}

export const offline = new Offline();

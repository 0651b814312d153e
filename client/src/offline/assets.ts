// Files of the interpreter: from the cache, else from the host, with progress by bytes. What was unpacked once is kept unpacked.
import type { Built } from "./protocol";

const TYPES: Record<string, string> = { mjs: "text/javascript", wasm: "application/wasm", json: "application/json" };
const typeOf = (name: string): string => TYPES[name.split(".").at(-1)!] ?? "application/octet-stream";
export const cacheName = (built: Built): string => `fairyring-py-${built.python}`;

export class Assets {
  private loaded = new Map<string, number>();
  private bare: Promise<boolean> | undefined;

  constructor(
    private readonly base: string,
    readonly built: Built,
    /** Whether the host may compress nothing itself. */
    private readonly mayBeBare: boolean,
    private readonly progress: (loaded: number, total: number) => void = () => undefined,
  ) {}

  url(name: string): string {
    return new URL(name.startsWith("kernel/") ? name : `py/${this.built.python}/${name}`, this.base).href;
  }

  /** A file, from the cache or the host. */
  async get(name: string): Promise<Response> {
    const url = this.url(name);
    const cache = await openCache(cacheName(this.built));
    const kept = await cache?.match(url).catch(() => undefined);
    if (kept) {
      this.note(name, this.built.files[name]?.raw ?? 0);
      return kept;
    }
    const answer = await this.fetch(name, url);
    // A full or forbidden cache only makes the next start slower.
    void cache?.put(url, answer.clone()).catch(() => undefined);
    return answer;
  }

  /** A script of the interpreter as a module. A host without headers has no policy that forbids the unpacked text. */
  async module<T>(name: string): Promise<T> {
    const answer = await this.get(name);
    if (!this.mayBeBare) {
      await answer.arrayBuffer(); // so that progress is counted, and the browser has it
      return (await import(/* @vite-ignore */ this.url(name))) as T;
    }
    const url = URL.createObjectURL(new Blob([await answer.arrayBuffer()], { type: "text/javascript" }));
    try {
      return (await import(/* @vite-ignore */ url)) as T;
    } catch {
      return (await import(/* @vite-ignore */ this.url(name))) as T;
    } finally {
      URL.revokeObjectURL(url);
    }
  }

  private async fetch(name: string, url: string): Promise<Response> {
    this.bare ??= this.mayBeBare ? compressesNothing(url) : Promise.resolve(false);
    const packed = await this.bare;
    const answer = await fetch(packed ? `${url}.gz` : url);
    if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
    let body: ReadableStream<Uint8Array<ArrayBuffer>> = answer.body;
    // Some hosts unpack .gz themselves, by declaring an encoding.
    if (packed && !answer.headers.get("content-encoding"))
      body = body.pipeThrough(
        new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>,
      );
    let read = 0;
    const counted = body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform: (chunk, out) => {
          this.note(name, (read += chunk.length));
          out.enqueue(chunk);
        },
      }),
    );
    return new Response(counted, { headers: { "content-type": typeOf(name) } });
  }

  private note(name: string, bytes: number): void {
    if (!this.built.files[name]) return;
    this.loaded.set(name, bytes);
    const total = Object.values(this.built.files).reduce((sum, file) => sum + file.raw, 0);
    this.progress(
      [...this.loaded.values()].reduce((sum, size) => sum + size, 0),
      total,
    );
  }
}

export async function openCache(name: string): Promise<Cache | undefined> {
  try {
    return await caches.open(name);
  } catch {
    return undefined; // no secure context, or forbidden
  }
}

/** Whether a host sends files as they lie there. */
async function compressesNothing(url: string): Promise<boolean> {
  if (typeof DecompressionStream === "undefined") return false;
  try {
    return !(await fetch(url, { method: "HEAD" })).headers.get("content-encoding");
  } catch {
    return true;
  }
}

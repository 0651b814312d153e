// Starts Python (Pyodide) from the files of the page.
import type { Assets } from "./assets";
import type { Trouble } from "./protocol";

const STALLED = 60_000; // milliseconds without progress; Pyodide itself waits for ever if WebAssembly is refused
const STDLIB = "/lib/python3.14";
const EMPTY_ZIP = new Uint8Array([0x50, 0x4b, 5, 6, ...Array<number>(18).fill(0)]);

/** What is used of Pyodide. */
export interface Python {
  runPython(code: string): unknown;
  FS: FileSystem;
  globals: { get(name: string): unknown; set(name: string, value: unknown): void };
}
interface FileSystem {
  mkdirTree(path: string): void;
  writeFile(path: string, data: Uint8Array, options: { canOwn: boolean }): void;
}
type Loader = { loadPyodide(config: Record<string, unknown>): Promise<Python> };

export class BootError extends Error {
  constructor(
    readonly trouble: Trouble,
    message: string,
  ) {
    super(message);
  }
}

/** Files of python.pack, as client/offline/pack.py writes them. */
export function* unpack(pack: ArrayBuffer): Generator<[path: string, data: Uint8Array]> {
  const length = new DataView(pack).getUint32(0, true);
  const index = JSON.parse(new TextDecoder().decode(new Uint8Array(pack, 4, length))) as [string, number][];
  let at = 4 + length;
  for (const [path, size] of index) {
    yield [path, new Uint8Array(pack, at, size)];
    at += size;
  }
}

/** Start Python with all of Fairyring in its file system. Throws BootError. */
export async function boot(assets: Assets): Promise<Python> {
  if (typeof WebAssembly === "undefined" || !compiles()) throw new BootError("wasm", "WebAssembly is refused here");
  let pack: ArrayBuffer, wasm: Response, loader: Loader, factory: { default: unknown };
  try {
    // The scripts are small, and parsed while the rest comes.
    [loader, factory, wasm, pack] = await Promise.all([
      assets.module<Loader>("pyodide.mjs"),
      assets.module<{ default: unknown }>("pyodide.asm.mjs"),
      assets.get("pyodide.asm.wasm"),
      assets.get("python.pack").then((answer) => answer.arrayBuffer()),
    ]);
  } catch (error) {
    throw new BootError("fetch", String(error));
  }
  const folder = assets.url("");
  const real = self.fetch;
  // Pyodide fetches its module and an archive of the standard library by itself; both are here already.
  self.fetch = ((input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input instanceof Request ? input.url : input);
    if (url.endsWith("/pyodide.asm.wasm")) return Promise.resolve(wasm);
    if (url.endsWith("/empty.zip")) return Promise.resolve(new Response(EMPTY_ZIP));
    return real(input, init);
  }) as typeof fetch;
  try {
    return await Promise.race([
      loader.loadPyodide({
        indexURL: folder,
        stdLibURL: `${folder}empty.zip`,
        lockFileContents: { info: assets.built.lock, packages: {} },
        packageBaseUrl: folder,
        createPyodideModule: factory.default,
        env: { PYTHONPATH: STDLIB, HOME: "/home", PYTHONHASHSEED: "0" },
        fsInit: (fs: FileSystem) => {
          const folders = new Set<string>();
          for (const [path, data] of unpack(pack)) {
            const parent = path.slice(0, path.lastIndexOf("/"));
            if (!folders.has(parent)) fs.mkdirTree(parent);
            folders.add(parent);
            fs.writeFile(path, data, { canOwn: true });
          }
        },
      }),
      new Promise<never>((_, fail) =>
        setTimeout(() => fail(new BootError("wasm", "Python did not start in time")), STALLED),
      ),
    ]);
  } catch (error) {
    throw error instanceof BootError ? error : new BootError("python", String(error));
  } finally {
    self.fetch = real;
  }
}

/** Whether the policy of this worker allows WebAssembly at all. */
function compiles(): boolean {
  try {
    return new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}

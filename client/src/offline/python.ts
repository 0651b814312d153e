// Starts Python (Pyodide) from the files of the page.
import type { Assets } from "./assets";
import type { Trouble } from "./protocol";
import { dropSnapshot, INITIAL_MEMORY, keepSnapshot, loadSnapshot } from "./snapshot";

const STALLED = 60_000; // milliseconds without progress; Pyodide itself waits for ever if WebAssembly is refused
const RESTORED = 15_000; // milliseconds after which a snapshot that was not restored is thrown away
const WASM = "pyodide.asm.wasm";
const STDLIB = "/lib/python3.14";
const EMPTY_ZIP = new Uint8Array([0x50, 0x4b, 5, 6, ...Array<number>(18).fill(0)]);

/** What is used of Pyodide. */
export interface Python {
  restored: boolean; // from a snapshot
  runPython(code: string): unknown;
  FS: FileSystem;
  globals: { get(name: string): unknown; set(name: string, value: unknown): void };
  makeMemorySnapshot(): Uint8Array;
  _module: { HEAP8: Int8Array };
}
interface FileSystem {
  mkdirTree(path: string): void;
  writeFile(path: string, data: Uint8Array, options: { canOwn: boolean }): void;
}
type Loader = { loadPyodide(config: Record<string, unknown>): Promise<Omit<Python, "restored">> };

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

const IMPORTS = "import random\nfrom fairyring.offline import host as module";
const RESEED = "random.seed()"; // else the same numbers would come after every start; nothing here depends on it

/** Start Python with all of Fairyring imported, from a snapshot if there is one; a `fresh` start throws it away. Throws BootError. */
export async function boot(assets: Assets, fresh: boolean): Promise<Python> {
  if (typeof WebAssembly === "undefined" || !compiles()) throw new BootError("wasm", "WebAssembly is refused here");
  let parts: Parts;
  let snapshot: Uint8Array | null;
  try {
    // The scripts are small, and parsed while the rest comes.
    if (fresh) await dropSnapshot(assets);
    [parts, snapshot] = await Promise.all([fetchParts(assets), loadSnapshot(assets)]);
  } catch (error) {
    throw new BootError("fetch", String(error));
  }
  if (snapshot) {
    try {
      const python = await load(assets, parts, { _loadSnapshot: snapshot }, RESTORED);
      python.runPython(RESEED);
      return Object.assign(python, { restored: true });
    } catch (error) {
      console.warn(String(error));
      await dropSnapshot(assets);
      parts.wasm = await assets.get(WASM); // it can be read once
    }
  }
  const python = await load(assets, parts, { _makeSnapshot: true }, STALLED);
  python.runPython(IMPORTS);
  makeSnapshot(assets, python);
  return Object.assign(python, { restored: false });
}

/** Keep a snapshot for the next start, if one can be made. */
function makeSnapshot(assets: Assets, python: Omit<Python, "restored">): void {
  try {
    if (python._module.HEAP8.length <= INITIAL_MEMORY) keepSnapshot(assets, python.makeMemorySnapshot());
  } catch (error) {
    console.warn(String(error));
  }
}

interface Parts {
  loader: Loader;
  factory: { default: unknown };
  wasm: Response;
  pack: ArrayBuffer;
}

async function fetchParts(assets: Assets): Promise<Parts> {
  const [loader, factory, wasm, pack] = await Promise.all([
    assets.module<Loader>("pyodide.mjs"),
    assets.module<{ default: unknown }>("pyodide.asm.mjs"),
    assets.get(WASM),
    assets.get("python.pack").then((answer) => answer.arrayBuffer()),
  ]);
  return { loader, factory, wasm, pack };
}

/** Run Pyodide's loader. Throws BootError if it fails, or needs longer than some milliseconds. */
async function load(assets: Assets, parts: Parts, options: object, limit: number): Promise<Omit<Python, "restored">> {
  const folder = assets.url("");
  const real = self.fetch;
  // Pyodide fetches its module and an archive of the standard library by itself; both are here already.
  self.fetch = ((input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input instanceof Request ? input.url : input);
    if (url.endsWith(`/${WASM}`)) return Promise.resolve(parts.wasm);
    if (url.endsWith("/empty.zip")) return Promise.resolve(new Response(EMPTY_ZIP));
    return real(input, init);
  }) as typeof fetch;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await Promise.race([
      parts.loader.loadPyodide({
        indexURL: folder,
        stdLibURL: `${folder}empty.zip`,
        lockFileContents: { info: assets.built.lock, packages: {} },
        packageBaseUrl: folder,
        createPyodideModule: parts.factory.default,
        env: { PYTHONPATH: STDLIB, HOME: "/home", PYTHONHASHSEED: "0" },
        fsInit: (fs: FileSystem) => writeFiles(fs, parts.pack),
        ...options,
      }),
      new Promise<never>((_, fail) => {
        timer = setTimeout(() => fail(new BootError("wasm", "Python did not start in time")), limit);
      }),
    ]);
  } catch (error) {
    throw error instanceof BootError ? error : new BootError("python", String(error));
  } finally {
    clearTimeout(timer);
    self.fetch = real;
  }
}

/** Write the files of a pack where Python looks for them. */
export function writeFiles(fs: FileSystem, pack: ArrayBuffer): void {
  const folders = new Set<string>();
  for (const [path, data] of unpack(pack)) {
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(parent)) fs.mkdirTree(parent);
    folders.add(parent);
    fs.writeFile(path, data, { canOwn: true });
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

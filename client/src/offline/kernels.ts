// Search kernels in WebAssembly for Python's bots: fetched by game, called with bytes and numbers.
import { Kernel, type Manifest, type Tree } from "../lib/kernel/kernel";
import type { Assets } from "./assets";
import type { Python } from "./python";

const WORD = 8; // bytes

/** What `fairyring.offline.kernels` calls. Arrays of 64-bit numbers cross as bytes, little-endian. */
export class KernelCalls {
  private current: Tree | undefined;

  constructor(private readonly kernel: Kernel) {}

  /** Begin an empty tree for one decision; it replaces the last one. */
  tree(depth: number): void {
    this.current = this.kernel.tree(depth);
  }

  /** Four sums for each action. `tree`: whether the newest tree is used. */
  run(
    root: Uint8Array,
    seat: number,
    actions: number[],
    first: number,
    count: number,
    seed: Uint8Array,
    weights: Uint8Array,
    tree: boolean,
  ): Uint8Array {
    const sums = this.kernel.search({
      root,
      seat,
      actions,
      first,
      count,
      seed: new DataView(seed.buffer, seed.byteOffset).getBigUint64(0, true),
      weights: [...new BigInt64Array(weights.slice().buffer)],
      tree: tree ? this.current : undefined,
    });
    return new Uint8Array(sums.buffer, sums.byteOffset, sums.length * WORD);
  }

  weigh(before: Uint8Array, seat: number, actor: number, action: number, count: number): Uint8Array {
    const sums = this.kernel.weigh(before, seat, actor, action, count);
    return new Uint8Array(sums.buffer, sums.byteOffset, sums.length * WORD);
  }
}

export class Kernels {
  private readonly loaded = new Map<string, Promise<void>>();

  constructor(
    private readonly assets: Assets,
    private readonly python: Python,
  ) {}

  /** Load the kernel of a game, once; without one the search is interpreted. */
  load(game: string): Promise<void> {
    const hash = this.assets.built.kernels[game];
    if (!hash) return Promise.resolve();
    let loading = this.loaded.get(game);
    if (!loading) {
      loading = this.fetch(game, `kernel/${game}.${hash}`);
      this.loaded.set(game, loading);
    }
    return loading;
  }

  private async fetch(game: string, name: string): Promise<void> {
    const [manifest, code] = await Promise.all([
      this.assets.get(`${name}.json`).then((answer) => answer.json() as Promise<Manifest>),
      this.assets.get(`${name}.wasm`).then((answer) => answer.arrayBuffer()),
    ]);
    const calls = new KernelCalls(new Kernel(await WebAssembly.compile(code), manifest));
    this.python.globals.set("_game", game);
    this.python.globals.set("_calls", calls);
    this.python.runPython("from fairyring.offline import kernels\nkernels.register(_game, _calls)");
  }
}

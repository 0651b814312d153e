/**
 * Runs the WebAssembly of `fairyring.kernel.wasm` for the tests in Python (tests/kernel/wasm_host.py), in node.
 *
 * Each line of the input is a request in JSON, each line of the output its answer: {"value": …, "cpu": microseconds} or
 * {"error": …}. Bytes are {"$bytes": base64}, big integers {"$word": "1"}, arrays of them {"$words": ["1"]}.
 */
import { createInterface } from "node:readline";
import { brotliCompressSync } from "node:zlib";
import { Kernel, Refused, ucbTables, type Manifest, type Tree } from "../../src/lib/kernel/kernel.ts";
import { Machine, type Word } from "../../src/lib/kernel/machine.ts";

type Request = { call: string; kernel?: number; args: any[] };
type Run = { name: string; words: Word[]; state: Uint8Array };

const kernels: Kernel[] = [];
const trees = new Map<number, Tree>(); // the last tree of each kernel

const calls: Record<string, (...args: any[]) => unknown> = {
  load(code: Uint8Array<ArrayBuffer>, manifest: Manifest): number {
    return kernels.push(new Kernel(new WebAssembly.Module(code), manifest)) - 1;
  },
  imports(code: Uint8Array<ArrayBuffer>): number {
    return WebAssembly.Module.imports(new WebAssembly.Module(code)).length;
  },
  brotli: (code: Uint8Array): number => brotliCompressSync(code).length, // of quality 11
  ucbTables,
  /** Call entry points `(state, …words)` of a module without a manifest: result and state of each, null if it trapped. */
  runs(code: Uint8Array<ArrayBuffer>, runs: Run[]): unknown[] {
    const machine = new Machine(new WebAssembly.Module(code));
    return runs.map(({ name, words, state }) => {
      machine.clear();
      const box = machine.put(state);
      try {
        return [machine.call(name, box, ...words), machine.bytes(box, state.length)];
      } catch (error) {
        if (error instanceof WebAssembly.RuntimeError) return null;
        throw error;
      }
    });
  },
};

/** Calls of one kernel that plain methods cannot make over a line of text. */
const composed: Record<string, (kernel: Kernel, number: number, ...args: any[]) => unknown> = {
  tree(kernel, number, depth: number): null {
    trees.set(number, kernel.tree(depth));
    return null;
  },
  search(kernel, number, question: any): unknown {
    return kernel.search({ ...question, tree: question.tree ? trees.get(number) : undefined });
  },
  /** Search with a tree that another one has replaced. */
  searchWithOldTree(kernel, _number, question: any): unknown {
    const old = kernel.tree(1);
    kernel.tree(1);
    return kernel.search({ ...question, tree: old });
  },
  /** Play one game move by move: the states, and for each decision the columns of `trace_game` but its checksum. */
  trace(kernel, _number, start: Uint8Array, game: number, seed: bigint, bots: string[]): unknown {
    const streams = kernel.streams(bots.length, seed, game);
    const states = [start];
    const log: number[][] = [];
    for (;;) {
      const state = states.at(-1)!;
      const pending = kernel.pending(state);
      if (pending === 0) return { states, log, outcome: kernel.outcome(state) };
      const seat = pending < 0 ? -1 : 31 - Math.clz32(pending & -pending);
      const choices = seat < 0 ? kernel.weights(state) : kernel.legal(state, seat);
      const action = seat < 0 ? kernel.draw(state, streams) : kernel.choose(state, seat, bots[seat]!, streams);
      log.push([pending, seat, action, ...choices]);
      states.push(kernel.step(state, seat, action));
    }
  },
  /** Return the number of a refusal, or 0 if a step is legal. */
  refusal(kernel, _number, state: Uint8Array, seat: number, action: number): number {
    try {
      kernel.step(state, seat, action);
      return 0;
    } catch (error) {
      if (error instanceof Refused) return error.refusal;
      throw error;
    }
  },
};

function answer({ call, kernel, args }: Request): unknown {
  if (kernel === undefined) return calls[call]!(...args);
  const chosen = kernels[kernel]!;
  const special = composed[call];
  return special ? special(chosen, kernel, ...args) : (chosen as any)[call](...args);
}

function read(_key: string, value: any): any {
  if (typeof value?.$bytes === "string") return new Uint8Array(Buffer.from(value.$bytes, "base64"));
  if (typeof value?.$word === "string") return BigInt(value.$word);
  return Array.isArray(value?.$words) ? BigInt64Array.from(value.$words, BigInt) : value;
}

function write(_key: string, value: any): any {
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString("base64") };
  if (value instanceof BigInt64Array) return { $words: Array.from(value, String) };
  return typeof value === "bigint" ? { $word: String(value) } : value;
}

for await (const line of createInterface({ input: process.stdin })) {
  let text: string;
  const request = JSON.parse(line, read) as Request;
  const before = process.cpuUsage();
  try {
    const value = answer(request);
    const { user, system } = process.cpuUsage(before);
    text = JSON.stringify({ value, cpu: user + system }, write);
  } catch (error) {
    text = JSON.stringify({ error: String(error) });
  }
  process.stdout.write(`${text}\n`);
}

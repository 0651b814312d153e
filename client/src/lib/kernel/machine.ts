/**
 * One WebAssembly module of `fairyring.kernel.wasm` and its memory.
 *
 * An entry point takes the address of a block of 64-bit words: word 0 is for checks, word 1 receives the result, the
 * arguments follow. Memory above the module's own constants belongs to the host: the block, then what is kept
 * between calls, then scratch that every call may overwrite.
 */
export type Word = bigint | number;

const PAGE = 65536;
const ALIGNMENT = 64; // states lie on cache lines
const WORD = 8; // bytes
const RESULT = 1;
const FIRST_ARGUMENT = 2;
const BLOCK_WORDS = 64;

export class Machine {
  readonly #exports: WebAssembly.Exports;
  readonly #memory: WebAssembly.Memory;
  readonly #block: number;
  #kept: number; // the first address of scratch
  #top: number; // the first address that is free

  constructor(module: WebAssembly.Module) {
    this.#exports = new WebAssembly.Instance(module).exports;
    this.#memory = this.#exports.memory as WebAssembly.Memory;
    this.#block = (this.#exports.heap_base as WebAssembly.Global<"i32">).value;
    this.#top = this.#kept = this.#block;
    this.release();
  }

  /** Free all memory but the block. */
  release(): void {
    this.#top = this.#block;
    this.reserve(BLOCK_WORDS * WORD);
    this.keep();
  }

  /** Keep everything that is reserved now until `release`. */
  keep(): void {
    this.#kept = this.#top;
  }

  /** Free the scratch: each call of an entry point begins with it. */
  clear(): void {
    this.#top = this.#kept;
  }

  /** Return the address of so many bytes, whose values are left over from earlier calls. */
  reserve(bytes: number): number {
    const address = this.#top;
    this.#top = address + Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    const missing = this.#top - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
    return address;
  }

  /** Return the address of these bytes, `times` times one after another. */
  put(bytes: Uint8Array, times = 1): number {
    const address = this.reserve(bytes.length * times);
    const memory = new Uint8Array(this.#memory.buffer);
    for (let k = 0; k < times; k++) memory.set(bytes, address + k * bytes.length);
    return address;
  }

  /** Return address and length of an array of these numbers. */
  array(numbers: ArrayLike<Word>): [number, number] {
    const address = this.reserve(numbers.length * WORD);
    const words = new BigInt64Array(this.#memory.buffer, address, numbers.length);
    for (let k = 0; k < numbers.length; k++) words[k] = BigInt(numbers[k]!);
    return [address, numbers.length];
  }

  /** Return address and length of an array of so many zeros. */
  zeros(length: number): [number, number] {
    const address = this.reserve(length * WORD);
    new BigInt64Array(this.#memory.buffer, address, length).fill(0n);
    return [address, length];
  }

  /** Return a copy of bytes in memory. */
  bytes(address: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, address, length).slice();
  }

  /** Return a copy of 64-bit numbers in memory. */
  words([address, length]: readonly [number, number]): BigInt64Array {
    return new BigInt64Array(this.#memory.buffer, address, length).slice();
  }

  /** Call an entry point with the words of its arguments, and return its result. */
  call(name: string, ...words: Word[]): bigint {
    const entry = this.#exports[name];
    if (typeof entry !== "function") throw new TypeError(`the module has no ${name}`);
    const block = new BigInt64Array(this.#memory.buffer, this.#block, BLOCK_WORDS);
    for (let k = 0; k < words.length; k++) block[FIRST_ARGUMENT + k] = BigInt(words[k]!);
    entry(this.#block);
    return block[RESULT]!; // no entry point grows the memory, so the view is still valid
  }
}

/**
 * A game's rules, bots and search in WebAssembly, for any game of `python -m fairyring.kernel.wasm`.
 *
 * States are the bytes of `schema.pack` in Python; seeds and sums are 64-bit integers. Results are the same, byte for
 * byte, as those of the interpreted and of the native backend. Every method runs to its end: there is no clock
 * inside, so a caller with a time limit asks for few games or worlds at once, and looks at its clock in between.
 */
import { Machine, type Word } from "./machine.ts";

const FORMAT = 1; // of manifests, as in kernel/wasm/build.py
const SUMS = 4; // for each action of a search
export const NATURE = -1; // the seat of chance
export const OVER = 0; // result of `pending` in a finished game

export type Manifest = {
  format: number;
  game: string;
  rules: number; // version
  schema: string; // fingerprint of the state's layout and meaning
  sha256: string; // of the module
  state: {
    bytes: number;
    fields: Record<string, { offset: number; bits: number; shape: number[]; constant: boolean }>;
  };
  seats: number; // at most
  streams: number;
  bots: string[];
  kinds: string[];
  tallies: number;
  ends: number;
  actions: number;
  outcomes: number;
  search: boolean;
  beliefs: boolean;
  tree: { slots: number; counts: number; fractionBits: number } | null;
  entries: Record<string, string[]>;
};

/** Sums over games, as `play_games` of kernel/templates/play.py has them. */
export type Totals = {
  totals: BigInt64Array; // decisions, then tallies
  bySeat: BigInt64Array; // scores of all seats, then shares of wins, then squares of scores
  byReason: BigInt64Array;
  byKind: BigInt64Array;
  finals: Uint8Array[];
};

/** A question to the search: `actions` are played on in worlds number first … first + count - 1. */
export type Worlds = {
  root: Uint8Array; // redacted for the seat
  seat: number;
  actions: readonly number[]; // legal ones
  first: number;
  count: number;
  seed: bigint;
  weights?: readonly Word[]; // running sums over the secrets, if the game has beliefs
  tree?: Tree | undefined;
};

/** The search tree of one decision; its arrays lie in the module's memory. */
export class Tree {
  readonly depth: number;
  /** Words of its arguments. */
  readonly words: readonly number[];

  constructor(depth: number, words: readonly number[]) {
    this.depth = depth;
    this.words = words;
  }
}

/** An action that the rules refuse. */
export class Refused extends Error {
  /** Number of the rules' refusal; -1 if there is no such action. */
  readonly refusal: number;

  constructor(refusal: number) {
    super(`refused: ${refusal}`);
    this.refusal = refusal;
  }
}

export class Kernel {
  readonly manifest: Manifest;
  readonly #machine: Machine;
  readonly #size: number;
  #tree: Tree | undefined;
  #flat: Tree;

  constructor(module: WebAssembly.Module, manifest: Manifest) {
    if (manifest.format !== FORMAT) throw new Error(`a manifest of format ${manifest.format}, not ${FORMAT}`);
    this.manifest = manifest;
    this.#machine = new Machine(module);
    this.#size = manifest.state.bytes;
    this.#flat = this.#newFlat();
  }

  // Whole games ---------------------------------------------------------------------------------------------------

  /** Return the state before the first move; `blank` has the constants of the game's options. */
  start(blank: Uint8Array): Uint8Array {
    const box = this.#box(blank, 1);
    this.#machine.call("prepare", box);
    return this.#state(box, 0);
  }

  /** Play games number first … first + count - 1 of a seed, from a state of `start`; keep some of the final states. */
  play(start: Uint8Array, first: number, count: number, seed: bigint, bots: string[], keep = 0): Totals {
    const { tallies, ends, kinds, seats, streams } = this.manifest;
    const machine = this.#machine;
    const players = this.#players(start);
    if (bots.length !== players) throw new RangeError(`${players} bots are needed`);
    const levels = bots.map((bot) => this.#bot(bot));
    const box = this.#box(start, 3);
    const finals = machine.put(start, keep);
    const numbers = machine.array([...levels, ...Array<number>(seats - players).fill(0)]);
    const sums = [1 + tallies, 3 * players, 1 + ends, kinds.length].map((length) => machine.zeros(length));
    const rng = machine.reserve(streams * 8);
    machine.call("play_games", box, first, count, seed, ...numbers, rng, ...sums.flat(), finals, keep);
    const [totals, bySeat, byReason, byKind] = sums.map((sum) => machine.words(sum));
    return {
      totals: totals!,
      bySeat: bySeat!,
      byReason: byReason!,
      byKind: byKind!,
      finals: Array.from({ length: Math.min(keep, count) }, (_, place) => this.#state(finals, place)),
    };
  }

  // Single moves --------------------------------------------------------------------------------------------------

  /** Return the random streams of a game at its beginning: nature's, then one for each seat. */
  streams(players: number, seed: bigint, game: number): BigInt64Array {
    if (players > this.manifest.seats)
      throw new RangeError(`at most ${this.manifest.seats} play ${this.manifest.game}`);
    this.#machine.clear();
    const rng = this.#machine.reserve(this.manifest.streams * 8);
    this.#machine.call("start_streams", rng, players, seed, game);
    return this.#machine.words([rng, 1 + players]);
  }

  /** Return a bit for each seat that owes a decision, or NATURE, or OVER. */
  pending(state: Uint8Array): number {
    return Number(this.#machine.call("pending_seats", this.#box(state, 1)));
  }

  /** Return the legal actions of a seat, ascending. */
  legal(state: Uint8Array, seat: number): number[] {
    this.#checkSeat(state, seat);
    const box = this.#box(state, 1);
    const actions = this.#machine.zeros(this.manifest.actions);
    const count = Number(this.#machine.call("list_legal", box, seat, ...actions));
    return Array.from(this.#machine.words(actions).subarray(0, count), Number);
  }

  /** Return the weight of each of nature's outcomes; all are 0 unless nature is pending. */
  weights(state: Uint8Array): number[] {
    if (this.pending(state) !== NATURE) return Array<number>(this.manifest.outcomes).fill(0);
    const box = this.#box(state, 1);
    const weights = this.#machine.zeros(this.manifest.outcomes);
    this.#machine.call("list_weights", box, ...weights);
    return Array.from(this.#machine.words(weights), Number);
  }

  /** Return an outcome of nature, drawn from the first stream, which moves on. */
  draw(state: Uint8Array, streams: BigInt64Array): number {
    if (this.pending(state) !== NATURE) throw new RangeError("nature has no decision");
    return this.#withStreams("draw_chance", this.#box(state, 1), [], streams);
  }

  /** Return the action of a bot in a seat that owes a decision; the seat's stream moves on. */
  choose(state: Uint8Array, seat: number, bot: string, streams: BigInt64Array): number {
    this.#checkSeat(state, seat);
    if (!((this.pending(state) >> seat) & 1)) throw new RangeError(`seat ${seat} has no decision`);
    if (streams.length < 2 + seat) throw new RangeError("too few streams");
    return this.#withStreams("choose_action", this.#box(state, 3), [seat, this.#bot(bot)], streams);
  }

  /** Return the state after an action, or after an outcome of nature. Throws Refused. */
  step(state: Uint8Array, seat: number, action: number): Uint8Array {
    if (seat !== NATURE) this.#checkSeat(state, seat);
    const box = this.#box(state, 1);
    const refusal = Number(this.#machine.call("apply_action", box, seat, action));
    if (refusal !== 0) throw new Refused(refusal);
    return this.#state(box, 0);
  }

  /** Return the points of all seats, the seats that are ahead, and the number of the end reason (0: not over). */
  outcome(state: Uint8Array): { points: number[]; ahead: number[]; reason: number } {
    const players = this.#players(state);
    const box = this.#box(state, 1);
    const sums = this.#machine.zeros(players + 1);
    const bits = Number(this.#machine.call("count_points", box, ...sums));
    const points = Array.from(this.#machine.words(sums), Number);
    const ahead = Array.from({ length: players }, (_, seat) => seat).filter((seat) => (bits >> seat) & 1);
    return { points: points.slice(0, players), ahead, reason: points[players]! };
  }

  // Knowledge -----------------------------------------------------------------------------------------------------

  /** Return a state with every field blank that the seat cannot know. */
  redact(state: Uint8Array, seat: number): Uint8Array {
    this.#checkSeat(state, seat);
    const box = this.#box(state, 2);
    this.#machine.call("redact_state", box, seat);
    return this.#state(box, 1);
  }

  /** Return worlds that a seat cannot rule out, from its redacted state; the first stream moves on. */
  imagine(redacted: Uint8Array, seat: number, count: number, streams: BigInt64Array): Uint8Array[] {
    this.#checkSeat(redacted, seat);
    const box = this.#box(redacted, 1 + count);
    this.#withStreams("imagine_worlds", box, [count, seat], streams);
    return Array.from({ length: count }, (_, place) => this.#state(box, 1 + place));
  }

  // Search --------------------------------------------------------------------------------------------------------

  /** Return an empty tree for one decision. It replaces the last one, which cannot be used any more. */
  tree(depth: number): Tree {
    const sizes = this.manifest.tree;
    if (!sizes) throw new Error(`${this.manifest.game} is searched without a tree`);
    this.#flat = this.#newFlat();
    const slots = [0, 1, 2].map(() => this.#machine.zeros(depth ? sizes.slots : 1));
    const path = this.#machine.zeros(1 + 2 * depth);
    const bounds = ucbTables(sizes.counts, sizes.fractionBits).map((table) => this.#machine.array(table));
    this.#tree = new Tree(depth, [depth, ...[...slots, path, ...bounds].flat()]);
    this.#machine.keep();
    return this.#tree;
  }

  /** Play actions on in imagined worlds; return four sums for each action (kernel/templates/search.py). */
  search(question: Worlds): BigInt64Array {
    const { root, seat, actions, first, count, seed, weights = [], tree } = question;
    this.#checkSeat(root, seat);
    if (tree && tree !== this.#tree) throw new Error("a newer tree has replaced this one");
    const machine = this.#machine;
    const box = this.#box(root, 3);
    const rng = machine.reserve(this.manifest.streams * 8);
    const [candidates, secrets] = [machine.array(actions), machine.array(weights)];
    const [shares, sums] = [machine.zeros(actions.length), machine.zeros(SUMS * actions.length)];
    const words = [box, seat, ...candidates, first, count, seed, ...secrets, rng, ...shares, ...sums];
    machine.call("search_worlds", ...words, ...(tree ?? this.#flat).words, 0);
    return machine.words(sums);
  }

  /** Return the likelihood of an action for each of `count` secrets; `before` is what the seat knew before it. */
  weigh(before: Uint8Array, seat: number, actor: number, action: number, count: number): BigInt64Array {
    this.#checkSeat(before, seat);
    const box = this.#box(before, 2);
    const likelihoods = this.#machine.zeros(count);
    this.#machine.call("weigh_worlds", box, seat, actor, action, ...likelihoods);
    return this.#machine.words(likelihoods);
  }

  // -----------------------------------------------------------------------------------------------------------------

  /** Write a state several times into fresh scratch, and return its address. */
  #box(state: Uint8Array, times: number): number {
    if (state.length !== this.#size) throw new RangeError(`a state has ${this.#size} bytes, not ${state.length}`);
    this.#machine.clear();
    return this.#machine.put(state, times);
  }

  #state(box: number, place: number): Uint8Array {
    return this.#machine.bytes(box + place * this.#size, this.#size);
  }

  /** Call an entry point whose last argument is random streams, which it moves on. */
  #withStreams(name: string, box: number, words: number[], streams: BigInt64Array): number {
    const array = this.#machine.array(streams);
    const result = Number(this.#machine.call(name, box, ...words, array[0]));
    streams.set(this.#machine.words(array));
    return result;
  }

  #players(state: Uint8Array): number {
    const players = state[this.manifest.state.fields.players!.offset] ?? 0;
    if (players < 1 || players > this.manifest.seats) throw new RangeError(`a state with ${players} seats`);
    return players;
  }

  #bot(name: string): number {
    const level = this.manifest.bots.indexOf(name);
    if (level < 0) throw new RangeError(`there is no bot ${name}; there are ${this.manifest.bots.join(", ")}`);
    return level;
  }

  #checkSeat(state: Uint8Array, seat: number): void {
    if (!(Number.isInteger(seat) && seat >= 0 && seat < this.#players(state)))
      throw new RangeError(`there is no seat ${seat}`);
  }

  /** Free the memory of trees, and return the arrays of a search without one. */
  #newFlat(): Tree {
    this.#machine.release();
    const arrays = [0, 1, 2, 3, 4, 5].map(() => this.#machine.zeros(1));
    this.#machine.keep();
    return new Tree(0, [0, ...arrays.flat()]);
  }
}

/** Return √log n and 1/√n for each n as fixed-point integers, exactly as kernel/tree_arrays.py has them. */
export function ucbTables(counts: number, fractionBits: number): [number[], number[]] {
  const unit = 2 ** fractionBits;
  const numbers = Array.from({ length: counts - 1 }, (_, k) => k + 1);
  const logs = numbers.map((n) => Math.floor(Math.sqrt(Math.floor(Math.log(n) * unit))));
  return [
    [0, ...logs],
    [0, ...numbers.map((n) => Math.floor(Math.sqrt(Math.floor(unit / n))))],
  ];
}

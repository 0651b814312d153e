// Sealed chance, as docs/fairness.md describes it: the own share, the receipt, and the check of a whole game, done here in the page.
import type { Chance, Table } from "../../wire/table";
import { hmac256, sha256 } from "./sha";

type Bytes = Uint8Array<ArrayBuffer>;

export const hex = (data: Uint8Array): string =>
  Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const unhex = (text: string): Bytes => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

const u32 = (number: number): Bytes => {
  const out = new Uint8Array(4);
  new DataView(out.buffer).setUint32(0, number);
  return out;
};
const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

function join(...parts: Uint8Array[]): Bytes {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

const lp = (data: string | Uint8Array): Bytes => {
  const raw = typeof data === "string" ? utf8(data) : data;
  return join(u32(raw.length), raw);
};
const tag = (purpose: string): Bytes => lp(`fairyring/${purpose}/1`);

async function digest(data: Bytes): Promise<Bytes> {
  return crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", data)) : sha256(data);
}

async function hmac(key: Bytes, data: Bytes): Promise<Bytes> {
  if (!crypto.subtle) return hmac256(key, data);
  const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", made, data));
}

export const newShare = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

export const commitment = async (table: string, game: number, secret: string): Promise<string> =>
  hex(await digest(join(tag("commit"), lp(table), u32(game), unhex(secret))));

export const promise = async (table: string, game: number, guest: number, share: string): Promise<string> =>
  hex(await digest(join(tag("share"), lp(table), u32(game), u32(guest), unhex(share))));

export interface Share {
  guest: number;
  promise: string;
  opened: string | null;
}

export async function master(
  secret: string,
  table: string,
  game: number,
  head: string,
  shares: Share[],
): Promise<Bytes> {
  const known = [...shares].sort((a, b) => a.guest - b.guest);
  const parts = known.map((share) =>
    join(
      u32(share.guest),
      unhex(share.promise),
      share.opened === null ? new Uint8Array([0]) : join(new Uint8Array([1]), unhex(share.opened)),
    ),
  );
  return hmac(unhex(secret), join(tag("master"), lp(table), u32(game), lp(head), u32(known.length), ...parts));
}

/** The unit of weight that draw `number` picks. */
export async function draw(key: Bytes, number: number, weight: bigint): Promise<bigint> {
  const word = 1n << 64n;
  const limit = word - (word % weight);
  for (let attempt = 0; ; attempt++) {
    const found = new DataView((await hmac(key, join(tag("draw"), u32(number), u32(attempt)))).buffer).getBigUint64(0);
    if (found < limit) return found % weight;
  }
}

/** What this page saw published of one game's chance, noted when it was seen first; kept in the browser. */
export interface Receipt {
  share: string;
  commitment: string;
  keys: Record<string, string> | null;
  head: string | null;
  early?: boolean; // first noted while the secret was one: only then it proves something
}

export const noted = (receipt: Receipt | undefined, chance: Chance): Receipt => ({
  share: receipt?.share ?? newShare(),
  commitment: receipt?.commitment ?? chance.commitment,
  keys: receipt?.keys ?? chance.keys ?? null,
  head: receipt?.head ?? chance.head ?? null,
  early: receipt ? receipt.early === true : chance.secret === undefined,
});

/** What chance asks of this page now: a promise while people gather; the share, once the own promise counts. */
export async function asked(
  receipt: Receipt,
  table: Table,
  guest: number,
): Promise<{ do: "share"; n: number; key: string } | { do: "open"; n: number; share: string } | null> {
  const { chance } = table;
  const seated = table.seats.some((seat) => seat.kind === "person" && seat.guest === guest);
  const key = await promise(table.id, table.n, guest, receipt.share);
  if (table.phase === "gathering" && seated && chance.promises && !(guest in chance.promises))
    return { do: "share", n: table.n, key };
  const counts = chance.commitment === receipt.commitment && chance.keys?.[guest] === key;
  if (table.phase === "sealing" && counts && chance.opened && !(guest in chance.opened))
    return { do: "open", n: table.n, share: receipt.share };
  return null;
}

export interface Line {
  nature?: string;
  of?: number;
  owns?: [number, number];
  reported?: number;
}

export interface Verdict {
  draws: number; // outcomes that were derived again
  shares: number; // people who added to it
  problems: string[]; // message keys of the page
}

/** Derive every draw of a record again, and compare it with what was published before and during the game. */
export async function check(record: string, receipt: Receipt | undefined): Promise<Verdict> {
  const lines = record
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const seal = lines.at(-1)?.["seal"] as
    { table: string; game: number; head: string; commitment: string; secret: string; shares: Share[] } | undefined;
  if (!seal) return { draws: 0, shares: 0, problems: ["fair.unsealed"] };
  const problems: string[] = [];
  if ((await commitment(seal.table, seal.game, seal.secret)) !== seal.commitment) problems.push("fair.secret");
  if (receipt && receipt.commitment !== seal.commitment) problems.push("fair.other-seal");
  if (receipt?.head && receipt.head !== seal.head) problems.push("fair.other-head");
  for (const share of seal.shares) {
    const kept =
      share.opened === null || (await promise(seal.table, seal.game, share.guest, share.opened)) === share.promise;
    if (!kept) problems.push("fair.share");
    if (receipt?.keys && receipt.keys[share.guest] !== share.promise) problems.push("fair.other-share");
  }
  const key = await master(seal.secret, seal.table, seal.game, seal.head, seal.shares);
  let draws = 0;
  for (const line of lines.slice(1, -1) as Line[]) {
    if (line.nature === undefined || line.reported !== undefined || line.of === undefined || line.owns === undefined)
      continue;
    const unit = await draw(key, draws, BigInt(line.of));
    if (unit < BigInt(line.owns[0]) || unit >= BigInt(line.owns[1])) problems.push("fair.draw");
    draws += 1;
  }
  return {
    draws,
    shares: seal.shares.filter((share) => share.opened !== null).length,
    problems: [...new Set(problems)],
  };
}

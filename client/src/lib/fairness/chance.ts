// Fairness protocol in the browser (docs/fairness.md): hashes, draws, and when to promise and open this device's share.
import type { Table } from "../../wire/table";
import type { Receipt } from "./receipt";
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

const prefixed = (data: string | Uint8Array): Bytes => {
  const raw = typeof data === "string" ? utf8(data) : data;
  return join(u32(raw.length), raw);
};
const tag = (purpose: string): Bytes => prefixed(`fairyring/${purpose}/1`);

async function digest(data: Bytes): Promise<Bytes> {
  return crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", data)) : sha256(data);
}

async function hmac(key: Bytes, data: Bytes): Promise<Bytes> {
  if (!crypto.subtle) return hmac256(key, data);
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, data));
}

export const newShare = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

export const commitment = async (table: string, game: number, secret: string): Promise<string> =>
  hex(await digest(join(tag("commit"), prefixed(table), u32(game), unhex(secret))));

export const promise = async (table: string, game: number, guest: number, share: string): Promise<string> =>
  hex(await digest(join(tag("share"), prefixed(table), u32(game), u32(guest), unhex(share))));

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
  return hmac(
    unhex(secret),
    join(tag("master"), prefixed(table), u32(game), prefixed(head), u32(known.length), ...parts),
  );
}

/** Unit of weight that draw `number` picks. */
export async function draw(key: Bytes, number: number, weight: bigint): Promise<bigint> {
  const word = 1n << 64n;
  const limit = word - (word % weight);
  for (let attempt = 0; ; attempt++) {
    const drawn = new DataView((await hmac(key, join(tag("draw"), u32(number), u32(attempt)))).buffer).getBigUint64(0);
    if (drawn < limit) return drawn % weight;
  }
}

/** Hash of the seats' decisions in their order, from seat and notation; nature (-1) is left out. */
export const hashMoves = async (decisions: [number, string][]): Promise<string> => {
  const moves = decisions.filter(([seat]) => seat >= 0).map(([seat, action]) => join(u32(seat), prefixed(action)));
  return hex(await digest(join(tag("moves"), ...moves)));
};

/** Hash of all decisions in their order, nature's included, and of the digest of the final position. */
export const hashSteps = async (decisions: [number, string][], last: string): Promise<string> => {
  const steps = decisions.map(([seat, action]) => join(u32(seat), prefixed(action)));
  return hex(await digest(join(tag("steps"), ...steps, prefixed(last))));
};

/** Command that the protocol needs from this page now: the promise while gathering, the share while sealing; else null. */
export async function nextCommand(
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

// A record inside a link (`#record=…`): deflated, as base64url. Opening it shows the replay; no server stores it.

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  by: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes])
    .stream()
    .pipeThrough(by as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const LONGEST = 200_000; // characters; no record is longer
const MOST = 4_000_000; // bytes unpacked, against links that only look small

/** The part of a link behind `#record=`. */
export async function packRecord(record: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(record), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of packed) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The record of a link. Throws if it has none. */
export async function unpackRecord(text: string): Promise<string> {
  if (text.length > LONGEST || !/^[\w-]+$/.test(text)) throw new TypeError("no record");
  const packed = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    if ((length += value.length) > MOST) throw new TypeError("no record");
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(whole);
}

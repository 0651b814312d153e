// Memory of Python after its imports, kept in the browser's cache so that later starts need not import anything. An experimental
// interface of Pyodide: without a snapshot, or with one that cannot be restored, Python starts as on the first visit.
import { cacheName, openCache, type Assets } from "./assets";

const PAGE = 4096; // bytes; pages of zeros are not kept
const HEADER = 2; // numbers before the numbers of the pages: length of the whole, count of the pages
const LATER = 3_000; // milliseconds until it is written: the first table comes first
/** Memory that the interpreter starts with. One that has grown cannot be restored (pyodide #6254). */
export const INITIAL_MEMORY = 31_457_280;

/** What is not zero of a memory: lengths, numbers of pages, pages. */
export function sparse(whole: Uint8Array): Uint8Array<ArrayBuffer> {
  const pages: number[] = [];
  for (let at = 0; at < whole.length; at += PAGE) if (!isZero(whole, at)) pages.push(at / PAGE);
  const start = 4 * (HEADER + pages.length);
  const kept = new Uint8Array(start + pages.length * PAGE);
  new Uint32Array(kept.buffer, 0, HEADER + pages.length).set([whole.length, pages.length, ...pages]);
  pages.forEach((page, k) => kept.set(whole.subarray(page * PAGE, (page + 1) * PAGE), start + k * PAGE));
  return kept;
}

function isZero(whole: Uint8Array, at: number): boolean {
  const end = Math.min(at + PAGE, whole.length);
  const words = new Uint32Array(whole.buffer, whole.byteOffset + at, (end - at) >> 2);
  for (let k = 0; k < words.length; k++) if (words[k]) return false; // much faster than `every`
  return true;
}

/** The memory again. Throws if that cannot be. */
export function whole(kept: ArrayBuffer): Uint8Array<ArrayBuffer> {
  const [length, count] = new Uint32Array(kept, 0, HEADER) as unknown as [number, number];
  const pages = new Uint32Array(kept, 4 * HEADER, count);
  const start = 4 * (HEADER + count);
  const memory = new Uint8Array(length);
  pages.forEach((page, k) => {
    const from = start + k * PAGE;
    memory.set(new Uint8Array(kept, from, Math.min(PAGE, length - page * PAGE)), page * PAGE);
  });
  return memory;
}

/** The address under which a snapshot is kept: of this Python and this browser, whose features Pyodide looks at when it starts. */
const place = (assets: Assets): string => `${assets.url("snapshot")}?${encodeURIComponent(navigator.userAgent)}`;

export async function loadSnapshot(assets: Assets): Promise<Uint8Array | null> {
  try {
    const kept = await (await openCache(cacheName(assets.built)))?.match(place(assets));
    return kept ? whole(await kept.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/** Keep a snapshot for the next start. A full or forbidden cache only makes that start slower. */
export function keepSnapshot(assets: Assets, memory: Uint8Array): void {
  setTimeout(() => {
    void openCache(cacheName(assets.built))
      .then((cache) => cache?.put(place(assets), new Response(sparse(memory))))
      .catch(() => undefined);
  }, LATER);
}

export async function dropSnapshot(assets: Assets): Promise<void> {
  await (await openCache(cacheName(assets.built)))?.delete(place(assets)).catch(() => false);
}

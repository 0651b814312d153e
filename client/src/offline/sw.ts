// Service worker: the page opens without a network, at any of its addresses. It is one plain script: it may import only types, and
// modules that only it imports.
import type {} from "./protocol";
import "./push-events";

interface Files {
  version: string;
  static: boolean; // no server: every address of the page is answered from here
  files: string[]; // below the scope; "./" is the page itself
}
interface Scope {
  FILES: Files;
  importScripts(path: string): void;
  skipWaiting(): Promise<void>;
  registration: { scope: string; waiting: unknown; installing: unknown };
  clients: {
    claim(): Promise<void>;
    matchAll(options: object): Promise<{ postMessage(message: unknown, transfer: Transferable[]): void }[]>;
  };
  addEventListener(kind: string, listener: (event: Extendable) => void): void;
}
interface Extendable {
  request: Request;
  data: unknown;
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
}
/** What a page says of itself: the address of its script, and the hash of its Python if it has started one. */
interface Using {
  script: string;
  python: string;
}

const worker = self as unknown as Scope;
worker.importScripts("sw-files.js");
const { version, files, static: isStatic } = worker.FILES;
const root = new URL(worker.registration.scope);
const CACHE = `fairyring-page-${version}`;
const API = `fairyring-api-${version}`;
const PYTHON = "fairyring-py-";
const known = new Set(files);
const ANSWER = 10_000; // milliseconds for all tabs to say what they use; else everything is kept
const PAGES = /^(t\/|box(\/|$)|c(\/|$)|workshop$|$)/; // addresses of the page
const DOCS = /^docs(\/|$)/; // the documentation needs the network
const REMEMBERED = /^api\/(games([/?]|$)|tools\/fariables\/[\w-]+\.svg$)/; // what a server said is used while it is gone
const HASHED = /^(assets|worker)\//;

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim().then(sweep)));
worker.addEventListener("message", (event) => {
  if (event.data === "replace") event.waitUntil(worker.skipWaiting());
  if (event.data === "sweep") event.waitUntil(sweep());
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) return;
  const path = url.pathname.slice(root.pathname.length);
  if (request.mode === "navigate") {
    if (known.has(path) && path) event.respondWith(stored(request, path));
    else if (isStatic && !DOCS.test(path)) event.respondWith(page().then((answer) => answer ?? fetch(request)));
    else if (PAGES.test(path)) event.respondWith(fetch(request).catch(async () => (await page()) ?? Response.error()));
  } else if (known.has(path) || HASHED.test(path) || /^(py|kernel)\//.test(path) || path === "offline.json") {
    event.respondWith(path === "offline.json" && !isStatic ? remembered(request) : stored(request, path));
  } else if (!isStatic && REMEMBERED.test(path + url.search)) event.respondWith(remembered(request));
});

async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  // The page has asked for this before there was a service worker, and asks again when the server is gone.
  if (!isStatic) await (await caches.open(API)).add(new URL("offline.json", root).href).catch(() => undefined);
  const before = await caches.keys();
  await Promise.all(
    files.map(async (file) => {
      const url = new URL(file, root).href;
      // A file whose name has its hash is taken over from an older version.
      const old = HASHED.test(file) && before.length > 1 ? await caches.match(url) : undefined;
      const answer = old ?? (await fetch(url, { cache: HASHED.test(file) ? "default" : "no-cache" }));
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      await cache.put(url, answer);
    }),
  );
}

/** A file of this version, of an older one that a tab still uses, or of the host. */
async function stored(request: Request, path: string): Promise<Response> {
  const url = new URL(path, root).href;
  const own = await (await caches.open(CACHE)).match(url);
  return own ?? (await caches.match(url)) ?? fetch(request);
}

/** What the server says, or said last. */
async function remembered(request: Request): Promise<Response> {
  const cache = await caches.open(API);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const old = await cache.match(request);
    if (old) return old;
    throw error;
  }
}

/** The page with the base of this scope, whatever its address. */
async function page(): Promise<Response | undefined> {
  const kept = await (await caches.open(CACHE)).match(root.href);
  if (!kept) return undefined;
  const html = (await kept.text()).replace(/<base href="[^"]*"\s*\/?>/, `<base href="${root.pathname}">`);
  const headers = new Headers(kept.headers);
  headers.delete("content-encoding");
  headers.delete("content-length");
  return new Response(html, { headers });
}

/** Delete what no tab uses any more; nothing if a tab does not answer, or while a newer version fills its own cache. */
async function sweep(): Promise<void> {
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const using = await Promise.all(tabs.map((tab) => ask(tab)));
  if (using.includes(null) || worker.registration.installing || worker.registration.waiting) return;
  const own = await caches.open(CACHE);
  const old = (
    await Promise.all((using as Using[]).map(async ({ script }) => ((await own.match(script)) ? "" : script)))
  ).filter(Boolean);
  for (const name of await caches.keys()) {
    if (!name.startsWith("fairyring-") || name === CACHE || name === API) continue;
    const cache = await caches.open(name);
    const used = name.startsWith(PYTHON)
      ? await isCurrentPython(name, using as Using[])
      : (await Promise.all(old.map((script) => cache.match(script)))).some(Boolean);
    if (!used) await caches.delete(name);
  }
}

async function isCurrentPython(name: string, using: Using[]): Promise<boolean> {
  const hash = name.slice(PYTHON.length);
  if (using.some((tab) => tab.python === hash)) return true;
  const described = await (await caches.match(new URL("offline.json", root).href))?.json().catch(() => null);
  return described === null || described === undefined || (described as { python: string }).python === hash;
}

function ask(tab: { postMessage(message: unknown, transfer: Transferable[]): void }): Promise<Using | null> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = ({ data }: MessageEvent<Using>) => done(data);
    setTimeout(() => done(null), ANSWER);
    tab.postMessage("what do you use?", [port2]);
  });
}

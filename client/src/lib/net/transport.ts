// Where requests go: a file of a static host, the worker of this page, or the server. Paths are those of the server's API.
import { offline } from "../offline/offline.svelte";
import type { WorkerHost } from "../offline/worker-host";

export const resolveUrl = (path: string): string => new URL(path, document.baseURI).href;

const GAME = /^api\/games\/([\w-]+)\/(texts|rules|catalogue)$/;
const TABLE = /^api\/tables\/(?!import$)([^/?]+)/;
/** Answers for a page without a server that need no worker. */
const NOBODY: Record<string, unknown> = { "api/tables": [], "api/network": { urls: [], may_open: false } };

/** The file of a static host that answers a GET; null if only Python can. */
export function fileOf(path: string): string | null {
  const [place, query = ""] = path.split("?") as [string, string?];
  const asked = new URLSearchParams(query);
  const language = asked.get("language") ?? "en";
  if (place === "api/games") return `api/games.${language}.json`;
  const [, game, what] = GAME.exec(place) ?? [];
  if (!game) return null;
  if (what === "catalogue") return query ? null : `api/games/${game}/catalogue.json`;
  return `api/games/${game}/${what}.${language}.json`;
}

/** Send a request to the server or the worker. Rejects with TypeError if neither answers. */
export async function reach(path: string, init: RequestInit = {}): Promise<Response> {
  const reads = (init.method ?? "GET") === "GET";
  const table = TABLE.exec(path)?.[1];
  const workshop = offline.workshop;
  const game = /^api\/games\/([^/?]+)/.exec(path)?.[1];
  if (workshop && (table === undefined ? game === workshop.game : workshop.owns(table)))
    return answerOf(workshop.host, path, init);
  const local = table === undefined ? offline.alone : offline.isLocal(table);
  if (!local) return fetch(resolveUrl(path), init);
  const nobody = reads ? NOBODY[path.split("?")[0]!] : undefined;
  if (nobody !== undefined) return Response.json(nobody);
  const file = reads && offline.isStatic ? fileOf(path) : null;
  if (file) return fetch(resolveUrl(file), init);
  return answerOf(await offline.host(), path, init);
}

/** The answer of a worker. */
export async function answerOf(host: WorkerHost, path: string, init: RequestInit): Promise<Response> {
  const headers = Object.fromEntries(new Headers(init.headers));
  const answered = await host.ask({ method: init.method ?? "GET", path, headers, body: String(init.body ?? "") });
  return new Response(answered.body || null, { status: answered.status, headers: answered.headers });
}

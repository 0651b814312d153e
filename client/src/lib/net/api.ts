// Client of the API, which a server or the page's own worker answers (`transport`).
import type {
  Analysis,
  DaySpread,
  FoundTable,
  Listed,
  CreatedTable,
  NewTable,
  Puzzle,
  Replay,
  ErrorBody,
  Story,
  Turn,
} from "../../wire/api";
import type { About, Catalogue } from "../game/catalogue";
import { ENGLISH } from "../text/languages";
import { offline } from "../offline/offline.svelte";
import { settings } from "../page/settings.svelte";
import { t, words } from "../text/words.svelte";
import { reach } from "./transport";

export { resolveUrl } from "./transport";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await reach(path, init);
  } catch {
    throw new ApiError(0, "offline", t(offline.alone ? "home.offline.device" : "home.offline"));
  }
  if (!answer.ok) {
    const body = (await answer.json().catch(() => ({}))) as Partial<ErrorBody>;
    const minutes = Math.ceil(Number(answer.headers.get("retry-after") ?? 60) / 60);
    throw new ApiError(
      answer.status,
      body.code ?? "failed",
      reason(body.code ?? "failed", body.message ?? "", minutes),
    );
  }
  return (await answer.json()) as T;
}

/** Message of an error: the server's own in English, a general text by code in other languages. */
function reason(code: string, message: string, minutes: number): string {
  if (message && settings.language === ENGLISH) return message;
  const key = offline.alone && words.speaker.has(`no.${code}.device`) ? `no.${code}.device` : `no.${code}`;
  return t(words.speaker.has(key) ? key : "no.failed", { minutes });
}

const post = <T>(path: string, body: unknown): Promise<T> =>
  ask<T>(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

const kept = new Map<string, Promise<unknown>>();

/** GET with a cache for immutable resources; failures are not cached. */
function once<T>(path: string): Promise<T> {
  let cached = kept.get(path) as Promise<T> | undefined;
  if (!cached) {
    cached = ask<T>(path);
    kept.set(path, cached);
    cached.catch(() => kept.delete(path));
  }
  return cached;
}

export const api = {
  games: (language = settings.language) => once<About[]>(`api/games?language=${language}`),
  texts: (game: string, language: string) =>
    once<Record<string, string>>(`api/games/${game}/texts?language=${language}`),
  rules: (game: string, language: string) =>
    once<{ markdown: string; html: string }>(`api/games/${game}/rules?language=${language}`),
  // `game`: which of the table's games; 0 is the newest
  catalogue: (table: string, game = 0) => ask<Catalogue>(`api/tables/${table}/catalogue?game=${game}`),
  gameCatalogue: (game: string, options: Record<string, string> = {}) =>
    once<Catalogue>(`api/games/${game}/catalogue?${new URLSearchParams(options)}`),
  tables: () => ask<Listed[]>("api/tables"),
  tableOfCode: async (code: string) => (await ask<FoundTable>(`api/codes/${encodeURIComponent(code)}`)).table,
  table: (id: string, game = 0) => ask<Record<string, unknown>>(`api/tables/${id}?game=${game}`),
  make: (body: NewTable) => post<CreatedTable>("api/tables", body),
  importRecord: (record: string) => post<CreatedTable>("api/tables/import", { record }),
  replay: (table: string, eyes: string, first: number, last: number, game = 0) =>
    ask<Replay>(`api/tables/${table}/replay?eyes=${eyes}&first=${first}&last=${last}&game=${game}`),
  story: (table: string, game = 0) => ask<Story>(`api/tables/${table}/story?game=${game}`),
  /** What bots reach with the deal of a day. */
  day: (game: string, day: number) => once<DaySpread>(`api/games/${game}/day?day=${day}`),
  /** The puzzles of a game with their solutions, from easy to hard. */
  puzzles: (game: string) => once<Puzzle[]>(`api/games/${game}/puzzles`),
  turn: (table: string) => ask<Turn>(`api/tables/${table}/turn`),
  /** Takes seconds on the first call: the server analyses every decision of the game. */
  analysis: (table: string, game = 0) => ask<Analysis>(`api/tables/${table}/analysis?game=${game}`),
  record: async (table: string, token: string, game = 0): Promise<string> => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    const answer = await reach(`api/tables/${table}/record?game=${game}`, { headers });
    if (!answer.ok) throw new ApiError(answer.status, "failed", t("no.failed"));
    return answer.text();
  },
  /** QR code of a link as SVG. POST keeps secret links out of URLs and logs. */
  qr: async (link: string): Promise<string> => {
    const answer = await reach("api/tools/qr", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ link }),
    });
    if (!answer.ok) throw new ApiError(answer.status, "failed", t("no.failed"));
    return (await answer.text()).replace(/width="(\d+)" height="(\d+)"/, 'viewBox="0 0 $1 $2"');
  },
  post,
  ask,
};

// HTTP to the server the page came from; every address is relative to where the page lies.
import type { Analysis, Listed, Made, NewTable, Replay, Said, Story } from "../../wire/api";
import type { About, Catalogue } from "../game/catalogue";
import { ENGLISH } from "../text/languages";
import { settings } from "../page/settings.svelte";
import { t, words } from "../text/words.svelte";

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export const at = (path: string): string => new URL(path, document.baseURI).href;

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(at(path), init);
  } catch {
    throw new Refused(0, "offline", t("home.offline"));
  }
  if (!answer.ok) {
    const said = (await answer.json().catch(() => ({}))) as Partial<Said>;
    throw new Refused(answer.status, said.code ?? "failed", reason(said.code ?? "failed", said.message ?? ""));
  }
  return (await answer.json()) as T;
}

/** Why not: in the server's own words, which are English; in another language less exactly. */
function reason(code: string, message: string): string {
  if (message && settings.language === ENGLISH) return message;
  const key = `no.${code}`;
  return t(words.speaker.has(key) ? key : "no.failed");
}

const post = <T>(path: string, body: unknown): Promise<T> =>
  ask<T>(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

const kept = new Map<string, Promise<unknown>>();

/** What never changes is asked for once. */
function once<T>(path: string): Promise<T> {
  let found = kept.get(path) as Promise<T> | undefined;
  if (!found) {
    found = ask<T>(path);
    kept.set(path, found);
    found.catch(() => kept.delete(path));
  }
  return found;
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
  table: (id: string, game = 0) => ask<Record<string, unknown>>(`api/tables/${id}?game=${game}`),
  make: (body: NewTable) => post<Made>("api/tables", body),
  importRecord: (record: string) => post<Made>("api/tables/import", { record }),
  replay: (table: string, eyes: string, first: number, last: number, game = 0) =>
    ask<Replay>(`api/tables/${table}/replay?eyes=${eyes}&first=${first}&last=${last}&game=${game}`),
  story: (table: string, game = 0) => ask<Story>(`api/tables/${table}/story?game=${game}`),
  /** Takes some seconds the first time: the server thinks about every decision of the game. */
  analysis: (table: string, game = 0) => ask<Analysis>(`api/tables/${table}/analysis?game=${game}`),
  record: async (table: string, token: string, game = 0): Promise<string> => {
    const answer = await fetch(
      at(`api/tables/${table}/record?game=${game}`),
      token ? { headers: { authorization: `Bearer ${token}` } } : {},
    );
    if (!answer.ok) throw new Refused(answer.status, "failed", t("no.failed"));
    return answer.text();
  },
  /** A link as a code to scan: the inside of a page's own picture. It is posted, because a link may be a secret. */
  qr: async (link: string): Promise<string> => {
    const answer = await fetch(at("api/tools/qr"), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ link }),
    });
    if (!answer.ok) throw new Refused(answer.status, "failed", t("no.failed"));
    return (await answer.text()).replace(/width="(\d+)" height="(\d+)"/, 'viewBox="0 0 $1 $2"');
  },
  post,
  ask,
};

// Create a table from the home page: create it, store a plan for the lobby, navigate there. The lobby carries out the plan.
import { faceOf } from "../../games";
import { api } from "../../lib/net/api";
import { offline } from "../../lib/offline/offline.svelte";
import { nextPuzzle } from "../../lib/page/puzzles";
import { tables } from "../../lib/page/storage";
import { place } from "../../lib/page/route.svelte";
import { settings } from "../../lib/page/settings.svelte";
import type { TableStore } from "../../lib/net/table.svelte";
import { t, words } from "../../lib/text/words.svelte";

export interface Someone {
  name: string;
  animal: string;
}

/** What the creator of a table asked for, done when the page of the table opens. */
export interface Plan {
  people: Someone[]; // sit down on the first seats; several share this device
  bots: boolean; // bots take the other seats
  start: boolean;
  levels?: string[]; // of bots, by seat, where they sit already
}

/** A table that is none like any other: a lesson, the deal of the day, or a game dealt again. */
export interface Special {
  guided?: boolean;
  deal?: string;
  before?: number; // what was reached with the same deal
}

const KEY = "fairyring.plan.";
const GUIDED = "fairyring.guided"; // the table where somebody is shown how it goes

function stored<T>(act: (storage: Storage) => T): T | undefined {
  try {
    return act(sessionStorage);
  } catch {
    return undefined; // storage may be forbidden: then people sit down by hand
  }
}

/** Myself, as I was called last. */
export const myself = (): Someone => ({ name: settings.name, animal: settings.animal });

/** Default number of seats: four if the game allows it. */
export const usualSeats = (seats: readonly number[]): number => Math.min(4, seats[seats.length - 1] ?? 2);

/** Allowed numbers of players, ascending. */
export const range = (seats: readonly number[]): string => [...new Set([seats[0], seats[seats.length - 1]])].join("–");

export async function begin(
  game: string,
  options: Record<string, unknown>,
  plan: Plan,
  special: Special = {},
): Promise<void> {
  const { guided = false, deal = "", before } = special;
  const own = guided || deal === "day"; // with options of their own
  const usual = guided || deal ? {} : (await faceOf(game)).beginOptions;
  const created = await api.make({
    game,
    ...(own ? {} : { options: { ...usual, ...options } }),
    ...(guided ? { guided } : {}),
    ...(deal ? { deal } : {}),
  });
  if (offline.alone) void navigator.storage?.persist?.().catch(() => false); // games are kept even if the device is short of space
  tables.put(created.table, {
    token: created.token,
    game,
    at: Date.now(),
    phase: "gathering",
    ...(offline.alone ? { local: true } : {}),
  });
  if (before !== undefined) tables.put(created.table, { before });
  if (plan.people.length > 1)
    tables.put(created.table, { people: Object.fromEntries(plan.people.map((person, p) => [p, person])) });
  keepPlan(created.table, plan);
  if (guided) stored((storage) => storage.setItem(GUIDED, created.table));
  place.go(`t/${created.table}`);
}

/** Keep what is to happen on arriving at a table. */
export const keepPlan = (table: string, plan: Plan): void => {
  stored((storage) => storage.setItem(KEY + table, JSON.stringify(plan)));
};

/** Begin the next puzzle of a game, after one that was just met. */
export async function beginPuzzle(game: string, after = 0): Promise<void> {
  const next = nextPuzzle(game, await api.puzzles(game), after);
  const created = await api.make({ game, puzzle: String(next.id) });
  const local = offline.alone ? { local: true } : {};
  tables.put(created.table, { token: created.token, game, at: Date.now(), phase: "playing", passing: true, ...local });
  place.go(`t/${created.table}`);
}

/** The plan of a table, once. */
export function takePlan(table: string): Plan | null {
  const text = stored((storage) => storage.getItem(KEY + table));
  if (!text) return null;
  stored((storage) => storage.removeItem(KEY + table));
  return JSON.parse(text) as Plan;
}

/** Sit on a seat under a name; what is empty is left to the server. */
export const sit = (store: TableStore, seat: number, person: Someone) =>
  store.command({
    do: "sit",
    seat,
    ...(person.name ? { name: person.name } : {}),
    ...(person.animal ? { animal: person.animal } : {}),
  });

/** Bots take all seats that are free. */
export async function fill(store: TableStore): Promise<void> {
  const level = levelAt(store);
  const empty = store.table!.seats.flatMap((seat, p) => (seat.kind === "empty" ? [p] : []));
  await Promise.all(empty.map((seat) => store.command({ do: "bot", seat, ...(level ? { level } : {}) })));
}

/** How bots play: as they already do here, else as was chosen last. */
export function levelAt(store: TableStore): string {
  const bot = store.table!.seats.find((seat) => seat.kind === "bot");
  return bot?.kind === "bot" ? bot.level : nearest(settings.level, store.table!.levels ?? []);
}

/** The level that was chosen last if there is such a bot here, else the best there is. */
export const nearest = (level: string, levels: readonly string[]): string =>
  levels.includes(level) ? level : (levels[levels.length - 1] ?? "");

/** What a level is called; one that the page has no word for, by its own name. */
export const levelName = (level: string): string => (words.speaker.has(`level.${level}`) ? t(`level.${level}`) : level);

/** Levels to choose from. */
export const levelWays = (levels: readonly string[]): { value: string; short: string; long: string }[] =>
  levels.map((level) => ({
    value: level,
    short: levelName(level),
    long: words.speaker.has(`level.${level}.long`) ? t(`level.${level}.long`) : levelName(level),
  }));

export async function carryOut(store: TableStore, plan: Plan): Promise<void> {
  const first = plan.people[0];
  if (first) await sit(store, 0, first);
  for (let p = 1; p < plan.people.length; p++) await store.command({ do: "sit", seat: p });
  if (plan.bots) await fill(store);
  await Promise.all(
    (plan.levels ?? []).flatMap((level, seat) => (level ? [store.command({ do: "bot", seat, level })] : [])),
  );
  if (plan.start) await store.command({ do: "start" });
}

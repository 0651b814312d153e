// Results of the deals of the day, on this device. Days are counted from 1 January 1970, UTC, as the server does.
import { storage } from "./storage";

export interface DayResult {
  score: number;
  place: number;
  table: string;
}

const KEY = "fairyring.days";
const DAY = 86_400_000; // milliseconds
type All = Record<string, Record<string, DayResult>>; // by game and day

/** Game and day of an open deal, and whether it is one of those chosen for the days; null for another one. */
export function dayOf(deal: string | undefined): { game: string; day: number; chosen: boolean } | null {
  const [kind, day, game, number] = (deal ?? "").split("/");
  return kind === "day" && game ? { game, day: Number(day), chosen: number !== undefined } : null;
}

export const days = {
  today: (now = Date.now()): number => Math.floor(now / DAY),
  get: (game: string, day: number): DayResult | undefined => storage.read<All>(KEY, {})[game]?.[day],
  /** Keep a result. The first one of a day counts. */
  put(game: string, day: number, result: DayResult): void {
    const all = storage.read<All>(KEY, {});
    if (all[game]?.[day]) return;
    storage.write(KEY, { ...all, [game]: { ...all[game], [day]: result } });
  },
  /** Days in a row with a result, up to `day`. */
  streak(game: string, day: number): number {
    let length = 0;
    while (days.get(game, day - length)) length += 1;
    return length;
  },
  /** The day as people write it. */
  written: (day: number, language: string): string =>
    new Intl.DateTimeFormat(language, { day: "numeric", month: "long", timeZone: "UTC" }).format(day * DAY),
};

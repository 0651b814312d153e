// Texts of a game's options: sentences of the page where it has them, else the game's own texts.
import type { OptionForm } from "../../lib/game/catalogue";
import type { Speaker } from "../../lib/text/speak";
import type { Listed } from "../../wire/api";
import type { Clock, Json } from "../../wire/table";
import type { Way } from "../home/Choose.svelte";
import { capitalize } from "../../lib/text/format";

const seen = import.meta.glob<{ picture(option: string, value: string): string }>("../../games/*/ways.ts", {
  eager: true,
}); // games that show what can be chosen
const LONG = 44; // characters; a longer heading is no heading
const GAP = "\u0001";

/** The sentence of an option, before and after the word that can be changed. */
export function sentence(
  speaker: Speaker,
  game: string,
  option: OptionForm,
): { before: string; after: string; label: string } {
  const own = `how.${game}.${option.name}`;
  const key = `option.${option.name}`;
  const label = capitalize(speaker.has(key) ? speaker.say(key) : option.name);
  if (!speaker.has(own)) return { before: `${label.split(":")[0]!}:`, after: "", label };
  const [before = "", after = ""] = speaker.say(own, { value: GAP }).split(GAP);
  return {
    before: before.trim(),
    after: after.trim(),
    label: label.length > LONG ? `${before.trim()} … ${after.trim()}`.trim() : label,
  };
}

/** What an option may be. One that is written freely offers the forms that the page has words for. */
export function ways(speaker: Speaker, game: string, option: OptionForm): Way[] {
  const own = `how.${game}.${option.name}.`;
  const written = Object.keys(speaker.texts).flatMap((key) => (key.startsWith(own) ? [key.slice(own.length)] : []));
  const values = "values" in option && option.values ? option.values : option.kind === "number" ? [] : written;
  return values.map((value) => {
    const key = `option.${option.name}.${value}`;
    const long = speaker.has(key) ? speaker.say(key) : undefined;
    const short = speaker.has(own + value) ? speaker.say(own + value) : (long ?? value).split(/[:;]/)[0]!;
    const picture = seen[`../../games/${game}/ways.ts`]?.picture(option.name, value);
    return { value, short, long: capitalize(long ?? short), ...(picture ? { picture } : {}) };
  });
}

export const CLOCKS: Record<string, Clock> = {
  none: {},
  "per-30": { per: 30_000 },
  "per-60": { per: 60_000 },
  "per-180": { per: 180_000 },
  "bank-5": { bank: 300_000, add: 5_000 },
  "bank-15": { bank: 900_000, add: 10_000 },
};
const same = (a: Clock, b: Clock): boolean => a.per === b.per && a.bank === b.bank && a.add === b.add;
/** The name of a clock; “own” for any other. */
export const clockName = (clock: Clock): string =>
  Object.keys(CLOCKS).find((name) => same(CLOCKS[name]!, clock)) ?? "own";

/** How a table plays where that is not as usual: its options and its clock, as short texts. House rules are counted. */
export function unusual(speaker: Speaker, table: Pick<Listed, "game" | "options" | "clock">): string[] {
  let house = 0;
  const said = Object.entries(table.options ?? {}).map(([name, value]): string => {
    const own = `how.${table.game}.${name}`;
    if (speaker.has(`${own}.${value}`)) return speaker.say(`${own}.${value}`);
    if (!speaker.has(own)) house += 1; // the page has a sentence for each option, and none for numbers of the rules
    return speaker.has(own) && /^-?\d+$/.test(value) ? speaker.say(own, { value }) : "";
  });
  const clock = clockName(table.clock);
  if (clock !== "none") said.push(speaker.say(`clock.${clock}`));
  if (house) said.push(speaker.say("house.some", { count: house }));
  return said.filter(Boolean);
}

/** An option's value as text; an uploaded file is shown by its name. */
export const asText = (value: Json | undefined): string =>
  typeof value === "object" && value !== null && "file" in value ? String(value["file"]) : String(value ?? "");

// House rules: numbers of the rules that differ from the printed ones at a table.
import { capitalize } from "../text/format";
import type { Speaker } from "../text/speak";
import { t } from "../text/words.svelte";
import type { Catalogue } from "./catalogue";

/** A sentence for each house rule of a table; none for the printed rules. */
export function houseRules(catalogue: Catalogue | null, speaker: Speaker): string[] {
  return (catalogue?.house ?? []).map((name) => {
    const printed = catalogue?.options.find((form) => form.name === name)?.default ?? null;
    return t("house.rule", {
      what: capitalize(speaker.say(`option.${name}`)),
      value: catalogue?.numbers?.[name],
      printed,
    });
  });
}

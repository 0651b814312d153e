// Numbers of the rules at a table: as printed, or as a house rule says.
import type { Play } from "./play";

/** A number of the rules at this table; `printed` are the numbers of the rulebook. */
export const numberOf = <K extends string>(
  play: Pick<Play, "catalogue">,
  printed: Record<K, number>,
  name: K,
): number => play.catalogue?.numbers?.[name] ?? printed[name];

// Helpers that read the view of Crane.
import type { Play } from "../play";
import type { CraneView } from "../../../wire/crane";

export type Bet = "high" | "low" | "just";
export type Pot = "left" | "right";
export type Finger = "index" | "middle" | "ring" | "little";
export const BETS: Bet[] = ["high", "low", "just"];
export const FINGERS: Finger[] = ["index", "middle", "ring", "little"];

/** A number of the rules, as the table tells it. */
export const amount = (play: Play, name: string): number =>
  Number(play.catalogue?.things["amount"]?.[name]?.["is"] ?? 0);
export const total = (play: Play, view: CraneView, p: number): number =>
  (view.loose[p] ?? 0) + amount(play, "bundle") * (view.markers[p] ?? 0);
/** Challenges that are over. */
export const taken = (view: CraneView): number => view.exact + view.short + view.over + view.eyes_opened;
export const isDuel = (play: Play): boolean => play.names.length === 2;
export const grabBy = (play: Play): string => String(play.table?.options["grab"] ?? "model");
export const mine = (play: Play): boolean => play.seat !== null && play.view?.challenger === play.seat;
export const potsOf = (view: CraneView): Pot[] =>
  (["left", "right"] as Pot[]).filter((pot) => view.pots[pot] !== undefined);
export const nameOf = (play: Play, p: number | null): string => (p === null ? "" : (play.names[p] ?? ""));

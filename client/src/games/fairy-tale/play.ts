import type * as lib from "../../lib/game/play";
import type { Page as AnyPage } from "../../lib/net/fold";

/** A table of this game, with the exact types of its view, events and actions. */
export type Play = lib.Play<"fairy-tale">;
export type Page = AnyPage<"fairy-tale">;

// How long a board shows what has happened: the setting “Pace”, and a finger on the board that holds it.
import { settings } from "../page/settings.svelte";

export type Pace = "slow" | "usual" | "quick" | "press";
export const PACES: readonly Pace[] = ["slow", "usual", "quick", "press"];
const FACTORS: Record<Pace, number> = { slow: 1.8, usual: 1, quick: 0.55, press: 1 };

/** Whether a finger or a mouse button rests on the board. */
export const hold = $state({ pressed: false });

/** Milliseconds at the chosen pace. */
export const paced = (milliseconds: number): number => milliseconds * (FACTORS[settings.pace] ?? 1);

/** Whether what is shown stays until it is let go, or “Next” is pressed. */
export const isHeld = (): boolean => hold.pressed || settings.pace === "press";

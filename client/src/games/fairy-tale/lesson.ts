import type { Step } from "../../lib/coach.svelte";

export const lesson: Step[] = [];

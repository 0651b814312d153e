// Tool for the real box: companion of a real deck.
import type { Tool } from "../../lib/game/play";
import { kit } from "./art/kit";
import Companion from "./tools/Companion.svelte";

export const box: Tool = { tool: "crane", icon: "play", component: Companion, art: kit };

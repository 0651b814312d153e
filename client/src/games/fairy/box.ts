// Tool for the real box: the score card.
import type { Tool } from "../../lib/game/play";
import { kit } from "./art/kit";
import ScoreCard from "./tools/ScoreCard.svelte";

export const box: Tool = { tool: "card", icon: "device", component: ScoreCard, art: kit };

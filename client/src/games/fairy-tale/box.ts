// Tool for the real box: the score pad.
import type { Tool } from "../../lib/game/play";
import { defs, kit } from "./art/kit";
import ScorePad from "./tools/ScorePad.svelte";

export const box: Tool = { tool: "pad", icon: "pencil", component: ScorePad, art: kit, defs };

// What helps people with the real box.
import type { Tool } from "../../lib/game/play";
import { defs, kit } from "./art/kit.js";
import ScorePad from "./ScorePad.svelte";

export const box: Tool = { tool: "pad", icon: "pencil", component: ScorePad, art: kit, defs };

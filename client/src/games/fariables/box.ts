// Tool for the real box: boards to print.
import type { Tool } from "../../lib/game/play";
import { kit } from "./art/kit";
import Boards from "./tools/Boards.svelte";

export const box: Tool = { tool: "boards", icon: "print", component: Boards, art: kit };

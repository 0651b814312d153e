// What helps people with the real box.
import type { Tool } from "../../lib/game/play";
import { kit } from "./art/kit.js";
import Boards from "./Boards.svelte";

export const box: Tool = { tool: "boards", icon: "print", component: Boards, art: kit };

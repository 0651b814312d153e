// The end of a game waits until the board has shown the last move.
import { stage } from "./stage.svelte";

const PAUSE = 600; // milliseconds between the last motion and the end page

/** Whether the board stays after the end of the game: until its motions are over and a pause has passed. Call it in a component. */
export function keepBoard(phase: () => string | undefined): { readonly stays: boolean } {
  let stays = $state(false);
  $effect(() => {
    if (phase() === "playing") stays = true;
    if (phase() !== "over" || stage.busy) return;
    const timer = setTimeout(() => (stays = false), PAUSE);
    return () => clearTimeout(timer);
  });
  return {
    get stays() {
      return stays;
    },
  };
}

import { untrack } from "svelte";
import type { Play } from "./play";

/** Return a function that makes one `T` for each play and keeps it as long as the play lives. */
export function perPlay<P extends Play, T>(create: (play: P) => T): (play: P) => T {
  const instances = new WeakMap<P, T>();
  return (play) => {
    let instance = instances.get(play);
    // Untracked: else the first caller would not be notified of changes that `create` reads.
    if (!instance) instances.set(play, (instance = untrack(() => create(play))));
    return instance;
  };
}

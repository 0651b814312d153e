// Something that every game being played has one of: what is on somebody's mind, a moment that is shown. It lives as long as that game does.
import { untrack } from "svelte";
import type { Play } from "./play";

export function perPlay<T>(make: (play: Play) => T): (play: Play) => T {
  const made = new WeakMap<Play, T>();
  return (play) => {
    let found = made.get(play);
    if (!found) made.set(play, (found = untrack(() => make(play)))); // else who asks first would not hear of its changes
    return found;
  };
}

// Something that every game being played has one of: what is on somebody's mind, a moment that is shown. It lives as long as that game does.
import type { Play } from "./play";

export function perPlay<T>(make: (play: Play) => T): (play: Play) => T {
  const made = new WeakMap<Play, T>();
  return (play) => {
    let found = made.get(play);
    if (!found) made.set(play, (found = make(play)));
    return found;
  };
}

// The steps taken towards an action, shared by the board and the dock; forgotten with the decision they belong to.
import type { Play } from "./play";
import type { Word } from "./steps";

class Picked {
  path = $state.raw<Word[]>([]);
}

const all = new WeakMap<object, Picked>();

export function picked(play: Play): Picked {
  let found = all.get(play);
  if (!found) all.set(play, (found = new Picked()));
  return found;
}

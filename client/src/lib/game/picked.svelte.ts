// Partial selection of an action, shared by board and dock. It is reset when the decision changes.
import type { Play } from "./play";
import type { Word } from "./steps";

class Picked {
  path = $state.raw<Word[]>([]);
}

const all = new WeakMap<object, Picked>();

export function picked(play: Play): Picked {
  let picked = all.get(play);
  if (!picked) all.set(play, (picked = new Picked()));
  return picked;
}

// Games to begin from: Pebbles and the example games of the repository, as text.
import type { Files } from "../../lib/offline/workshop.svelte";
import pebblesMessages from "../../../../src/fairyring/pebbles/messages/en.json?raw";
import pebbles from "../../../../src/fairyring/pebbles/room.py?raw";
import pebblesRules from "../../../../src/fairyring/pebbles/RULES.md?raw";

export const PEBBLES: Files = { "room.py": pebbles, "RULES.md": pebblesRules, "messages/en.json": pebblesMessages };

const texts = import.meta.glob<string>("../../../../examples/*/**/*.{py,md,json}", {
  query: "?raw",
  import: "default",
});

/** Names of the games to begin from. */
export const TEMPLATES = [
  "pebbles",
  ...new Set(Object.keys(texts).map((path) => /examples\/([^/]+)\//.exec(path)![1]!)),
].sort();

/** The files of one of them; its module becomes room.py. */
export async function template(name: string): Promise<Files> {
  if (name === "pebbles") return PEBBLES;
  const own = Object.entries(texts).filter(([path]) => path.includes(`/examples/${name}/`));
  const loaded = await Promise.all(
    own.map(async ([path, load]) => [path.split(`/${name}/`)[1]!, await load()] as const),
  );
  return Object.fromEntries(loaded.map(([path, text]) => [path === `${name}.py` ? "room.py" : path, text]));
}

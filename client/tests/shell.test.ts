// The shell (everything outside games/) must not know a game: a game is a folder and one line in games/index.ts.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { OURS } from "../src/games";
import { gestureOf } from "../src/lib/game/play";
import type { Own } from "../src/wire/table";

const SOURCE = join(import.meta.dirname, "..", "src");
const SHELL = ["App.svelte", "main.ts", "art", "css", "lib", "parts", "screens"];
const names = OURS.join("|");
/** A game in a string, as a key, in the path of an import, or in a class of its own. */
const NAMED = new RegExp(
  `["'\`](?:${names})["'\`]|^\\s*(?:${names}):|games/(?:${names})\\b|\\b[gt]-(?:${names})\\b`,
  "m",
);

const files = (path: string): string[] =>
  /\.\w+$/.test(path) ? [path] : readdirSync(join(SOURCE, path)).flatMap((name) => files(join(path, name)));

describe("shell", () => {
  it("is scanned by a pattern that finds games", () => {
    for (const text of ['style("crane")', "  fairy: 1,", 'from "../games/fairy/end/past"', 'class="box g-fairy-tale"'])
      expect(text).toMatch(NAMED);
    for (const text of ["fairy(1)", 'class="coach__fairy"', "fairyring.tables"]) expect(text).not.toMatch(NAMED);
  });

  it.each(SHELL.flatMap(files).filter((path) => !path.endsWith(".json")))("%s names no game", (path) => {
    expect(readFileSync(join(SOURCE, path), "utf8")).not.toMatch(NAMED);
  });
});

describe("folders", () => {
  // The same in all games: the root has what the shell loads by name, the types, and the style sheets.
  const ROOT = ["index.ts", "play.ts", "poster.ts", "lesson.ts", "figures.ts", "box.ts", "ways.ts"];
  const STYLES = ["board.css", "look.css", "tokens.css"];
  const FOLDERS = ["art", "board", "end", "layout", "state", "tools", "words"];
  const MOST = 16; // files in a folder

  it.each(OURS)("%s has the folders that every game has", (game) => {
    const entries = readdirSync(join(SOURCE, "games", game));
    expect(entries.filter((name) => ![...ROOT, ...STYLES, ...FOLDERS].includes(name))).toEqual([]);
  });

  it("hold a number of files that can be surveyed", () => {
    const count = new Map<string, number>();
    for (const path of readdirSync(SOURCE, { recursive: true }) as string[])
      if (statSync(join(SOURCE, path)).isFile()) count.set(dirname(path), (count.get(dirname(path)) ?? 0) + 1);
    expect([...count].filter(([, files]) => files > MOST)).toEqual([]);
  });
});

describe("gestureOf", () => {
  it("finds a gesture under any name", () => {
    expect(gestureOf({ aids: {}, riffle: { ask: "a7", c: 0, at: [], v: "" } } as Own)).toEqual({
      name: "riffle",
      ask: "a7",
    });
  });

  it("ignores decisions, reports and aids", () => {
    const own = { aids: { ask: "x" }, ask: "a1", legal: [], report: { ask: "a2", outcomes: [] } } as unknown as Own;
    expect(gestureOf(own)).toBeNull();
  });
});

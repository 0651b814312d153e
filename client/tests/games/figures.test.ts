// Pictures beside the rules: each stands below a rule that there is, in all languages, and is drawn whole.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Figures } from "../../src/lib/text/figure";
import { words } from "../../src/lib/text/words.svelte";

const GAMES = join(import.meta.dirname, "../../src/games");
const RULES = join(import.meta.dirname, "../../../src/fairyring/games");
const drawn = readdirSync(GAMES).filter((game) => existsSync(join(GAMES, game, "figures.ts")));
const modules = import.meta.glob<Figures>("../../src/games/*/figures.ts");
const figuresOf = (game: string): Promise<Figures> => modules[`../../src/games/${game}/figures.ts`]!();

beforeAll(() => words.rest());

it("every game of ours has some", () => {
  expect(drawn).toEqual(["crane", "fairy", "fairy-tale", "fariables", "sneaky-town"]);
});

describe.each(drawn)("%s", (game) => {
  const folder = join(RULES, game.replace("-", "_"));
  const texts = JSON.parse(readFileSync(join(folder, "messages/en.json"), "utf8")) as Record<string, string>;

  it("has at least two, below rules that there are", async () => {
    const { figures } = await figuresOf(game);
    expect(Object.keys(figures).length).toBeGreaterThan(1);
    for (const book of ["RULES.md", "RULES.de.md", "RULES.fr.md"]) {
      const rules = readFileSync(join(folder, book), "utf8");
      for (const rule of Object.keys(figures)) expect(rules).toContain(`**${rule}**`);
    }
  });

  it.each([360, 1280])("draws them whole, %i wide, with words that there are", async (width) => {
    vi.stubGlobal("window", { innerWidth: width });
    const { figures, defs } = await figuresOf(game);
    const say = (key: string): string => {
      expect(texts).toHaveProperty([key]);
      return texts[key]!;
    };
    for (const [rule, draw] of Object.entries(figures)) {
      const text = draw(say);
      expect(text, rule).not.toMatch(/undefined|NaN|\[object/);
      expect(text, rule).not.toMatch(/\b(fairy|tale|crane|fari|town)\.fig\.|\b(fairy|town)\.do\./); // a key that has no text
      for (const tag of ["svg", "g", "ul", "ol", "li", "div", "text"])
        expect(text.match(new RegExp(`<${tag}[ >]`, "g"))?.length, `${rule} ${tag}`).toBe(
          text.match(new RegExp(`</${tag}>`, "g"))?.length,
        );
      for (const [, id] of text.matchAll(/(?:href="#|url\(#)((?:cr|fa|st)-[\w-]+)/g))
        expect(defs?.all, rule).toContain(`id="${id}"`);
    }
    if (defs) expect(defs.all).toContain(`id="${defs.id}"`);
    vi.unstubAllGlobals();
  });
});

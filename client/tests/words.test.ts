// Every message key that the source names literally must exist in the English texts; an unknown key would be shown as it is.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SOURCE = join(import.meta.dirname, "..", "src");
const all = readdirSync(SOURCE, { recursive: true }) as string[];
const texts = all
  .filter((path) => /(^|\/)words\/en(\/[\w-]+)?\.json$/.test(path))
  .map((path) => JSON.parse(readFileSync(join(SOURCE, path), "utf8")) as Record<string, string>);
const known = new Set(texts.flatMap((file) => Object.keys(file)));
const stems = [...known];

/** Calls of `t` with a literal key, or with a template whose beginning is literal. */
const KEY = /(?<![\w.])t\(\s*(?:"([^"]+)"|`([^`$]+)\$\{)/g;

it.each(all.filter((path) => /\.(ts|svelte)$/.test(path)))("%s names only known texts", (path) => {
  const unknown = [...readFileSync(join(SOURCE, path), "utf8").matchAll(KEY)].flatMap(([, key, stem]) =>
    key !== undefined
      ? known.has(key)
        ? []
        : [key]
      : stems.some((name) => name.startsWith(stem!))
        ? []
        : [`${stem}…`],
  );
  expect(unknown).toEqual([]);
});

it("finds the keys of the page", () => {
  const code = 't("dock.lost"), t(`animal.${animal}`), at("x"), t(\n "log.empty")';
  expect([...code.matchAll(KEY)].map(([, key, stem]) => key ?? stem)).toEqual(["dock.lost", "animal.", "log.empty"]);
});

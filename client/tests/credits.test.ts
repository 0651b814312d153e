// CREDITS.md as the page shows it: every place has a name in all languages, every licence a text, every package a row.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readCredits } from "../src/parts/help/credits";

const CLIENT = join(import.meta.dirname, "..");
const text = readFileSync(join(CLIENT, "..", "CREDITS.md"), "utf8");
const { places, licences } = readCredits(text);
const works = places.flatMap((place) => place.works);
const sources = (folder: string) =>
  (readdirSync(join(CLIENT, folder), { recursive: true }) as string[])
    .filter((path) => /\.(ts|svelte|mjs)$/.test(path))
    .map((path) => readFileSync(join(CLIENT, folder, path), "utf8"));

it("reads works with their holders and licences", () => {
  const svelte = works.find((work) => work.name === "Svelte");
  expect(svelte).toEqual({ name: "Svelte", holder: "© 2016–2025 Svelte contributors", licence: "MIT License" });
});

it.each(["en", "de", "es", "fr"])("names all places in %s", (language) => {
  const words = JSON.parse(readFileSync(join(CLIENT, "src", "words", language, "credits.json"), "utf8")) as Record<
    string,
    string
  >;
  const named = Object.keys(words).flatMap((key) => /^credits\.where\.(.+)$/.exec(key)?.[1] ?? []);
  expect(named.sort()).toEqual(places.map((place) => place.key).sort());
});

it("has the text of every licence, and no other", () => {
  const needed = new Set(works.map((work) => work.licence).filter((licence) => !licence.startsWith("none is needed")));
  expect(licences.map((licence) => licence.title).sort()).toEqual([...needed].sort());
  for (const { title, paragraphs } of licences) expect(paragraphs.join(" ").length, title).toBeGreaterThan(200);
});

it("credits all fonts by the holders that their licences name", () => {
  const files = readdirSync(join(CLIENT, "fonts"));
  for (const file of files.filter((name) => name.startsWith("OFL-"))) {
    const holder = /^Copyright (\d+ The .+? Authors)/.exec(readFileSync(join(CLIENT, "fonts", file), "utf8"))?.[1];
    expect(text).toContain(`© ${holder} | fonts of the page | SIL Open Font License 1.1`);
    const stem = /^OFL-(.+)\.txt$/.exec(file)![1]!;
    expect(files.some((name) => name.startsWith(stem) && name.endsWith(".woff2"))).toBe(true);
  }
  const stems = files.flatMap((name) => /^([a-z]+(?:-[a-z]+)*?)(?:-\d+i?)?\.woff2$/.exec(name)?.[1] ?? []);
  for (const stem of stems) expect(text).toMatch(new RegExp(`client/fonts/${stem}(-\\*)?\\.woff2`));
});

it("credits every package that the source imports", () => {
  const imported = [...sources("src"), ...sources("offline")].flatMap((source) =>
    [...source.matchAll(/^\s*(?:import|export) .*?from "((?:@[\w-]+\/)?[\w-]+)[\w/-]*";/gm)].map((match) => match[1]!),
  );
  expect(imported).toContain("codemirror");
  expect(imported).toContain("pyodide");
  for (const name of new Set(imported)) {
    expect(
      [name, `${name.split("/")[0]}/*`].some((as) => text.includes(`\`${as}\``)),
      name,
    ).toBe(true);
  }
});

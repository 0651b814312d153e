import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** A build that only one run of tests looks at: `vite build --mode quick`. Nothing is minified or compressed. */
const QUICK = "quick";

/** Every file that gains from it also lies there compressed, so that the server compresses nothing. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: (_config, { command, mode }) => command === "build" && mode !== QUICK,
    closeBundle() {
      const folder = join(import.meta.dirname, "dist");
      if (!existsSync(folder)) return; // the build failed, and says why by itself
      for (const file of readdirSync(folder, { recursive: true }) as string[]) {
        const path = join(folder, file);
        if (!statSync(path).isFile() || !/\.(js|css|svg|json|html|webmanifest)$/.test(file)) continue;
        const data = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(data, { level: 9 })); // browsers take brotli over https and localhost only
        writeFileSync(`${path}.br`, brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      }
    },
  };
}

const LEFT_OUT = /\.(br|gz|pdf)$|^(sw(-files)?\.js|404\.html|index\.html|og\.png|offline\.json)$|^(py|kernel)\//;

/** The list of files that the service worker keeps, with a version that changes with any of them. */
function listed(): Plugin {
  return {
    name: "listed",
    apply: "build",
    closeBundle() {
      const folder = join(import.meta.dirname, "dist");
      if (!existsSync(folder)) return; // the build failed, and says why by itself
      const all = (readdirSync(folder, { recursive: true }) as string[])
        .filter((file) => statSync(join(folder, file)).isFile())
        .sort();
      const hash = createHash("sha256");
      for (const file of all) if (!/\.(br|gz)$/.test(file)) hash.update(file).update(readFileSync(join(folder, file)));
      const files = ["./", ...all.filter((file) => !LEFT_OUT.test(file))];
      const value = { version: hash.digest("hex").slice(0, 16), static: false, files };
      writeFileSync(join(folder, "sw-files.js"), `self.FILES = ${JSON.stringify(value)};\n`);
    },
  };
}

/** The build fails if it contains an npm package that CREDITS.md does not name. */
function credited(): Plugin {
  return {
    name: "credited",
    apply: "build",
    generateBundle(_options, bundle) {
      const credits = readFileSync(join(import.meta.dirname, "..", "CREDITS.md"), "utf8");
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        for (const [path, module] of Object.entries(chunk.modules)) {
          const name = /.*\/node_modules\/((@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
          if (
            !name ||
            !module.renderedLength ||
            [name, `${name.split("/")[0]}/*`].some((as) => credits.includes(`\`${as}\``))
          )
            continue;
          this.error(`The page contains the package ${name}, which CREDITS.md does not name.`);
        }
      }
    },
  };
}

/** What the first page needs of modules that other screens use, too: one file compresses better than twenty small ones. */
const FIRST =
  /\/client\/src\/(?:App|main|parts\/home\/scene-home|lib\/net\/(?:api|transport)|lib\/game\/(?:animals|people)|lib\/offline\/(?:offline|updates)|lib\/page\/(?:days|puzzles|storage|settings|route|live|back)|lib\/text\/escape|parts\/common\/(?:Dialog|Emblem|Icon|Scene|Token|Tools)|parts\/gather\/begin|parts\/home\/Choose|games\/index|art\/core)/;

/** The file of a module: a language besides English is one, which only its readers fetch. */
const group = (path: string): string | null => {
  const code = /\/words\/([\w-]+)(?:\/[\w-]+)?\.json$/.exec(path)?.[1] ?? "en";
  if (code !== "en") return `words-${code}`;
  return FIRST.test(path) && !path.endsWith(".css") ? "first" : null;
};

export default defineConfig(({ mode }) => ({
  base: "./", // the server says by <base> where the page lies: it works under any path
  plugins: [svelte(), credited(), listed(), compressed()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    minify: mode !== QUICK,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false }, // no report to somebody who only wants to play
      input: { index: join(import.meta.dirname, "index.html"), sw: join(import.meta.dirname, "src/offline/sw.ts") },
      output: {
        entryFileNames: (chunk: { name: string }) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
        codeSplitting: { groups: [{ name: group }] },
      },
    },
  },
  worker: {
    format: "es",
    plugins: () => [credited()],
    rolldownOptions: {
      output: { entryFileNames: "worker/[name]-[hash].js", chunkFileNames: "worker/[name]-[hash].js" },
    },
  },
  server: {
    fs: { allow: [".."] }, // CREDITS.md
    proxy: { "/api": "http://127.0.0.1:8765", "/ws": { target: "ws://127.0.0.1:8765", ws: true } },
  },
  test: { include: ["tests/**/*.test.ts"], environment: "node", isolate: false }, // one process: half the CPU time
}));

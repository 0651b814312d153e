import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Every file that gains from it also lies there compressed, so that the server compresses nothing. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    closeBundle() {
      const folder = join(import.meta.dirname, "dist");
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

/** A language besides English is one file, which only its readers fetch. */
const language = (path: string): string | null => {
  const code = /\/words\/([\w-]+)(?:\/[\w-]+)?\.json$/.exec(path)?.[1] ?? "en";
  return code === "en" ? null : `words-${code}`;
};

export default defineConfig({
  base: "./", // the server says by <base> where the page lies: it works under any path
  plugins: [svelte(), compressed()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: language }] } } },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8765", "/ws": { target: "ws://127.0.0.1:8765", ws: true } } },
  test: { include: ["tests/**/*.test.ts"], environment: "node", isolate: false }, // one process: half the CPU time
});

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { crc32, zip } from "../../src/lib/offline/zip";

test("crc32 of the standard's test vector", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
});

test("an archive is read by another program", () => {
  const folder = mkdtempSync(join(tmpdir(), "zip"));
  const files = { "game/room.py": "print('hällo')\n", "game/messages/en.json": "{}" };
  writeFileSync(join(folder, "a.zip"), zip(files));
  execFileSync("python3", ["-m", "zipfile", "-e", join(folder, "a.zip"), folder]);
  for (const [path, text] of Object.entries(files)) expect(readFileSync(join(folder, path), "utf-8")).toBe(text);
});

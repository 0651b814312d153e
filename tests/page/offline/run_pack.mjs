/**
 * Runs a Python script in Pyodide with nothing but the files of a built page: node run_pack.mjs DIST SCRIPT < input > output.
 *
 * The script finds the standard input as `text`, and sets `answer`, a text for the standard output.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [dist, script] = process.argv.slice(2);
const built = JSON.parse(readFileSync(join(dist, "offline.json"), "utf8"));
const folder = join(dist, "py", built.python);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const pack = readFileSync(join(folder, "python.pack"));
const files = JSON.parse(pack.subarray(4, 4 + pack.readUInt32LE(0)).toString());
const scratch = mkdtempSync(join(tmpdir(), "fairyring-"));
const library = join(scratch, "empty.zip"); // all modules come from the pack
writeFileSync(library, Buffer.from([0x50, 0x4b, 5, 6, ...Array(18).fill(0)]));

const python = await loadPyodide({
  indexURL: `${folder}/`,
  stdLibURL: library,
  lockFileContents: { info: built.lock, packages: {} },
  packageBaseUrl: `${folder}/`,
  env: { PYTHONPATH: "/lib/python3.14", HOME: "/home", PYTHONHASHSEED: "0" },
  fsInit: (fs) => {
    let at = 4 + pack.readUInt32LE(0);
    for (const [path, size] of files) {
      fs.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      fs.writeFile(path, pack.subarray(at, at + size));
      at += size;
    }
  },
});
rmSync(scratch, { recursive: true });
let text = "";
for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk;
python.globals.set("text", text);
try {
  python.runPython(readFileSync(script, "utf8"));
} catch (error) {
  console.error(String(error.message)); // node itself would print the interpreter's source beside it
  process.exit(1);
}
process.stdout.write(python.globals.get("answer"));

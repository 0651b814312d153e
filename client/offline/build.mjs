// Build the offline part of the page into dist/: Python as bytecode with its interpreter (py/HASH), the search kernels (kernel/), and
// offline.json, which names them with their sizes. Outputs are the same for the same inputs, and are kept in node_modules/.cache.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
    cpSync,
    existsSync,
    mkdirSync,
    readdirSync,
    readFileSync,
    renameSync,
    rmSync,
    statSync,
    writeFileSync,
} from "node:fs";
import { basename, join, relative } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { loadPyodide } from "pyodide";

const CLIENT = join(import.meta.dirname, "..");
const DIST = join(CLIENT, "dist");
const CACHE = join(CLIENT, "node_modules", ".cache", "fairyring-offline");
const SOURCE = join(CLIENT, "..", "src");
const PYODIDE = join(CLIENT, "node_modules", "pyodide");
const PYTHON = process.env.FAIRYRING_PYTHON ?? join(CLIENT, "..", ".venv", "bin", "python");
const RUNTIME = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"];
const GZIP =
    "import gzip, sys; open(sys.argv[2], 'wb').write(gzip.compress(open(sys.argv[1], 'rb').read(), int(sys.argv[3]), mtime=0))";
const FORMAT = "2"; // of what is kept of the interpreter; another one compresses it anew, which takes half a minute
// `--quick` compresses in some seconds instead of half a minute, for a page that is served to its own machine.
const QUICK = process.argv.includes("--quick");
const LEVEL = QUICK ? { brotli: 4, gzip: 1 } : { brotli: 11, gzip: 9 };
const HASH = 16; // hexadecimal digits in names

const hashOf = (...parts) => {
    const hash = createHash("sha256");
    for (const part of parts) hash.update(part).update("\0");
    return hash.digest("hex").slice(0, HASH);
};
const list = (folder) =>
    readdirSync(folder, { recursive: true })
        .map((name) => join(folder, name))
        .filter((path) => statSync(path).isFile() && !path.includes("__pycache__"))
        .sort();
/** Hash of the names and contents of files. */
const hashOfFiles = (paths) => hashOf(...paths.flatMap((path) => [relative(CLIENT, path), readFileSync(path)]));

/** Return the folder of outputs that depend on `key` only, made by `make` if it is not there. A well compressed one serves for `--quick`. */
async function cached(name, key, make) {
    const best = join(CACHE, `${name}-${key}`);
    const folder = QUICK && !existsSync(best) ? `${best}-quick` : best;
    if (!existsSync(folder)) {
        const unfinished = `${folder}.${process.pid}`;
        mkdirSync(unfinished, { recursive: true });
        await make(unfinished);
        rmSync(folder, { recursive: true, force: true });
        renameSync(unfinished, folder);
    }
    for (const old of readdirSync(CACHE)) {
        if (old.startsWith(`${name}-`) && !folder.endsWith(old))
            rmSync(join(CACHE, old), { recursive: true, force: true });
    }
    return folder;
}

function compress(path) {
    const data = readFileSync(path);
    const params = {
        [constants.BROTLI_PARAM_QUALITY]: LEVEL.brotli,
        [constants.BROTLI_PARAM_LGWIN]: 24,
        [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
    };
    // Python's zlib packs two per cent smaller than that of Node.
    execFileSync(PYTHON, ["-c", GZIP, path, `${path}.gz`, String(LEVEL.gzip)]);
    writeFileSync(`${path}.br`, brotliCompressSync(data, { params }));
}

/** Write python.pack, made by the interpreter that will read it. */
async function writePack(folder) {
    const python = await loadPyodide({
        indexURL: `${PYODIDE}/`,
        env: { PYTHONNODEBUGRANGES: "1", PYTHONHASHSEED: "0", PYTHONDONTWRITEBYTECODE: "1", HOME: "/home" },
    });
    for (const [place, root] of [
        ["/src", SOURCE],
        ["/build", import.meta.dirname],
    ]) {
        python.FS.mkdirTree(place);
        python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
    }
    let bytes;
    try {
        bytes = python.runPython(`
import sys
sys.path[:0] = ["/src", "/build"]
import exercise, pack
exercise.run()
del sys.modules["exercise"]
pack.load_late_imports()
(pack.pack(), pack.pack_workshop())`);
    } catch (error) {
        console.error(String(error.message)); // node itself would print the interpreter's source beside it
        process.exit(1);
    }
    bytes.toJs().forEach((pack, k) => {
        const path = join(folder, ["python.pack", "workshop.pack"][k]);
        writeFileSync(path, pack);
        compress(path);
    });
    bytes.destroy();
}

function writeRuntime(folder) {
    for (const name of RUNTIME) {
        const path = join(folder, name);
        const source = readFileSync(join(PYODIDE, name));
        writeFileSync(
            path,
            name.endsWith(".mjs") ? source.toString().replace(/\n\/\/# sourceMappingURL=\S+\s*$/, "\n") : source,
        );
        compress(path);
    }
}

function writeKernels(folder) {
    execFileSync(PYTHON, ["-m", "fairyring.kernel.wasm", "all", folder], { stdio: ["ignore", "ignore", "inherit"] });
    for (const path of list(folder).filter((name) => name.endsWith(".wasm"))) {
        const hash = hashOf(readFileSync(path));
        for (const extension of ["wasm", "json"]) {
            const named = path.replace(/wasm$/, `${hash}.${extension}`);
            renameSync(path.replace(/wasm$/, extension), named);
            compress(named);
        }
    }
}

/** Sizes of a file: as it is, and as it is sent. */
const sizes = (path) => {
    const [raw, gz, br] = ["", ".gz", ".br"].map((end) => statSync(path + end).size);
    return { raw, gz, br };
};

const ours = list(join(SOURCE, "fairyring"));
const scripts = list(import.meta.dirname);
const interpreter = hashOf(readFileSync(join(PYODIDE, "package.json")), FORMAT);
const sources = hashOfFiles([...ours, ...scripts]);
const [runtime, packed, kernels] = [
    await cached("runtime", interpreter, writeRuntime),
    await cached("pack", hashOf(interpreter, sources), writePack),
    await cached(
        "kernels",
        hashOfFiles(ours.filter((path) => /fairyring\/(games|kernel|core)\//.test(path))),
        writeKernels,
    ),
];

// A server may be running: what its visitors use stays until offline.json names the new files.
const files = [...RUNTIME.map((name) => join(runtime, name)), join(packed, "python.pack")];
const hash = hashOf(
    ...[...files, join(packed, "workshop.pack")].flatMap((path) => [basename(path), readFileSync(path)]),
);
for (const folder of [runtime, packed]) cpSync(folder, join(DIST, "py", hash), { recursive: true });
cpSync(kernels, join(DIST, "kernel"), { recursive: true });
const named = list(kernels).filter((path) => path.endsWith(".wasm"));
const manifest = {
    lock: JSON.parse(readFileSync(join(PYODIDE, "pyodide-lock.json"))).info,
    python: hash,
    files: Object.fromEntries(files.map((path) => [basename(path), sizes(path)])),
    workshop: sizes(join(packed, "workshop.pack")),
    kernels: Object.fromEntries(named.map((path) => [basename(path).split(".")[0], basename(path).split(".")[1]])),
};
const OFFLINE = join(DIST, "offline.json");
const draft = join(CACHE, "offline.json");
writeFileSync(draft, JSON.stringify(manifest));
compress(draft);
for (const end of [".gz", ".br", ""]) renameSync(draft + end, OFFLINE + end);
const current = new Set(list(kernels).map((path) => basename(path)));
for (const old of readdirSync(join(DIST, "py")))
    if (old !== hash) rmSync(join(DIST, "py", old), { recursive: true, force: true });
for (const old of readdirSync(join(DIST, "kernel"))) if (!current.has(old)) rmSync(join(DIST, "kernel", old));

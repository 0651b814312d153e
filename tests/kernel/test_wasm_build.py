"""Building WebAssembly: the linker, the command, and what the files hold."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyring.core.fields.bits import occupied
from fairyring.core.game import registry
from fairyring.kernel.compiler.entry import EntryPoint
from fairyring.kernel.compiler.ir import Target
from fairyring.kernel.compiler.module import module_text
from fairyring.kernel.compiler.types import INT
from fairyring.kernel.native import compile_wasm_object
from fairyring.kernel.wasm import build, link
from fairyring.kernel.wasm.__main__ import main
from tests.kernel.support import define
from tests.kernel.wasm_host import Host
from tests.paths import PEBBLES

MAX_BROTLI = 150_000  # bytes of all games together
INTEGERS = st.integers(-(1 << 40), 1 << 40)


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    with Host() as started:
        yield started


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the modules of all shipped games."""
    folder = tmp_path_factory.mktemp("wasm")
    assert main(["all", str(folder)]) == 0
    return folder


@given(INTEGERS)
def test_link_numbers_are_read_as_written(number: int) -> None:
    assert link.Reader(link.signed(number)).signed() == number
    assert link.Reader(link.unsigned(abs(number))).unsigned() == abs(number)


@given(st.integers(0, (1 << 31) - 1))
def test_link_reads_padded_numbers(number: int) -> None:
    """Numbers in an object have five bytes, so that a linker can replace them."""
    padded = bytes([number >> shift & 0x7F | 0x80 for shift in (0, 7, 14, 21)] + [number >> 28])
    assert link.Reader(padded).unsigned() == number
    assert link.Reader(padded).signed() == number


def test_link_refuses_functions_from_elsewhere() -> None:
    text = "declare i64 @elsewhere(i64)\ndefine void @f(ptr %block) {\n  %a = call i64 @elsewhere(i64 1)\n"
    with pytest.raises(link.LinkError, match="elsewhere"):
        build.compile_wasm(f"{text}  store i64 %a, ptr %block\n  ret void\n}}\n", ["f"])


def test_wasm_multiplies_128_bits(tmp_path: Path, host: Host) -> None:
    """LLVM turns this loop into a product of 128 bits, for which WebAssembly has neither an instruction nor a library."""
    text = "def f(a: int, b: int) -> int:\n    total = 0\n    for i in range(b):\n        total += i * i\n    return total\n"
    entries = {"f": EntryPoint(define(tmp_path, text), (INT, INT))}
    ir = module_text(entries, checked=False, target=Target.WASM)
    with pytest.raises(link.MissingFunction, match="__multi3"):
        link.link(compile_wasm_object(ir, build.LEVEL), entries)
    numbers = [0, 1, 5, 1000, (1 << 21) - 1, 3_000_000_000, (1 << 62) + 7]
    runs = [{"name": "f", "words": [number], "state": b""} for number in numbers]
    for number, (value, _state) in zip(numbers, host.call("runs", build.compile_wasm(ir, entries), runs), strict=True):
        assert value % (1 << 64) == (number - 1) * number * (2 * number - 1) // 6 % (1 << 64)


def test_link_refuses_other_files() -> None:
    with pytest.raises(link.LinkError, match="not a WebAssembly object"):
        link.link(b"\x7fELF", [])


def test_link_aligns_segments() -> None:
    segments = [
        link.Segment(bytes([number]) * size, align) for number, (size, align) in enumerate(((3, 1), (4, 8), (5, 2), (16, 16)))
    ]
    places, memory = link.place(segments)
    for segment, address in zip(segments, places, strict=True):
        assert address % segment.alignment == 0
        offset = address - link.STACK_BYTES
        assert memory[offset : offset + len(segment.data)] == segment.data


def test_link_places_tables_where_they_are_read(tmp_path: Path, host: Host) -> None:
    """Tables of several widths: each is aligned, and found at its own address."""
    tables = {"BYTES": tuple(range(1, 14)), "SHORTS": tuple(range(1000, 1029)), "WORDS": tuple(range(1 << 40, (1 << 40) + 7))}
    text = "def f(a: int, b: int) -> int:\n    return BYTES[b] + 10_000 * SHORTS[b + 3] + WORDS[b]\n"
    entries = {"f": EntryPoint(define(tmp_path, text, "f", **tables), (INT, INT))}
    code = build.compile_wasm(module_text(entries, checked=False, target=Target.WASM), entries)
    runs = [{"name": "f", "words": [b], "state": b""} for b in range(7)]  # `a` is the address of an empty state
    for b, (value, _state) in enumerate(host.call("runs", code, runs)):
        assert value == tables["BYTES"][b] + 10_000 * tables["SHORTS"][b + 3] + tables["WORDS"][b]


def test_wasm_modules_have_no_imports_and_are_small(folder: Path, host: Host) -> None:
    modules = {path.stem: path.read_bytes() for path in folder.glob("*.wasm")}
    assert sorted(modules) == sorted(registry.shipped())
    assert all(host.call("imports", code) == 0 for code in modules.values())
    assert sum(host.call("brotli", code) for code in modules.values()) < MAX_BROTLI


def test_wasm_manifest_describes_the_module(folder: Path) -> None:
    for path in folder.glob("*.wasm"):
        room = registry.room(path.stem)
        manifest = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        assert (manifest["game"], manifest["rules"]) == (room.name, room.rules.VERSION)
        assert manifest["sha256"] == sha256(path.read_bytes()).hexdigest()
        layout = room.schema.state.layout
        assert manifest["state"]["bytes"] == layout.size
        assert {name: field["offset"] for name, field in manifest["state"]["fields"].items()} == layout.offsets
        assert manifest["entries"]["apply_action"] == ["states", "integer", "integer"]
        assert ("weigh_worlds" in manifest["entries"]) == manifest["beliefs"]


def test_wasm_schema_fingerprints_tell_games_apart() -> None:
    kinds = [registry.room(name).schema.state for name in registry.shipped()]
    assert len({build.schema_fingerprint(kind) for kind in kinds}) == len(kinds)


def test_wasm_build_is_reproducible(folder: Path, tmp_path: Path) -> None:
    """In another process, with another order of hashes."""
    command = [sys.executable, "-m", "fairyring.kernel.wasm", "fairy", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    for name in ("fairy.wasm", "fairy.json"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_wasm_command_builds_a_game_outside_the_repository(tmp_path: Path) -> None:
    path = tmp_path / "room.py"
    path.write_text(PEBBLES.read_text(encoding="utf-8"), encoding="utf-8")
    command = [sys.executable, "-m", "fairyring.kernel.wasm", str(path), str(tmp_path / "out")]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout.startswith("pebbles.wasm")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"pebbles.wasm", "pebbles.json"}


def test_wasm_command_names_unknown_games_and_missing_packages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fary", str(tmp_path)]) == 1
    assert "fairy" in capsys.readouterr().err
    script = "import sys; sys.modules['llvmlite'] = None; from fairyring.kernel.wasm.__main__ import main; "
    command = [sys.executable, "-c", f"{script} sys.exit(main(['fairy', {str(tmp_path)!r}]))"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "llvmlite is missing: pip install llvmlite\n")
    assert not [*tmp_path.iterdir()]


def test_wasm_compares_entries_found_with_other_values(tmp_path: Path, host: Host) -> None:
    """LLVM aborts at a `bitcast` of a vector of truth values that is compared with another value than a constant."""
    text = """
def f(a: int, b: int) -> int:
    row = [0] * 4
    row[b % 4] = 1
    row[b // 4] = 1
    found = occupied(row)
    return found * 10 + (1 if found > (1 if found < 2 and b >= found else 0) else 0)
"""
    entries = {"f": EntryPoint(define(tmp_path, text, "f", occupied=occupied), (INT, INT))}
    code = build.compile_wasm(module_text(entries, checked=False, target=Target.WASM), entries)
    runs = [{"name": "f", "words": [b], "state": b""} for b in range(16)]  # `a` is the address of an empty state
    found = [value for value, _state in host.call("runs", code, runs)]
    assert found == [(bits := 1 << b % 4 | 1 << b // 4) * 10 + (bits > (bits < 2 and b >= bits)) for b in range(16)]

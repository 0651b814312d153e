"""The cache folder: private, and what is executed from it is never what somebody else put there; loading does not compile."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from fairyring.kernel import cache, object_cache
from fairyring.kernel.cache import cache_folder
from fairyring.kernel.compiler import library
from fairyring.kernel.primitives import PRIMITIVES

LOAD = """
import sys
import fairyring as fr
from fairyring.kernel import native
from fairyring.kernel.compiled_search import CompiledBackend

def compiling(*_arguments, **_options):
    raise SystemExit("compiles")

if sys.argv[2] == "warm":
    native.compile_ir = compiling
CompiledBackend(fr.game(sys.argv[1]).room, checked=False)
print(*sorted(name for name in sys.modules if name.startswith("fairyring.kernel")))
"""
COMPILER = {"language", *(f"compiler.{name}" for name in ("ir", "arithmetic", "lower", "library", "module"))}
posix = pytest.mark.skipif(os.name != "posix", reason="needs owners and modes of files")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("FAIRYRING_CACHE", raising=False)
    monkeypatch.setattr(cache, "_user_cache", lambda: tmp_path)
    return tmp_path


@posix
def test_cache_folder_is_created_private(home: Path) -> None:
    folder = cache_folder()
    assert folder == home / "fairyring"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@posix
def test_cache_folder_takes_the_right_to_write_from_others(home: Path) -> None:
    (home / "fairyring").mkdir()
    (home / "fairyring").chmod(0o777)
    assert stat.S_IMODE(cache_folder().stat().st_mode) == 0o755


@posix
def test_cache_folder_of_another_user_is_not_used(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "fairyring").mkdir()
    monkeypatch.setattr(os, "getuid", lambda: (home / "fairyring").stat().st_uid + 1)
    folder = cache_folder()
    assert home not in folder.parents
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert folder == cache_folder()
    monkeypatch.setenv("FAIRYRING_CACHE", str(home / "fairyring"))
    with pytest.raises(OSError, match="belongs to another user"):
        cache_folder()


@pytest.fixture
def code(home: Path) -> Path:  # noqa: ARG001
    return object_cache.code_folder()


@posix
@pytest.mark.usefixtures("home")
def test_code_folder_is_private() -> None:
    folder = object_cache.code_folder()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    folder.chmod(0o755)
    assert stat.S_IMODE(object_cache.code_folder().stat().st_mode) == 0o700


@posix
def test_code_folder_may_not_be_a_link(home: Path) -> None:
    (home / "elsewhere").mkdir()
    cache_folder()
    (home / "fairyring" / "code").symlink_to(home / "elsewhere")
    with pytest.raises(PermissionError):
        object_cache.code_folder()


@pytest.mark.usefixtures("home")
def test_load_or_make_makes_once() -> None:
    assert object_cache.load_or_make("a", lambda: b"code") == b"code"
    assert object_cache.load_or_make("a", lambda: b"other") == b"code"


@pytest.mark.parametrize("damaged", [b"", b"short", b"x" * 100])
def test_load_or_make_does_not_load_a_damaged_file(code: Path, damaged: bytes) -> None:
    object_cache.load_or_make("a", lambda: b"code")
    (code / "a.o").write_bytes(damaged)
    assert object_cache.load_or_make("a", lambda: b"other") == b"other"
    assert object_cache.load_or_make("a", lambda: b"third") == b"other"


def test_prune_removes_files_not_loaded_for_long(code: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000_000.0
    monkeypatch.setattr(object_cache, "MAX_FILES", 3)
    for number in range(6):
        path = code / f"{number}.o"
        path.write_bytes(bytes(10))
        age = object_cache.MAX_AGE + 1 if number == 5 else number
        os.utime(path, (now - age, now - age))
    monkeypatch.setattr("fairyring.kernel.object_cache.time.time", lambda: now)
    object_cache.prune(code)
    assert sorted(path.name for path in code.glob("*.o")) == ["0.o", "1.o", "2.o"]
    monkeypatch.setattr(object_cache, "MAX_BYTES", 25)
    object_cache.prune(code)
    assert sorted(path.name for path in code.glob("*.o")) == ["0.o", "1.o"]


def test_loading_keeps_a_file_from_being_pruned(code: Path) -> None:
    object_cache.load_or_make("a", lambda: b"code")
    os.utime(code / "a.o", (1, 1))
    object_cache.load_or_make("a", lambda: b"other")
    object_cache.prune(code)
    assert (code / "a.o").is_file()


# Loading; benchmarks/load.py prints its time -----------------------------------------------------


def modules_after_loading(game: str, cache: Path, how: str) -> set[str]:
    """Return the modules of the kernel that a new process has imported when it has loaded the search of a game."""
    environment = os.environ | {"FAIRYRING_CACHE": str(cache)}
    done = subprocess.run([sys.executable, "-c", LOAD, game, how], env=environment, check=True, capture_output=True, text=True)
    return {name.removeprefix("fairyring.kernel.") for name in done.stdout.split()}


@pytest.mark.parametrize("game", ["fairy", "fariables"])
def test_loading_from_the_cache_neither_lowers_nor_optimises(game: str, tmp_path: Path) -> None:
    assert modules_after_loading(game, tmp_path, "cold") >= COMPILER
    assert not modules_after_loading(game, tmp_path, "warm") & COMPILER


def test_primitives_are_those_of_the_library() -> None:
    assert set(library.PRIMITIVES) == set(PRIMITIVES)

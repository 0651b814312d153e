"""The cache folder: private, and what is executed from it is never what somebody else put there."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from fairyring.core.game import registry
from fairyring.kernel import cache, compiled
from fairyring.kernel.cache import cache_folder

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


def test_load_module_does_not_execute_a_planted_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRYRING_CACHE", str(tmp_path))
    room, source = registry.room("fairy"), "VALUE = 1\n"
    compiled.load_module(room, source)
    (file,) = tmp_path.glob("*.py")
    file.write_text("VALUE = 2\n", encoding="utf-8")
    assert compiled.load_module(room, source).VALUE == 1
    assert file.read_text(encoding="utf-8") == source

"""Atomic writing: the old content or the new, and nothing beside it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fairyring.core.files import write_atomically


@pytest.mark.parametrize("durable", [False, True])
def test_write_atomically_replaces_the_file(tmp_path: Path, durable: bool) -> None:
    path = tmp_path / "a.txt"
    for data in (b"old", b"new"):
        write_atomically(path, data, durable=durable)
        assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


def test_write_atomically_keeps_the_old_file_on_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")

    def fail(_descriptor: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(path, b"new", durable=True)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]

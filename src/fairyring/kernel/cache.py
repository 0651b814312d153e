"""The folder for what takes long to make and can be made again: compiled code, solved games."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def cache_folder() -> Path:
    """Where it is: FAIRYRING_CACHE, else the user's cache folder, else a temporary one."""
    chosen = os.environ.get("FAIRYRING_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    for folder in (Path(chosen) if chosen else Path(home) / "fairyring", Path(tempfile.gettempdir()) / "fairyring-cache"):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    raise OSError("no folder for compiled code can be written; set FAIRYRING_CACHE to one")


def put(path: Path, text: bytes) -> None:
    """Written beside and renamed: another process may be doing the same."""
    draft = path.with_suffix(f".{os.getpid()}")
    draft.write_bytes(text)
    draft.replace(path)

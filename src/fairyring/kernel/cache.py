"""Cache folder for results that are slow to compute: machine code and solved games. Everything in it can be computed again.

The folder holds code that is executed, so it must belong to this user, and nobody else may write to it.
"""

from __future__ import annotations

import os
import stat
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

SETTING = "FAIRYRING_CACHE"
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_private: list[TemporaryDirectory[str]] = []  # removed when the process ends


def cache_folder() -> Path:
    """Return the cache folder, created with mode 0700.

    That is FAIRYRING_CACHE if it is set, else `fairyring` in the user's cache folder. Where the latter cannot be used (a
    service account without a home, a folder of another user), it is a new private folder that this process removes at its
    end. Raises OSError if FAIRYRING_CACHE cannot be used.
    """
    setting = os.environ.get(SETTING)
    if not setting:
        try:
            return _make_private(_user_cache() / "fairyring")
        except (OSError, RuntimeError):  # RuntimeError: there is no home
            return _process_cache()
    try:
        return _make_private(Path(setting))
    except OSError as error:
        why = error.strerror or str(error)
        raise OSError(f"the cache folder {setting} cannot be used ({why}); set {SETTING} to a folder of your own") from error


def _user_cache() -> Path:
    """Return the user's cache folder by the convention of the system."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


@cache
def _process_cache() -> Path:
    from tempfile import TemporaryDirectory  # noqa: PLC0415  (slow to import)

    _private.append(TemporaryDirectory(prefix="fairyring-"))  # mkdtemp: a new folder, mode 0700
    return Path(_private[-1].name)


def _make_private(folder: Path) -> Path:
    """Create the folder if needed; take the right to write from others; raise PermissionError if it is another user's."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if hasattr(os, "getuid"):
        for status in (folder.lstat(), folder.stat()):  # a link, and where it leads
            if status.st_uid != os.getuid():
                raise PermissionError("it belongs to another user")
        if status.st_mode & OTHERS_WRITE:
            folder.chmod(stat.S_IMODE(status.st_mode) & ~OTHERS_WRITE)
    if not os.access(folder, os.W_OK):
        raise PermissionError("it cannot be written")
    return folder

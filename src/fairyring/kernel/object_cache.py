"""Object code on disk: found by fingerprint, compiled by one process at a time, removed when it is no longer used.

The folder is private (mode 0700, owned by this user), for its files are executed. Each file begins with a hash of the rest, so
that a damaged one is compiled again.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path

from fairyring.core.files import write_atomically
from fairyring.kernel.cache import cache_folder

try:
    import fcntl
except ImportError:  # Windows; two processes may compile the same there, which is harmless
    fcntl = None  # type: ignore[assignment]

DIGEST_BYTES = 32
MAX_FILES = 200
MAX_BYTES = 100_000_000
MAX_AGE = 60 * 24 * 3600.0  # seconds since a file was last loaded
TOUCH_AFTER = 24 * 3600.0  # seconds; so often a load is noted


def code_folder() -> Path:
    """Return the folder of object code, created with mode 0700. Raises OSError if it is not this user's own."""
    folder = cache_folder() / "code"
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or (hasattr(os, "getuid") and status.st_uid != os.getuid()):
        raise PermissionError(f"{folder} is not a folder of this user")
    if hasattr(os, "getuid") and stat.S_IMODE(status.st_mode) != 0o700:
        folder.chmod(0o700)
    return folder


def load_or_make(name: str, make: Callable[[], bytes]) -> bytes:
    """Return the object code of this name, from the cache or newly made. Another process that makes it is waited for."""
    path = code_folder() / f"{name}.o"
    image = _read(path)
    if image is not None:
        return image
    with _locked(path.with_suffix(".lock")):
        image = _read(path)  # another process may have been first
        if image is None:
            image = make()
            write_atomically(path, blake2b(image, digest_size=DIGEST_BYTES).digest() + image)
            prune(path.parent)
    return image


def _read(path: Path) -> bytes | None:
    try:
        data = path.read_bytes()
        now = time.time()
        if now - path.stat().st_mtime > TOUCH_AFTER:
            os.utime(path)
    except OSError:
        return None
    digest, image = data[:DIGEST_BYTES], data[DIGEST_BYTES:]
    return image if blake2b(image, digest_size=DIGEST_BYTES).digest() == digest else None


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a lock across processes; the system releases it if this process dies."""
    with path.open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def prune(folder: Path) -> None:
    """Remove files that have not been loaded for long, and the oldest beyond MAX_FILES and MAX_BYTES."""
    files = []
    for path in folder.glob("*.o"):
        with suppress(OSError):  # another process removed it
            status = path.stat()
            files.append((status.st_mtime, status.st_size, path))
    files.sort(reverse=True)
    now, total = time.time(), 0
    for place, (modified, size, path) in enumerate(files):
        total += size
        if place >= MAX_FILES or total > MAX_BYTES or now - modified > MAX_AGE:
            for old in (path, path.with_suffix(".lock")):
                old.unlink(missing_ok=True)

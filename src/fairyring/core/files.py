"""Writing files so that a crash or a second process never leaves half of one."""

from __future__ import annotations

import os
from pathlib import Path


def write_atomically(path: Path, data: bytes, *, durable: bool = False) -> None:
    """Write a file beside its target and rename it, so that readers see the old content or the new, never a part.

    `durable` also waits until the content is on the disk. Raises OSError, and removes the draft then.
    """
    draft = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with draft.open("wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        publish(draft, path, durable=durable)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def publish(draft: Path, path: Path, *, durable: bool = False) -> None:
    """Rename a complete file to its final name; with `durable`, wait until the name is on the disk, too."""
    draft.replace(path)
    if durable and os.name == "posix":  # other systems cannot open a folder
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

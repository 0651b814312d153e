"""Python garbage collection policy: no automatic collection; an explicit one when it delays no table noticeably.

Connections, requests, decisions and tables are freed by reference counting: `ws.protocol` and `access.connections` break the
reference cycles of a closed connection, and tests count that nothing is left behind. What a collection would find is next to
nothing, but with a thousand tables in memory it stops the event loop for half a second. Collecting only young objects does not
help: each decision replaces old objects by new ones, so that there are many young ones, and hardly any garbage among them.

So objects are collected when few tables are in memory, or when memory has grown so much that something must be leaking.
"""

from __future__ import annotations

import gc
import sys
import time
from typing import Any

FEW_TABLES = 20  # with so many, a collection takes about 10 ms
MIN_NEW_OBJECTS = 20_000  # more allocated than freed since the last collection; with fewer there is nothing to gain
MAX_NEW_BLOCKS = 8_000_000  # of memory, since the last collection: about 0.5 GB
_blocks = 0  # of memory, after the last collection


class PauseMeter:
    """Measures how long garbage collections stop this process."""

    def __init__(self) -> None:
        self.longest = 0.0  # seconds
        self._begun = 0.0

    def attach(self) -> None:
        """Measure all collections from now on."""
        if self._note not in gc.callbacks:
            gc.callbacks.append(self._note)

    def detach(self) -> None:
        """Measure no more."""
        gc.callbacks.remove(self._note)

    def _note(self, phase: str, _info: dict[str, Any]) -> None:
        if phase == "start":
            self._begun = time.perf_counter()
        else:
            self.longest = max(self.longest, time.perf_counter() - self._begun)


PAUSES = PauseMeter()  # since the server is ready


def disable_automatic_collection() -> None:
    """Disable automatic collection, and exempt the objects that exist now from all later collections."""
    gc.collect()
    gc.freeze()
    gc.disable()
    _remember_blocks()
    PAUSES.attach()


def collect_if_due(tables: int) -> bool:
    """Collect garbage if it is due with so many tables in memory, and return whether it was.

    Due when tables are few and objects have become more, or when the blocks of memory have doubled since the last collection
    and are 8 million more. Does nothing while automatic collection is enabled.
    """
    if gc.isenabled():
        return False
    leaking = sys.getallocatedblocks() > _blocks + max(_blocks, MAX_NEW_BLOCKS)
    due = leaking or (tables <= FEW_TABLES and gc.get_count()[0] > MIN_NEW_OBJECTS)
    if due:
        gc.collect()
        _remember_blocks()
    return due


def _remember_blocks() -> None:
    global _blocks  # noqa: PLW0603  (the collector is global, too)
    _blocks = sys.getallocatedblocks()

"""Python garbage collection policy.

Tables are freed by reference counting; only reference cycles (such as those of a closed connection) need the collector.
Automatic collection runs after some hundred allocations and scans every object: with a thousand tables in memory it stopped
the event loop for 200 ms again and again. It is disabled after start-up, and `collect_if_due` runs it seldom instead.
"""

from __future__ import annotations

import gc

MIN_NEW_OBJECTS = 300_000  # allocations since the last collection; about 50 MB if all of them were garbage
_tracked_objects = 0  # about as many survived the collections so far


def disable_automatic_collection() -> None:
    """Disable automatic collection, and exempt the objects that exist now from all later collections."""
    gc.collect()
    gc.freeze()
    gc.disable()


def collect_if_due() -> bool:
    """Collect if enough objects are new, and return whether it did.

    Due when the new objects exceed 300,000 and a quarter of the objects that survived earlier collections. Does nothing
    while automatic collection is enabled.
    """
    global _tracked_objects  # noqa: PLW0603  (the collector is global, too)
    new = gc.get_count()[0]
    due = not gc.isenabled() and new > max(MIN_NEW_OBJECTS, _tracked_objects // 4)
    if due:
        _tracked_objects += new - gc.collect()
    return due

"""When to look for garbage: seldom. Tables are freed by counting; only what refers to itself (a connection that ended) is not.

Left alone, the collector looks whenever some hundred objects more were made than freed, and where a thousand tables change
all the time that is long after hundreds of thousands were made: everybody waits a fifth of a second, again and again.
"""

from __future__ import annotations

import gc

MANY = 300_000  # objects more than at the last look: some fifty megabytes, if all of them were garbage
_known = 0  # objects that there were then, about


def calm() -> None:
    """From now on only `look` looks; what is there already, which is the program itself, is never looked at again."""
    gc.collect()
    gc.freeze()
    gc.disable()


def look() -> bool:
    """Collect if there may be much to collect, for what there is; whether it did. Nothing where nobody called `calm`."""
    global _known  # noqa: PLW0603  (there is one collector)
    new = gc.get_count()[0]
    due = not gc.isenabled() and new > max(MANY, _known // 4)
    if due:
        _known += new - gc.collect()
    return due

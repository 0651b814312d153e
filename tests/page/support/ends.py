"""Both ends that may answer the page: a server, and the page's own worker on a host of files.

A test with `@BOTH_ENDS` runs once with each. Its persons come by `visit`, and sit down by `sit_down`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.page.offline.alone import Alone
from tests.page.offline.static_site import StaticSite
from tests.page.support.people import Person
from tests.page.support.served import Served

SERVER, WORKER = "server", "worker"
BOTH_ENDS = pytest.mark.parametrize("end", [SERVER, WORKER], indirect=True)
End = Served | StaticSite


def sit_down(visit: Callable[..., Person], end: End, game: str, seats: int, **how: Any) -> Person:
    """Open a browser at a new table with bots on the other seats."""
    person = visit(**how)
    if isinstance(person, Alone):
        person.home()
        person.open_table(game, {"players": seats})
    else:
        assert isinstance(end, Served)
        person.take(end.open_table(game, ["Ann"], seats), 0)
    person.dock.wait_for()
    return person

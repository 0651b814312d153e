"""Both ends that may answer the page: a server, and the page's own worker on a host of files.

A test with `@BOTH_ENDS` runs once with each. One with `@EITHER_END` runs with a server, and with the worker, too, if
FAIRYRING_BOTH_ENDS is set (`make ends`): it is about the page, and the worker takes longer to start. Persons come by `visit`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from tests.page.offline.alone import Alone
from tests.page.offline.static_site import StaticSite
from tests.page.support.moments_fari import begin_lesson
from tests.page.support.people import Person
from tests.page.support.served import Served

SERVER, WORKER = "server", "worker"
ALL = [SERVER, WORKER] if os.environ.get("FAIRYRING_BOTH_ENDS") else [SERVER]
BOTH_ENDS = pytest.mark.parametrize("end", [SERVER, WORKER], indirect=True)
EITHER_END = pytest.mark.parametrize("end", ALL, indirect=True)
End = Served | StaticSite


def take_seat(person: Person, end: End, game: str, seats: int, **options: Any) -> None:
    """Open a new table at which the person has seat 0, and bots the other seats."""
    if isinstance(person, Alone):
        person.home()
        person.open_table(game, {"players": seats, **options})
    else:
        assert isinstance(end, Served)
        person.take(end.open_table(game, ["Ann"], seats, **options), 0)


def sit_down(visit: Callable[..., Person], end: End, game: str, seats: int, **how: Any) -> Person:
    """Open a browser at a new table with bots on the other seats."""
    person = visit(**how)
    take_seat(person, end, game, seats)
    person.dock.wait_for()
    return person


def take_lesson(person: Person, end: End, game: str) -> None:
    """Begin the guided first game."""
    if isinstance(person, Alone):
        person.home()
        person.open_table(game, guided=True)
    else:
        assert isinstance(end, Served)
        person.take(begin_lesson(end, game), 0)


def record_of(person: Person, end: End) -> str:
    """Return the record of the person's table, as far as they may have it."""
    table = person.page.url.split("/t/")[1].split("/")[0]
    if isinstance(person, Alone):
        return str(person.ask("GET", f"api/tables/{table}/record")["body"])
    assert isinstance(end, Served)
    return end.record(table)

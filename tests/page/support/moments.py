"""Moments of a game that pictures are taken of: each at every number of seats that it may have, as a rule two and the most."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from tests.page.support.people import Person

NAMES = ["Ann", "Bo", "Cy", "Dot", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo"]
Moment = Callable[[Person], None]


class Seated(Protocol):
    """How somebody comes to a moment, at a table with so many seats."""

    def __call__(self, person: Person, *, seats: int) -> None: ...


def at_seats(counts: tuple[int, ...], moments: dict[str, Seated]) -> dict[str, Moment]:
    """Each of them at each of these numbers, which its name says: `crane-bet.2`, `crane-bet.6`."""
    return {f"{name}.{seats}": partial(come, seats=seats) for name, come in moments.items() for seats in counts}

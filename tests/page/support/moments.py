"""Registry of the moments that `pictures` takes: each at two seats and at the most, as a rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from tests.page.support.people import Person

NAMES = ["Ann", "Bo", "Cy", "Dot", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo"]
Moment = Callable[[Person], None]


class Seated(Protocol):
    """Drives a person to a moment at a table with so many seats."""

    def __call__(self, person: Person, *, seats: int) -> None: ...


def at_seats(counts: tuple[int, ...], moments: dict[str, Seated]) -> dict[str, Moment]:
    """Bind moments to numbers of seats; the name says the number: `crane-bet.2`, `crane-bet.6`."""
    return {f"{name}.{seats}": partial(come, seats=seats) for name, come in moments.items() for seats in counts}

"""The argument of search backends (bots/backends.py): what is played on, and in which worlds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from fairyring.core.fields.schema import State


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A part of a search: actions, and worlds to play them on in. It has the same result in all backends and in any chunks."""

    root: State  # what the seat knows; see `Game.check_knowledge` about states of unknown origin
    seat: int
    actions: Sequence[int]
    first: int  # worlds number first … first + count - 1
    count: int
    seed: int
    weights: Sequence[int] = ()  # cumulative weights of the secrets, or empty
    clock: float = inf  # of `perf_counter`: when to stop; compiled backends ignore it, the caller looks at it between chunks

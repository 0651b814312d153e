"""What most games answer alike. A room's rules module that has a function of such a name answers by itself."""

from typing import Any

from fairyring.core.rng import Stream


def reason(s: Any) -> int:
    """Why the game ended: the field of that name."""
    return s.reason  # type: ignore[no-any-return]


def tally(s: Any, k: int) -> int:
    """Nothing is counted."""
    return 0


def witness(s: Any, seat: int, action: int, viewer: int) -> int:
    """Everything is done in the open."""
    return 1


def imagine(s: Any, seat: int, rng: Stream) -> None:
    """Nothing is hidden, so there is nothing to imagine."""


def reporters(s: Any) -> int:
    """Chance is nature's alone."""
    return 0


def confirmers(s: Any) -> int:
    """Nothing is reported, so nothing is confirmed."""
    return 0

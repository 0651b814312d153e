"""Defaults of the optional functions of the contract. They are compiled like rules."""

from typing import Any

from fairyring.core.rng import Stream


def reason(s: Any) -> int:
    """Return the field `reason`."""
    return s.reason  # type: ignore[no-any-return]


def tally(s: Any, k: int) -> int:
    """Return 0: nothing is counted."""
    return 0


def witness(s: Any, seat: int, action: int, viewer: int) -> int:
    """Return 1: all actions are public."""
    return 1


def imagine(s: Any, seat: int, rng: Stream) -> None:
    """Do nothing: nothing is hidden."""


def reporters(s: Any) -> int:
    """Return 0: nature draws all outcomes."""
    return 0


def confirmers(s: Any) -> int:
    """Return 0: no outcome is reported, so none is confirmed."""
    return 0

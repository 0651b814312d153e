"""Names of the places where work runs; light, since processes and Ray come with the pool."""

from __future__ import annotations

from fairyring.core.errors import OptionError

CORES, RAY = "cores", "ray"
PLACES = (CORES, RAY)


def check_place(on: str) -> None:
    """Raise an OptionError unless work can run there."""
    if on not in PLACES:
        raise OptionError(f"Games are played on {' or '.join(PLACES)}, not on “{on}”.")

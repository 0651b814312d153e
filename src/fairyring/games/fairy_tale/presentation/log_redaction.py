"""Redaction of the log (R38): from the next round on, only the owner may look up cards that lie closed.

Copies of a kind are equal on the table, but a line of the log is about one of them. So each copy is tracked through the public
events: a closed card is the earliest open copy, unless the event names the one just played; an opened card is the earliest
closed copy. Lines about copies that are closed now are hidden from the other seats.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from fairyring.core.game.events import LoggedEvent


@dataclass(slots=True)
class Copy:
    """One card on the table, and the lines that name it."""

    seat: int
    lines: list[int] = field(default_factory=list)
    is_open: bool = True


def closed_now(events: Sequence[LoggedEvent], viewer: int | None) -> Collection[int]:
    """Return the numbers of the events that name a card which is closed now and belongs to another seat."""
    return {line for copy in track_copies(events) if not copy.is_open and copy.seat != viewer for line in copy.lines}


def track_copies(events: Sequence[LoggedEvent]) -> list[Copy]:
    """Return every card that was played, with the events that name it."""
    rows: defaultdict[tuple[int, str], list[Copy]] = defaultdict(list)
    for number, happening in enumerate(events):
        args = happening.args
        match happening.kind.name:
            case "played":
                rows[args["seat"], args["card"]].append(Copy(args["seat"], [number]))
            case "hunted":
                rows[args["hunter"], args["card"]][-1].lines.append(number)
                _turn(rows[args["seat"], args["prey"]][-1], number)
            case "opened":
                _turn(next(copy for copy in rows[args["seat"], args["card"]] if not copy.is_open), number)
            case "closed":
                row = [copy for copy in rows[args["seat"], args["card"]] if copy.is_open]
                _turn(row[-1 if args["new"] else 0], number)
    return [copy for row in rows.values() for copy in row]


def _turn(copy: Copy, line: int) -> None:
    copy.is_open = not copy.is_open
    copy.lines.append(line)

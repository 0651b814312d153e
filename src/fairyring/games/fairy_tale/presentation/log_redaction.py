"""What the log no longer tells (R38): from the next round on, only their owner may look up cards that lie closed.

Copies of a kind are alike on the table, but a line of the log speaks of one of them. So the story is followed copy by copy:
a card that is closed is the earliest one that lies open, unless the one just played is named; a card that is opened is the
earliest closed one. Only what everybody was told is used, and what is left for the others tells of cards that lie open now.
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


def closed_now(told: Sequence[LoggedEvent], viewer: int | None) -> Collection[int]:
    """The numbers of the lines that name a card which now lies closed in front of somebody else."""
    return {line for copy in follow(told) if not copy.is_open and copy.seat != viewer for line in copy.lines}


def follow(told: Sequence[LoggedEvent]) -> list[Copy]:
    """Every card that was played, with the lines that name it."""
    rows: defaultdict[tuple[int, str], list[Copy]] = defaultdict(list)
    for number, happening in enumerate(told):
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

"""What a seat of Sneaky Town sees; made by python -m fairyring.kit.generate; not to be edited."""

from __future__ import annotations

from typing import Literal

from fairyring.core import view


class View(view.View):
    """What one seat of Sneaky Town sees on the table."""

    __slots__ = ()

    phase: Literal["rack-1", "rack-2", "play", "done"]
    """What happens next."""

    turn: int
    """Who moves."""

    starter: int
    """Who took the first turn of this round."""

    turns: int
    """Turns taken in this round."""

    stones: tuple[tuple[str, ...], ...]
    """The points where this seat has a stone."""

    reserve: tuple[int, ...]
    """Stones off the board, ready to be used."""

    swapped: tuple[int, ...]
    """Stones this seat sacrificed on the swap marks."""

    closed: tuple[tuple[str, ...], ...]
    """Lines of this seat that the opponent has not revealed: their marks are free."""

    voids: tuple[int, ...]
    """Voids of the opponent that this seat revealed."""

    tiles: tuple[tuple[Literal["blue-sun", "brown-sun", "flower", "void"] | None, ...] | None, ...]
    """The whole rack, line by line, for its owner to see."""

    shown: tuple[tuple[Literal["blue-sun", "brown-sun", "flower", "void"] | None, ...], ...]
    """What lies open of the rack, line by line."""

    ender: int | None
    """Who ended the round before."""

    winner: int | None
    """Who won the round before."""

    points: tuple[int, ...]
    """What the round before was scored."""

    last_voids: tuple[int, ...]
    """Voids that this seat revealed in the round before."""

    last_stones: tuple[tuple[str, ...], ...]
    """Where its stones were at the end of the round before."""

    last_tiles: tuple[tuple[Literal["blue-sun", "brown-sun", "flower", "void"] | None, ...], ...]
    """Its rack in the round before, line by line."""

    wins: tuple[int, ...]
    """Rounds won."""

    rounds: int
    """Rounds played."""

    reason: Literal["lead", "first-to", "single", "rounds"] | None
    """Why the match ended."""

"""What a seat of Fariables sees; made by python -m fairyring.kit.generate; not to be edited."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from fairyring.core import view


class View(view.View):
    """What one seat of Fariables sees on the table."""

    __slots__ = ()

    phase: Literal["values", "first", "placing", "roll-a", "roll-b", "roll-c", "lifting", "moving", "flowers", "roll-off", "done"]
    """What happens next."""

    turn: int
    """The seat whose turn it is."""

    value: Mapping[Literal["flower", "dew", "leaf", "bell", "cap", "moon", "star"], int | None]
    """What each kind is worth now; none for a kind before its first roll, and for flowers before the end."""

    laid: int
    """Tokens that all players together have placed in the setup."""

    die_a: str | None
    """The kind that die A picked this turn."""

    die_c: int | None
    """What die C shows: how many tokens may be moved this turn."""

    hand: int
    """Tokens lifted and not yet put down again."""

    roam: bool
    """Whether the moved tokens were surrounded, so that the rest go anywhere."""

    flower: str | None
    """The kind that hid in the flowers; none until the end."""

    ender: int | None
    """The seat whose roll ended the game."""

    contenders: tuple[int, ...]
    """Who can still win, once the points are counted."""

    rollers: tuple[int, ...]
    """Who still has to roll in this roll-off."""

    dice_left: int
    """Dice that the seat whose turn it is still has to roll in the roll-off."""

    dice: tuple[int, ...]
    """The sum of the dice in the roll-off."""

    reason: Literal["fourteen", "fourteen-flowers", "fourteen-kinds", "fourteen-dice"] | None
    """Why the game ended."""

    turns: int
    """Turns begun."""

    moves: int
    """Tokens moved in all turns."""

    own: tuple[tuple[str, ...], ...]
    """The spaces with a token of the seat."""

    moved: tuple[str, ...]
    """Where a token was put down this turn."""

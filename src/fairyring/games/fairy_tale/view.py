"""What a seat of Fairy Tale sees; made by python -m fairyring.kit.generate; not to be edited."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from fairyring.core import view


class View(view.View):
    """What one seat of Fairy Tale sees on the table."""

    __slots__ = ()

    phase: Literal["dealer", "deal", "draft", "play", "open", "close", "done"]
    """What happens next."""

    dealer: int
    """Who deals: effects go round the table from here."""

    round: int
    """Rounds that are over: 0 in the first round."""

    pick: int
    """Cards that each seat has drafted in this round."""

    step: int
    """Cards that each seat has played in this game."""

    held: int
    """Cards in each hand; during the deal, in the hand that is dealt."""

    waiting: tuple[int, ...]
    """Who owes a decision."""

    left: int
    """Cards in the deck."""

    hand: tuple[tuple[str, ...] | None, ...]
    """The hand, in the deck's order; a chosen card is still in it."""

    kept: tuple[tuple[str, ...] | None, ...]
    """Cards drafted in this round, face down in front of the seat."""

    commit: tuple[str | None, ...]
    """The card chosen, secret until all have chosen."""

    revealed: tuple[str | None, ...]
    """The card that each seat turned up last."""

    fresh: tuple[int, ...]
    """Whose card of this step still lies open."""

    turn: int
    """Effects of this step that are done: each seat's OPEN, then each CLOSE."""

    due: int
    """Cards that the effect still opens."""

    open: tuple[Mapping[str, int], ...]
    """The cards that lie open in front of each seat."""

    down: tuple[int, ...]
    """How many cards lie closed in front of each seat."""

    closed: tuple[Mapping[str, int] | None, ...]
    """Which they are: their owner may look (R22)."""

    total: tuple[int, ...]
    """The points, once the game is over."""

    stands_for: tuple[str | None, ...]
    """What the seat's Trickster stood for, once the game is over."""

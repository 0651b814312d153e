"""What a seat of Crane sees; made by python -m fairyring.kit.generate; not to be edited."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from fairyring.core import view


class View(view.View):
    """What one seat of Crane sees on the table."""

    __slots__ = ()

    phase: Literal["draw-first", "flip", "betting", "grab", "choose", "done"]
    """What happens next."""

    challenger: int | None
    """Who grabs; none until the first one is drawn."""

    target: int | None
    """The number on the flipped card: how many to grab."""

    finger: Literal["index", "middle", "ring", "little"] | None
    """The finger that the flipped card forbids."""

    waiting: tuple[int, ...]
    """Who still has to bet."""

    knows: tuple[tuple[Literal["high", "low", "just"] | None, ...] | None, ...]
    """The bets that a seat knows before the count: its own, then those of the whole audience; the challenger knows none."""

    revealed: tuple[Literal["high", "low", "just"] | None, ...]
    """What each seat had bet, from the count until the next flip."""

    hand: int
    """Cards that the challenger grabbed and has not given away yet."""

    deck: int
    """Cards in the deck, with the flipped one on top."""

    pots: Mapping[Literal["left", "right"], int]
    """Cards in each jackpot."""

    loose: tuple[int, ...]
    """Cards in front of each seat."""

    markers: tuple[int, ...]
    """Each seat's multipliers, worth ten cards each."""

    achieved: tuple[Mapping[Literal["high", "low", "just"], int], ...]
    """The bet cards set aside as achieved, with two players."""

    up_card: tuple[str, ...]
    """The cards that lie face up outside the deck, oldest first."""

    up_at: tuple[str, ...]
    """Where each of them lies: at a seat or in a jackpot; the catalogue says which zone that is."""

    extra: bool
    """Whether tied leaders take an extra challenge each."""

    contenders: tuple[int, ...]
    """Who can still win."""

    to_go: tuple[int, ...]
    """Who still has an extra challenge to take."""

    reason: Literal["most-cards", "extra-challenge", "shared", "three-bets", "forty"] | None
    """Why the game ended."""

    exact: int
    """Challenges that were met exactly."""

    short: int
    """Challenges with too few cards."""

    over: int
    """Challenges with too many cards."""

    eyes_opened: int
    """Challenges that ended because an eye was opened."""

"""What a seat of Fairy sees; made by python -m fairyring.kit.generate; not to be edited."""

from __future__ import annotations

from typing import Literal

from fairyring.core import view


class View(view.View):
    """What one seat of Fairy sees on the table."""

    __slots__ = ()

    phase: Literal["flip", "guess", "reveal", "done"]
    """What happens next."""

    top: int | None
    """The card on the discard pile."""

    score: tuple[int, ...]
    """The points on the score card."""

    waiting: tuple[int, ...]
    """Who still has to guess."""

    contenders: tuple[int, ...]
    """Who still plays; after a play-off, who won it."""

    play_off: tuple[int, ...]
    """Who went into the play-off, even if out of it since."""

    reason: Literal["third-fairy", "top", "fifteen", "tie-broken", "deck-out"] | None
    """Why the game ended."""

    guess: tuple[Literal["higher", "lower", "suit", "catch"] | None, ...]
    """This turn's guess, secret until all are in."""

    shown: tuple[Literal["higher", "lower", "suit", "catch"] | None, ...]
    """What each seat guessed last turn."""

    aid: tuple[int, ...]
    """Cards seen, but only if the table wants the memory aid."""

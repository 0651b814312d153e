"""Bots from outside: whatever they do, the game goes on or stops with one clear sentence.

A bot is the name of a level, an object with `choose(position, limits, rng)`, or a function of that kind. It returns the id of
an action, an `Action` or an `Opinion`.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from fairyring.bots.bot import Bot
from fairyring.bots.position import Limits, Opinion, Position
from fairyring.core.errors import FairyringError
from fairyring.core.game.actions import Action
from fairyring.core.rng import Stream

BotLike = str | Bot | Callable[[Position, Limits, Stream], Any]
MAX_LISTED = 8  # legal actions that a complaint lists


class BotError(FairyringError):
    """A bot raised, chose what is not legal, or took too long. The message names bot, seat, game and seed.

    `played` has the results of the games before, if there are any: a `Simulation`, or a `Match`.
    """

    played: Any = None


def name_of(bot: BotLike) -> str:
    """Return the name of a bot: its level, its attribute `name`, or the name of its function or class."""
    if isinstance(bot, str):
        return bot
    named = getattr(bot, "name", None) or getattr(bot, "__name__", None)
    return named if isinstance(named, str) else type(bot).__name__


class _TooLong(BaseException):
    """Raised by the alarm; no `except Exception` of a bot catches it."""


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Interrupt what takes longer, where the system can: in the main thread of a process, with timers of Unix."""
    if seconds is None or threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(_number: int, _frame: Any) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class GuardedBot:
    """Calls a bot from outside and checks what it returns. `where` says which game it is, for complaints."""

    def __init__(self, bot: BotLike, where: str, seconds: float | None = None) -> None:
        choose = getattr(bot, "choose", bot)
        if not callable(choose):
            raise BotError(f"{bot!r} is no bot: a bot is a level, a function (position, limits, rng), or has such a “choose”.")
        self._choose: Callable[..., Any] = choose
        self._name, self._where, self._seconds = name_of(bot), where, seconds

    def choose(self, position: Position, limits: Limits, rng: Stream) -> Opinion:
        """Return the bot's opinion. Raises BotError."""
        begun = time.perf_counter()
        try:
            with _alarm(self._seconds):
                answer = self._choose(position, limits, rng)
        except _TooLong:
            raise self._complaint(position, f"did not decide within {self._seconds:g} s") from None
        except Exception as error:
            raise self._complaint(position, f"raised {type(error).__name__}: {error}") from error
        if self._seconds is not None and time.perf_counter() - begun > self._seconds:
            raise self._complaint(position, f"did not decide within {self._seconds:g} s")
        action = answer.action if isinstance(answer, Opinion) else answer.id if isinstance(answer, Action) else answer
        if isinstance(action, bool) or not hasattr(action, "__index__") or int(action) not in position.legal:
            legal = ", ".join(f"{move} ({position.game.actions[move]})" for move in position.legal[:MAX_LISTED])
            more = ", …" if len(position.legal) > MAX_LISTED else ""
            raise self._complaint(position, f"returned {answer!r}, which its seat may not do; legal are {legal}{more}")
        return answer if isinstance(answer, Opinion) else Opinion(int(action))

    def _complaint(self, position: Position, what: str) -> BotError:
        return BotError(
            f"The bot “{self._name}” in seat {position.seat + 1} {what} ({position.game.room.title}, {self._where})."
        )

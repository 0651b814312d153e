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
from operator import index
from pathlib import Path
from typing import Any

from fairyring.bots.bot import Bot
from fairyring.bots.position import Limits, Opinion, Position
from fairyring.core.errors import FairyringError
from fairyring.core.game.actions import Action
from fairyring.core.game.game import Game
from fairyring.core.rng import Stream

BotLike = str | Bot | Callable[[Position, Limits, Stream], Any]
MAX_LISTED = 8  # legal actions that a complaint lists
MAX_TEXT = 200  # characters of a bot's own words in a complaint


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
        seat, legal = position.seat, tuple(position.legal)  # before the bot has its hands on them
        game = position.game
        try:
            with _alarm(self._seconds):
                answer = self._choose(position, limits, rng)
                action = _action_of(answer)
                words = "" if action in legal else _shorten(repr(answer))
        except _TooLong:
            raise self._complaint(game, seat, f"did not decide within {self._seconds:g} s") from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # also SystemExit: a bot ends no program
            fault = f"raised {type(error).__name__}{_line_of(error)}: {_words_of(error)}"
            raise self._complaint(game, seat, fault) from error
        if self._seconds is not None and time.perf_counter() - begun > self._seconds:
            raise self._complaint(game, seat, f"did not decide within {self._seconds:g} s")
        if action is None or action not in legal:
            listed = ", ".join(f"{move} ({game.actions[move]})" for move in legal[:MAX_LISTED])
            more = ", …" if len(legal) > MAX_LISTED else ""
            raise self._complaint(game, seat, f"returned {words}, which its seat may not do; legal are {listed}{more}")
        return answer if isinstance(answer, Opinion) else Opinion(action)

    def _complaint(self, game: Game[Any], seat: int, fault: str) -> BotError:
        return BotError(f"The bot “{self._name}” in seat {seat + 1} {fault} ({game.room.title}, {self._where}).")


def _action_of(answer: Any) -> int | None:
    """Return the id of an action from what a bot returned; None for what is no whole number."""
    action = answer.action if isinstance(answer, Opinion) else answer.id if isinstance(answer, Action) else answer
    if isinstance(action, bool):
        return None
    try:
        return index(action)
    except TypeError:
        return None


def _line_of(error: BaseException) -> str:
    """Return the line of the bot where an error arose, as far as it is known: in the file of the bot, not in what it called."""
    from traceback import extract_tb  # noqa: PLC0415  (slow to import, and needed for a bot that fails only)

    frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename != __file__]
    if not frames:
        return ""
    last = [frame for frame in frames if frame.filename == frames[0].filename][-1]
    return f" in line {last.lineno} of {Path(last.filename).name}"


def _words_of(error: BaseException) -> str:
    try:
        return _shorten(str(error))
    except Exception:  # noqa: BLE001  (its text may fail, too)
        return "…"


def _shorten(text: str) -> str:
    """Return a text in one line of at most MAX_TEXT characters."""
    line = " ".join(text[: 2 * MAX_TEXT].split())
    return line if len(line) <= MAX_TEXT else f"{line[: MAX_TEXT - 1]}…"

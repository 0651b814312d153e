"""Bot levels of a game: their names, and the bot of each level."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fairyring.bots import exact, trained
from fairyring.bots.bot import Bot, ExactBot, PolicyBot, RandomBot, SearchBot
from fairyring.core.errors import OptionError
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room
from fairyring.core.text.messages import Message, msg

LEVELS = ("random", "easy", "normal", "trained", "strong", "exact")  # from weakest to strongest; a game has some of them
WITH_OPTIONS = ("exact", "trained")  # that a game has with some options only; `LEVEL.where` tells with which
SEARCHING: Mapping[str, Callable[[bool], Bot]] = {"strong": SearchBot, "exact": ExactBot}  # (wait) -> bot


def levels(game: Game[Any] | Room) -> tuple[str, ...]:
    """Return the levels that a game has with its options, weakest first; of a room, those that do not depend on options."""
    room = game if isinstance(game, Room) else game.room
    known = {"random", *room.bots.policies, *(("strong",) if "normal" in room.bots.policies else ())}
    if isinstance(game, Game) and exact.supports(game):
        known.add("exact")
    if isinstance(game, Game) and trained.supports(game):
        known.add("trained")
    return (*(level for level in LEVELS if level in known), *(level for level in room.bots.policies if level not in LEVELS))


def uses_search(level: str) -> bool:
    """Return whether a bot of this level searches in some positions, so that `Limits` matter."""
    return level in SEARCHING


def default_level(room: Room) -> str:
    """Return the level for seats where none is named."""
    return "normal" if "normal" in room.bots.policies else levels(room)[-1]


def make_bot(game: Game[Any], level: str, wait: bool = True) -> Bot:
    """Return a bot of a level. `wait`: searching bots wait for the compiler, see `SearchBot`. Raises OptionError."""
    check_level(game, level)
    if level in SEARCHING:
        return SEARCHING[level](wait)
    if level == "trained":
        return trained.TrainedBot()
    return RandomBot() if level == "random" else PolicyBot(game.room.bots.policies[level])


def check_level(game: Game[Any], level: str) -> None:
    """Raise an OptionError if the game has no bots of this level with its options."""
    if level not in levels(game):
        raise unknown_level(game, level)


def unknown_level(game: Game[Any], level: str) -> OptionError:
    """Return an error that names the levels of the game, and for `exact` and `trained` the options that have them."""
    args = {"game": game.room.title, "level": level, "levels": ", ".join(levels(game))}
    if level in WITH_OPTIONS and getattr(game.room.bots, level) is not None:
        return OptionError(msg("error.level.exact", **args, where=Message(f"{level}.where")), game.speaker())
    return OptionError(msg("error.level", **args))


def assign_levels(game: Game[Any], levels: str | Sequence[str], people: Sequence[int] = ()) -> tuple[str, ...]:
    """Return a level for each seat from one level for all or one each, as a sequence or separated by commas.

    The levels of seats with people may be left out. Raises OptionError.
    """
    named = tuple(levels.split(",") if isinstance(levels, str) else levels)
    free = [seat for seat in game.seats if seat not in people]
    if len(named) == 1:
        named *= game.players
    elif len(named) == len(free):
        by_seat = dict(zip(free, named, strict=True))
        named = tuple(by_seat.get(seat, default_level(game.room)) for seat in game.seats)
    if len(named) != game.players:
        where = f"{len(free)} seats without people" if people else f"{game.players} seats"
        raise OptionError(f"{len(named)} bots were named for {where}; name one, or one for each seat.")
    for level in named:
        check_level(game, level)
    return named

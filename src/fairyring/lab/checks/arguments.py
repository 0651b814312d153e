"""Arguments that functions of the lab share: games, seeds, bots, numbers of workers, and what is said of wrong ones."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

from fairyring.bots import assign_levels
from fairyring.bots.guarded import BotLike
from fairyring.core.errors import OptionError
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.lab.checks.first_game import check_first_games

MAX_GAMES = 10**18  # game numbers are 64-bit
MAX_WORKERS = 1024
SEEDS = 1 << 64
_CORES = "the number of cores is “workers”; without it, all cores play"
_ROWS = "a row for each game is in “.table”, “.to_polars()” and “.to_pandas()” of the result"
ELSEWHERE = {  # keywords that other libraries have, and what is right here
    **dict.fromkeys(("threads", "processes", "cores", "jobs", "n_jobs", "num_workers"), _CORES),
    **dict.fromkeys(("keep", "rows", "frame"), _ROWS),
    **dict.fromkeys(
        ("bot", "level", "levels", "policy", "policies", "others"), "who plays is “bots”: one for all seats, or one each"
    ),
    **dict.fromkeys(("n", "n_games", "num_games"), "the number of games is “games”"),
}
FORMER_THREADS = "“threads” is called “workers” now; the old name goes with the next minor version."


def find_game(game: str | Game[Any], players: int | None, options: Mapping[str, object]) -> Game[Any]:
    """Return the game of a name, players and options, or a game as it is. Raises OptionError."""
    if isinstance(game, str):
        room = registry.room(game)
        declared = {*(option.name for option in room.options.declared), *(number.name for number in room.options.numbers)}
        for name in options:
            if name in ELSEWHERE and name not in declared:
                raise OptionError(f"{room.title} has no option “{name}”; {ELSEWHERE[name]}.")
        return registry.game(game, **options, **({} if players is None else {"players": players}))
    if options or players is not None:
        named = ", ".join(([] if players is None else ["players"]) + list(options))
        raise OptionError(f"This game has its options already, so it takes none here: {named}.")
    return game


def check_playable(game: Game[Any], workers: int | None) -> None:
    """Raise an OptionError unless bots can play the game with so many workers, and unless its games end."""
    if game.room.options.reports_outcomes(game.options):
        raise OptionError(f"With these options {game.room.title} waits for people's hands, so it cannot be simulated.")
    if workers is not None:
        _check_whole("workers", workers)
        if not 1 <= workers <= MAX_WORKERS:
            raise OptionError(f"{workers} workers cannot play; use 1 to {MAX_WORKERS}, or name no number for all cores.")
    check_first_games(game)


def _check_whole(name: str, value: Any) -> None:
    try:
        index(value)
    except TypeError:
        is_whole = isinstance(value, float) and value.is_integer()
        raise OptionError(f"{name} is a whole number{f'; write {int(value):_}' if is_whole else f', not {value!r}'}") from None


def check_games(games: int) -> None:
    """Raise an OptionError unless this many games can be played."""
    _check_whole("games", games)
    if games < 1:
        raise OptionError(f"{games} games cannot be played; ask for one or more.")
    if games > MAX_GAMES:
        raise OptionError("So many games cannot be played; ask for at most 1e18.")


def check_seed(seed: int) -> None:
    """Raise an OptionError unless this is a seed."""
    _check_whole("seed", seed)
    if not 0 <= seed < SEEDS:
        raise OptionError("A seed is a whole number from 0 to 2^64 - 1.")


def seat_bots_like(game: Game[Any], bots: BotLike | Sequence[BotLike]) -> tuple[BotLike, ...]:
    """Return a bot for each seat from one for all or one each; levels are checked. Raises OptionError."""
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        return tuple(assign_levels(game, bots)) if isinstance(bots, str) else (bots,) * game.players
    named = [bot if isinstance(bot, str) else "random" for bot in bots]
    levels = assign_levels(game, named)
    if len(bots) == 1:
        return tuple(bots) * game.players
    return tuple(level if isinstance(bot, str) else bot for bot, level in zip(bots, levels, strict=True))


def take_former_workers(options: dict[str, Any], workers: int | None) -> int | None:
    """Return the number of workers; removes `threads`, its name in release 0.1, from the options, with a DeprecationWarning."""
    if "threads" not in options:
        return workers
    warnings.warn(FORMER_THREADS, DeprecationWarning, 3)
    former: int | None = options.pop("threads")
    return former if workers is None else workers

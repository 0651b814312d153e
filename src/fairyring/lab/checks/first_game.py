"""A look at first games before many are played: nothing could stop compiled code whose rules never end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fairyring.core.errors import OptionError
from fairyring.core.game.game import Game
from fairyring.lab import interpreted_play
from fairyring.lab.checks.cpu_limit import EndlessError, limited_to

PACKAGE = Path(__file__).parents[2]
SECONDS = 60.0  # of CPU time for a game
MAX_DECISIONS = 1_000_000


def check_first_games(game: Game[Any]) -> None:
    """Raise an OptionError if a game between `random` bots, or between `normal` ones, does not end by the interpreted rules.

    Shipped games are not tried.
    """
    folder = game.room.info.folder
    if PACKAGE in folder.parents:
        return
    for level in ("random", *({"normal"} & set(game.room.bots.policies))):
        try:
            with limited_to(SECONDS):
                _play(game, level)
        except EndlessError as error:
            what = f"{game.room.title}: a game between “{level}” bots does not end: {error}."
            raise OptionError(f"{what} `fairyring kit {folder}` looks closer.") from None
        except Exception:  # noqa: BLE001  (who plays the games says what is wrong with them)
            return


def _play(game: Game[Any], level: str) -> None:
    for number, _ in enumerate(interpreted_play.steps(game, [level] * game.players, 1, 0)):
        if number > MAX_DECISIONS:
            raise EndlessError(f"it is not over after {MAX_DECISIONS:,} decisions")

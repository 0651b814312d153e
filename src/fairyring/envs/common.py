"""What all environments share: the game that is meant, what its end is worth, and its picture as text."""

from __future__ import annotations

from typing import Any

import numpy as np

from fairyring.core.errors import OptionError
from fairyring.core.fields import schema
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.core.totals import WIN
from fairyring.kernel.compiled import Array
from fairyring.kernel.stepping.batch import Batch

REWARDS = ("win", "score")


def find_game(game: str | Game[Any], options: dict[str, Any]) -> Game[Any]:
    """Return the game of a name and its options, or a game as it is."""
    if isinstance(game, str):
        return registry.game(game, **options)
    if options:
        raise OptionError(f"This game has its options already, so it takes none here: {', '.join(options)}.")
    return game


def check_reward(reward: str) -> str:
    """Return the kind of reward if there is such a kind. Raises OptionError."""
    if reward not in REWARDS:
        raise OptionError(f"There is no reward “{reward}”; it is win or score.")
    return reward


def win_reward(share: Any, players: int) -> Any:
    """Return the reward of a share of the win from 0 to 1: 1 for a sole winner; the rewards of all seats add up to 0."""
    return (share * players - 1) / max(1, players - 1)


def draw_table(batch: Batch, seat: int | None) -> str:
    """Return the first game of a batch as text, as a seat sees it; None for a spectator."""
    game = batch.game
    s = schema.unpack(game.room.schema.state, batch.states()[:1].tobytes())
    return "\n".join(game.room.presentation.terminal(game, game.view(s, seat), game.speaker()))


def batch_rewards(batch: Batch, reward: str) -> Array:
    """Return the rewards of the step that was just made: (games, players), 0 where no game ended (float32).

    `win`: 1 for a sole winner, and 0 in sum over the seats. `score`: the points.
    """
    values = batch.scores if reward == "score" else win_reward(batch.shares / WIN, batch.game.players)
    return np.where(batch.done[:, None], values, 0).astype(np.float32)

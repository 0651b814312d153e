"""Environments for learning: our games behind the interfaces of the field. docs/environments.md has an example of each.

| function | interface | needs |
|---|---|---|
| `batched` | thousands of games as NumPy arrays, from compiled rules | |
| `gym`, `gym_vector` | Gymnasium: one seat against bots | the extra `envs` |
| `aec`, `parallel` | PettingZoo: all seats | the extra `envs` |
| `openspiel` | OpenSpiel: a game for its algorithms | the extra `openspiel` |
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from fairyring.core.extras import import_extra
from fairyring.core.game.game import Game
from fairyring.envs.batched import BatchedEnv

if TYPE_CHECKING:
    from fairyring.envs.gymnasium_envs import SeatEnv, SeatVectorEnv
    from fairyring.envs.pettingzoo_envs import SeatsAEC, SeatsParallel

batched = BatchedEnv


def _load(module: str, package: str) -> Any:
    import_extra(package)
    return import_module(f"fairyring.envs.{module}")


def gym(game: str | Game[Any], **settings: Any) -> SeatEnv:
    """Return a Gymnasium environment: one seat against bots. See `gymnasium_envs.SeatEnv`."""
    env: SeatEnv = _load("gymnasium_envs", "gymnasium").SeatEnv(game, **settings)
    return env


def gym_vector(game: str | Game[Any], **settings: Any) -> SeatVectorEnv:
    """Return a Gymnasium vector environment: one seat of many games. See `gymnasium_envs.SeatVectorEnv`."""
    env: SeatVectorEnv = _load("gymnasium_envs", "gymnasium").SeatVectorEnv(game, **settings)
    return env


def aec(game: str | Game[Any], **settings: Any) -> SeatsAEC:
    """Return a PettingZoo AEC environment: seats decide one after another. See `pettingzoo_envs.SeatsAEC`."""
    env: SeatsAEC = _load("pettingzoo_envs", "pettingzoo").SeatsAEC(game, **settings)
    return env


def parallel(game: str | Game[Any], **settings: Any) -> SeatsParallel:
    """Return a PettingZoo parallel environment: seats decide at once. See `pettingzoo_envs.SeatsParallel`."""
    env: SeatsParallel = _load("pettingzoo_envs", "pettingzoo").SeatsParallel(game, **settings)
    return env


def openspiel(game: str | Game[Any], **settings: Any) -> Any:
    """Return a `pyspiel.Game`, registered under its name as well. See `openspiel_game.make_game`."""
    return _load("openspiel_game", "pyspiel").make_game(game, **settings)

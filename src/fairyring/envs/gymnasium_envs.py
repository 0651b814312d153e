"""Gymnasium: one seat against bots, one game or many.

An action that is not legal counts as the seat's first legal one, and `info["illegal"]` says so. Masks are in
`info["action_mask"]`, and `action_masks()` gives them to algorithms that ask (sb3-contrib's MaskablePPO does).
"""

from __future__ import annotations

from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from fairyring.core.game.game import Game
from fairyring.envs.batched import BatchedEnv
from fairyring.envs.common import draw_table, find_game
from fairyring.kernel.compiled import Array

SEEDS = 1 << 63


def _seat_env(game: str | Game[Any], games: int, seat: int, bots: str, settings: dict[str, Any]) -> BatchedEnv:
    """Return a batched environment where only one seat is left to decide."""
    options = {key: settings.pop(key) for key in [*settings] if key not in ("reward", "recall", "threads", "backend")}
    chosen = find_game(game, options)
    chosen.need_seat(seat)
    levels = [None if other == seat else bots for other in chosen.seats]
    return BatchedEnv(chosen, games, bots=levels, restart=False, scaled=True, **settings)


def _spaces(env: BatchedEnv) -> tuple[spaces.Box, spaces.Discrete]:
    box = spaces.Box(np.float32(0), np.float32(1), (len(env.scale),), np.float32)
    return box, spaces.Discrete(len(env.game.actions))


class SeatEnv(gymnasium.Env[Array, np.int64]):
    """One seat of a game against bots. `bots` is a level that batches know: `random` or a policy such as `normal`.

    Other settings: `reward`, `recall` and `backend` of `BatchedEnv`, and the options of the game.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self, game: str | Game[Any], *, seat: int = 0, bots: str = "random", render_mode: str | None = None, **settings: Any
    ) -> None:
        self.render_mode = render_mode
        self.env = _seat_env(game, 1, seat, bots, settings)
        self.seat = seat
        self.observation_space, self.action_space = _spaces(self.env)
        self._mask = self.env.batch.legal_mask()[0]

    def render(self) -> str | None:
        """Return the table as text, as the seat sees it, with the render mode `ansi`."""
        return draw_table(self.env.batch, self.seat) if self.render_mode == "ansi" else None

    def action_masks(self) -> Array:
        """Return which actions are legal now."""
        return cast(Array, self._mask.copy())

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin a game; the same seed gives the same game."""
        super().reset(seed=seed)
        rows, mask = self.env.reset(seeds=[int(self.np_random.integers(SEEDS))])
        self._mask = mask[0]
        return rows[0].copy(), {"action_mask": self.action_masks()}

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Apply an action; bots and nature go on until the seat decides again or the game is over."""
        legal = bool(self._mask[action])
        rows, mask, rewards, done = self.env.step([int(action) if legal else int(self._mask.argmax())])
        self._mask = mask[0]
        info = {"action_mask": self.action_masks(), "illegal": not legal}
        return rows[0].copy(), float(rewards[0, self.seat]), bool(done[0]), False, info


class SeatVectorEnv(VectorEnv[Array, Array, Array]):
    """One seat of many games against bots, in compiled code. Games begin anew in the step after their end.

    Settings are those of `SeatEnv`; `num_envs` is the number of games.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self, game: str | Game[Any], num_envs: int = 1024, *, seat: int = 0, bots: str = "random", **settings: Any
    ) -> None:
        self.env = _seat_env(game, num_envs, seat, bots, settings)
        self.num_envs, self.seat = num_envs, seat
        self.single_observation_space, self.single_action_space = _spaces(self.env)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._mask = self.env.batch.legal_mask()

    def action_masks(self) -> Array:
        """Return which actions are legal now: (num_envs, actions)."""
        return self._mask.copy()

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin all games. With a seed, game i begins with seed + i; with a list, each with its own."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is None:
            seeds = self.np_random.integers(SEEDS, size=self.num_envs)
        else:
            numbers = range(seed, seed + self.num_envs) if isinstance(seed, int) else seed
            seeds = np.array([np.random.default_rng(number).integers(SEEDS) for number in numbers])  # as SeatEnv has them
        rows, self._mask = self.env.reset(seeds=seeds)
        return rows, {"action_mask": self.action_masks()}

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Apply one action in each game. A game that was over begins anew instead, with reward 0."""
        chosen, over = np.asarray(actions).astype(np.int64), self.env.over.copy()
        legal = self._mask[np.arange(self.num_envs), chosen]
        rows, mask, rewards, done = self.env.step(np.where(legal, chosen, self._mask.argmax(axis=1)))
        terminated = done.copy()
        if over.any():
            rows, mask = self.env.reset(over)
        self._mask = mask.copy()
        info = {"action_mask": self.action_masks(), "illegal": ~legal & ~over}
        return rows, rewards[:, self.seat].astype(np.float64), terminated, np.zeros(self.num_envs, np.bool_), info


# After `import fairyring.envs.gymnasium_envs`, `gymnasium.make("fairyring/Seat-v0", game="fairy")` finds them, too.
gymnasium.register("fairyring/Seat-v0", f"{__name__}:SeatEnv", vector_entry_point=f"{__name__}:SeatVectorEnv")

"""Batched environment: thousands of games in one call, as arrays from the compiled rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fairyring.core.errors import OptionError
from fairyring.core.game.game import Game
from fairyring.envs.common import batch_rewards, check_reward, find_game
from fairyring.kernel.compiled import Array
from fairyring.kernel.stepping.batch import Batch
from fairyring.kernel.stepping.tensor import MAX_ENTRY, TensorPart


class BatchedEnv:
    """Games in step. Every step is one decision in each game; chance and the seats of bots are inside.

    bots     a level for each seat that a bot plays, and None for yours; default: all seats are yours
    seed     place i of n plays games i, i + n, i + 2n … of this seed; or `seeds`, one for each place
    reward   `win` (1 for a sole winner, 0 in sum) or `score` (points), paid at the end of a game to all seats
    restart  whether the next game begins in the step that ends one; else call `reset(env.over)`
    scaled   observations as float32 from 0 to 1; else integers, `scale` times smaller
    recall   how many of the seat's earlier decisions an observation holds: what it knew then, and what it did. The number of
             decisions of a seat in a game makes it perfect recall.

    Attributes: `seats` (who decides in each game), `parts` (named parts of an observation), `scale`, `over`, `batch`.
    """

    def __init__(
        self,
        game: str | Game[Any],
        games: int = 1024,
        *,
        seed: int = 1,
        seeds: Any = None,
        bots: Sequence[str | None] | None = None,
        reward: str = "win",
        restart: bool = True,
        scaled: bool = False,
        recall: int = 0,
        threads: int | None = None,
        backend: str = "compiled",
        **options: Any,
    ) -> None:
        self.game = find_game(game, options)
        if recall < 0:
            raise OptionError("recall is a number of decisions, 0 or more.")
        self.batch = Batch(self.game, games, seed, threads, backend, seeds=seeds, bots=bots, restart=restart)
        self.parts: tuple[TensorPart, ...] = self.batch.tensor_parts
        self._reward, self._scaled, self._recall = check_reward(reward), scaled, recall
        now = self.batch.tensor_scale
        self._width = len(now)
        past = np.append(now, np.float32(1 / len(self.game.actions)))
        self.scale = np.concatenate([now, *[past] * recall])
        self._rows = self.batch.encode()
        self._mask = np.zeros((games, len(self.game.actions)), np.bool_)
        assert len(self.game.actions) < MAX_ENTRY
        self._memory = np.zeros((games, self.game.players, recall, len(past)), np.int16)

    @property
    def seats(self) -> Array:
        """The seat that decides in each game."""
        return self.batch.actors

    @property
    def over(self) -> Array:
        """True where a game has ended and none has begun; only without `restart`."""
        return self.batch.over

    def reset(self, which: Any = None, seeds: Any = None) -> tuple[Array, Array]:
        """Begin new games everywhere, or where `which` says, with these seeds if there are any.

        Return observations and masks.
        """
        self.batch.reset(which, seeds)
        self._memory[slice(None) if which is None else which] = 0
        return self._observe()

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array]:
        """Apply one action in each game; return observations, masks, rewards of all seats, and where a game ended.

        Observations are those of `seats`. All arrays but the rewards are written anew by the next call. Raises ValueError, and
        changes nothing, if an action is not legal.
        """
        seats = self.batch.actors.copy() if self._recall else self.batch.actors
        self.batch.step(actions)
        if self._recall:
            self._remember(seats, np.asarray(actions))
        return (*self._observe(), batch_rewards(self.batch, self._reward), self.batch.done)

    def _observe(self) -> tuple[Array, Array]:
        self.batch.encode(out=self._rows)
        self.batch.legal_mask(self._mask)
        rows = self._rows
        if self._recall:
            memory = self._memory[np.arange(len(rows)), self.batch.actors]
            rows = np.concatenate([rows, memory.reshape(len(rows), -1)], axis=1)
        return (rows * self.scale if self._scaled else rows), self._mask

    def _remember(self, seats: Array, actions: Array) -> None:
        games = np.arange(len(seats))
        memory = self._memory[games, seats]
        memory[:, 1:] = memory[:, :-1].copy()
        memory[:, 0, : self._width] = self._rows  # what the seat knew when it chose
        memory[:, 0, self._width] = actions + 1
        self._memory[games, seats] = memory
        self._memory[self.batch.done] = 0

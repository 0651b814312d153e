"""PettingZoo: all seats of one game, one after another (AEC) or at once (parallel).

Agents are `seat_0`, `seat_1` … An observation is what that seat knows, float32 from 0 to 1; `infos[agent]["action_mask"]` has
its legal actions. An action that is not legal counts as the seat's first legal one, and `infos[agent]["illegal"]` says so.
Rewards are paid at the end of the game. `max_cycles` truncates.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from fairyring.core.fields import schema
from fairyring.core.game.game import Game
from fairyring.envs.common import batch_rewards, check_reward, draw_table, find_game
from fairyring.kernel.compiled import Array
from fairyring.kernel.stepping.batch import Batch

SEEDS = 1 << 63
Infos = dict[str, dict[str, Any]]


class _OneGame:
    """One running game, as seats see it."""

    def __init__(self, game: Game[Any], reward: str, backend: str) -> None:
        self.game, self._reward = game, check_reward(reward)
        self.batch = Batch(game, 1, threads=1, backend=backend, restart=False)
        self._scale = self.batch.tensor_scale
        self.agents = [f"seat_{seat}" for seat in game.seats]
        self.space = spaces.Box(np.float32(0), np.float32(1), (len(self._scale),), np.float32)
        self._random: np.random.Generator | None = None
        self._mask: Array | None = None  # of the actor, once it was asked for in this position
        self._no_rewards = dict.fromkeys(self.agents, 0.0)

    def reset(self, seed: int | None) -> None:
        """Begin a game; the same seed gives the same games from here on."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.batch.reset(seeds=[int(self._random.integers(SEEDS))])
        self._mask = None

    def actor(self) -> int:
        """Return the seat that decides next."""
        return int(self.batch.actors[0])

    def pending(self) -> tuple[int, ...]:
        """Return all seats that owe a decision."""
        return self.game.pending(schema.unpack(self.game.room.schema.state, self.batch.states().tobytes()))

    def mask(self, seat: int) -> Array:
        """Return the legal actions of a seat; none if it owes no decision."""
        if seat == self.actor():
            return self._legal().astype(np.int8)
        # Masks of batches are those of the actor; legality of other seats is asked of the interpreted rules.
        s = schema.unpack(self.game.room.schema.state, self.batch.redact(seat).tobytes())
        return np.frombuffer(self.game.mask(s, seat), np.int8).copy()

    def observe(self, seat: int) -> Array:
        """Return what a seat knows."""
        row: Array = self.batch.encode(seat)[0] * self._scale
        return row

    def step(self, action: int) -> bool:
        """Apply an action of the actor, or its first legal one; return whether the action was legal."""
        mask = self._legal()
        legal = 0 <= action < len(mask) and bool(mask[action])
        self.batch.step([action if legal else int(mask.argmax())])
        self._mask = None
        return legal

    def _legal(self) -> Array:
        """Return the legal actions of the actor."""
        if self._mask is None:
            self._mask = self.batch.legal_mask()[0]
        return self._mask

    def is_over(self) -> bool:
        return bool(self.batch.over[0])

    def rewards(self) -> dict[str, float]:
        """Return the rewards of the last step."""
        if not self.batch.done[0]:
            return self._no_rewards.copy()
        return dict(zip(self.agents, map(float, batch_rewards(self.batch, self._reward)[0]), strict=True))


class _Seats:
    """Spaces and picture of an environment in which all seats are agents."""

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str | Game[Any],
        *,
        reward: str = "win",
        max_cycles: int | None = None,
        backend: str = "compiled",
        **options: Any,
    ) -> None:
        super().__init__()
        self.one = _OneGame(find_game(game, options), reward, backend)
        self.max_cycles = max_cycles
        self.metadata = {**self.metadata, "name": self.one.game.name}
        self.possible_agents = [*self.one.agents]
        self.agents: list[str] = []
        self.render_mode = "ansi"
        self._action_spaces = {agent: spaces.Discrete(len(self.one.game.actions)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of observations: the same object for all agents."""
        return self.one.space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of actions."""
        return self._action_spaces[agent]

    def render(self) -> str:
        """Return the table as text, as a spectator sees it."""
        return draw_table(self.one.batch, None)

    def close(self) -> None:
        """Do nothing: there is no window."""


class SeatsAEC(_Seats, AECEnv[str, Array, int]):  # type: ignore[misc]
    """All seats, one decision at a time. Seats that decide together do so one after another; none sees what others chose."""

    metadata: dict[str, Any] = {"name": "fairyring", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        self.one.reset(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: Infos = {agent: {} for agent in self.agents}
        self._steps = 0
        self._select()

    def _select(self) -> None:
        """Select the agent that decides next; only its mask is not empty."""
        for agent in self.agents:
            self.infos[agent]["action_mask"] = np.zeros(len(self.one.game.actions), np.int8)
        self.agent_selection = self.agents[self.one.actor()]
        self.infos[self.agent_selection]["action_mask"] = self.one.mask(self.one.actor())

    def observe(self, agent: str) -> Array:
        """Return what an agent knows now."""
        return self.one.observe(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Apply the action of the selected agent; agents of a finished game step with None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        assert action is not None
        self.infos[agent] = {"illegal": not self.one.step(int(action))}
        self._steps += 1
        self.rewards = self.one.rewards()
        if self.one.is_over():
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self._steps >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()


class SeatsParallel(_Seats, ParallelEnv[str, Array, int]):  # type: ignore[misc]
    """All seats at once: a step takes the decisions of all seats that owe one; those of the others are ignored.

    The mask of a seat that owes no decision allows only action 0.
    """

    metadata: dict[str, Any] = {"name": "fairyring", "render_modes": ["ansi"]}  # noqa: RUF012

    def _observations(self) -> dict[str, Array]:
        return {agent: self.one.observe(seat) for seat, agent in enumerate(self.possible_agents)}

    def _infos(self, illegal: set[int]) -> Infos:
        masks = [self.one.mask(seat) for seat in self.one.game.seats]
        for mask in masks:
            mask[0] |= not mask.any()
        return {
            agent: {"action_mask": masks[seat], "illegal": seat in illegal} for seat, agent in enumerate(self.possible_agents)
        }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Array], Infos]:
        """Begin a game."""
        self.one.reset(seed)
        self.agents = [*self.possible_agents]
        self._steps = 0
        return self._observations(), self._infos(set())

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Array], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Apply the actions of all seats that owe a decision."""
        agents = [*self.agents]
        illegal = set()
        rewards = dict.fromkeys(agents, 0.0)
        for seat in self.one.pending():
            if not self.one.step(int(actions[agents[seat]])):
                illegal.add(seat)
            rewards = self.one.rewards()
        self._steps += 1
        over = self.one.is_over()
        truncated = not over and self.max_cycles is not None and self._steps >= self.max_cycles
        if over or truncated:
            self.agents = []
        ends = dict.fromkeys(agents, over), dict.fromkeys(agents, truncated)
        return self._observations(), rewards, *ends, self._infos(illegal)

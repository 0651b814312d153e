"""What a game declares for its bots: policies, parameters of the search, and perfect play where it is known.

Functions are in the rules' subset, so that they run interpreted and compiled; the exceptions are marked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

Policy = Callable[[Any, int, Any], int]  # (redacted state, seat, rng) -> action id


@dataclass(frozen=True, slots=True)
class BeliefSpec:
    """Secrets that can be enumerated. The search weighs each one by the likelihood of the actions of the other seats."""

    count: Callable[[Any], int]  # (s): number of secrets
    suppose: Callable[[Any, int, int], int]  # (s, seat, k): put the k-th secret into the state; 0 if it is impossible
    likelihood: Callable[[Any, int, int], int]  # (s, actor, action): unnormalised, without rollouts
    episode: Callable[[Any], int]  # (s): actions of another episode are no evidence about the secrets of this one
    # (default action, action, win rate of each, estimated by rollouts) -> log-likelihood of the action. Plain Python.
    log_likelihood: Callable[[int, int, float, float], float]
    worlds_per_simulation: int = 3  # rollouts for the likelihoods, per rollout of the decision; shared by all secrets
    shrinkage: int = 10  # worlds; at this sample size the log-likelihood counts half


@dataclass(frozen=True, slots=True)
class SearchSpec:
    """Parameters of the search of the bot `strong`. Every field has a default."""

    rollout: Policy | None = None  # plays the rollouts; default: the policy `normal`
    own_rollout: Policy | None = None  # the same for the searching seat; default: `rollout`
    simulations: int = 4000  # rollouts for one decision, if time allows
    simulations_override: Callable[[Any], int] | None = None  # (s): this many instead; 0 for no change
    z: float = 2.0  # switch from the default action only if the gain exceeds z standard errors
    horizon: int = 0  # cut rollouts after this many turns; 0: play to the end
    turn_count: Callable[[Any], int] | None = None  # (s): turns so far, for the horizon
    evaluate: Callable[[Any, int], int] | None = None  # (s, seat): value of a cut rollout, in units of WIN
    # (s, seat, rng), after `imagine`: resample secret choices of the other seats as players choose.
    sample_choices: Callable[[Any, int, Any], None] | None = None
    draw_outcome: Callable[[Any, Any], int] | None = None  # (s, rng): nature's outcome where weights are not those of the rules
    beliefs: BeliefSpec | None = None
    # (s, seat), by what is public: 1 where the default action is never left. For decisions that betray a secret:
    # rollouts do not show what the other seats learn. Actions there are weighed by `likelihood` alone. Plain Python.
    left_to_policy: Callable[[Any, int], int] | None = None
    # (s): depth of the tree below each candidate, in decisions of the seat (kernel/templates/tree.py); 0: none. Plain Python.
    tree_depth: Callable[[Any], int] | None = None

    def is_left_to_policy(self, s: Any, seat: int) -> bool:
        """Whether the default action is taken whatever the rollouts say."""
        return bool(self.left_to_policy and self.left_to_policy(s, seat))

    def tree_depth_at(self, s: Any) -> int:
        """Return the depth of the tree in this state; 0 for no tree."""
        return self.tree_depth(s) if self.tree_depth else 0

    def simulations_at(self, s: Any) -> int:
        """Return the number of rollouts for a decision in this state."""
        return (self.simulations_override(s) if self.simulations_override else 0) or self.simulations

    def functions(self) -> list[Callable[..., Any]]:
        """Return all functions in the rules' subset."""
        functions = [self.rollout, self.own_rollout, self.turn_count, self.evaluate, self.sample_choices, self.draw_outcome]
        beliefs = self.beliefs
        functions += [beliefs.count, beliefs.suppose, beliefs.likelihood, beliefs.episode] if beliefs else []
        return [function for function in functions if function is not None]


@dataclass(frozen=True, slots=True)
class Observation:
    """An action of another seat, with the observer's knowledge just before it (a packed redacted state)."""

    before: bytes
    actor: int
    action: int


Memory = tuple[Observation, ...]
Mixture = Sequence[tuple[int, float, float]]  # for each legal action: id, probability, expected share of the win


class PerfectPlayer(Protocol):
    """Plays perfectly in some or all positions of a game."""

    def mixture(self, s: Any, seat: int, memory: Memory, deadline: float, /) -> Mixture | None:
        """Return the mixed strategy of a seat from its redacted state and memory.

        None where it is unknown or not computed by `deadline` (of `time.perf_counter`).
        """


@dataclass(frozen=True, slots=True)
class ExactSpec:
    """The bot `exact`: plays perfectly where possible, else as `strong`. The text `exact.where` tells players where."""

    supports: Callable[[Mapping[str, Any]], bool]  # (options)
    make_player: Callable[[Any, bytes], PerfectPlayer]  # (game, prepared data); imports heavy modules only when called
    prepare: Callable[[Any], bytes] | None = None  # (game): slow computation; its result is cached on disk


@dataclass(frozen=True, slots=True)
class TrainedSpec:
    """The bot `trained`: a network for one version of the rules and one set of options, in a file (`fairyring.bots.trained`).

    The text `trained.where` tells players where.
    """

    file: str  # in the folder of the game
    rules: int  # version
    options: Mapping[str, Any]  # all of them


@dataclass(frozen=True, slots=True)
class BotSpec:
    """The bots of a game. Every field has a default; the level `random` exists always, `strong` where `normal` does."""

    policies: Mapping[str, Policy] = field(default_factory=dict)  # by level, from weak to strong
    search: SearchSpec = SearchSpec()
    exact: ExactSpec | None = None
    trained: TrainedSpec | None = None

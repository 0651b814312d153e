"""What a room tells of its bots besides their minds: to the search of the strong one, and where it has a perfect one.

What the search is told is in the rules' subset, so that it runs in both hosts; where it is not, that is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

# What a bot of the room is: a function in the rules' subset, over a redacted state.
Mind = Callable[[Any, int, Any], int]


@dataclass(frozen=True)
class Beliefs:
    """Secrets that can be counted: a seat supposes each in turn, and weighs them by what the others did."""

    count: Callable[[Any], int]  # (s): how many there are
    suppose: Callable[[Any, int, int], int]  # (s, seat, k): put the k-th into what the seat knows; 0 if it cannot be
    likelihood: Callable[[Any, int, int], int]  # (s, actor, action): how likely the actor would do this, at first sight
    page: Callable[[Any], int]  # (s): what was seen on another page says nothing about the secrets of this one
    # Second thoughts (bots/beliefs.py): (usual, done, usual_wins, done_wins), what is usual and what was done, and what each
    # has of the win in imagined games; gives the logarithm of how likely that is done. Plain Python, the only one here.
    liking: Callable[[int, int, float, float], float]
    effort: int = 3  # worlds for each imagined game of a decision, shared by all secrets
    doubt: int = 10  # worlds; of what so few say, half is believed


@dataclass(frozen=True)
class Search:
    """What the search needs to know of a game besides its rules: nothing, unless it pays."""

    rollout: Mind | None = None  # plays imagined games on, and looks only at what its seat may know; the bot `normal`
    plan: Mind | None = None  # the same for the seat that thinks, where it should play on otherwise than the others
    simulations: int = 4000  # imagined games for one decision, if there is time
    more: Callable[[Any], int] | None = None  # (s): how many instead where they are cut sooner than usual; else 0
    z: float = 2.0  # the usual action is left only for one that is better by so many standard errors
    # Imagined games are cut after so many turns of the game …
    horizon: int = 0
    age: Callable[[Any], int] | None = None  # … which this counts (s) …
    evaluate: Callable[[Any, int], int] | None = None  # … and are worth this much to a seat (s, seat), of WIN
    # After `imagine`: (s, seat, rng), choices that the others have made in secret are made as players make them.
    believe: Callable[[Any, int, Any], None] | None = None
    draw: Callable[[Any, Any], int] | None = None  # nature's outcome (s, rng), where the rules do not know how likely it is
    beliefs: Beliefs | None = None
    # (s) -> depth of the tree below each candidate, in decisions of the seat (kernel/templates/tree.py); 0: none. Plain Python.
    tree: Callable[[Any], int] | None = None

    def depth(self, s: Any) -> int:
        """Of the tree in this state."""
        return self.tree(s) if self.tree else 0

    def games(self, s: Any) -> int:
        """Imagined games for a decision in this state."""
        return (self.more(s) if self.more else 0) or self.simulations


@dataclass(frozen=True, slots=True)
class Seen:
    """Something another seat did: what the seat that remembers it knew just before, as packed bytes."""

    before: bytes
    actor: int
    action: int


Memory = tuple[Seen, ...]
Mixture = Sequence[tuple[int, float, float]]  # each legal action: how often it is done, and the share of the win that it brings


class Perfect(Protocol):
    """Who knows perfect play, at least somewhere in a game."""

    def mixture(self, s: Any, seat: int, memory: Memory, deadline: float, /) -> Mixture | None:
        """What to do, by what the seat knows and remembers; None where it is not known, or not by then (`perf_counter`)."""


@dataclass(frozen=True)
class Exact:
    """The bot `exact`: it plays perfectly wherever it knows how, and else as `strong`. The text `exact.where` says where."""

    has: Callable[[Mapping[str, Any]], bool]  # (options): whether there is one with these
    player: Callable[[Any, bytes], Perfect]  # (game, what was prepared); nothing heavy is imported before this
    prepare: Callable[[Any], bytes] | None = None  # (game): what takes long, is done once, and kept on disk


def functions_of(search: Search) -> list[Callable[..., Any]]:
    """All that it brings."""
    given = [search.rollout, search.plan, search.age, search.evaluate, search.believe, search.draw]
    beliefs = search.beliefs
    given += [beliefs.count, beliefs.suppose, beliefs.likelihood, beliefs.page] if beliefs else []
    return [function for function in given if function is not None]

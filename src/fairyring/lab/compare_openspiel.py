"""Rollouts per second beside OpenSpiel's searches: on games of similar length, in one run, on one core.

OpenSpiel's searches use uniform random rollouts to the end, so ours does here, too; the speed with the rollouts of the bot
`strong` (policy `normal`) stands beside it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from fairyring.bots.backends import Backend
from fairyring.core.fields.schema import State
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.rng import Stream
from fairyring.kernel.search_request import SearchRequest

HOW_TO = (
    'To see the search beside OpenSpiel\'s MCTS and ISMCTS, install the extra “openspiel”: pip install "fairyring[openspiel]"'
)
# The nearest in length, by decisions of a random game: Crane 32 and Connect Four 24; Fairy 69, a round of Sneaky Town 55 and
# Breakthrough 67; Fairy Tale 122 and Backgammon 121, also for longer games. Hearts, 60, for ISMCTS: few games support it.
SIMILAR_GAMES = {"crane": "connect_four", "fairy": "breakthrough", "sneaky-town": "breakthrough"}
OPTIONS = {"sneaky-town": {"match": "single"}}  # a match has 490 decisions, and rollouts end with the round
LONG_GAME, HIDDEN_GAME = "backgammon", "hearts"
SLICES = 3  # the searches alternate, so that load of the machine affects all
UCT_C, MAX_WORLDS = 1.4, 1 << 30
FIRST_ROLLOUTS = 64  # rollouts of the first call; they double
Searches = dict[str, Callable[[int], object]]  # by name: run so many rollouts for one decision


def installed() -> bool:
    """Return whether OpenSpiel can be imported."""
    return find_spec("pyspiel") is not None


def compare(game: Game[Any], seconds: float) -> dict[str, int]:
    """Return rollouts per CPU second by the name of the search."""
    compared = Game[Any](game.room, {**game.options, **OPTIONS.get(game.name, {})})
    searches = {**_our_searches(compared), **_openspiel_searches(SIMILAR_GAMES.get(game.name, LONG_GAME), HIDDEN_GAME)}
    done, spent = dict.fromkeys(searches, 0), dict.fromkeys(searches, 0.0)
    games = dict.fromkeys(searches, FIRST_ROLLOUTS)
    for _ in range(SLICES):
        for name, run in searches.items():
            run(FIRST_ROLLOUTS)  # warm up
            took = 0.0
            while took < seconds / SLICES / 2:
                begun = time.process_time()
                run(games[name])
                took = time.process_time() - begun
                done[name] += games[name]
                spent[name] += took
                if took < seconds / SLICES / 2:
                    games[name] *= 2
    return {name: round(done[name] / max(spent[name], 1e-9)) for name in searches}


def _our_searches(game: Game[Any]) -> Searches:
    from fairyring.kernel.compiled_search import CompiledBackend  # noqa: PLC0415

    s, seat = _first_choice(game)
    actions = game.legal(s, seat)

    def rollouts(backend: Backend) -> Callable[[int], object]:
        redacted = game.redact(s, seat)
        return lambda games: backend.run(SearchRequest(redacted, seat, actions, 0, -(-games // len(actions)), 1))

    return {
        "fairyring": rollouts(CompiledBackend(game.room, at_random=True)),
        "fairyring, as normal plays": rollouts(CompiledBackend(game.room)),
    }


def _first_choice(game: Game[Any]) -> tuple[State, int]:
    s, nature = game.initial(), Stream(1)
    while game.pending(s)[0] == NATURE:
        game.rules.act(s, NATURE, game.draw(s, nature))
    return s, game.pending(s)[0]


def _openspiel_searches(perfect: str, hidden: str) -> Searches:
    """Return OpenSpiel's four searches, each at the first decision of its game."""
    import numpy as np  # noqa: PLC0415
    import pyspiel  # noqa: PLC0415
    from open_spiel.python.algorithms import ismcts, mcts  # noqa: PLC0415

    rng = np.random.RandomState(1)
    quick, plain = pyspiel.RandomRolloutEvaluator(1, 1), mcts.RandomRolloutEvaluator(1, rng)
    open_game, secret_game = pyspiel.load_game(perfect), pyspiel.load_game(hidden)
    visits = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT

    def at_first_choice(game: Any) -> Any:
        state = game.new_initial_state()
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[rng.randint(len(outcomes))][0])
        return state

    def secretly(n: int) -> Any:
        return pyspiel.ISMCTSBot(1, quick, UCT_C, n, MAX_WORLDS, visits, False, False)

    first, secret = at_first_choice(open_game), at_first_choice(secret_game)
    return {
        f"MCTS, C++, {perfect}": lambda n: pyspiel.MCTSBot(open_game, quick, UCT_C, n, 1000, False, 1, False).step(first),
        f"MCTS, Python, {perfect}": lambda n: mcts.MCTSBot(open_game, UCT_C, n, plain, random_state=rng).step(first),
        f"ISMCTS, C++, {hidden}": lambda n: secretly(n).step(secret),
        f"ISMCTS, Python, {hidden}": lambda n: ismcts.ISMCTSBot(
            game=secret_game, evaluator=plain, uct_c=UCT_C, max_simulations=n, max_world_samples=MAX_WORLDS, random_state=rng
        ).step(secret),
    }

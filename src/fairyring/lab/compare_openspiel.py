"""Imagined games a second beside those of OpenSpiel's own searches: on games of like length, in one run, on one core.

OpenSpiel's searches play imagined games on by doing anything, so ours does here, too, and to the end; how fast it is when
everybody plays on as `normal` does, which is what bots do, stands beside it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from fairyring.bots.backends import Engine
from fairyring.core.fields.schema import State
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.rng import Stream

HOW_TO = "To see the search beside OpenSpiel's MCTS and ISMCTS, install “fairyring[openspiel]”."
# The nearest in length, by the decisions of a random game: Crane 32 and Connect Four 24; Fairy 69, a round of Sneaky Town 55
# and Breakthrough 67; Fairy Tale 122 and Backgammon 121, which the longer ones have, too. For ISMCTS Hearts, 60: few games
# there can be imagined.
LIKE = {"crane": "connect_four", "fairy": "breakthrough", "sneaky-town": "breakthrough"}
ROUND = {"sneaky-town": {"match": "single"}}  # a whole match has 490, and no search looks beyond its round
LONG, HIDDEN = "backgammon", "hearts"
SLICES = 3  # they take turns, so that a busy moment of the machine hits all
EXPLORE, MANY_WORLDS = 1.4, 1 << 30
FEW = 64  # imagined games to begin with
Searches = dict[str, Callable[[int], object]]  # by name: imagine so many games for one decision


def installed() -> bool:
    return find_spec("pyspiel") is not None


def beside(game: Game[Any], seconds: float) -> dict[str, int]:
    """Imagined games a second of CPU, by who imagines them."""
    one = Game[Any](game.room, {**game.options, **ROUND.get(game.name, {})})
    searches = {**_ours(one), **_theirs(LIKE.get(game.name, LONG), HIDDEN)}
    done, spent = dict.fromkeys(searches, 0), dict.fromkeys(searches, 0.0)
    games = dict.fromkeys(searches, FEW)
    for _ in range(SLICES):
        for name, think in searches.items():
            think(FEW)  # whatever is prepared once
            took = 0.0
            while took < seconds / SLICES / 2:
                begun = time.process_time()
                think(games[name])
                took = time.process_time() - begun
                done[name] += games[name]
                spent[name] += took
                if took < seconds / SLICES / 2:
                    games[name] *= 2
    return {name: round(done[name] / max(spent[name], 1e-9)) for name in searches}


def _ours(game: Game[Any]) -> Searches:
    from fairyring.kernel.compiled_search import Compiled  # noqa: PLC0415

    s, seat = _first_choice(game)
    actions = game.legal(s, seat)

    def run(engine: Engine) -> Callable[[int], object]:
        redacted = game.redact(s, seat)
        return lambda games: engine.run(redacted, seat, actions, 0, -(-games // len(actions)), 1, (), 0.0)

    return {"fairyring": run(Compiled(game.room, at_random=True)), "fairyring, as normal plays": run(Compiled(game.room))}


def _first_choice(game: Game[Any]) -> tuple[State, int]:
    s, nature = game.initial(), Stream(1)
    while game.pending(s)[0] == NATURE:
        game.rules.act(s, NATURE, game.draw(s, nature))
    return s, game.pending(s)[0]


def _theirs(perfect: str, hidden: str) -> Searches:
    """Their four; each is asked at the first choice of its game."""
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
        return pyspiel.ISMCTSBot(1, quick, EXPLORE, n, MANY_WORLDS, visits, False, False)

    first, secret = at_first_choice(open_game), at_first_choice(secret_game)
    return {
        f"MCTS, C++, {perfect}": lambda n: pyspiel.MCTSBot(open_game, quick, EXPLORE, n, 1000, False, 1, False).step(first),
        f"MCTS, Python, {perfect}": lambda n: mcts.MCTSBot(open_game, EXPLORE, n, plain, random_state=rng).step(first),
        f"ISMCTS, C++, {hidden}": lambda n: secretly(n).step(secret),
        f"ISMCTS, Python, {hidden}": lambda n: ismcts.ISMCTSBot(
            game=secret_game, evaluator=plain, uct_c=EXPLORE, max_simulations=n, max_world_samples=MANY_WORLDS, random_state=rng
        ).step(secret),
    }

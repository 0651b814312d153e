"""The loops that are measured: each plays random games for some CPU time and returns decisions per CPU second.

A decision is one action of one seat; draws of nature are not counted. Loops of one kind do the same work: choose a legal action
at random and apply it (play), or also make the observation and the legal mask of the seat that decides (step).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import fairyring as fr
from fairyring import envs
from fairyring.core.game.bot_specs import SearchSpec
from fairyring.core.game.contract import NATURE, below
from fairyring.core.game.game import Game
from fairyring.core.generated import compile_generated
from fairyring.core.rng import Stream
from fairyring.kernel.compiled import Kernel
from fairyring.kernel.compiled_search import CompiledBackend
from fairyring.kernel.search_request import SearchRequest

Loop = Callable[[float], float]  # from CPU seconds to decisions (or simulations) per CPU second
BATCH = 2048  # games of a batch
TREE_DEPTH = 8  # decisions of the searching seat that our tree remembers
UCT_C, MAX_MEMORY_MB = 1.4, 1000  # of OpenSpiel's searches


def measure(step: Callable[[], int], seconds: float) -> float:
    """Call a function, which returns how much it did, for some CPU time; return how much it does in a CPU second."""
    done, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        done += step()
    return done / spent


# Ours ---------------------------------------------------------------------------------------------


def our_bulk(game: Game[Any]) -> Loop:
    """Whole random games inside one call."""
    kernel, first = Kernel(game, checked=False), 0

    def step() -> int:
        nonlocal first
        first += 500
        return kernel.play(first, 500, 1, ["random"] * game.players).decisions

    return lambda seconds: measure(step, seconds)


def our_steps(game: Game[Any]) -> Loop:
    """The batched environment: observations, masks and rewards in every step."""
    env = envs.batched(game, games=BATCH, threads=1)
    env.reset()

    def step() -> int:
        env.step(env.batch.choose("random"))
        return BATCH

    return lambda seconds: measure(step, seconds)


def our_aec(game: Game[Any]) -> Loop:
    """Our PettingZoo environment."""
    return pettingzoo_steps(envs.aec(game), lambda env, _observation: env.infos[env.agent_selection]["action_mask"])


def our_search(game: Game[Any], simulations: int) -> Loop:
    """Tree search from the first decision; simulations per second.

    It is the search of `strong` with a tree and with random rollouts, as OpenSpiel's has them; the room's own settings differ.
    """
    text = "def anything(s, seat, rng): return legal_nth(s, seat, below(rng, legal_count(s, seat)))"
    names = {"legal_nth": game.rules.legal_nth, "legal_count": game.rules.legal_count, "below": below}
    anything = compile_generated(f"random policy of {game.name}", text, names)["anything"]
    spec = SearchSpec(rollout=anything, tree_depth=_tree_depth)
    room = replace(game.room, bots=replace(game.room.bots, search=spec))
    backend, s, nature = CompiledBackend(room, checked=False), game.initial(), Stream(1)
    while game.pending(s)[0] == NATURE:
        game.rules.act(s, NATURE, game.draw(s, nature))
    seat = game.pending(s)[0]
    actions, known = game.legal(s, seat), game.redact(s, seat)
    worlds = -(-simulations // len(actions))

    def step() -> int:
        backend.run(SearchRequest(known, seat, actions, 0, worlds, 1), backend.tree(TREE_DEPTH, simulations + len(actions)))
        return worlds * len(actions)

    return lambda seconds: measure(step, seconds)


def _tree_depth(_s: Any) -> int:
    return TREE_DEPTH


# OpenSpiel ----------------------------------------------------------------------------------------


def openspiel_game(name: str) -> Any:
    """Load a game of OpenSpiel."""
    import pyspiel  # noqa: PLC0415

    return pyspiel.load_game(name)


def openspiel_steps(name: str) -> Loop:
    """C++ states driven from Python, with observation and mask in every step."""
    return _openspiel_steps(openspiel_game(name))


def our_openspiel_steps(game: Game[Any]) -> Loop:
    """Our game as a Python game of OpenSpiel."""
    return _openspiel_steps(envs.openspiel(game))


def _openspiel_steps(game: Any) -> Loop:
    draw = Random(1).random

    def step() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_outcome(state, draw))
            elif state.is_simultaneous_node():
                actions = []
                for player in range(game.num_players()):
                    state.observation_tensor(player)
                    state.legal_actions_mask(player)
                    legal = state.legal_actions(player)
                    actions.append(legal[int(draw() * len(legal))])
                    decisions += 1
                state.apply_actions(actions)
            else:
                state.observation_tensor()
                state.legal_actions_mask()
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                decisions += 1
        return decisions

    return lambda seconds: measure(step, seconds)


def _outcome(state: Any, draw: Callable[[], float]) -> int:
    rest, action = draw(), 0
    for action, probability in state.chance_outcomes():  # noqa: B007
        rest -= probability
        if rest < 0:
            break
    return int(action)


def openspiel_bulk(name: str, same: Game[Any]) -> Loop:
    """Whole random games inside one call of C++; the mean number of decisions is that of the same game here.

    An MCTS of one simulation evaluates the first decision by so many rollouts: OpenSpiel's bindings have no shorter way.
    """
    import pyspiel  # noqa: PLC0415

    game, decisions = openspiel_game(name), mean_decisions(same)
    rollouts, start, draw = 5000, game.new_initial_state(), Random(1).random
    while start.is_chance_node():
        start.apply_action(_outcome(start, draw))
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(rollouts, 1), UCT_C, 1, MAX_MEMORY_MB, False, 1, False)

    def step() -> int:
        bot.step(start)
        return rollouts

    return lambda seconds: measure(step, seconds) * decisions


def openspiel_search(name: str, simulations: int) -> Loop:
    """C++ MCTS from the first decision; simulations per second."""
    import pyspiel  # noqa: PLC0415

    game = openspiel_game(name)
    evaluator, start, draw = pyspiel.RandomRolloutEvaluator(1, 1), game.new_initial_state(), Random(1).random
    while start.is_chance_node():
        start.apply_action(_outcome(start, draw))

    def step() -> int:
        pyspiel.MCTSBot(game, evaluator, UCT_C, simulations, MAX_MEMORY_MB, False, 1, False).step(start)
        return simulations

    return lambda seconds: measure(step, seconds)


# Others -------------------------------------------------------------------------------------------


def pettingzoo_steps(env: Any, mask_of: Callable[[Any, Any], Any]) -> Loop:
    """An AEC environment: observation and mask in every step."""
    draw = Random(1).random

    def step() -> int:
        env.reset()
        decisions = 0
        for _agent in env.agent_iter():
            observation, _reward, over, truncated, _info = env.last()
            if over or truncated:
                env.step(None)
                continue
            legal = mask_of(env, observation).nonzero()[0]
            env.step(int(legal[int(draw() * len(legal))]))
            decisions += 1
        return decisions

    return lambda seconds: measure(step, seconds)


def pettingzoo_classic(module: str) -> Loop:
    """A game of PettingZoo's classic collection."""
    from importlib import import_module  # noqa: PLC0415

    return pettingzoo_steps(
        import_module(f"pettingzoo.classic.{module}").env(), lambda _env, observation: observation["action_mask"]
    )


def rlcard_steps(name: str) -> Loop:
    """An environment of RLCard, whose states hold observation and legal actions."""
    import rlcard  # noqa: PLC0415

    env, draw = rlcard.make(name, config={"seed": 1}), Random(1).random

    def step() -> int:
        state, _player = env.reset()
        decisions = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _player = env.step(legal[int(draw() * len(legal))])
            decisions += 1
        return decisions

    return lambda seconds: measure(step, seconds)


def pgx_steps(name: str) -> Loop:
    """A batch of pgx on the CPU, compiled with its random policy and automatic reset inside."""
    import jax  # noqa: PLC0415
    import pgx  # noqa: PLC0415
    from pgx.experimental import auto_reset  # noqa: PLC0415

    env = pgx.make(name)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), BATCH))
    advance = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit  # type: ignore[untyped-decorator]
    def play(state: Any, key: Any) -> Any:
        choose, restart = jax.random.split(key)
        actions = jax.random.categorical(choose, jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32)), axis=-1)
        return advance(state, actions, jax.random.split(restart, BATCH))

    key = jax.random.PRNGKey(2)
    state = jax.block_until_ready(play(state, key))

    def step() -> int:
        nonlocal state, key
        key, use = jax.random.split(key)
        state = jax.block_until_ready(play(state, use))
        return BATCH

    return lambda seconds: measure(step, seconds)


def mean_decisions(game: Game[Any]) -> float:
    """Return the mean number of decisions of a random game."""
    return Kernel(game, checked=False).play(0, 20_000, 1, ["random"] * game.players).decisions / 20_000


def example_game(name: str, **options: Any) -> Game[Any]:
    """Return one of the example games."""
    from pathlib import Path  # noqa: PLC0415

    from fairyring.core.game.room_file import load_room  # noqa: PLC0415

    folder = Path(__file__).parents[2] / "examples" / name
    return fr.game(load_room(str(folder / f"{name}.py")).name, **options)

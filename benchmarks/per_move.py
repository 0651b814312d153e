"""Games stepped move by move from Python: ours in compiled code beside OpenSpiel's C++ games, moves per CPU second.

Both loops do the same: list the legal moves, pick one, apply it, look whose turn it is. Nature's draws count as no move;
OpenSpiel lists their outcomes with probabilities, as its programs must, and ours draws inside `step`. The games differ, so only
the order of magnitude compares, except for tic-tac-toe, which is written for both (benchmarks/tic_tac_toe).
Needs OpenSpiel (`pip install open_spiel`, the extra `openspiel`); without it, only our figures are printed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

import tic_tac_toe

import fairyring as fr
from fairyring.core.game.game import Game
from fairyring.kernel.stepping.native_game import FINISHED, NativeGame

ROUNDS = 5
SECONDS = 0.3  # of CPU for each game and round
OURS = {"fairy": 2, "crane": 2, "fairy-tale": 2, "fariables": 2, "sneaky-town": 2}  # seats
THEIRS = ("tic_tac_toe", "kuhn_poker", "leduc_poker", "connect_four", "breakthrough", "hearts", "backgammon")
Loop = Callable[[float], float]  # from seconds to moves per second


def our_loop(game: Game[Any]) -> Loop:
    """Random games through `NativeGame`."""
    native, draw = NativeGame(game, checked=False), Random(1).random

    def run(seconds: float) -> float:
        moves, number, begun = 0, 0, time.process_time()
        while time.process_time() - begun < seconds:
            number += 1
            state = native.new_state(1, number)
            legal, step = state.legal, state.step
            actor = state.draw_all()
            while actor != FINISHED:
                actions = legal()
                actor = step(actions[int(draw() * len(actions))])
                moves += 1
        return moves / (time.process_time() - begun)

    return run


def their_loop(name: str) -> Loop:
    """Random games of OpenSpiel."""
    import pyspiel  # noqa: PLC0415

    game, draw = pyspiel.load_game(name), Random(1).random

    def outcome(state: Any) -> int:
        rest, action = draw(), 0
        for action, probability in state.chance_outcomes():  # noqa: B007
            rest -= probability
            if rest < 0:
                break
        return action

    def run(seconds: float) -> float:
        moves, begun = 0, time.process_time()
        while time.process_time() - begun < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(outcome(state))
                    continue
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                moves += 1
        return moves / (time.process_time() - begun)

    return run


def main() -> None:
    """Measure all games by turns, and print medians and ratios."""
    loops: dict[str, Loop] = {"ours: tic-tac-toe": our_loop(Game(tic_tac_toe.ROOM, {}))}
    loops |= {f"ours: {name}": our_loop(fr.game(name, players=players)) for name, players in OURS.items()}
    try:
        loops |= {f"OpenSpiel: {name}": their_loop(name) for name in THEIRS}
    except ImportError:
        print("OpenSpiel is not installed (pip install open_spiel): there is nothing to compare with")
    speeds: dict[str, list[float]] = {name: [] for name in loops}
    for _ in range(ROUNDS):
        for name, run in loops.items():
            speeds[name].append(run(SECONDS))
    for name, values in speeds.items():
        print(f"{name:28} {median(values):12,.0f} moves per CPU second")
    theirs = [name for name in speeds if name.startswith("OpenSpiel")]
    if theirs:
        pairs = zip(speeds["ours: tic-tac-toe"], speeds["OpenSpiel: tic_tac_toe"], strict=True)
        print(f"tic-tac-toe, ours : OpenSpiel's {median(ours / other for ours, other in pairs):.2f}")
        best = max(median(speeds[name]) for name in theirs)
        for name, values in speeds.items():
            if name not in theirs:
                print(f"{name:28} {median(values) / best:5.2f} times the fastest of OpenSpiel's")


if __name__ == "__main__":
    main()

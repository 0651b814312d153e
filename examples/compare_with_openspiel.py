"""Compare the example games with OpenSpiel's own: `python examples/compare_with_openspiel.py [--games N]`.

Leduc poker and goofspiel are walked through completely: players, legal actions, probabilities and returns agree at every
history, and so do the information sets: two histories are the same to a player here exactly if they are there. Connect four is
played at random in both programs at once. Needs OpenSpiel (`pip install "fairyring[openspiel]"`).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pyspiel

import fairyring as fr
from fairyring.core.fields import schema
from fairyring.core.game.game import Game
from fairyring.core.game.room_file import load_room
from fairyring.kernel.stepping.native_game import FINISHED, NativeGame
from fairyring.kernel.stepping.perfect_recall import PerfectRecall, knowledge

EXAMPLES = Path(__file__).parent
TOLERANCE = 1e-9


@cache
def example(name: str) -> fr.Room:
    """Load and register one of the examples by the name of its folder."""
    return load_room(str(EXAMPLES / name / f"{name}.py"))


@dataclass
class Comparison:
    """What two trees have in common, as far as they were walked."""

    histories: int = 0
    terminals: int = 0
    ours: dict[tuple[int, str], str] = field(default_factory=dict)  # information sets: from our key to theirs
    theirs: dict[tuple[int, str], str] = field(default_factory=dict)  # and back

    def match(self, seat: int, our_key: str, their_key: str) -> None:
        """Assert that both programs draw the same line between information sets."""
        assert self.ours.setdefault((seat, our_key), their_key) == their_key, f"OpenSpiel tells more apart: {their_key}"
        assert self.theirs.setdefault((seat, their_key), our_key) == our_key, f"Fairyring tells more apart: {their_key}"


def agree(first: Any, second: Any, what: str, state: Any) -> None:
    """Assert that both programs say the same."""
    assert first == second, f"{what}: Fairyring has {first}, OpenSpiel {second} after {state.history()}"


def walk(
    game: Game[Any], theirs: Any, returns: Callable[[list[int]], list[float]], key: Callable[[Any, int], str]
) -> Comparison:
    """Compare all histories. `returns` makes OpenSpiel's returns from our scores; `key` names an information set of a state."""
    found = Comparison()
    start = game.initial()
    stack = [(start, PerfectRecall(knowledge(game, start)), theirs.new_initial_state())]
    while stack:
        s, recall, state = stack.pop()
        found.histories += 1
        pending = game.pending(s)
        agree(not pending, state.is_terminal(), "the end", state)
        if not pending:
            found.terminals += 1
            agree(returns([game.rules.score(s, seat) for seat in game.seats]), state.returns(), "returns", state)
        elif pending == (fr.NATURE,):
            weights = game.chances(s)
            total = sum(weight for _, weight in weights)
            agree([outcome for outcome, _ in weights], [outcome for outcome, _ in state.chance_outcomes()], "chance", state)
            for (outcome, weight), (_, probability) in zip(weights, state.chance_outcomes(), strict=True):
                assert abs(weight / total - probability) < TOLERANCE
                stack.append(after(game, s, recall, [(fr.NATURE, outcome)], state.child(outcome)))
        else:
            for seat in pending:
                agree(list(game.legal(s, seat)), state.legal_actions(seat), f"legal actions of seat {seat}", state)
                found.match(seat, recall.key(seat), key(state, seat))
            for actions in joint_actions(game, s, pending):
                child = state.clone()
                if len(pending) == 1:
                    agree(pending[0], state.current_player(), "the player", state)
                    child.apply_action(actions[0])
                else:
                    child.apply_actions(actions)
                stack.append(after(game, s, recall, list(zip(pending, actions, strict=True)), child))
    return found


def joint_actions(game: Game[Any], s: fr.State, pending: tuple[int, ...]) -> Iterator[list[int]]:
    """Yield every combination of actions of the pending seats."""
    first, *others = pending
    for action in game.legal(s, first):
        if not others:
            yield [action]
        for rest in joint_actions(game, s, tuple(others)) if others else ():
            yield [action, *rest]


def after(
    game: Game[Any], s: fr.State, recall: PerfectRecall, moves: list[tuple[int, int]], state: Any
) -> tuple[fr.State, PerfectRecall, Any]:
    """Return the state after some moves, with memories, beside OpenSpiel's."""
    s, recall = schema.copy(s), recall.copy()
    for actor, action in moves:
        game.rules.act(s, actor, action)
        recall.add(knowledge(game, s), actor, action)
    return s, recall, state


def compare_leduc_poker() -> Comparison:
    """Every history of Leduc poker; returns are chips."""
    game, theirs = fr.game(example("leduc_poker").name), pyspiel.load_game("leduc_poker")
    return walk(game, theirs, list, lambda state, seat: state.information_state_string(seat))


def compare_goofspiel(cards: int = 4) -> Comparison:
    """Every history of goofspiel for two; returns are points above the mean.

    Before a bid all earlier ones are known, so the information set is the history itself. OpenSpiel's string of it leaves out
    which card was bid when.
    """
    theirs = pyspiel.load_game(
        f"goofspiel(players=2,num_cards={cards},points_order=random,imp_info=False,returns_type=point_difference)"
    )
    game = fr.game(example("goofspiel").name, players=2, cards=cards)

    def above_mean(scores: list[int]) -> list[float]:
        return [score - sum(scores) / 2 for score in scores]

    return walk(game, theirs, above_mean, lambda state, _seat: state.history_str())


def compare_connect_four(games: int = 1000, seed: int = 1) -> int:
    """Random games of connect four, each move in both programs; return how many moves were compared."""
    native, theirs = NativeGame(fr.game(example("connect_four").name)), pyspiel.load_game("connect_four")
    draw, moves = Random(seed).random, 0  # noqa: S311
    for _ in range(games):
        ours, state = native.new_state(), theirs.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            agree(ours.actor(), state.current_player(), "the player", state)
            agree(ours.legal(), legal, "legal actions", state)
            action = legal[int(draw() * len(legal))]
            ours.apply(action)
            state.apply_action(action)
            moves += 1
        agree(ours.actor(), FINISHED, "the end", state)
        agree([ours.score(0), ours.score(1)], state.returns(), "returns", state)
    return moves


def main() -> None:
    """Compare all three games, and print what was compared."""
    parser = argparse.ArgumentParser(description="Compare the example games with OpenSpiel's own.")
    parser.add_argument("--games", type=int, default=200_000, help="random games of connect four (default 200000)")
    games = parser.parse_args().games
    for name, found in (("Leduc poker", compare_leduc_poker()), ("Goofspiel, 4 cards", compare_goofspiel())):
        print(f"{name}: {found.histories:,} histories, {found.terminals:,} ends, {len(found.ours):,} information sets agree")
    print(f"Connect four: {compare_connect_four(games):,} moves of {games:,} random games agree")


if __name__ == "__main__":
    main()

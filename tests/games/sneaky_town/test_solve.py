"""The small round of Sneaky Town, solved: by the rules, to the end, and measured by exact best responses."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import fairyring as fr
from fairyring.cli.main import main
from fairyring.core.rng import Stream
from fairyring.games.sneaky_town.lookup import ORDERS
from fairyring.games.sneaky_town.schema import END
from fairyring.games.sneaky_town.solve import equilibrium, policies
from fairyring.games.sneaky_town.solve import tree as town


def small(limit: int) -> fr.Game[Any]:
    return fr.game("sneaky-town", size="3", match="single", turn_limit=limit)


def test_solve_finds_an_equilibrium() -> None:
    """Ties at the limit count half: player 1 gets two thirds of a round of one turn, 4/9 of two, 29/36 of three."""
    for limit, value in ((1, 2 / 3), (2, 4 / 9), (3, 29 / 36)):
        solution = equilibrium.solve(town.grow(small(limit)), 150)
        assert 0 <= solution.exploitability < 0.002
        assert solution.value == pytest.approx(value, abs=0.004)
        rounding = 1e-12  # sums of fractions
        assert 1 - solution.best[1] - rounding <= solution.value <= solution.best[0] + rounding


def test_tree_symmetry_keeps_the_solution() -> None:
    some, all_of_it = (town.grow(small(2), symmetric) for symmetric in (True, False))
    assert 10 * some.nodes < all_of_it.nodes
    solutions = [equilibrium.solve(tree, 40) for tree in (some, all_of_it)]
    habits = [
        policies.action_frequencies(tree, solution.policy) for tree, solution in zip((some, all_of_it), solutions, strict=True)
    ]
    assert solutions[0].value == pytest.approx(solutions[1].value, abs=1e-9)
    assert solutions[0].best == pytest.approx(solutions[1].best, abs=1e-9)
    for mine, other in zip(*habits, strict=True):
        assert mine == pytest.approx(other, abs=1e-9)


def test_measure_finds_an_exploitable_policy() -> None:
    """Who always ends the round at once loses the tie; who plays anything at all loses often."""
    tree = town.grow(small(2))
    ends = [np.outer(level.action == END.id(), np.ones(tree.orders)) for level in tree.levels]
    assert equilibrium.best_response(tree, ends, 1) == 1.0
    assert equilibrium.value(tree, ends) == 0.0
    whole = town.grow(small(2), symmetric=False)
    anything = policies.of_level(whole, "random")
    assert equilibrium.measure(whole, anything).exploitability > 0.1


def test_tree_follows_the_rules() -> None:
    """A policy wins in the tree as often as in games between the same bots."""
    game = small(2)
    tree = town.grow(game, symmetric=False)
    played = fr.simulate(game, games=4000, bots="random", backend="interpreted")
    assert equilibrium.value(tree, policies.of_level(tree, "random")) == pytest.approx(played.win_share[0], abs=0.03)


def test_best_response_value_is_reached_in_play() -> None:
    """Played out against random bots, what the tree calls best wins as often as it says."""
    game = small(2)
    tree = town.grow(game, symmetric=False)
    anything = policies.of_level(tree, "random")
    _, worth = equilibrium.play(tree, anything, equilibrium.reaches(tree, anything), 0, best=True)
    won, games = 0.0, 2000
    for index in range(games):
        chance, path = Stream(3, index), tuple[int, ...]()
        s: Any = game.initial()
        while pending := game.pending(s):
            seat = pending[0]
            if seat < 0:
                game.rules.act(s, seat, game.draw(s, chance))
                continue
            legal = list(game.legal(s, seat))
            action = legal[chance.below(len(legal))]
            if seat == 0:
                level, order = tree.levels[len(path)], ORDERS[3].index(tuple(s.tiles[0][:3]))
                choices = np.flatnonzero(level.node == number_of(level, s, path))
                action = int(level.action[choices[worth[len(path)][choices, order].argmax()]])
            path = (*path, action)
            game.rules.act(s, seat, action)
        won += town.PAYOFFS[s.winner]
    assert won / games == pytest.approx(equilibrium.best_response(tree, anything, 0), abs=0.05)


def number_of(level: town.Level, s: Any, path: tuple[int, ...]) -> int:
    """The node with this path at which the same tiles lie open."""
    return next(k for k, node in enumerate(level.nodes) if node.path == path and node.public.shown == s.shown)


def test_solve_command_prints_the_solution(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "sneaky-town", "--limit", "2", "--iterations", "50", "--bots", "normal", "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["exploitability"] < 0.01 < output["bots"]["normal"]["exploitability"]
    assert [sum(turn.values()) for turn in output["turns"]] == pytest.approx([1, 1, 1], abs=0.01)
    assert main(["solve", "sneaky-town", "--limit", "1", "--iterations", "9"]) == 0
    assert "player 1 wins" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["fariables"], "“solve” is for crane and fairy and sneaky-town, not for fariables"),
        (["sneaky-town", "--limit", "9"], "cannot be solved"),
        (["sneaky-town", "--iterations", "0"], "ask for 1"),
        (["sneaky-town", "--bots", "clever"], "no bot"),
        (["sneaky-town", "--limit", "5", "--bots", "normal"], "at most 4"),
    ],
)
def test_solve_command_refuses_unsolvable_rounds(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", *words]) == 2
    assert message in capsys.readouterr().err

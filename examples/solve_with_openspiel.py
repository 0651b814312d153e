"""Solve Sneaky Town's small round twice: `python examples/solve_with_openspiel.py [--turns N] [--iterations N]`.

OpenSpiel and our own solver both run CFR+ (Tammelin 2014). OpenSpiel walks every history of `fairyring.envs.openspiel`; ours
works on the public tree, for all racks at once, with symmetric lines merged (`fairyring solve sneaky-town`). They share the
rules and nothing else; after the same number of iterations, values and exploitabilities agree to numerical precision. Needs
OpenSpiel (`pip install "fairyring[openspiel]"`).
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

import fairyring as fr
from fairyring import envs
from fairyring.games.sneaky_town.solve import equilibrium, tree


@dataclass(frozen=True)
class Result:
    """A strategy for both seats, measured."""

    value: float  # win rate of player 1 if both play it
    exploitability: float  # gain of best responses over the value, averaged over both seats
    information_sets: int
    seconds: float  # CPU time

    def __str__(self) -> str:
        measured = f"player 1 wins {self.value:.6%}; exploitability {self.exploitability:.6%}"
        return f"{measured}; {self.information_sets:,} information sets, {self.seconds:.1f} s"


def solve_with_openspiel(turns: int, iterations: int) -> Result:
    """Run OpenSpiel's CFR+, and measure its average policy with its own best responses."""
    begun = time.process_time()
    game = envs.openspiel("sneaky-town", size=3, match="single", turn_limit=turns)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[0]
    gain = exploitability.nash_conv(game, policy) / 2  # averaged over seats
    # Rewards are -1 and 1, win rates 0 and 1.
    return Result((1 + value) / 2, gain / 2, len(policy.state_lookup), time.process_time() - begun)


def solve_with_ours(turns: int, iterations: int) -> Result:
    """Run our own CFR+."""
    begun = time.process_time()
    grown = tree.grow(fr.game("sneaky-town", size="3", match="single", turn_limit=turns))
    solution = equilibrium.solve(grown, iterations)
    return Result(solution.value, solution.exploitability, grown.information_sets, time.process_time() - begun)


def main() -> None:
    """Solve with both, and print values, exploitabilities and times."""
    parser = argparse.ArgumentParser(description="Solve Sneaky Town's small round with OpenSpiel and with our own solver.")
    parser.add_argument("--turns", type=int, default=1, help="turn limit of the round (default 1)")
    parser.add_argument("--iterations", type=int, default=60, help="iterations of CFR+ (default 60)")
    args = parser.parse_args()
    print(f"{args.turns} turns, {args.iterations} iterations")
    print(f"ours:      {solve_with_ours(args.turns, args.iterations)}")
    print(f"OpenSpiel: {solve_with_openspiel(args.turns, args.iterations)}")


if __name__ == "__main__":
    main()

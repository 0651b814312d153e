"""Value iteration over Crane for two; computes `games/crane/duel.csv`, the evaluation function of the bot `strong`.

With two seats the challenger decides nothing and no bet is secret, so the game is a Markov decision process over the bets that
each player still needs, the cards of each, and the jackpot. Approximations: every flip comes from a full deck, and a jackpot
holds at most 21 cards.

    python -m fairyring.games.crane.solve.duel_table            compare with the file; print the win rate against `normal`
    python -m fairyring.games.crane.solve.duel_table --write    and replace the file

Takes about three minutes for each of the three skills.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numba import njit

from fairyring.core.game import registry
from fairyring.core.totals import WIN
from fairyring.games.crane import duel
from fairyring.games.crane.bots import bet_value
from fairyring.games.crane.lookup import EYES_SHARES, GRAB_SHARES, REACH, bell
from fairyring.games.crane.schema import BETS, Bet, Phase, Skill, State

FLIPS = range(duel.LEAST, duel.MOST + 1)  # R1: the numbers, eight cards each
GOAL = 40  # R30: so many cards win
BANK = duel.POTS[0]  # R3: cards of a new jackpot
MAX_POT = duel.POTS[-1]  # approximation: what a jackpot would hold beyond this is lost
NEED_SETS = 1 << BETS  # bit sets of the bets a player still needs; 0 has won
TOLERANCE = 2e-5  # share of the win; iteration stops when no value moves by more
BOTH_BEST, BETTOR_BEST, RIVAL_BEST = range(3)  # first index of the values: which player bets optimally, the other like `normal`
HIGH, LOW, JUST = Bet.HIGH, Bet.LOW, Bet.JUST  # compiled functions use plain integers
LEAST_FLIP = FLIPS.start


def grab_probabilities(skill: int) -> tuple[np.ndarray, np.ndarray]:
    """R34: for each flip, the probability of grabbing each number of cards, and of opening the eyes."""
    grabs, eyes = np.zeros((len(FLIPS), 2 * GOAL)), np.zeros(len(FLIPS))
    for flip, target in enumerate(FLIPS):
        reach = REACH[skill][target]
        weights = {target + miss: bell(reach, miss) * GRAB_SHARES for miss in range(-reach, reach + 1)}
        grabbed = sum(weights.values())
        total = grabbed + EYES_SHARES[skill] * grabbed // GRAB_SHARES
        for cards, weight in weights.items():
            if weight:
                assert cards >= 1
                grabs[flip, cards] = weight / total
        eyes[flip] = 1 - grabbed / total
    return grabs, eyes


@njit
def value_after(values: Any, mode: int, needs: int, cards: int, rival_needs: int, rival_cards: int, pot: int) -> Any:
    """The bettor's share of the win when the turn is over and the bettor is the next challenger."""
    if not needs:
        return 1.0  # R32: the bets win
    if rival_cards >= GOAL:
        return 0.0
    return 1.0 - values[mode, rival_needs, rival_cards, needs, cards, pot]


@njit
def value_bets(
    values: Any,
    mode: int,
    needs: int,
    cards: int,
    rival_needs: int,
    rival_cards: int,
    pot: int,
    flip: int,
    grabs: Any,
    eyes: Any,
    out: Any,
) -> None:
    """Fill `out` with the bettor's share of the win for each bet at this flip."""
    target = flip + LEAST_FLIP
    unchanged = value_after(values, mode, needs, cards, rival_needs, rival_cards, pot)
    for bet in range(BETS):
        out[bet] = eyes[flip] * unchanged  # R11
    for grabbed in range(1, grabs.shape[1]):
        probability = grabs[flip, grabbed]
        if probability == 0.0:
            continue
        if grabbed == target:  # R13
            right, rival_after, pot_after = JUST, rival_cards + grabbed + pot, BANK
        elif grabbed < target:  # R14
            short = min(target - grabbed, grabbed)
            right, rival_after, pot_after = LOW, rival_cards + grabbed - short, min(pot + short, MAX_POT)
        else:  # R15
            right, rival_after, pot_after = HIGH, rival_cards, min(pot + grabbed - target, MAX_POT)
        wrong = value_after(values, mode, needs, cards, rival_needs, rival_after, pot_after)
        for bet in range(BETS):
            if bet == right and needs >> bet & 1:
                won = value_after(values, mode, needs & ~(1 << bet), cards, rival_needs, rival_after, pot_after)
                out[bet] += probability * won
            else:
                out[bet] += probability * wrong


@njit
def sweep(values: Any, grabs: Any, eyes: Any, normal: Any) -> float:
    """Update every position once (Gauss-Seidel), from the most cards down. Returns the largest change of a value."""
    change, out = 0.0, np.zeros(BETS)
    flips = eyes.shape[0]
    most = GOAL - 1
    for total in range(2 * most, -1, -1):
        for cards in range(max(0, total - most), min(most, total) + 1):
            rival_cards = total - cards
            for pot in range(MAX_POT, BANK - 1, -1):
                for needs in range(1, NEED_SETS):
                    for rival_needs in range(1, NEED_SETS):
                        both = bettor = rival = 0.0
                        for flip in range(flips):
                            value_bets(values, BOTH_BEST, needs, cards, rival_needs, rival_cards, pot, flip, grabs, eyes, out)
                            best = 0
                            for bet in range(BETS):
                                if out[bet] > out[best]:
                                    best = bet
                            both += out[best] / flips
                            value_bets(values, RIVAL_BEST, needs, cards, rival_needs, rival_cards, pot, flip, grabs, eyes, out)
                            bettor += out[best] / flips
                            value_bets(values, BETTOR_BEST, needs, cards, rival_needs, rival_cards, pot, flip, grabs, eyes, out)
                            for bet in range(BETS):
                                rival += normal[needs, flip, bet] * out[bet] / flips
                        place = (needs, cards, rival_needs, rival_cards, pot)
                        for mode, value in enumerate((both, bettor, rival)):
                            change = max(change, abs(values[(mode, *place)] - value))
                            values[(mode, *place)] = value
    return change


def normal_policy(skill: int) -> np.ndarray:
    """Probabilities of the bets of `normal`, by the bets still needed and the flip."""
    game = registry.game("crane", players=2, skill=Skill.words[skill])
    s = game.initial()
    assert isinstance(s, State)
    s.phase, s.challenger, s.waiting = Phase.BETTING, 1, 1
    policy = np.zeros((NEED_SETS, len(FLIPS), BETS))
    for needs in range(1, NEED_SETS):
        for bet in range(BETS):
            s.achieved[0][bet] = 0 if needs >> bet & 1 else 1
        for flip, s.target in enumerate(FLIPS):
            available = [bet for bet in range(BETS) if s.achieved[0][bet] < s.bet_cards[bet]]
            values = {bet: bet_value(s, 0, bet) for bet in available}
            best = [bet for bet in available if values[bet] == max(values.values())]
            policy[needs, flip, best] = 1 / len(best)
    return policy


def solve(skill: int) -> np.ndarray:
    """Iterate until no value moves by more than TOLERANCE; prints the values of the first position after each sweep."""
    grabs, eyes = grab_probabilities(skill)
    normal = normal_policy(skill)
    values = np.full((3, NEED_SETS, GOAL, NEED_SETS, GOAL, MAX_POT + 1), 0.5)
    while sweep(values, grabs, eyes, normal) > TOLERANCE:
        both, bettor, rival = (values[mode, NEED_SETS - 1, 0, NEED_SETS - 1, 0, BANK] for mode in range(3))
        print(f"  both best: the bettor wins {both:.3%}; best against normal: {(bettor + 1 - rival) / 2:.3%}", flush=True)
    return values


def table_rows(skill: int, values: np.ndarray) -> list[str]:
    """Rows of `duel.csv`: one for each pair of need sets and each jackpot, with a value for each pair of card counts."""
    rows = []
    for needs in range(1, NEED_SETS):
        for rival_needs in range(1, NEED_SETS):
            for pot in duel.POTS:
                cells = [values[BOTH_BEST, needs, own, rival_needs, rival, pot] for own in duel.CARDS for rival in duel.CARDS]
                rows.append(",".join(map(str, [skill, needs, rival_needs, pot, *(round(WIN * cell) for cell in cells)])))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help=f"replace {duel.FILE.name}")
    args = parser.parse_args()
    rows = [duel.HEADER]
    for skill, name in enumerate(Skill.words):
        print(name, flush=True)
        rows += table_rows(skill, solve(skill))
    differing = sum(new != old for new, old in zip(rows, duel.FILE.read_text(encoding="utf-8").splitlines(), strict=True))
    print(f"{differing} of {len(rows)} lines differ from {duel.FILE.name}")
    if args.write:
        duel.FILE.write_text("\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

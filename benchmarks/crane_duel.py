"""The duel: Crane for two as a table of chances, which its `strong` looks at (games/crane/duel.csv), and what there is to win.

With two seats the challenger decides nothing and no bet is secret, so the best bets can be computed: from what each still has
to achieve, the cards of each and the jackpot, as if every flip came from a full deck and no jackpot grew beyond 21.

    python benchmarks/crane_duel.py            compute, print what the best bets win against `normal`
    python benchmarks/crane_duel.py --write    and write the table
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numba import njit

from fairyring.core.game import registry
from fairyring.core.game.totals import WIN
from fairyring.games.crane import duel
from fairyring.games.crane.bots import value_of
from fairyring.games.crane.lookup import EYES_SHARES, GRAB_SHARES, REACH, bell
from fairyring.games.crane.schema import BETS, Phase, Skill, State

FLIPS = range(4, 21)  # R1, eight cards each
FORTY, BANK, FULL = 40, 3, 21
SETS = 1 << BETS  # what is missing, a bit for each bet; nothing missing has won
ENOUGH = 2e-5


def hands(skill: int) -> tuple[np.ndarray, np.ndarray]:
    """R34: how likely each number is grabbed at each flip, and that the eyes open."""
    grabs, eyes = np.zeros((len(FLIPS), 2 * FORTY)), np.zeros(len(FLIPS))
    for i, t in enumerate(FLIPS):
        reach = REACH[skill][t]
        weights = {t + miss: bell(reach, miss) * GRAB_SHARES for miss in range(-reach, reach + 1)}
        grabbed = sum(weights.values())
        total = grabbed + EYES_SHARES[skill] * grabbed // GRAB_SHARES
        for cards, weight in weights.items():
            if weight:
                assert cards >= 1
                grabs[i, cards] = weight / total
        eyes[i] = 1 - grabbed / total
    return grabs, eyes


@njit
def ahead(v: Any, mine: int, my: int, theirs: int, their: int, pot: int, best: int) -> Any:
    """The bettor's chance when the turn is over, and the bettor is challenger next; `best`: whose table `v` is."""
    if not mine:
        return 1.0  # R32: the bets win
    if their >= 40:
        return 0.0
    return 1.0 - v[best, theirs, their, mine, my, pot]


@njit
def weigh(
    v: Any, best: int, mine: int, my: int, theirs: int, their: int, pot: int, flip: int, hand: Any, eyes: Any, out: Any
) -> None:
    """What each bet is worth at this flip: `mine`, `my` are what the bettor misses and has, `theirs`, `their` the rival."""
    target = flip + 4
    nothing = ahead(v, mine, my, theirs, their, pot, best)
    for bet in range(3):
        out[bet] = eyes[flip] * nothing  # R11
    for cards in range(1, hand.shape[1]):
        chance = hand[flip, cards]
        if chance == 0.0:
            continue
        if cards == target:  # R13
            right, taken, left = 2, their + cards + pot, 3
        elif cards < target:  # R14
            short = min(target - cards, cards)
            right, taken, left = 1, their + cards - short, min(pot + short, 21)
        else:  # R15
            right, taken, left = 0, their, min(pot + cards - target, 21)
        wrong = ahead(v, mine, my, theirs, taken, left, best)
        for bet in range(3):
            hit = bet == right and mine >> bet & 1
            out[bet] += chance * (ahead(v, mine & ~(1 << bet), my, theirs, taken, left, best) if hit else wrong)


@njit
def sweep(v: Any, hand: Any, eyes: Any, usual: Any) -> float:
    """Every position once, the ends first. v[0]: both bet best; v[1]: only the bettor, the rival as usual; v[2]: the rival."""
    moved, out = 0.0, np.zeros(3)
    flips = eyes.shape[0]
    for total in range(78, -1, -1):
        for my in range(max(0, total - 39), min(39, total) + 1):
            their = total - my
            for pot in range(21, 2, -1):
                for mine in range(1, 8):
                    for theirs in range(1, 8):
                        both = one = other = 0.0
                        for flip in range(flips):
                            weigh(v, 0, mine, my, theirs, their, pot, flip, hand, eyes, out)
                            best = 0
                            for bet in range(3):
                                if out[bet] > out[best]:
                                    best = bet
                            both += out[best] / flips
                            weigh(v, 2, mine, my, theirs, their, pot, flip, hand, eyes, out)
                            one += out[best] / flips
                            weigh(v, 1, mine, my, theirs, their, pot, flip, hand, eyes, out)
                            for bet in range(3):
                                other += usual[mine, flip, bet] * out[bet] / flips
                        place = (mine, my, theirs, their, pot)
                        for k, value in enumerate((both, one, other)):
                            moved = max(moved, abs(v[(k, *place)] - value))
                            v[(k, *place)] = value
    return moved


def usual_bets(skill: int) -> np.ndarray:
    """How often `normal` makes each bet, by what is missing and the flip."""
    game = registry.game("crane", players=2, skill=Skill.words[skill])
    s = game.initial()
    assert isinstance(s, State)
    s.phase, s.challenger, s.waiting = Phase.BETTING, 1, 1
    found = np.zeros((SETS, len(FLIPS), BETS))
    for mine in range(1, SETS):
        for bet in range(BETS):
            s.achieved[0][bet] = 0 if mine >> bet & 1 else 1
        for flip, s.target in enumerate(FLIPS):
            held = [bet for bet in range(BETS) if s.achieved[0][bet] < s.bet_cards[bet]]
            values = {bet: value_of(s, 0, bet) for bet in held}
            best = [bet for bet in held if values[bet] == max(values.values())]
            found[mine, flip, best] = 1 / len(best)
    return found


def solve(skill: int) -> np.ndarray:
    """The bettor's chance in every position, as `sweep` orders them."""
    hand, eyes = hands(skill)
    usual = usual_bets(skill)
    v = np.full((3, SETS, FORTY, SETS, FORTY, FULL + 1), 0.5)
    while sweep(v, hand, eyes, usual) > ENOUGH:
        start = [v[k, SETS - 1, 0, SETS - 1, 0, BANK] for k in range(3)]
        print(
            f"  both best: the bettor wins {start[0]:.3%}; best against normal: {(start[1] + 1 - start[2]) / 2:.3%}", flush=True
        )
    return v


def lines(skill: int, v: np.ndarray) -> list[str]:
    """The rows of the table: for every two sets and every jackpot, the chances by the cards of both."""
    told = []
    for mine in range(1, SETS):
        for theirs in range(1, SETS):
            for pot in duel.POTS:
                cells = [v[0, mine, my, theirs, their, pot] for my in duel.CARDS for their in duel.CARDS]
                told.append(
                    ",".join([str(skill), str(mine), str(theirs), str(pot), *(str(round(WIN * cell)) for cell in cells)])
                )
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    rows = []
    for skill, name in enumerate(Skill.words):
        print(name, flush=True)
        rows += lines(skill, solve(skill))
    if args.write:
        duel.FILE.write_text("\n".join([duel.HEADER, *rows]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

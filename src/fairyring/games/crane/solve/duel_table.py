"""Value iteration over Crane for two; computes `games/crane/duel.csv`, the evaluation function of the bot `strong`.

With two seats the challenger decides nothing and no bet is secret, so the game is a Markov decision process over the bets that
each player still needs, the cards of each, and the jackpot. Approximations: every flip comes from a full deck, and a jackpot
holds at most 21 cards.

    python -m fairyring.games.crane.solve.duel_table            compare with the file; print the win rate against `normal`
    python -m fairyring.games.crane.solve.duel_table --write    and replace the file

Takes about a minute for each of the three skills. The sweep is compiled code in the language of rules, which has integers only:
probabilities and values are in units of 2**-30.
"""

from __future__ import annotations

import argparse
from types import FunctionType
from typing import Any, cast

import numpy as np

from fairyring.core.game import registry
from fairyring.core.totals import WIN
from fairyring.games.crane import duel
from fairyring.games.crane.bots import bet_value
from fairyring.games.crane.lookup import EYES_SHARES, GRAB_SHARES, REACH, bell
from fairyring.games.crane.schema import BETS, Bet, Phase, Skill, State
from fairyring.kernel.compiler.entry import EntryPoint
from fairyring.kernel.compiler.types import HOST_CELL, Array
from fairyring.kernel.load import load

FLIPS = range(duel.LEAST, duel.MOST + 1)  # R1: the numbers, eight cards each
GOAL = 40  # R30: so many cards win
BANK = duel.POTS[0]  # R3: cards of a new jackpot
MAX_POT = duel.POTS[-1]  # approximation: what a jackpot would hold beyond this is lost
NEED_SETS = 1 << BETS  # bit sets of the bets a player still needs; 0 has won
BITS = 30
ONE = 1 << BITS  # a probability or share of the win of 1
TOLERANCE = ONE // 50_000  # iteration stops when no value moves by more
BOTH_BEST, BETTOR_BEST, RIVAL_BEST = range(3)  # first index of the values: which player bets optimally, the other like `normal`
LEAST_FLIP = FLIPS.start
FLIP_COUNT = len(FLIPS)
MOST = GOAL - 1  # cards of a player whose game goes on
MAX_GRAB = 2 * GOAL
VALUES = (3, NEED_SETS, GOAL, NEED_SETS, GOAL, MAX_POT + 1)  # shape of the values


def grab_probabilities(skill: int) -> tuple[np.ndarray, np.ndarray]:
    """R34: for each flip, the probability of grabbing each number of cards, and of opening the eyes."""
    grabs, eyes = np.zeros((FLIP_COUNT, MAX_GRAB)), np.zeros(FLIP_COUNT)
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


def value_after(values: Any, mode: int, needs: int, cards: int, rival_needs: int, rival_cards: int, pot: int) -> int:
    """The bettor's share of the win when the turn is over and the bettor is the next challenger."""
    if not needs:
        return ONE  # R32: the bets win
    if rival_cards >= GOAL:
        return 0
    value: int = values[mode][rival_needs][rival_cards][needs][cards][pot]
    return ONE - value


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
    """Fill `out` with the bettor's share of the win for each bet at this flip, in units of ONE * ONE."""
    target = flip + LEAST_FLIP
    unchanged = value_after(values, mode, needs, cards, rival_needs, rival_cards, pot)
    for bet in range(BETS):
        out[bet] = eyes[flip] * unchanged  # R11
    for grabbed in range(1, MAX_GRAB):
        probability = grabs[flip][grabbed]
        if probability == 0:
            continue
        if grabbed == target:  # R13
            right = Bet.JUST
            rival_after = rival_cards + grabbed + pot
            pot_after = BANK
        elif grabbed < target:  # R14
            short = min(target - grabbed, grabbed)
            right = Bet.LOW
            rival_after = rival_cards + grabbed - short
            pot_after = min(pot + short, MAX_POT)
        else:  # R15
            right = Bet.HIGH
            rival_after = rival_cards
            pot_after = min(pot + grabbed - target, MAX_POT)
        wrong = value_after(values, mode, needs, cards, rival_needs, rival_after, pot_after)
        for bet in range(BETS):
            if bet == right and needs >> bet & 1:
                won = value_after(values, mode, needs & ~(1 << bet), cards, rival_needs, rival_after, pot_after)
                out[bet] += probability * won
            else:
                out[bet] += probability * wrong


def sweep(values: Any, grabs: Any, eyes: Any, normal: Any, out: Any) -> int:
    """Update every position once (Gauss-Seidel), from the most cards down. Returns the largest change of a value."""
    change = 0
    for total in range(2 * MOST, -1, -1):
        for cards in range(max(0, total - MOST), min(MOST, total) + 1):
            for pot in range(MAX_POT, BANK - 1, -1):
                for needs in range(1, NEED_SETS):
                    for rival_needs in range(1, NEED_SETS):
                        moved = update(values, needs, cards, rival_needs, total - cards, pot, grabs, eyes, normal, out)
                        change = max(change, moved)
    return change


def update(
    values: Any,
    needs: int,
    cards: int,
    rival_needs: int,
    rival_cards: int,
    pot: int,
    grabs: Any,
    eyes: Any,
    normal: Any,
    out: Any,
) -> int:
    """Update the three values of one position. Returns the largest change."""
    both = 0
    bettor = 0
    rival = 0
    for flip in range(FLIP_COUNT):
        value_bets(values, BOTH_BEST, needs, cards, rival_needs, rival_cards, pot, flip, grabs, eyes, out)
        best = 0
        for bet in range(BETS):
            if out[bet] > out[best]:
                best = bet
        both += out[best] // FLIP_COUNT
        value_bets(values, RIVAL_BEST, needs, cards, rival_needs, rival_cards, pot, flip, grabs, eyes, out)
        bettor += out[best] // FLIP_COUNT
        value_bets(values, BETTOR_BEST, needs, cards, rival_needs, rival_cards, pot, flip, grabs, eyes, out)
        for bet in range(BETS):
            rival += normal[needs][flip][bet] * (out[bet] >> BITS) // FLIP_COUNT
    change = 0
    for mode in range(3):
        value = (both if mode == BOTH_BEST else bettor if mode == BETTOR_BEST else rival) >> BITS
        change = max(change, abs(values[mode][needs][cards][rival_needs][rival_cards][pot] - value))
        values[mode][needs][cards][rival_needs][rival_cards][pot] = value
    return change


def compiled_sweep(values: Any, grabs: Any, eyes: Any, normal: Any) -> int:
    """Run `sweep` as compiled code."""
    arrays = (values, grabs, eyes, normal, np.zeros(BETS, np.int64))
    entry = EntryPoint(cast(FunctionType, sweep), tuple(Array(HOST_CELL, array.shape) for array in arrays))
    return load("crane-duel", {"sweep": entry}).call("sweep", [array.ctypes.data for array in arrays])


def fixed_point(values: np.ndarray) -> np.ndarray:
    """Return probabilities in units of 1 / ONE."""
    return np.ascontiguousarray(np.rint(values * ONE).astype(np.int64))


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
    grabs, eyes = map(fixed_point, grab_probabilities(skill))
    normal = fixed_point(normal_policy(skill))
    values = np.full(VALUES, ONE // 2)
    while compiled_sweep(values, grabs, eyes, normal) > TOLERANCE:
        both, bettor, rival = (values[mode, NEED_SETS - 1, 0, NEED_SETS - 1, 0, BANK] / ONE for mode in range(3))
        print(f"  both best: the bettor wins {both:.3%}; best against normal: {(bettor + 1 - rival) / 2:.3%}", flush=True)
    return values / ONE


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

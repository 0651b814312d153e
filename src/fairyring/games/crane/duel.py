"""Evaluation of the duel (Crane for two, R28–R32) by a table of values, with trilinear interpolation.

`duel.csv` holds the value of the seat that bets next, if both players bet optimally, on a grid of card counts and jackpots.
It is valid for the grab model of R34 and the cards of R1. `solve/duel_table.py` computes it.
"""

from pathlib import Path

from fairyring.core.totals import WIN
from fairyring.games.crane.schema import BETS, FINGERS, Achieve, Bet, Grab, State
from fairyring.games.crane.turns import challenges_taken, score

FILE = Path(__file__).with_name("duel.csv")
HEADER = "skill,bettor-misses,challenger-misses,jackpot,chances by the cards of both"
STEP, POT_STEP = 13, 9  # cards between two points of the table
CARDS = (0, 13, 26, 39)  # of a player
POTS = (3, 12, 21)  # in the jackpot
NEED_SETS = (1 << BETS) - 1  # nonempty sets of bets that a player still needs; the empty one has won
# The corners of a cell of the table, as bits: the larger jackpot, more cards of the bettor, more cards of the challenger.
POT_BIT, OWN_BIT, RIVAL_BIT = 4, 2, 1
CORNERS = POT_BIT + OWN_BIT + RIVAL_BIT + 1
LEAST, MOST, COPIES = 4, 20, 2  # R1: smallest and largest number, cards of each number and finger
GOAL, BANK, JACKPOTS = 40, 3, 1  # R30, R3, R28: the table was computed for these
HIGHS, LOWS, JUSTS = 2, 2, 1  # R28: and for these bet cards
SIMULATIONS = 20_000


def read_values() -> tuple[int, ...]:
    """Return all values of the table in one row."""
    rows = FILE.read_text(encoding="utf-8").splitlines()[1:]
    return tuple(int(cell) for row in rows for cell in row.split(",")[4:])


VALUES = read_values()


def needed_bets(s: State, seat: int) -> int:
    """R30: a bit for each bet that the seat still needs."""
    bits = 0
    for bet in range(BETS):
        if not s.achieved[seat][bet]:
            bits |= 1 << bet
    return bits


def is_solved(s: State) -> int:
    """Return 1 if the table is valid for this game; called several times a turn, so it must be cheap."""
    if s.players != 2 or s.grab != Grab.MODEL or s.aim or s.achieve != Achieve.EACH:
        return 0
    if s.goal != GOAL or s.bank != BANK or s.jackpots != JACKPOTS:
        return 0
    if s.bet_cards[Bet.HIGH] != HIGHS or s.bet_cards[Bet.LOW] != LOWS or s.bet_cards[Bet.JUST] != JUSTS:
        return 0
    # A custom deck (R1) with the same smallest and largest numbers is similar enough; comparing all cards would take too long.
    for finger in range(FINGERS):
        if s.copies[LEAST - 1][finger] != COPIES or s.copies[MOST - 1][finger] != COPIES:
            return 0
    return 1


def simulations(s: State) -> int:
    """Return the number of rollouts for a decision in a solved game, whose rollouts last one turn; 0 for the default."""
    return SIMULATIONS if is_solved(s) else 0


def turn_count(s: State) -> int:
    """Return the turns so far in a solved game, whose rollouts are cut after a turn; 0 in games played to the end."""
    return challenges_taken(s) if is_solved(s) else 0


def evaluate(s: State, seat: int) -> int:
    """Return the expected share of the win of a seat before the next flip, in units of WIN."""
    challenger = s.challenger
    bettor = 1 - challenger
    # The grid point below in each dimension, and the distance from there.
    own = min(CARDS[-1], score(s, bettor))
    rival = min(CARDS[-1], score(s, challenger))
    pot = min(POTS[-1], max(POTS[0], s.pots[0])) - POTS[0]
    own_point = min(len(CARDS) - 2, own // STEP)
    rival_point = min(len(CARDS) - 2, rival // STEP)
    pot_point = min(len(POTS) - 2, pot // POT_STEP)
    own_offset = own - own_point * STEP
    rival_offset = rival - rival_point * STEP
    pot_offset = pot - pot_point * POT_STEP
    sets = (s.skill * NEED_SETS + needed_bets(s, bettor) - 1) * NEED_SETS + needed_bets(s, challenger) - 1
    first = sets * len(POTS) + pot_point
    first = (first * len(CARDS) + own_point) * len(CARDS) + rival_point
    total = 0
    for corner in range(CORNERS):
        weight = pot_offset if corner & POT_BIT else POT_STEP - pot_offset
        weight *= own_offset if corner & OWN_BIT else STEP - own_offset
        weight *= rival_offset if corner & RIVAL_BIT else STEP - rival_offset
        place = first + (1 if corner & RIVAL_BIT else 0)
        place += len(CARDS) if corner & OWN_BIT else 0
        place += len(CARDS) * len(CARDS) if corner & POT_BIT else 0
        total += weight * VALUES[place]
    value = total // (POT_STEP * STEP * STEP)
    return value if seat == bettor else WIN - value

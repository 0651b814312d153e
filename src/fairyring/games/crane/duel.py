"""What a position of the duel is worth: R28–R32, two seats, the model's hands (R34) and the cards of R1.

`duel.csv` holds the chance of the seat that bets next, if both bet as well as they can, at a few numbers of cards and jackpots;
between them it is nearly straight. `solve/duel_table.py` computes it.
"""

from pathlib import Path

from fairyring.core.game.totals import WIN
from fairyring.games.crane.schema import BETS, FINGERS, Achieve, Grab, State
from fairyring.games.crane.turns import challenges_taken, score

FILE = Path(__file__).with_name("duel.csv")
HEADER = "skill,bettor-misses,challenger-misses,jackpot,chances by the cards of both"
STEP, POT_STEP = 13, 9  # cards between two points of the table
CARDS = (0, 13, 26, 39)  # of a player
POTS = (3, 12, 21)  # in the jackpot
SETS = (1 << BETS) - 1  # of bets that are missing; who misses none has won
# The corners of a cell of the table, as bits: the larger jackpot, more cards of the bettor, more cards of the challenger.
POT_BIT, OWN_BIT, RIVAL_BIT = 4, 2, 1
CORNERS = POT_BIT + OWN_BIT + RIVAL_BIT + 1
LEAST, MOST, COPIES = 4, 20, 2  # R1


def read_chances() -> tuple[int, ...]:
    """All of the table in a row."""
    rows = FILE.read_text(encoding="utf-8").splitlines()[1:]
    return tuple(int(cell) for row in rows for cell in row.split(",")[4:])


CHANCES = read_chances()


def missing(s: State, seat: int) -> int:
    """R30: a bit for each bet that the seat has not achieved."""
    bits = 0
    for bet in range(BETS):
        if not s.achieved[seat][bet]:
            bits |= 1 << bet
    return bits


def solved(s: State) -> int:
    """Whether the table is of this game. It is asked several times a turn."""
    if s.players != 2 or s.grab != Grab.MODEL or s.aim or s.achieve != Achieve.EACH:
        return 0
    # A deck of one's own (R1) with the same smallest and largest cards is near enough; to look at all of them takes too long.
    for finger in range(FINGERS):
        if s.copies[LEAST - 1][finger] != COPIES or s.copies[MOST - 1][finger] != COPIES:
            return 0
    return 1


def turns(s: State) -> int:
    """Imagined games for a decision: of single turns there is time for more."""
    return 20_000 if solved(s) else 0


def age(s: State) -> int:
    """An imagined duel is cut when its next turn begins; other games are played on to their end."""
    return challenges_taken(s) if solved(s) else 0


def evaluate(s: State, seat: int) -> int:
    """What a seat has of the win before the next flip, of WIN."""
    challenger = s.challenger
    bettor = 1 - challenger
    # Which of the table's points lies below, and how far it is from there to the next.
    mine = min(CARDS[-1], score(s, bettor))
    theirs = min(CARDS[-1], score(s, challenger))
    pot = min(POTS[-1], max(POTS[0], s.pots[0])) - POTS[0]
    my_point = min(len(CARDS) - 2, mine // STEP)
    their_point = min(len(CARDS) - 2, theirs // STEP)
    pot_point = min(len(POTS) - 2, pot // POT_STEP)
    my_way = mine - my_point * STEP
    their_way = theirs - their_point * STEP
    pot_way = pot - pot_point * POT_STEP
    first = ((s.skill * SETS + missing(s, bettor) - 1) * SETS + missing(s, challenger) - 1) * len(POTS) + pot_point
    first = (first * len(CARDS) + my_point) * len(CARDS) + their_point
    total = 0
    for corner in range(CORNERS):
        weight = pot_way if corner & POT_BIT else POT_STEP - pot_way
        weight *= my_way if corner & OWN_BIT else STEP - my_way
        weight *= their_way if corner & RIVAL_BIT else STEP - their_way
        place = first + (1 if corner & RIVAL_BIT else 0)
        place += len(CARDS) if corner & OWN_BIT else 0
        place += len(CARDS) * len(CARDS) if corner & POT_BIT else 0
        total += weight * CHANCES[place]
    chance = total // (POT_STEP * STEP * STEP)
    return chance if seat == bettor else WIN - chance

"""An instance of Fairy Tale small enough for brute force."""

from fairyring.core.game.room import SmallInstance
from fairyring.games.fairy_tale.effects import candidates, which_matters
from fairyring.games.fairy_tale.rules import kind_of
from fairyring.games.fairy_tale.schema import CLOSE_NEW, Phase, State


def prior(s: State, seat: int, action: int) -> int:
    """R1, R21: how many cards of the kind the seat could have taken; copies are alike, but for the one that is named apart."""
    kind = kind_of(s, action)
    if CLOSE_NEW.has(action):
        return 1
    if s.phase == Phase.OPEN or s.phase == Phase.CLOSE:
        return candidates(s, seat, kind) - (1 if which_matters(s, seat) and s.revealed[seat] == kind + 1 else 0)
    count = 0
    for i in range(s.held):
        if s.hand[seat][i] == kind + 1:
            count += 1
    return count


# Three seats pass hands of two alike-looking cards twice: enough to know, to half know, and to remember into the next round.
SMALL = SmallInstance(
    {"players": 3},
    {"hand_size": 2, "plays": 1, "rounds": 2, "copies": (0, 0, 0, 6) + (0,) * 9 + (7,)},
    depth=13,
    prior=prior,
)

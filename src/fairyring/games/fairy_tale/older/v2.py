"""Version 2 of the rules: in a deck of one's own, the Trickster could stand for itself (R32 said nothing of it)."""

from fairyring.core.game.older_rules import older_rules
from fairyring.games.fairy_tale import rules, scoring
from fairyring.games.fairy_tale.schema import State


def asked_for(s: State, seat: int) -> int:
    """R28, R31, R32: a bit for each kind that an open card of the seat counts or needs."""
    kinds = 0
    for kind in range(s.kinds):
        if s.open[seat][kind]:
            if s.times[kind]:
                kinds |= 1 << s.per[kind]
            if s.own_one[kind]:
                kinds |= 1 << (s.own_one[kind] - 1)
            if s.own_two[kind]:
                kinds |= 1 << (s.own_two[kind] - 1)
    return kinds


RULES = older_rules(rules, 2, {scoring.asked_for: asked_for})

"""Invariants of Fariables: predicates that hold in every reachable state."""

from collections.abc import Sequence

from fairyring.core.fields.bits import members
from fairyring.games.fariables.schema import HALF, KINDS, Fairy, Phase, State


def spaces_of(pair: Sequence[int]) -> set[int]:
    """A set of spaces as Python has it."""
    return set(members(pair[0] | pair[1] << HALF))


def one_token_a_space(s: State) -> bool:
    """Every space is open or has the token of exactly one player."""
    taken = [spaces_of(s.open), *(spaces_of(s.own[seat]) for seat in range(s.players))]
    return sum(map(len, taken)) == s.spaces and set().union(*taken) == set(range(s.spaces))


def tokens_add_up(s: State) -> bool:
    """Tokens are on the board, in the hand of the player who moves them, or not yet placed."""
    down = sum(len(spaces_of(s.own[seat])) for seat in range(s.players))
    return down + s.hand == s.laid and (s.phase <= Phase.PLACING or s.laid == s.players * s.tokens)


def nobody_has_more_tokens(s: State) -> bool:
    """Everybody has the same number of tokens down, but for those in hand and the running round of the setup."""
    begun = s.first - 1 if s.first else (s.turn - s.laid) % s.players
    for seat in range(s.players):
        due = (s.laid + s.players - 1 - (seat - begun) % s.players) // s.players
        in_hand = s.hand if seat == s.turn else 0
        if s.phase >= Phase.PLACING and len(spaces_of(s.own[seat])) + in_hand != due:
            return False
    return True


def kinds_are_counted(s: State) -> bool:
    """`on_kind` says what the tokens stand on."""
    return all(
        s.on_kind[seat][kind] == sum(s.kind[space] == kind for space in spaces_of(s.own[seat]))
        for seat in range(s.players)
        for kind in range(1 + KINDS)
    )


def reach_borders_the_group(s: State) -> bool:
    """`reach` is all neighbours of one's tokens in the setup, of the moved ones in a turn, and nothing at other times."""
    for seat in range(s.players):
        group: set[int] = set()
        if s.phase == Phase.PLACING:
            group = spaces_of(s.own[seat])
        elif s.phase == Phase.MOVING and seat == s.turn:
            group = spaces_of(s.moved)
        near = set().union(*(spaces_of(s.near[space]) for space in group))
        if spaces_of(s.reach[seat]) != near:
            return False
    return True


def moved_tokens_are_ones_own(s: State) -> bool:
    """What was moved this turn is the mover's, and only while moving."""
    moved = spaces_of(s.moved)
    return moved <= spaces_of(s.own[s.turn]) and (s.phase == Phase.MOVING or not moved)


def values_stay_low(s: State) -> bool:
    """A value reaches the goal only to end the game; flowers have a value only then."""
    ended = s.phase in (Phase.FLOWERS, Phase.ROLL_OFF, Phase.DONE)
    high = [kind for kind in range(1, 1 + KINDS) if s.value[kind] >= max(s.goal, 7)]
    return (ended or not high) and len(high) <= 1 and s.value[Fairy.FLOWER] == (s.value[s.flower] if s.flower else 0)


INVARIANTS = (
    one_token_a_space,
    tokens_add_up,
    nobody_has_more_tokens,
    kinds_are_counted,
    reach_borders_the_group,
    moved_tokens_are_ones_own,
    values_stay_low,
)

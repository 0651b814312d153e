"""Why an action is not allowed. Part of the rules, but on its own: it looks at the board, not at `legal_count`'s sums."""

from fairyring.core.game.contract import LEGAL
from fairyring.games.fariables.schema import FINISH, HALF, LIFT, PLACE, Phase, Refusal, State


def check(s: State, seat: int, action: int) -> int:
    """R6–R8, R14–R17: 0 if the seat may do this, else why not."""
    if s.turn != seat or (s.phase != Phase.PLACING and s.phase != Phase.LIFTING and s.phase != Phase.MOVING):
        return Refusal.NO_MOVE
    if PLACE.has(action):
        return check_place(s, seat, PLACE.space(action))
    if LIFT.has(action):
        return check_lift(s, seat, LIFT.space(action))
    return check_finish(s) if FINISH.has(action) else Refusal.NO_ACTION


def check_finish(s: State) -> int:
    """R6, R15: only lifting can be finished early."""
    if s.phase == Phase.PLACING:
        return Refusal.NO_PASS
    return LEGAL if s.phase == Phase.LIFTING else Refusal.MUST_PLACE


def check_lift(s: State, seat: int, space: int) -> int:
    """R15: one's own tokens, while lifting."""
    if space >= s.spaces:
        return Refusal.NO_SPACE
    if s.phase == Phase.PLACING:
        return Refusal.NO_LIFTING_YET
    if s.phase == Phase.MOVING:
        return Refusal.HANDS_FULL
    return LEGAL if holds(s.own[seat][0], s.own[seat][1], space) else Refusal.NOT_YOURS


def check_place(s: State, seat: int, space: int) -> int:
    """R7, R8, R16: on an open space, beside one's tokens as long as that can be done."""
    if space >= s.spaces:
        return Refusal.NO_SPACE
    if s.phase == Phase.LIFTING:
        return Refusal.STILL_LIFTING if s.hand else Refusal.LIFT_FIRST
    if not holds(s.open[0], s.open[1], space):
        return Refusal.TAKEN
    if s.phase == Phase.PLACING:
        if not touches(s, space, s.own[seat][0], s.own[seat][1]) and must_touch(s, s.own[seat][0], s.own[seat][1]):
            return Refusal.NOT_BESIDE
    elif not s.roam and not touches(s, space, s.moved[0], s.moved[1]) and must_touch(s, s.moved[0], s.moved[1]):
        return Refusal.NOT_TOGETHER
    return LEGAL


def holds(lo: int, hi: int, space: int) -> int:
    """Whether the set has this space."""
    return lo >> space & 1 if space < HALF else hi >> (space - HALF) & 1


def touches(s: State, space: int, lo: int, hi: int) -> int:
    """R7: whether the space is a neighbour of one in the set."""
    return 1 if s.near[space][0] & lo or s.near[space][1] & hi else 0


def must_touch(s: State, lo: int, hi: int) -> int:
    """R7, R16: whether any open space is a neighbour of one in the set."""
    for space in range(s.spaces):
        if holds(s.open[0], s.open[1], space) and touches(s, space, lo, hi):
            return 1
    return 0

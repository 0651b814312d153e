"""The rules of Fariables. Numbers such as R7 are those of RULES.md."""

from fairyring.core.fields.bits import count_bits, nth_bit
from fairyring.core.game.contract import LEGAL, NATURE, OVER, note
from fairyring.core.game.helpers import increment
from fairyring.games.fariables.schema import (
    BEGIN,
    FINISH,
    FULL,
    HALF,
    LIFT,
    MOVES_MAX,
    PLACE,
    ROLL,
    TURNS_MAX,
    Event,
    Phase,
    Refusal,
    State,
    Tally,
)
from fairyring.games.fariables.scoring import points, roll_off_die, unmask_flowers
from fairyring.games.fariables.scoring import standing as standing

VERSION = 1


def setup(s: State) -> None:
    """R1, R2: an empty board, and no kind has a value yet."""
    s.open[0] = FULL >> max(0, HALF - s.spaces)
    s.open[1] = FULL >> min(HALF, 2 * HALF - s.spaces)
    s.phase = Phase.VALUES


def pending(s: State) -> int:
    """R6, R10: one player at a time decides; dice are nature's."""
    if s.phase == Phase.PLACING or s.phase == Phase.LIFTING or s.phase == Phase.MOVING:
        return 1 << s.turn
    if s.phase == Phase.DONE:
        return OVER
    return NATURE


# What a seat may do -----------------------------------------------------------------------------


def legal_count(s: State, seat: int) -> int:
    """R7, R14–R16: the places for a token; or the tokens that can be lifted, and to be done with it."""
    if s.turn != seat:
        return 0
    if s.phase == Phase.PLACING or s.phase == Phase.MOVING:
        return count_bits(targets(s, seat, 0)) + count_bits(targets(s, seat, 1))
    if s.phase == Phase.LIFTING:
        return s.tokens - s.hand + 1
    return 0


def legal_nth(s: State, seat: int, k: int) -> int:
    """The k-th of them."""
    if s.phase != Phase.LIFTING:
        return PLACE.id(nth_space(targets(s, seat, 0), targets(s, seat, 1), k))
    if k == s.tokens - s.hand:
        return FINISH.id()
    return LIFT.id(nth_space(s.own[seat][0], s.own[seat][1], k))


def nth_space(lo: int, hi: int, k: int) -> int:
    """The k-th space of a set, lowest first."""
    low = count_bits(lo)
    if k < low:
        return nth_bit(lo, k)
    return HALF + nth_bit(hi, k - low)


def targets(s: State, seat: int, half: int) -> int:
    """R7, R16: open spaces beside the tokens that the next one must touch; where there are none, any open space."""
    if s.roam or not has_room_beside(s, seat):
        return s.open[half]
    return s.open[half] & s.reach[seat][half]


def has_room_beside(s: State, seat: int) -> int:
    """R7, R16: whether any open space borders the tokens that the next one must touch."""
    return 1 if s.open[0] & s.reach[seat][0] or s.open[1] & s.reach[seat][1] else 0


# Why an action is not allowed: looks at the board, independently of the sums of `legal_count`.


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


# What actions do --------------------------------------------------------------------------------


def act(s: State, seat: int, action: int) -> None:
    """R6, R10: tokens are placed; then turns of dice and moves."""
    if seat == NATURE:
        roll(s, action)
    elif s.phase == Phase.PLACING:
        place_token(s, seat, PLACE.space(action))
    elif s.phase == Phase.MOVING:
        move_token(s, seat, PLACE.space(action))
    elif FINISH.has(action):
        finish_lifting(s, seat)
    else:
        lift_token(s, seat, LIFT.space(action))


# Setting up -------------------------------------------------------------------------------------


def set_value(s: State, face: int) -> None:
    """R4: one die for each kind."""
    s.valued += 1
    s.value[s.valued] = face
    note(s, Event.VALUED, s.valued, face)
    if s.valued == s.kinds:
        if s.first:
            begin(s, s.first - 1)
        else:
            s.phase = Phase.FIRST


def begin(s: State, seat: int) -> None:
    """R5: this player places first, and will roll first."""
    s.turn = seat
    s.phase = Phase.PLACING
    note(s, Event.BEGUN, seat)


def place_token(s: State, seat: int, space: int) -> None:
    """R6: one token each, clockwise, until all are on the board."""
    put_down(s, seat, space)
    s.laid += 1
    note(s, Event.PLACED, seat, space)
    s.turn = (seat + 1) % s.players
    if s.laid == s.players * s.tokens:
        for other in range(s.players):
            forget_reach(s, other)
        s.phase = Phase.ROLL_A


def put_down(s: State, seat: int, space: int) -> None:
    """R8: one token a space; its neighbours are within reach of the next one (R7, R16)."""
    bit = 1 << space % HALF
    s.open[space // HALF] &= ~bit
    s.own[seat][space // HALF] |= bit
    s.on_kind[seat][s.kind[space]] += 1
    s.reach[seat][0] |= s.near[space][0]
    s.reach[seat][1] |= s.near[space][1]


def forget_reach(s: State, seat: int) -> None:
    """R16: a group begins anew."""
    s.reach[seat][0] = 0
    s.reach[seat][1] = 0


# Dice -------------------------------------------------------------------------------------------


def chance_count(s: State) -> int:
    """R3, R5: a die has a face for each kind; anybody may begin."""
    if s.phase == Phase.FIRST:
        return s.players
    if s.phase == Phase.ROLL_A or s.phase == Phase.FLOWERS:
        return s.kinds
    return s.faces


def chance_nth(s: State, k: int) -> int:
    """Face k + 1, or seat k."""
    return BEGIN.id(k) if s.phase == Phase.FIRST else ROLL.id(k + 1)


def weight(s: State, outcome: int) -> int:
    """R3: all faces are equally likely."""
    if s.phase == Phase.FIRST:
        return 1 if BEGIN.has(outcome) and BEGIN.seat(outcome) < s.players else 0
    if s.phase == Phase.ROLL_A or s.phase == Phase.FLOWERS:
        return 1 if ROLL.has(outcome) and ROLL.face(outcome) <= s.kinds else 0
    return 1 if ROLL.has(outcome) and ROLL.face(outcome) <= s.faces else 0


def roll(s: State, outcome: int) -> None:
    """R4, R5, R10, R19, R23: what the die is for depends on the moment."""
    if s.phase == Phase.FIRST:
        begin(s, BEGIN.seat(outcome))
    elif s.phase == Phase.VALUES:
        set_value(s, ROLL.face(outcome))
    elif s.phase == Phase.ROLL_A:
        choose_kind(s, ROLL.face(outcome))
    elif s.phase == Phase.ROLL_B:
        change_value(s, ROLL.face(outcome))
    elif s.phase == Phase.ROLL_C:
        allow_moves(s, ROLL.face(outcome))
    elif s.phase == Phase.FLOWERS:
        unmask_flowers(s, ROLL.face(outcome))
    else:
        roll_off_die(s, ROLL.face(outcome))


def choose_kind(s: State, face: int) -> None:
    """R11: die A picks the kind."""
    s.turns = increment(s.turns, TURNS_MAX)
    s.die_a = face
    s.phase = Phase.ROLL_B


def change_value(s: State, face: int) -> None:
    """R12, R13, R18: die B changes its value, never below zero; at the goal the game ends at once."""
    change = face - s.off_die_b
    value = max(0, s.value[s.die_a] + change)
    stopped = 1 if s.value[s.die_a] + change < 0 else 0
    s.value[s.die_a] = value
    note(s, Event.CHANGED, s.turn, s.die_a, change, value, stopped)
    if value >= s.goal:
        s.phase = Phase.FLOWERS
        note(s, Event.FOURTEEN, s.die_a, s.turn)
    else:
        s.phase = Phase.ROLL_C


def allow_moves(s: State, face: int) -> None:
    """R14: die C says how many tokens may be moved."""
    s.die_c = face
    s.phase = Phase.LIFTING
    note(s, Event.MAY_MOVE, s.turn, min(face, s.tokens))


# Moving -----------------------------------------------------------------------------------------


def lift_token(s: State, seat: int, space: int) -> None:
    """R15: the space is open as soon as its token is lifted; nobody lifts more than die C allows."""
    bit = 1 << space % HALF
    s.open[space // HALF] |= bit
    s.own[seat][space // HALF] &= ~bit
    s.on_kind[seat][s.kind[space]] -= 1
    s.hand += 1
    note(s, Event.LIFTED, seat, space)
    if s.hand == min(s.die_c, s.tokens):
        s.phase = Phase.MOVING


def finish_lifting(s: State, seat: int) -> None:
    """R14, R15: enough is lifted; with nothing lifted, this passes the turn."""
    if s.hand:
        s.phase = Phase.MOVING
    else:
        note(s, Event.PASSED, seat)
        end_turn(s, seat)


def move_token(s: State, seat: int, space: int) -> None:
    """R16, R17: the lifted tokens come down together, until their group is surrounded."""
    put_down(s, seat, space)
    s.moved[space // HALF] |= 1 << space % HALF
    s.hand -= 1
    s.moves = increment(s.moves, MOVES_MAX)
    note(s, Event.MOVED, seat, space)
    if s.hand == 0:
        end_turn(s, seat)
    elif not s.roam and not has_room_beside(s, seat):
        s.roam = 1
        note(s, Event.SURROUNDED, seat)


def end_turn(s: State, seat: int) -> None:
    """R10: the next player clockwise."""
    forget_reach(s, seat)
    s.moved[0] = 0
    s.moved[1] = 0
    s.roam = 0
    s.die_a = 0
    s.die_c = 0
    s.turn = (seat + 1) % s.players
    s.phase = Phase.ROLL_A


# What it comes to -------------------------------------------------------------------------------


def score(s: State, seat: int) -> int:
    """R20: what the tokens are worth now; flowers nothing before the end."""
    return points(s, seat)


def tally(s: State, k: int) -> int:
    """Turns of dice; one round a game; tokens moved."""
    if k == Tally.TURNS:
        return s.turns
    return 1 if k == Tally.ROUNDS else s.moves

"""Rules of the end of Fariables: flowers, points, ties and places. Numbers such as R20 are those of RULES.md."""

from fairyring.core.fields.bits import only_one
from fairyring.core.game.contract import note
from fairyring.core.game.helpers import rank
from fairyring.games.fariables.schema import DICE, END_BY_MEASURE, KINDS, Event, Fairy, Measure, Phase, State


def unmask_flowers(s: State, kind: int) -> None:
    """R19: one die says which kind hid in all the flowers."""
    s.ender = s.turn
    s.flower = kind
    s.value[Fairy.FLOWER] = s.value[kind]
    note(s, Event.UNMASKED, s.turn, kind, s.value[kind])
    for seat in range(s.players):
        note(s, Event.SCORED, seat, points(s, seat))
    decide(s)


def points(s: State, seat: int) -> int:
    """R20: every token counts the value of measured it stands on."""
    total = 0
    for kind in range(1 + KINDS):
        total += s.on_kind[seat][kind] * s.value[kind]
    return total


def different_kinds(s: State, seat: int) -> int:
    """R22: kinds under the tokens; a flower counts as the kind that hid in it."""
    count = 0
    for kind in range(1, 1 + KINDS):
        if s.on_kind[seat][kind] or (kind == s.flower and s.on_kind[seat][Fairy.FLOWER]):
            count += 1
    return count


def measure(s: State, seat: int, measured: int) -> int:
    """R20–R23: the value of one measure for a seat."""
    if measured == Measure.POINTS:
        return points(s, seat)
    if measured == Measure.FLOWERS:
        return s.on_kind[seat][Fairy.FLOWER]
    if measured == Measure.KINDS:
        return different_kinds(s, seat)
    return s.dice[seat]


def decide(s: State) -> None:
    """R20–R23: most points; then most flowers; then most different kinds; then dice."""
    s.contenders = (1 << s.players) - 1
    for measured in range(Measure.DICE):
        keep_best(s, measured)
        if only_one(s.contenders):
            finish(s, measured)
            return
        note(s, Event.TIED, s.contenders, measured)
    start_roll_off(s)


def keep_best(s: State, measured: int) -> None:
    """R21–R23: only the seats with the highest value of the measure can still win."""
    best = 0
    for seat in range(s.players):
        if s.contenders >> seat & 1:
            best = max(best, measure(s, seat, measured))
    for seat in range(s.players):
        if measure(s, seat, measured) < best:
            s.contenders &= ~(1 << seat)


def start_roll_off(s: State) -> None:
    """R23: everybody still tied rolls three dice, clockwise from the player whose roll ended the game."""
    for seat in range(s.players):
        s.dice[seat] = 0
    s.rollers = s.contenders
    s.turn = s.ender
    s.phase = Phase.ROLL_OFF
    next_roller(s)


def next_roller(s: State) -> None:
    """R23: three dice for the next who has to roll."""
    while not s.rollers >> s.turn & 1:
        s.turn = (s.turn + 1) % s.players
    s.dice_left = DICE


def roll_off_die(s: State, face: int) -> None:
    """R23: the highest sum wins; those who share it roll again."""
    s.dice[s.turn] += face
    s.dice_left -= 1
    if s.dice_left == 0:
        note(s, Event.ROLLED, s.turn, s.dice[s.turn])
        s.rollers &= ~(1 << s.turn)
        if s.rollers:
            next_roller(s)
        else:
            end_roll_off(s)


def end_roll_off(s: State) -> None:
    """R23: all have rolled."""
    keep_best(s, Measure.DICE)
    if only_one(s.contenders):
        finish(s, Measure.DICE)
    else:
        note(s, Event.TIED, s.contenders, Measure.DICE)
        start_roll_off(s)


def finish(s: State, measured: int) -> None:
    """R24: the game is over, and this decided it."""
    s.reason = END_BY_MEASURE[measured]
    s.phase = Phase.DONE
    note(s, Event.ENDED, s.contenders, s.reason)


def standing(s: State, seat: int) -> int:
    """R25: the winner first, then by the three measures."""
    won = 1 if s.phase == Phase.DONE and s.contenders >> seat & 1 else 0
    return rank(rank(rank(won, points(s, seat)), s.on_kind[seat][Fairy.FLOWER]), different_kinds(s, seat))

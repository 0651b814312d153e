"""Schema of Sneaky Town: state fields with their meaning and visibility, actions, events, zones."""

from collections.abc import Mapping
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.fields.schema import DERIVED, EVERYBODY, OWNER, RECALL, const, field, per_seat
from fairyring.core.fields.types import by_seat, maybe, maybe_seat, number, one_of, row, seat, set_of
from fairyring.core.fields.vocabulary import Names, Things
from fairyring.core.game.actions import ActionKind, Actions
from fairyring.core.game.events import Events, event, own
from fairyring.core.game.zones import Moved, Place, Zones, move, zone

LARGEST = 5  # lines of each player on the full lattice
MAX_STONES = 12  # a table may give each player up to so many
MAX_MARKS = 12
MAX_PAY, MAX_VOID_COST = 35, 10  # what a table may let a charm pay, and a void cost, at most
MAX_VOIDS = 2  # in a rack
OWN_SUN, OTHER_SUN, FLOWER, VOID_COST = 15, 5, 10, 1  # R18, R19
COUNTER_MAX = 2_000_000_000  # where the counters of endless play saturate
NO_TILE = 0  # on a line: none, or not known

POINT = Things("point", LARGEST * LARGEST)  # lines i of player 1 and j of player 2, from 0, meet at size * i + j (R2)
LINE = Things("line", LARGEST)
ORDER = Things("order", 60)  # of a rack (R5)


class Tile(Names):
    """What stands on a line; the first three are charms (R4)."""

    BLUE_SUN, BROWN_SUN, FLOWER, VOID = range(1, 5)


class Stone(Names):
    """The colours: player 1 has the first, player 2 the second (R3)."""

    BLUE, BROWN = range(2)


class Mode(Names):
    """How a match is won: the option `match` (R22). New ones come last: records keep these numbers."""

    LEAD, FIRST_TO, SINGLE, ROUNDS = range(4)


class Phase(Names):
    """What happens next; in the first two the rack of seat 0 or 1 is filled."""

    RACK_1, RACK_2, PLAY, DONE = range(4)


class End(Names):
    """Why the match ended (R25): one reason for each mode."""

    LEAD, FIRST_TO, SINGLE, ROUNDS = range(1, 5)


class Refusal(Names):
    """Why an action is not allowed."""

    NO_MOVE, NO_ACTION, ONLY_END, NO_RESERVE, TAKEN, NOT_YOURS, SAME_POINT, OPEN_LINE, NOT_THEIRS, NO_MARK = range(1, 11)


class Tally(Names):
    """What a simulation counts."""

    TURNS, ROUNDS, REVEALS, SWAPS, TIES, FORCED_ENDS = range(6)


CAST = ActionKind("cast", point=POINT)
TRANSFER = ActionKind("transfer", point=POINT, target=POINT)
RECOVER = ActionKind("recover", point=POINT)
REVEAL = ActionKind("reveal", line=LINE)
SWAP = ActionKind("swap", point=POINT, target=POINT)
END = ActionKind("end")
FILL = ActionKind("rack", tiles=ORDER)
ACTIONS = Actions(CAST, TRANSFER, RECOVER, REVEAL, SWAP, END)
CHANCE = Actions(FILL)


class Zone(Zones):
    """Where stones and tiles lie. The reveal marks of a seat are before its lines: the stones there are the other's."""

    RESERVE = zone(Stone, count="reserve", per_seat=True)
    LATTICE = zone(Stone, shows="stones", per_seat=True, places=POINT)
    SWAP_MARKS = zone(Stone, count="swapped", per_seat=True)
    REVEAL_MARKS = zone(Stone, free="closed", per_seat=True, places=LINE)
    RACK = zone(Tile, shows="tiles", open="shown", per_seat=True, places=LINE)
    SHUFFLE = zone(Tile, per_seat=True)  # between rounds, face down


def filled(args: Mapping[str, Any], _players: int) -> tuple[Moved, ...]:
    """A tile goes to each line of a rack; only its owner sees which."""
    owner, tiles = args["seat"], args["tiles"]
    start = Place(Zone.SHUFFLE.name, owner)
    rack = [Place(Zone.RACK.name, owner, line) for line in args["lines"]]
    return tuple(Moved(start, place, tiles[i] if tiles else None) for i, place in enumerate(rack))


def laid_open(args: Mapping[str, Any], _players: int) -> tuple[Moved, ...]:
    """The tiles of the lines that were still closed are turned over where they are."""
    rack = {line: Place(Zone.RACK.name, args["seat"], line) for line in args["lines"]}
    return tuple(Moved(place, place, args["tiles"][int(line) - 1]) for line, place in rack.items())


def back_to_the_start(args: Mapping[str, Any], players: int) -> tuple[Moved, ...]:
    """R13: all stones go back to the reserves, and the tiles are shuffled again."""
    moved = []
    for owner in range(players):
        reserve, shuffle = Place(Zone.RESERVE.name, owner), Place(Zone.SHUFFLE.name, owner)
        moved += [Moved(Place(Zone.LATTICE.name, owner, point), reserve) for point in args["stones"][owner]]
        if args["swapped"][owner]:
            moved.append(Moved(Place(Zone.SWAP_MARKS.name, owner), reserve, count=args["swapped"][owner]))
        for i, tile in enumerate(args["tiles"][owner]):
            line = str(i + 1)
            moved.append(Moved(Place(Zone.RACK.name, owner, line), shuffle, tile))
            if line not in args["closed"][1 - owner]:
                moved.append(Moved(Place(Zone.REVEAL_MARKS.name, 1 - owner, line), reserve))
    return tuple(moved)


BY_LINE = row(LARGEST, maybe(Tile), "size")  # the tiles of a rack, line by line
ROUND_POINTS = number(-MAX_VOIDS * MAX_VOID_COST, 3 * MAX_PAY)


class Event(Events):
    """What is told."""

    RACK = event(seat=seat(), lines=set_of(LINE), tiles=own(BY_LINE), moves=[filled])
    ROUND = event(round=number(1, COUNTER_MAX), seat=seat())
    CAST = event(
        seat=seat(),
        point=one_of(POINT),
        reserve=number(0, MAX_STONES),
        moves=[move(Zone.RESERVE("seat"), Zone.LATTICE("seat", "point"))],
    )
    TRANSFER = event(
        seat=seat(),
        start=one_of(POINT),
        target=one_of(POINT),
        moves=[move(Zone.LATTICE("seat", "start"), Zone.LATTICE("seat", "target"))],
    )
    RECOVER = event(
        seat=seat(),
        point=one_of(POINT),
        reserve=number(0, MAX_STONES),
        moves=[move(Zone.LATTICE("seat", "point"), Zone.RESERVE("seat"))],
    )
    REVEAL = event(
        seat=seat(),
        other=seat(),
        line=one_of(LINE),
        tile=one_of(Tile),
        moves=[
            move(Zone.RESERVE("seat"), Zone.REVEAL_MARKS("other", "line")),
            move(Zone.RACK("other", "line"), Zone.RACK("other", "line"), thing="tile"),  # turned over where it is
        ],
    )
    SWAP = event(
        seat=seat(),
        mine=one_of(POINT),
        other=seat(),
        theirs=one_of(POINT),
        marks=number(0, MAX_MARKS),
        moves=[
            move(Zone.RESERVE("seat"), Zone.SWAP_MARKS("seat")),
            move(Zone.LATTICE("seat", "mine"), Zone.LATTICE("seat", "theirs")),
            move(Zone.LATTICE("other", "theirs"), Zone.LATTICE("other", "mine")),
        ],
    )
    END = event(seat=seat())
    LIMIT = event(turns=number(0, COUNTER_MAX))
    SHOWN = event(seat=seat(), lines=set_of(LINE), tiles=BY_LINE, moves=[laid_open])
    CAPTURED = event(seat=seat(), charm=one_of(Tile), point=one_of(POINT), points=number(0, MAX_PAY))
    MISSED = event(charm=one_of(Tile), point=one_of(POINT))
    VOIDS = event(seat=seat(), points=number(-MAX_VOIDS * MAX_VOID_COST, 0))
    SCORED = event(ender=maybe_seat(), first=ROUND_POINTS, second=ROUND_POINTS)
    TIED = event(ender=seat(), seat=seat())
    WON = event(round=number(1, COUNTER_MAX), seat=seat(), first=number(0, COUNTER_MAX), second=number(0, COUNTER_MAX))
    NOBODYS = event(round=number(1, COUNTER_MAX), first=number(0, COUNTER_MAX), second=number(0, COUNTER_MAX))
    CLEARED = event(
        stones=by_seat(set_of(POINT)),
        swapped=by_seat(number(0, MAX_STONES)),
        closed=by_seat(set_of(LINE)),
        tiles=by_seat(BY_LINE),
        moves=[back_to_the_start],
    )
    MATCH_WON = event(seat=seat(), own=number(0, COUNTER_MAX), other=number(0, COUNTER_MAX), why=one_of(End))
    MATCH_SHARED = event(each=number(0, COUNTER_MAX), why=one_of(End))


def charm_pays(own_sun: int, other_sun: int, flower: int) -> tuple[tuple[int, ...], ...]:
    """R18: what each tile pays whoever covers it, by seat; seat 0 owns the blue sun, seat 1 the brown one."""
    return (0, own_sun, other_sun, flower, 0), (0, other_sun, own_sun, flower, 0)


class State(schema.State, seats=(2, 2)):
    """One match of Sneaky Town (R1). Seat 0 is player 1 (blue), seat 1 is player 2 (brown) (R3)."""

    size: int = const(number(3, LARGEST))  # lines of each player
    stock: int = const(number(2, MAX_STONES))  # stones of each player
    marks: int = const(number(1, MAX_MARKS))  # swap marks
    mode: int = const(one_of(Mode))
    goal: int = const(number(1, 9))  # the lead or the rounds that win the match, or how many rounds it has
    turn_limit: int = const(number(0, 1000))  # turns a round, 0 for no limit
    # what a charm pays whoever covers it, by seat and tile; nothing for no tile and for voids
    pays: tuple[tuple[int, ...], ...] = const(
        row(2, row(1 + len(Tile), number(0, MAX_PAY))), charm_pays(OWN_SUN, OTHER_SUN, FLOWER), digested=False
    )
    void_cost: int = const(number(0, MAX_VOID_COST), VOID_COST, digested=False)  # points that a revealed void costs

    # The round on the table.
    phase: int = field(one_of(Phase), EVERYBODY)  # what happens next
    turn: int = field(seat(), EVERYBODY)  # who moves
    starter: int = field(seat(), EVERYBODY)  # who took the first turn of this round
    turns: int = field(number(0, COUNTER_MAX), EVERYBODY)  # turns taken in this round
    stones: list[int] = per_seat(set_of(POINT), EVERYBODY)  # the points where this seat has a stone
    cast: list[int] = per_seat(number(0, MAX_STONES), DERIVED)  # how many stones that is
    reserve: list[int] = per_seat(number(0, MAX_STONES), EVERYBODY)  # stones off the board, ready to be used
    swapped: list[int] = per_seat(number(0, MAX_STONES), EVERYBODY)  # stones this seat sacrificed on the swap marks
    closed: list[int] = per_seat(
        set_of(LINE), EVERYBODY
    )  # lines of this seat that the opponent has not revealed: their marks are free
    voids: list[int] = per_seat(number(0, 2), EVERYBODY)  # voids of the opponent that this seat revealed
    tiles: list[list[int]] = per_seat(BY_LINE, OWNER)  # the whole rack, line by line, for its owner to see
    shown: list[list[int]] = per_seat(BY_LINE, EVERYBODY)  # what lies open of the rack, line by line

    # The round before, as it was scored.
    ender: int = field(maybe_seat(), EVERYBODY)  # who ended the round before
    winner: int = field(maybe_seat(), EVERYBODY)  # who won the round before
    points: list[int] = per_seat(ROUND_POINTS, EVERYBODY)  # what the round before was scored
    last_voids: list[int] = per_seat(number(0, 2), EVERYBODY)  # voids that this seat revealed in the round before
    last_stones: list[int] = per_seat(set_of(POINT), EVERYBODY)  # where its stones were at the end of the round before
    last_tiles: list[list[int]] = per_seat(BY_LINE, EVERYBODY)  # its rack in the round before, line by line

    # The match. A lead can be chased for ever, so `lead` decides and the counters stop at COUNTER_MAX.
    lead: int = field(number(-9, 9), DERIVED)  # rounds won by seat 0 less those won by seat 1
    wins: list[int] = per_seat(number(0, COUNTER_MAX), EVERYBODY)  # rounds won
    rounds: int = field(number(0, COUNTER_MAX), EVERYBODY)  # rounds played
    reason: int = field(maybe(End), EVERYBODY)  # why the match ended

    # Counted for statistics only.
    actions: int = field(number(0, COUNTER_MAX), RECALL)  # turns of the whole match
    reveals: int = field(number(0, COUNTER_MAX), RECALL)  # reveals of the whole match
    swaps: int = field(number(0, COUNTER_MAX), RECALL)  # swaps of the whole match
    ties: int = field(number(0, COUNTER_MAX), RECALL)  # rounds that were tied
    forced: int = field(number(0, COUNTER_MAX), RECALL)  # rounds that the turn limit ended

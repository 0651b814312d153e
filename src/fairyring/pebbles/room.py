"""Pebbles: a complete example game in one file. `fairyring new NAME` copies it as the beginning of another game."""

import sys
from pathlib import Path
from typing import Any

from fairyring.core.fields import schema, types
from fairyring.core.fields.schema import EVERYBODY, OWNER, const, field, per_seat
from fairyring.core.fields.types import maybe, number, one_of, row, seat_set
from fairyring.core.fields.vocabulary import Names, Things
from fairyring.core.game.actions import ActionKind, Actions
from fairyring.core.game.bot_specs import BotSpec
from fairyring.core.game.contract import LEGAL, NATURE, OVER, below, note
from fairyring.core.game.events import Events, event, own
from fairyring.core.game.game import Game
from fairyring.core.game.options import Number, Options
from fairyring.core.game.room import (
    Checks,
    Info,
    Meanings,
    OptionSpec,
    Presentation,
    Prompt,
    Room,
    Schema,
    SmallInstance,
    options_as_constants,
)
from fairyring.core.game.room import Things as Printed
from fairyring.core.game.zones import Zones, move, zone
from fairyring.core.rng import Stream
from fairyring.core.text.messages import Message, Named, Player

# 1. The schema ----------------------------------------------------------------------------------

PEBBLES, FIST = 5, 3  # R1, R3
MAX_ROUNDS = 5  # R1
PRIZES = (1, 1, 2, 2, 3)  # R4: what a round is worth
COUNT = Things("count", FIST + 1, range(FIST + 1))


class Side(Names):
    """What wins the round (R2)."""

    MOST, FEWEST = range(2)


class Phase(Names):
    """What happens next."""

    TOSS, HIDE, DONE = range(3)


class End(Names):
    """Why the game ended; numbered from 1, for 0 means “not over”."""

    ROUNDS = 1


class Refusal(Names):
    """Why an action is not allowed; numbered from 1, for 0 is LEGAL."""

    NO_MOVE, TOO_MANY = range(1, 3)


class Tally(Names):
    """What a simulation counts; the first two are the same in every game."""

    TURNS, ROUNDS = range(2)


HIDE = ActionKind("hide", pebbles=COUNT)
TOSS = ActionKind("toss", side=Side)
ACTIONS, CHANCE = Actions(HIDE), Actions(TOSS)


class Zone(Zones):
    """Where pebbles are. They are all alike, so no zone names what lies there."""

    POUCH = zone(count="pouch", per_seat=True)
    FIST = zone(per_seat=True)  # nobody can count a closed fist, and an open one is empty at once
    BROOK = zone(count="brook")


class Event(Events):
    """Events. The number hidden is its owner's secret until all fists are open."""

    TOSSED = event(side=one_of(Side))
    HIDDEN = event(seat=types.seat(), count=own(number(0, FIST)))
    OPENED = event(seat=types.seat(), count=number(0, FIST), moves=[move(Zone.POUCH("seat"), Zone.BROOK, count="count")])
    WON = event(seat=types.seat())
    ENDED = event(why=one_of(End))


class State(schema.State, seats=(2, 4)):
    """One game of Pebbles."""

    rounds: int = const(number(1, MAX_ROUNDS))  # the option of that name
    prizes: list[int] = const(row(MAX_ROUNDS, number(0, 9)))  # what each round is worth: a table of data

    phase: int = field(one_of(Phase), EVERYBODY)  # what happens next
    side: int = field(one_of(Side), EVERYBODY)  # what wins this round
    round: int = field(number(0, MAX_ROUNDS), EVERYBODY)  # rounds played
    waiting: int = field(seat_set(), EVERYBODY)  # who still has to hide
    pouch: list[int] = per_seat(number(0, PEBBLES), EVERYBODY)  # pebbles left
    brook: int = field(number(0, 4 * PEBBLES), EVERYBODY)  # pebbles that are gone
    score: list[int] = per_seat(number(0, 99), EVERYBODY)  # points
    reason: int = field(maybe(End), EVERYBODY)  # why the game ended
    fist: list[int] = per_seat(maybe(COUNT), OWNER)  # how many are hidden


# 2. The rules: plain functions over integers, in the order of RULES.md -------------------------------

VERSION = 1


def setup(s: State) -> None:
    """R1: five pebbles each."""
    for seat in range(s.players):
        s.pouch[seat] = PEBBLES
    s.phase = Phase.TOSS


def pending(s: State) -> int:
    """R2, R3: a coin, then everybody."""
    if s.phase == Phase.HIDE:
        return s.waiting
    return NATURE if s.phase == Phase.TOSS else OVER


def legal_count(s: State, seat: int) -> int:
    """R3: 0 to 3, as far as there are pebbles."""
    return min(FIST, s.pouch[seat]) + 1 if s.waiting >> seat & 1 else 0


def legal_nth(s: State, seat: int, k: int) -> int:
    """R3: the k-th is to hide k."""
    return HIDE.id(k)


def check(s: State, seat: int, action: int) -> int:
    """R3: why not."""
    if not s.waiting >> seat & 1:
        return Refusal.NO_MOVE
    return LEGAL if HIDE.pebbles(action) <= s.pouch[seat] else Refusal.TOO_MANY


def act(s: State, seat: int, action: int) -> None:
    """R2, R3: the coin falls, or a fist is made."""
    if seat == NATURE:
        s.side = TOSS.side(action)
        s.phase = Phase.HIDE
        s.waiting = (1 << s.players) - 1
        note(s, Event.TOSSED, s.side)
        return
    s.fist[seat] = 1 + HIDE.pebbles(action)
    s.waiting &= ~(1 << seat)
    note(s, Event.HIDDEN, seat, HIDE.pebbles(action))
    if not s.waiting:
        open_fists(s)


def open_fists(s: State) -> None:
    """R4: all fists are opened, and the pebbles are gone."""
    winner = lone_winner(s)
    for seat in range(s.players):
        shown = s.fist[seat] - 1
        note(s, Event.OPENED, seat, shown)
        s.pouch[seat] -= shown
        s.brook += shown
        s.fist[seat] = 0
    if winner >= 0:
        s.score[winner] += s.prizes[s.round]
        note(s, Event.WON, winner)
    end_round(s)


def lone_winner(s: State) -> int:
    """R4: the seat that alone has the most, or fewest; -1 if there is none."""
    best = 0
    winner = -1
    for seat in range(s.players):
        rank = s.fist[seat] if s.side == Side.MOST else FIST + 2 - s.fist[seat]
        if rank == best:
            winner = -1
        if rank > best:
            best = rank
            winner = seat
    return winner


def end_round(s: State) -> None:
    """R5: the rounds are played."""
    s.round += 1
    s.phase = Phase.TOSS
    if s.round == s.rounds:
        s.phase = Phase.DONE
        s.reason = End.ROUNDS
        note(s, Event.ENDED, End.ROUNDS)


def chance_count(s: State) -> int:
    """R2: a coin has two sides."""
    return 2


def chance_nth(s: State, k: int) -> int:
    """R2: both are equally likely."""
    return TOSS.id(k)


def weight(s: State, outcome: int) -> int:
    """R2: both are equally likely."""
    return 1


def score(s: State, seat: int) -> int:
    """R5: points."""
    return s.score[seat]


def tally(s: State, k: int) -> int:
    """Rounds played, as turns; one round a game."""
    return s.round if k == Tally.TURNS else 1


def witness(s: State, seat: int, action: int, viewer: int) -> int:
    """R3: the coin falls for all to see; a fist is its owner's secret."""
    return 1 if seat == NATURE or seat == viewer else 0


def imagine(s: State, seat: int, rng: Stream) -> None:
    """R3: all that is hidden is in the others' fists: as many as they have, all equally likely."""
    for other in range(s.players):
        if s.phase == Phase.HIDE and other != seat and not s.waiting >> other & 1:
            s.fist[other] = 1 + below(rng, min(FIST, s.pouch[other]) + 1)


def normal(s: State, seat: int, rng: Stream) -> int:
    """A bot: half of the pouch if the most pebbles win, else one pebble or none."""
    return HIDE.id(min(FIST, s.pouch[seat] // 2) if s.side == Side.MOST else below(rng, 2) * min(1, s.pouch[seat]))


# 3. The presentation --------------------------------------------------------------------------------


class Describe:
    """Descriptions for players; could be a module with these functions as well."""

    def things(self, _options: Options, /) -> Printed:
        """Pebbles have nothing printed on them."""
        return {}

    def prompt(self, _game: Game[Any], s: State, _seat: int, /) -> Prompt:
        """R3: the only decision of the game."""
        return Prompt("hide", "R3", {"side": Named("side", Side.word(s.side))})

    def aids(self, _game: Game[Any], s: State, seat: int, /) -> dict[str, Any]:
        """Return the most that each other seat can hide."""
        return {"most": [None if other == seat else min(FIST, s.pouch[other]) for other in range(s.players)]}

    def sheet(self, game: Game[Any], s: State, /) -> list[Message]:
        """R5: final places, best first."""
        rows = sorted((game.place(s, seat), seat) for seat in game.seats)
        return [Message("score.total", {"seat": Player(p), "points": s.score[p], "place": place}) for place, p in rows]


# 4. The conformance checks: invariants and meanings --------------------------------------------------


def pebbles_add_up(s: State) -> bool:
    """No pebble is lost."""
    return sum(s.pouch[: s.players]) + s.brook == PEBBLES * s.players


MEANINGS = Meanings(
    ends={End.ROUNDS: lambda s: s.round == s.rounds},
    refusals={
        Refusal.NO_MOVE: lambda s, seat, _action: not s.waiting >> seat & 1,
        Refusal.TOO_MANY: lambda s, seat, action: action.args["pebbles"] > s.pouch[seat],
    },
    events={
        "tossed": lambda before, after, args: before.phase == Phase.TOSS and after.side == Side.number(args["side"]),
        "hidden": lambda before, after, args: before.waiting >> args["seat"] & 1,
        "opened": lambda before, after, args: before.pouch[args["seat"]] - after.pouch[args["seat"]] == args["count"],
        "won": lambda before, after, args: after.score[args["seat"]] - before.score[args["seat"]] == PRIZES[before.round],
        "ended": lambda before, after, args: after.phase == Phase.DONE,
    },
    actions={
        "hide": lambda before, after, seat, args: after.fist[seat] in (0, 1 + args["pebbles"]),
        "toss": lambda before, after, seat, args: after.side == Side.number(args["side"]),
    },
)


def constants(room: Room, options: Options) -> dict[str, Any]:
    """Return the values of all const fields: options by their names, and tables of data."""
    return {**options_as_constants(room, options), "prizes": PRIZES}


ROOM = Room(
    info=Info(
        name="pebbles",
        folder=Path(__file__).parent,
        designer="Fairyring",
        publisher="nobody",
        minutes=(3, 5),
    ),
    schema=Schema(
        state=State,
        actions=ACTIONS,
        chance=CHANCE,
        events=Event,
        zones=Zone,
        ends=End,
        refusals=Refusal,
        tallies=Tally,
    ),
    rules_module=sys.modules[__name__],
    options=OptionSpec(
        declared=(Number("rounds", 3, 1, MAX_ROUNDS),),
        constants=constants,
    ),
    presentation=Presentation(
        describe=Describe(),
    ),
    bots=BotSpec(
        policies={"normal": normal},
    ),
    checks=Checks(
        small_instances=(
            SmallInstance({"players": 2}, depth=5),
        ),  # a second argument would change constants: SmallInstance({…}, {"rounds": 1}, depth=5)
        meanings=MEANINGS,
        invariants=(pebbles_add_up,),
        variants=({"players": 2}, {"players": 4, "rounds": 5}),
    ),
)

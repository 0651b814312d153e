"""Goofspiel as a room, in one file. Check it with `fairyring kit examples/goofspiel/goofspiel.py`."""

import sys
from pathlib import Path
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.fields.bits import count_bits, nth_bit
from fairyring.core.fields.schema import EVERYBODY, OWNER, const, field, per_seat
from fairyring.core.fields.types import maybe, number, one_of, seat, seat_set, set_of
from fairyring.core.fields.vocabulary import Names, Things
from fairyring.core.game.actions import ActionKind, Actions
from fairyring.core.game.bot_specs import BotSpec
from fairyring.core.game.contract import LEGAL, NATURE, OVER, below, note
from fairyring.core.game.events import Events, event, own
from fairyring.core.game.game import Game
from fairyring.core.game.options import Number, Options
from fairyring.core.game.room import Checks, Info, Meanings, OptionSpec, Presentation, Prompt, Room, Schema, SmallInstance
from fairyring.core.game.room import Things as Printed
from fairyring.core.game.zones import Zones, move, zone
from fairyring.core.rng import Stream
from fairyring.core.text.messages import Message, Player

# 1. The schema ----------------------------------------------------------------------------------

MIN_CARDS, MAX_CARDS = 2, 13  # R1
MAX_POINTS = MAX_CARDS * (MAX_CARDS + 1) // 2
CARD = Things("card", MAX_CARDS, range(1, MAX_CARDS + 1))


class End(Names):
    """Why the game ended."""

    CARDS = 1


class Refusal(Names):
    """Why an action is not allowed."""

    NO_MOVE, NOT_IN_HAND = range(1, 3)


class Tally(Names):
    """What a simulation counts."""

    TURNS, ROUNDS = range(2)


BID = ActionKind("bid", card=CARD)
TURN = ActionKind("turn", prize=CARD)


class Zone(Zones):
    """Where cards are."""

    PRIZES = zone(CARD, shows="prizes")
    PRIZE = zone(CARD, shows="prize")
    HAND = zone(CARD, shows="hand", per_seat=True)
    GONE = zone()


class Event(Events):
    """Events. A bid is its owner's secret until all have bid."""

    TURNED = event(prize=one_of(CARD), moves=[move(Zone.PRIZES, Zone.PRIZE, thing="prize")])
    BID = event(seat=seat(), card=own(one_of(CARD)))
    OPENED = event(seat=seat(), card=one_of(CARD), moves=[move(Zone.HAND("seat"), Zone.GONE, thing="card")])
    WON = event(seat=seat(), prize=one_of(CARD), moves=[move(Zone.PRIZE, Zone.GONE, thing="prize")])
    DROPPED = event(prize=one_of(CARD), moves=[move(Zone.PRIZE, Zone.GONE, thing="prize")])
    ENDED = event(why=one_of(End))


class State(schema.State, seats=(2, 4)):
    """One game of goofspiel."""

    cards: int = const(number(MIN_CARDS, MAX_CARDS))  # the option of that name

    prizes: int = field(set_of(CARD), EVERYBODY)  # prizes that were not turned up yet
    prize: int = field(maybe(CARD), EVERYBODY)  # the prize that is bid for
    waiting: int = field(seat_set(), EVERYBODY)  # who still has to bid
    hand: list[int] = per_seat(set_of(CARD), EVERYBODY)  # cards that can be bid
    shown: list[int] = per_seat(maybe(CARD), EVERYBODY)  # the card that was bid last
    score: list[int] = per_seat(number(0, MAX_POINTS), EVERYBODY)  # points of the prizes won
    reason: int = field(maybe(End), EVERYBODY)  # why the game ended
    bid: list[int] = per_seat(maybe(CARD), OWNER)  # the card that is bid


# 2. The rules -----------------------------------------------------------------------------------

VERSION = 1


def setup(s: State) -> None:
    """R1: everybody has a card of each value, and so have the prizes."""
    s.prizes = (1 << s.cards) - 1
    for player in range(s.players):
        s.hand[player] = s.prizes


def pending(s: State) -> int:
    """R2, R3: a prize is turned up, then all bid at once."""
    if s.reason:
        return OVER
    return s.waiting if s.prize else NATURE


def legal_count(s: State, seat: int) -> int:
    """R3: any card of the hand."""
    return count_bits(s.hand[seat]) if s.waiting >> seat & 1 else 0


def legal_nth(s: State, seat: int, k: int) -> int:
    """R3: the k-th card of the hand."""
    return BID.id(nth_bit(s.hand[seat], k))


def check(s: State, seat: int, action: int) -> int:
    """R3: why not."""
    if not s.waiting >> seat & 1:
        return Refusal.NO_MOVE
    return LEGAL if s.hand[seat] >> BID.card(action) & 1 else Refusal.NOT_IN_HAND


def act(s: State, seat: int, action: int) -> None:
    """R2, R3: turn up a prize, or bid."""
    if seat == NATURE:
        turn_up(s, TURN.prize(action))
        s.waiting = (1 << s.players) - 1
        return
    place_bid(s, seat, BID.card(action))
    s.waiting &= ~(1 << seat)
    if s.waiting:
        return
    open_bids(s)
    if count_bits(s.prizes) == 1:
        play_last(s)


def turn_up(s: State, prize: int) -> None:
    """R2: the prize of this round."""
    s.prize = 1 + prize
    s.prizes &= ~(1 << prize)
    note(s, Event.TURNED, prize)


def place_bid(s: State, seat: int, card: int) -> None:
    """R3: face down."""
    s.bid[seat] = 1 + card
    note(s, Event.BID, seat, card)


def open_bids(s: State) -> None:
    """R4: who alone bids the most wins the prize; if several do, nobody gets it."""
    winner = -1
    best = 0
    for player in range(s.players):
        card = s.bid[player]
        note(s, Event.OPENED, player, card - 1)
        s.hand[player] &= ~(1 << card - 1)
        s.shown[player] = card
        s.bid[player] = 0
        if card == best:
            winner = -1
        if card > best:
            best = card
            winner = player
    if winner >= 0:
        s.score[winner] += s.prize
        note(s, Event.WON, winner, s.prize - 1)
    else:
        note(s, Event.DROPPED, s.prize - 1)
    s.prize = 0


def play_last(s: State) -> None:
    """R5: the last prize and the last cards leave no choice."""
    turn_up(s, nth_bit(s.prizes, 0))
    for player in range(s.players):
        place_bid(s, player, nth_bit(s.hand[player], 0))
    open_bids(s)
    s.reason = End.CARDS
    note(s, Event.ENDED, End.CARDS)


def chance_count(s: State) -> int:
    """R2: the prizes that are left."""
    return count_bits(s.prizes)


def chance_nth(s: State, k: int) -> int:
    """R2: the k-th prize that is left."""
    return TURN.id(nth_bit(s.prizes, k))


def weight(s: State, outcome: int) -> int:
    """R2: all prizes that are left are equally likely."""
    return s.prizes >> TURN.prize(outcome) & 1


def score(s: State, seat: int) -> int:
    """R6: points."""
    return s.score[seat]


def tally(s: State, k: int) -> int:
    """Prizes turned up, as turns; one round a game."""
    return s.cards - count_bits(s.prizes) if k == Tally.TURNS else 1


def witness(s: State, seat: int, action: int, viewer: int) -> int:
    """R3: only the last bid of a round is known to all at once."""
    return 1 if seat == NATURE or seat == viewer or s.waiting == 1 << seat else 0


def imagine(s: State, seat: int, rng: Stream) -> None:
    """R3: who has bid may have bid any card of the hand."""
    for other in range(s.players):
        if s.prize and other != seat and not s.waiting >> other & 1:
            s.bid[other] = 1 + nth_bit(s.hand[other], below(rng, count_bits(s.hand[other])))


def normal(s: State, seat: int, rng: Stream) -> int:
    """A bot: the card that is worth what the prize is, else the next lower one, else the lowest."""
    for card in range(s.prize):
        if s.hand[seat] >> s.prize - 1 - card & 1:
            return BID.id(s.prize - 1 - card)
    return BID.id(nth_bit(s.hand[seat], 0))


# 3. The presentation ----------------------------------------------------------------------------


class Describe:
    """Descriptions for players."""

    def things(self, _options: Options, /) -> Printed:
        """Cards have nothing but a number."""
        return {}

    def prompt(self, _game: Game[Any], s: State, _seat: int, /) -> Prompt:
        """R3: the only decision."""
        return Prompt("bid", "R3", {"prize": s.prize})

    def aids(self, _game: Game[Any], s: State, _seat: int, /) -> dict[str, Any]:
        """Return the points that are still to be won."""
        return {"left": s.prize + sum(card + 1 for card in range(s.cards) if s.prizes >> card & 1)}

    def sheet(self, game: Game[Any], s: State, /) -> list[Message]:
        """R6: points, best first."""
        rows = sorted((game.place(s, seat), seat) for seat in game.seats)
        return [Message("score.total", {"seat": Player(p), "points": s.score[p], "place": place}) for place, p in rows]


# 4. The conformance checks ----------------------------------------------------------------------


def hands_are_as_large_as_the_prizes(s: State) -> bool:
    """A card leaves each hand with each prize."""
    left = s.prizes.bit_count() + (s.prize > 0)
    return all(s.hand[player].bit_count() == left for player in range(s.players))


MEANINGS = Meanings(
    ends={End.CARDS: lambda s: not s.prizes and not any(s.hand)},
    refusals={
        Refusal.NO_MOVE: lambda s, seat, _action: not s.waiting >> seat & 1,
        Refusal.NOT_IN_HAND: lambda s, seat, action: not s.hand[seat] >> action.args["card"] - 1 & 1,
    },
    events={
        "turned": lambda before, after, args: before.prizes & ~after.prizes & 1 << args["prize"] - 1,
        "bid": lambda before, after, args: before.hand[args["seat"]] >> args["card"] - 1 & 1,
        "opened": lambda before, after, args: not after.hand[args["seat"]] >> args["card"] - 1 & 1,
        "won": lambda before, after, args: after.score[args["seat"]] >= before.score[args["seat"]] + args["prize"],
        "dropped": lambda before, after, args: not after.prizes >> args["prize"] - 1 & 1,
        "ended": lambda before, after, args: after.reason,
    },
    actions={
        "bid": lambda before, after, seat, args: after.bid[seat] in (0, args["card"]),
        "turn": lambda before, after, seat, args: after.prize == args["prize"],
    },
)

ROOM = Room(
    info=Info("goofspiel", Path(__file__).parent, designer="Merrill Flood", publisher="nobody", minutes=(5, 10)),
    schema=Schema(
        state=State,
        actions=Actions(BID),
        chance=Actions(TURN),
        events=Event,
        zones=Zone,
        ends=End,
        refusals=Refusal,
        tallies=Tally,
    ),
    rules_module=sys.modules[__name__],
    options=OptionSpec(declared=(Number("cards", MAX_CARDS, MIN_CARDS, MAX_CARDS),)),
    presentation=Presentation(describe=Describe()),
    bots=BotSpec(policies={"normal": normal}),
    checks=Checks(
        small_instances=(SmallInstance({"players": 2, "cards": 4}, depth=6),),
        meanings=MEANINGS,
        invariants=(hands_are_as_large_as_the_prizes,),
        variants=({"players": 2}, {"players": 3, "cards": 3}, {"players": 4, "cards": 5}),
    ),
)

"""Leduc poker as a room, in one file. Check it with `fairyring kit examples/leduc_poker/leduc_poker.py`."""

import sys
from pathlib import Path
from typing import Any

from fairyring.core.fields import schema, types
from fairyring.core.fields.schema import EVERYBODY, OWNER, field, per_seat
from fairyring.core.fields.types import maybe, maybe_seat, number, one_of, seat
from fairyring.core.fields.vocabulary import Names, Things
from fairyring.core.game.actions import ActionKind, Actions
from fairyring.core.game.bot_specs import BotSpec
from fairyring.core.game.contract import LEGAL, NATURE, OVER, below, note
from fairyring.core.game.events import Events, event, own
from fairyring.core.game.game import Game
from fairyring.core.game.options import Options
from fairyring.core.game.room import Checks, Info, Meanings, Presentation, Prompt, Room, Schema, SmallInstance
from fairyring.core.game.room import Things as Printed
from fairyring.core.game.zones import Zones, move, zone
from fairyring.core.rng import Stream
from fairyring.core.text.messages import Message, Named, Player

# 1. The schema ----------------------------------------------------------------------------------

RANKS, SUITS = ("jack", "queen", "king"), ("spades", "hearts")  # R1
CARDS = len(RANKS) * len(SUITS)
WORDS = tuple(f"{rank}-{suit}" for rank in RANKS for suit in SUITS)
CARD = Things("card", CARDS, WORDS)
ANTE = 1  # R2
RAISES = (2, 4)  # R4: by how much one raises, in the first and in the second round
MAX_RAISES = 2  # R4: of a round
MAX_STAKE = ANTE + MAX_RAISES * sum(RAISES)


class Phase(Names):
    """What happens next."""

    DEAL, BET, BOARD, DONE = range(4)


class Bet(Names):
    """What a player can do (R4)."""

    FOLD, CALL, RAISE = range(3)


class End(Names):
    """Why the game ended."""

    FOLD, SHOWDOWN = range(1, 3)


class Refusal(Names):
    """Why an action is not allowed."""

    NO_MOVE, NOTHING_TO_FOLD, RAISED_ENOUGH = range(1, 4)


class Tally(Names):
    """What a simulation counts."""

    TURNS, ROUNDS = range(2)


BET = ActionKind("bet", bet=Bet)
DEAL = ActionKind("deal", card=CARD)


class Zone(Zones):
    """Where cards are."""

    DECK = zone(CARD)
    HAND = zone(CARD, shows="hand", open="shown", per_seat=True)
    BOARD = zone(CARD, shows="board")


class Event(Events):
    """Events. A card in a hand is its owner's secret until the showdown."""

    DEALT = event(seat=seat(), card=own(one_of(CARD)), moves=[move(Zone.DECK, Zone.HAND("seat"), thing="card")])
    BOARDED = event(card=one_of(CARD), moves=[move(Zone.DECK, Zone.BOARD, thing="card")])
    BETTED = event(seat=types.seat(), bet=one_of(Bet), stake=number(ANTE, MAX_STAKE))
    SHOWED = event(seat=types.seat(), card=one_of(CARD))
    ENDED = event(why=one_of(End))


class State(schema.State, seats=(2, 2)):
    """One game of Leduc poker."""

    phase: int = field(one_of(Phase), EVERYBODY)  # what happens next
    turn: int = field(seat(), EVERYBODY)  # who bets, or gets the next card
    round: int = field(number(0, 1), EVERYBODY)  # the round of betting
    raises: int = field(number(0, MAX_RAISES), EVERYBODY)  # raises of this round
    acted: int = field(number(0, 2), EVERYBODY)  # players who have bet since the last raise, the raiser included
    bets: int = field(number(0, 8), EVERYBODY)  # decisions so far
    stake: list[int] = per_seat(number(0, MAX_STAKE), EVERYBODY)  # chips in the pot
    board: int = field(maybe(CARD), EVERYBODY)  # the card on the table
    hand: list[int] = per_seat(maybe(CARD), OWNER)  # the card in the hand
    shown: list[int] = per_seat(maybe(CARD), EVERYBODY)  # the card in the hand, after a showdown
    winner: int = field(maybe_seat(), EVERYBODY)  # who gets the pot
    reason: int = field(maybe(End), EVERYBODY)  # why the game ended


# 2. The rules -----------------------------------------------------------------------------------

VERSION = 1


def setup(s: State) -> None:
    """R2: both pay the ante."""
    for player in range(2):
        s.stake[player] = ANTE


def pending(s: State) -> int:
    """R2, R3, R5: cards come from nature."""
    if s.phase == Phase.BET:
        return 1 << s.turn
    return OVER if s.phase == Phase.DONE else NATURE


def legal_count(s: State, seat: int) -> int:
    """R4: one may always call."""
    if s.phase != Phase.BET or s.turn != seat:
        return 0
    return 1 + can_fold(s, seat) + can_raise(s)


def legal_nth(s: State, seat: int, k: int) -> int:
    """R4: fold, call, raise, as far as they are allowed."""
    return BET.id(k if can_fold(s, seat) else k + 1)


def check(s: State, seat: int, action: int) -> int:
    """R4: why not."""
    if s.phase != Phase.BET or s.turn != seat:
        return Refusal.NO_MOVE
    if BET.bet(action) == Bet.FOLD and not can_fold(s, seat):
        return Refusal.NOTHING_TO_FOLD
    if BET.bet(action) == Bet.RAISE and not can_raise(s):
        return Refusal.RAISED_ENOUGH
    return LEGAL


def can_fold(s: State, seat: int) -> int:
    """R4: only against a raise."""
    return 1 if s.stake[1 - seat] > s.stake[seat] else 0


def can_raise(s: State) -> int:
    """R4: twice a round."""
    return 1 if s.raises < MAX_RAISES else 0


def act(s: State, seat: int, action: int) -> None:
    """Apply a bet, or a card that nature deals."""
    if seat == NATURE:
        deal(s, DEAL.card(action))
    else:
        bet(s, seat, BET.bet(action))


def deal(s: State, card: int) -> None:
    """R2, R5: a card for each, later one for the table."""
    if s.phase == Phase.BOARD:
        s.board = 1 + card
        note(s, Event.BOARDED, card)
        s.phase = Phase.BET
        return
    s.hand[s.turn] = 1 + card
    note(s, Event.DEALT, s.turn, card)
    if s.turn == 1:
        s.phase = Phase.BET
    s.turn = 1 - s.turn


def bet(s: State, seat: int, bet: int) -> None:
    """R4: fold, call or raise."""
    s.bets += 1
    s.acted += 1
    if bet != Bet.FOLD:
        s.stake[seat] = s.stake[1 - seat]
    if bet == Bet.RAISE:
        s.stake[seat] += RAISES[s.round]
        s.raises += 1
        s.acted = 1
    note(s, Event.BETTED, seat, bet, s.stake[seat])
    s.turn = 1 - seat
    if bet == Bet.FOLD:
        s.winner = 1 + s.turn
        end(s, End.FOLD)
    elif s.acted == 2:
        end_round(s)


def end_round(s: State) -> None:
    """R5, R6: a card is laid on the table, or the hands are shown."""
    s.turn = 0
    s.acted = 0
    s.raises = 0
    if s.round == 0:
        s.round = 1
        s.phase = Phase.BOARD
        return
    for player in range(2):
        s.shown[player] = s.hand[player]
        note(s, Event.SHOWED, player, s.hand[player] - 1)
    if strength(s, 0) != strength(s, 1):
        s.winner = 1 if strength(s, 0) > strength(s, 1) else 2
    end(s, End.SHOWDOWN)


def strength(s: State, seat: int) -> int:
    """R6: a pair with the board is highest, then the rank."""
    rank = (s.hand[seat] - 1) // len(SUITS)
    return len(RANKS) if rank == (s.board - 1) // len(SUITS) else rank


def end(s: State, why: int) -> None:
    """R6: the game is over."""
    s.phase = Phase.DONE
    s.reason = why
    note(s, Event.ENDED, why)


def is_left(s: State, card: int) -> int:
    """Return 1 if the card is in nobody's hand."""
    return 0 if 1 + card == s.hand[0] or 1 + card == s.hand[1] or 1 + card == s.board else 1


def chance_count(s: State) -> int:
    """R2: the cards that are left."""
    return CARDS - (1 if s.hand[0] else 0) - (1 if s.hand[1] else 0)


def chance_nth(s: State, k: int) -> int:
    """R2: the k-th card that is left."""
    for card in range(CARDS):
        if is_left(s, card):
            if k == 0:
                return DEAL.id(card)
            k -= 1
    return 0


def weight(s: State, outcome: int) -> int:
    """R2: all cards that are left are equally likely."""
    return is_left(s, DEAL.card(outcome))


def score(s: State, seat: int) -> int:
    """R6: chips won; a lost game counts below zero."""
    if not s.winner:
        return 0
    return s.stake[1 - seat] if s.winner == 1 + seat else -s.stake[seat]


def tally(s: State, k: int) -> int:
    """Decisions, as turns; one round a game."""
    return s.bets if k == Tally.TURNS else 1


def witness(s: State, seat: int, action: int, viewer: int) -> int:
    """R2: a card that is dealt to a hand is its owner's secret."""
    return 0 if seat == NATURE and s.phase == Phase.DEAL and s.turn != viewer else 1


def imagine(s: State, seat: int, rng: Stream) -> None:
    """The other hand holds any card that the seat does not see."""
    other = 1 - seat
    is_dealt = s.phase != Phase.DEAL or s.turn > other
    if not is_dealt or s.hand[other]:
        return
    if s.shown[other]:
        s.hand[other] = s.shown[other]
        return
    s.hand[other] = 1 + DEAL.card(chance_nth(s, below(rng, CARDS - (1 if s.hand[seat] else 0) - (1 if s.board else 0))))


def normal(s: State, seat: int, rng: Stream) -> int:
    """A bot: raise with a pair or a king, call with a queen, fold a jack against a raise."""
    rank = (s.hand[seat] - 1) // len(SUITS)
    if s.board and rank == (s.board - 1) // len(SUITS):
        rank = len(RANKS)
    if rank >= 2 and can_raise(s):
        return BET.id(Bet.RAISE)
    return BET.id(Bet.FOLD if rank == 0 and can_fold(s, seat) else Bet.CALL)


# 3. The presentation ----------------------------------------------------------------------------


class Describe:
    """Descriptions for players."""

    def things(self, _options: Options, /) -> Printed:
        """Return the cards."""
        return {"card": {word: {"name": Named("card", word)} for word in WORDS}}

    def prompt(self, _game: Game[Any], s: State, seat: int, /) -> Prompt:
        """R4: the only decision."""
        return Prompt("bet", "R4", {"owed": s.stake[1 - seat] - s.stake[seat]})

    def aids(self, _game: Game[Any], s: State, _seat: int, /) -> dict[str, Any]:
        """Return the chips in the pot."""
        return {"pot": sum(s.stake)}

    def sheet(self, game: Game[Any], s: State, /) -> list[Message]:
        """R6: chips won, best first."""
        rows = sorted((game.place(s, seat), seat) for seat in game.seats)
        return [Message("score.total", {"seat": Player(p), "chips": score(s, p), "place": place}) for place, p in rows]


# 4. The conformance checks ----------------------------------------------------------------------


def cards_are_different(s: State) -> bool:
    """No card lies in two places."""
    cards = [card for card in (*s.hand, s.board) if card]
    return len(cards) == len(set(cards))


MEANINGS = Meanings(
    ends={
        End.FOLD: lambda s: s.winner > 0 and s.stake[s.winner - 1] > s.stake[2 - s.winner],
        End.SHOWDOWN: lambda s: s.round == 1 and s.stake[0] == s.stake[1] and min(s.shown) > 0,
    },
    refusals={
        Refusal.NO_MOVE: lambda s, seat, _action: s.phase != Phase.BET or s.turn != seat,
        Refusal.NOTHING_TO_FOLD: lambda s, seat, action: action.args["bet"] == "fold" and s.stake[0] == s.stake[1],
        Refusal.RAISED_ENOUGH: lambda s, seat, action: action.args["bet"] == "raise" and s.raises == MAX_RAISES,
    },
    events={
        "dealt": lambda before, after, args: not before.hand[args["seat"]] and after.hand[args["seat"]],
        "boarded": lambda before, after, args: after.board == 1 + WORDS.index(args["card"]),
        "betted": lambda before, after, args: before.turn == args["seat"] and after.stake[args["seat"]] == args["stake"],
        "showed": lambda before, after, args: after.shown[args["seat"]] == 1 + WORDS.index(args["card"]),
        "ended": lambda before, after, args: after.phase == Phase.DONE,
    },
    actions={
        "bet": lambda before, after, seat, args: (
            after.bets == before.bets + 1 and (args["bet"] == "raise") == (after.stake[seat] > before.stake[1 - seat])
        ),
        "deal": lambda before, after, seat, args: 1 + WORDS.index(args["card"]) in (*after.hand, after.board),
    },
)

ROOM = Room(
    info=Info("leduc-poker", Path(__file__).parent, designer="Finnegan Southey et al.", publisher="nobody", minutes=(1, 2)),
    schema=Schema(
        state=State,
        actions=Actions(BET),
        chance=Actions(DEAL),
        events=Event,
        zones=Zone,
        ends=End,
        refusals=Refusal,
        tallies=Tally,
    ),
    rules_module=sys.modules[__name__],
    presentation=Presentation(describe=Describe()),
    bots=BotSpec(policies={"normal": normal}),
    checks=Checks(
        small_instances=(SmallInstance({"players": 2}, depth=7),),
        meanings=MEANINGS,
        invariants=(cards_are_different,),
    ),
)

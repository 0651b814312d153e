"""The rules of Crane. Numbers such as R7 are those of RULES.md.

A turn from its flip to its count is here; where the cards go is in `payout.py`, how turns and the
game end in `turns.py`, how many cards a hand grabs in `grab_model.py`.
"""

from fairyring.core.game.contract import LEGAL, NATURE, OVER, below, note, tell
from fairyring.core.game.helpers import increment
from fairyring.core.rng import Stream
from fairyring.games.crane.grab_model import grab_count, grab_nth, grab_weight
from fairyring.games.crane.payout import flipped_card, hide_card, settle
from fairyring.games.crane.schema import (
    BET,
    BETS,
    COUNTER_MAX,
    EYES_OPENED,
    FINGERS,
    FIRST,
    FLIP,
    GRAB,
    JACKPOT,
    NUMBERS,
    Bet,
    Event,
    Grab,
    Phase,
    Pot,
    Refusal,
    State,
    Tally,
)
from fairyring.games.crane.turns import challenges_taken, end_turn, start_turn
from fairyring.games.crane.turns import score as score
from fairyring.games.crane.turns import standing as standing

VERSION = 1


def setup(s: State) -> None:
    """R3, R4: cards on the jackpots, the others are the deck; nobody has taken any."""
    for number in range(NUMBERS):
        for finger in range(FINGERS):
            s.unseen[number][finger] = s.copies[number][finger]
            s.unseen_of[number] += s.copies[number][finger]
    for pot in range(s.jackpots):
        s.pots[pot] = s.bank
    s.deck = s.size - s.jackpots * s.bank
    s.contenders = (1 << s.players) - 1
    if s.first:
        start_turn(s, s.first - 1)
    else:
        s.phase = Phase.DRAW_FIRST


def pending(s: State) -> int:
    """R5–R17: the audience bets, and after the count the challenger may choose a jackpot; the rest is chance or a hand."""
    if s.phase == Phase.BETTING:
        return s.waiting
    if s.phase == Phase.CHOOSE:
        return 1 << s.challenger
    if s.phase == Phase.DONE:
        return OVER
    return NATURE


# What seats may do ------------------------------------------------------------------------------


def bets_left(s: State, seat: int, bet: int) -> int:
    """R9, R29: bet cards are used again and again, but for those set aside as achieved."""
    return s.bet_cards[bet] - s.achieved[seat][bet]


def legal_count(s: State, seat: int) -> int:
    """R8, R17: a bet of each sort one has, or either jackpot."""
    if s.phase == Phase.BETTING and s.waiting >> seat & 1:
        count = 0
        for bet in range(BETS):
            if bets_left(s, seat, bet):
                count += 1
        return count
    if s.phase == Phase.CHOOSE and seat == s.challenger:
        return s.jackpots
    return 0


def legal_nth(s: State, seat: int, k: int) -> int:
    """R8, R17: the k-th sort of bet that one has left, or the k-th jackpot."""
    if s.phase == Phase.CHOOSE:
        return JACKPOT.id(k)
    bet = 0
    while k > 0 or not bets_left(s, seat, bet):
        if bets_left(s, seat, bet):
            k -= 1
        bet += 1
    return BET.id(bet)


def check(s: State, seat: int, action: int) -> int:
    """R8, R17, R29: why a seat may not do this now."""
    if s.phase == Phase.CHOOSE:
        if seat != s.challenger:
            return Refusal.NO_MOVE
        return LEGAL if JACKPOT.has(action) else Refusal.CHOOSE_NOW
    if s.phase != Phase.BETTING or not s.waiting >> seat & 1:
        return Refusal.NO_MOVE
    if not BET.has(action):
        return Refusal.BET_NOW
    return LEGAL if bets_left(s, seat, BET.bet(action)) else Refusal.SET_ASIDE


def act(s: State, seat: int, action: int) -> None:
    """R5: a turn is: flip, bet, grab, count, choose a jackpot, pay."""
    if s.phase == Phase.BETTING:
        lay_bet(s, seat, BET.bet(action))
    elif s.phase == Phase.CHOOSE:
        settle(s, JACKPOT.pot(action))
        end_turn(s)
    elif s.phase == Phase.FLIP:
        flip_card(s, FLIP.number(action), FLIP.finger(action))
    elif s.phase == Phase.DRAW_FIRST:
        note(s, Event.STARTS, FIRST.seat(action))
        start_turn(s, FIRST.seat(action))
    elif EYES_OPENED.has(action):
        open_eyes(s)
    else:
        count_cards(s, GRAB.cards(action))


# A turn -----------------------------------------------------------------------------------------


def flip_card(s: State, number: int, finger: int) -> None:
    """R5, R6, R9: the top card says how many to grab, and which finger may not help; bet cards are back in their hands."""
    s.target = number
    s.finger = finger
    s.unseen[number - 1][finger] -= 1
    s.unseen_of[number - 1] -= 1
    note(s, Event.FLIPPED, s.challenger, number, finger, s.revealed)
    for seat in range(s.players):
        s.revealed[seat] = 0
    s.waiting = audience(s)
    s.phase = Phase.BETTING


def audience(s: State) -> int:
    """R5: everybody but the challenger."""
    return ((1 << s.players) - 1) & ~(1 << s.challenger)


def lay_bet(s: State, seat: int, bet: int) -> None:
    """R8: a bet is secret until all are in; then the audience shows them, and the challenger's eyes are closed."""
    s.knows[seat][seat] = bet + 1
    s.waiting &= ~(1 << seat)
    note(s, Event.COMMITTED, seat, bet)
    if not s.waiting:
        show_audience(s)
        s.phase = Phase.GRAB


def own_bet(s: State, seat: int) -> int:
    """R8: the bet that a seat has laid, plus 1; 0 if none. A seat's own bet is the first that it knows."""
    return s.knows[seat][seat]


def show_audience(s: State) -> None:
    """R8: the audience sees each other's bets, and nobody else does."""
    for viewer in range(s.players):
        if viewer != s.challenger:
            for seat in range(s.players):
                s.knows[viewer][seat] = own_bet(s, seat)
    for viewer in range(s.players):
        if viewer != s.challenger and s.players > 2:
            tell(s, viewer, Event.OVERHEARD, s.knows[viewer])


def show_everybody(s: State) -> None:
    """R8: once the challenger's eyes are open, the bets are open to all."""
    for seat in range(s.players):
        s.revealed[seat] = own_bet(s, seat)
    note(s, Event.REVEALED, s.revealed)
    for viewer in range(s.players):
        for seat in range(s.players):
            s.knows[viewer][seat] = 0


def open_eyes(s: State) -> None:
    """R11: the turn is used up and nothing moves; the flipped card goes back face down."""
    note(s, Event.OPENED, s.challenger)
    show_everybody(s)
    hide_card(s, flipped_card(s))
    s.eyes_opened = increment(s.eyes_opened, COUNTER_MAX)
    end_turn(s)


def count_cards(s: State, cards: int) -> None:
    """R12, R17: the cards grabbed are counted for all to see; a choice of jackpot comes next, if there are two."""
    s.deck -= cards
    s.hand = cards
    if cards == s.target:
        s.exact = increment(s.exact, COUNTER_MAX)
        note(s, Event.EXACT, s.challenger, cards)
    elif cards < s.target:
        s.short = increment(s.short, COUNTER_MAX)
        note(s, Event.SHORT, s.challenger, cards, s.target - cards)
    else:
        s.over = increment(s.over, COUNTER_MAX)
        note(s, Event.OVERSHOT, s.challenger, cards, cards - s.target)
    show_everybody(s)
    if s.jackpots > 1:
        s.phase = Phase.CHOOSE
    else:
        settle(s, Pot.LEFT)
        end_turn(s)


# Chance -----------------------------------------------------------------------------------------


def chance_count(s: State) -> int:
    """R4, R6, R33: seats, or cards that nobody knows the place of, or grabs."""
    if s.phase == Phase.FLIP:
        return s.size - s.ups
    if s.phase == Phase.GRAB:
        return grab_count(s)
    return s.players


def chance_nth(s: State, k: int) -> int:
    """The outcome that owns the k-th unit of weight."""
    if s.phase == Phase.FLIP:
        number = 0
        while k >= s.unseen_of[number]:
            k -= s.unseen_of[number]
            number += 1
        finger = 0
        while k >= s.unseen[number][finger]:
            k -= s.unseen[number][finger]
            finger += 1
        return FLIP.id(number + 1, finger)
    if s.phase == Phase.GRAB:
        return grab_nth(s, k)
    return FIRST.id(k)


def weight(s: State, outcome: int) -> int:
    """R4, R6, R33: the weight of one seat, one kind of card, one grab."""
    if s.phase == Phase.FLIP:
        return s.unseen[FLIP.number(outcome) - 1][FLIP.finger(outcome)] if FLIP.has(outcome) else 0
    if s.phase == Phase.GRAB:
        return grab_weight(s, outcome)
    return 1 if FIRST.has(outcome) and FIRST.seat(outcome) < s.players else 0


def reporters(s: State) -> int:
    """R35, R36: the challenger tells the count of a real deck, or says “Finished!” to the riffle."""
    return 1 << s.challenger if s.phase == Phase.GRAB and s.grab != Grab.MODEL else 0


def confirmers(s: State) -> int:
    """R35: one other player confirms what was counted out of a real deck."""
    return audience(s) if s.phase == Phase.GRAB and s.grab == Grab.REAL else 0


def tally(s: State, k: int) -> int:
    """Challenges, one round a game, and how the challenges went."""
    if k == Tally.TURNS:
        return challenges_taken(s)
    if k == Tally.ROUNDS:
        return 1
    if k == Tally.EXACT:
        return s.exact
    if k == Tally.SHORT:
        return s.short
    return s.over if k == Tally.OVER else s.eyes_opened


# Knowledge --------------------------------------------------------------------------------------


def witness(s: State, seat: int, action: int, viewer: int) -> int:
    """R8: everything is done for all to see, but a bet is its owner's secret."""
    return 1 if s.phase != Phase.BETTING or seat == viewer else 0


def imagine(s: State, seat: int, rng: Stream) -> None:
    """R8: all that is hidden are bets: those of the others while betting, and all of them for the challenger."""
    laid = audience(s) & ~s.waiting
    if s.phase == Phase.BETTING:
        for other in range(s.players):
            if other != seat and laid >> other & 1:
                s.knows[other][other] = imagined_bet(s, other, rng)
    elif s.phase == Phase.GRAB:
        for other in range(s.players):
            if laid >> other & 1:
                bet = s.knows[seat][other]
                if seat == s.challenger:
                    bet = imagined_bet(s, other, rng)
                for viewer in range(s.players):
                    if viewer != seat and viewer != s.challenger:
                        s.knows[viewer][other] = bet


def imagined_bet(s: State, seat: int, rng: Stream) -> int:
    """R2, R29: any of the bet cards that the seat has left, as `knows` holds it."""
    k = below(rng, bets_left(s, seat, Bet.HIGH) + bets_left(s, seat, Bet.LOW) + bets_left(s, seat, Bet.JUST))
    bet = 0
    while k >= bets_left(s, seat, bet):
        k -= bets_left(s, seat, bet)
        bet += 1
    return bet + 1

"""Payout of a turn: the cards of the challenger, the jackpots and the bets. Numbers such as R19 are those of RULES.md."""

from fairyring.core.game.contract import note
from fairyring.games.crane.schema import FINGERS, IN_JACKPOT, Bet, Event, State


def settle(s: State, pot: int) -> None:
    """R13–R21: give away the counted cards, pay the bets, refill what is empty."""
    right = right_bet(s)
    if right == Bet.JUST:
        win_jackpot(s, pot)
    elif right == Bet.LOW:
        fall_short(s, pot)
    else:
        overreach(s, pot)
    s.hand = 0
    if s.players == 2:
        set_aside(s, right)
    elif right == Bet.JUST and s.jackpots > 1:
        share_jackpot(s, 1 - pot)
    else:
        pay_from_deck(s, right)
    refill_jackpots(s)


def right_bet(s: State) -> int:
    """R8: which bet the count makes right."""
    if s.hand == s.target:
        return Bet.JUST
    return Bet.LOW if s.hand < s.target else Bet.HIGH


# The challenger's cards -------------------------------------------------------------------------


def win_jackpot(s: State, pot: int) -> None:
    """R13: as many as the card says: the challenger takes them, and a whole jackpot."""
    prize = s.pots[pot]
    s.pots[pot] = 0
    lay_face_up(s, s.challenger)
    move_face_up(s, IN_JACKPOT + pot, s.challenger)
    note(s, Event.WON_JACKPOT, s.challenger, s.hand, pot, prize)
    take_cards(s, s.challenger, s.hand + prize)


def fall_short(s: State, pot: int) -> None:
    """R14, R16: what is missing goes to a jackpot, out of the cards grabbed; the challenger keeps the rest."""
    missing = min(s.target - s.hand, s.hand)
    kept = s.hand - missing
    s.pots[pot] += missing
    note(s, Event.TO_JACKPOT, missing, pot, s.pots[pot])
    lay_face_up(s, s.challenger if kept else IN_JACKPOT + pot)
    if kept:
        note(s, Event.KEPT, s.challenger, kept)
        take_cards(s, s.challenger, kept)


def overreach(s: State, pot: int) -> None:
    """R15, R16: what is too much goes to a jackpot, the rest back into the deck."""
    s.pots[pot] += s.hand - s.target
    note(s, Event.TO_JACKPOT, s.hand - s.target, pot, s.pots[pot])
    s.deck += s.target
    note(s, Event.PUT_BACK, s.target)
    hide_card(s, flipped_card(s))


def take_cards(s: State, seat: int, cards: int) -> None:
    """R22, R23: a seat gains cards; of more than ten it puts ten back for a multiplier, as often as it can."""
    loose = s.loose[seat] + cards
    if loose > s.bundle:
        bundles = (loose - 1) // s.bundle
        s.markers[seat] += bundles
        s.deck += bundles * s.bundle
        loose -= bundles * s.bundle
        return_face_up(s, seat, bundles * s.bundle)
        note(s, Event.EXCHANGED, seat, bundles * s.bundle, bundles)
    s.loose[seat] = loose


# Bets -------------------------------------------------------------------------------------------


def bet_is(s: State, seat: int, bet: int) -> int:
    """1 if this is what the seat had bet."""
    return 1 if s.revealed[seat] == bet + 1 else 0


def pay_from_deck(s: State, right: int) -> None:
    """R18, R20: right bets earn cards from the deck, clockwise from the challenger's left; JUST too if no jackpot is left."""
    for step in range(1, s.players):
        seat = (s.challenger + step) % s.players
        if bet_is(s, seat, right):
            cards = min(s.bet_pays, s.deck)
            s.deck -= cards
            note(s, Event.PAID, seat, right, cards)
            take_cards(s, seat, cards)


def share_jackpot(s: State, pot: int) -> None:
    """R19: JUST earns the other jackpot, dealt out one by one clockwise from the challenger's left."""
    winners = 0
    for seat in range(s.players):
        winners += bet_is(s, seat, Bet.JUST)
    if winners == 0:
        return
    cards = s.pots[pot]
    s.pots[pot] = 0
    deal_face_up(s, pot, winners)
    dealt = 0
    for step in range(1, s.players):
        seat = (s.challenger + step) % s.players
        if bet_is(s, seat, Bet.JUST):
            share = cards // winners + (1 if dealt < cards % winners else 0)
            dealt += 1
            note(s, Event.SHARED_OUT, seat, share, pot)
            take_cards(s, seat, share)


def deal_face_up(s: State, pot: int, winners: int) -> None:
    """R19, R23: the face-up cards of a jackpot are the first to be dealt, the oldest first."""
    dealt = 0
    for i in range(s.ups):
        if s.up_at[i] == IN_JACKPOT + pot:
            s.up_at[i] = nth_winner(s, dealt % winners)
            dealt += 1


def nth_winner(s: State, n: int) -> int:
    """R19: the n-th seat that bet JUST, clockwise from the challenger's left."""
    seat = (s.challenger + 1) % s.players
    while n > 0 or not bet_is(s, seat, Bet.JUST):
        n -= bet_is(s, seat, Bet.JUST)
        seat = (seat + 1) % s.players
    return seat


def set_aside(s: State, right: int) -> None:
    """R29: with two seats a right bet earns no cards; its bet card is achieved and not used again."""
    seat = 1 - s.challenger
    if bet_is(s, seat, right):
        s.achieved[seat][right] += 1
        note(s, Event.ACHIEVED, seat, right)


def refill_jackpots(s: State) -> None:
    """R21: three cards on each empty jackpot, or as many as there are."""
    for pot in range(s.jackpots):
        if s.pots[pot] == 0 and s.deck > 0:
            s.pots[pot] = min(s.bank, s.deck)
            s.deck -= s.pots[pot]
            note(s, Event.REFILLED, pot, s.pots[pot])


# Cards that have been seen ----------------------------------------------------------------------


def flipped_card(s: State) -> int:
    """R5: which card the challenger flipped."""
    return (s.target - 1) * FINGERS + s.finger


def hide_card(s: State, card: int) -> None:
    """R6: a card goes back face down; nobody knows any more where it is."""
    s.unseen[card // FINGERS][card % FINGERS] += 1
    s.unseen_of[card // FINGERS] += 1


def lay_face_up(s: State, place: int) -> None:
    """R6, R16: the flipped card stays face up where it goes."""
    s.up_card[s.ups] = flipped_card(s)
    s.up_at[s.ups] = place
    s.ups += 1


def move_face_up(s: State, place: int, other: int) -> None:
    """R16: face-up cards go with the pile they lie in."""
    for i in range(s.ups):
        if s.up_at[i] == place:
            s.up_at[i] = other


def return_face_up(s: State, place: int, cards: int) -> None:
    """R23: so many cards of a pile go back into the deck, its face-up ones first, the oldest of these first."""
    kept = 0
    for i in range(s.ups):
        if s.up_at[i] == place and cards > 0:
            cards -= 1
            hide_card(s, s.up_card[i])
        else:
            s.up_card[kept] = s.up_card[i]
            s.up_at[kept] = s.up_at[i]
            kept += 1
    for i in range(kept, s.ups):
        s.up_card[i] = 0
        s.up_at[i] = 0
    s.ups = kept

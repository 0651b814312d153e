"""Dealing and drafting: the first half of a round."""

from fairyring.core.game.contract import note
from fairyring.games.fairy_tale.memory import direction, look_at_hand, origin_of, remember_pick
from fairyring.games.fairy_tale.schema import GROUP, HAND, Event, Phase, State


def choose_dealer(s: State, seat: int) -> None:
    """R5: the dealer is chosen by chance."""
    s.dealer = seat
    note(s, Event.DEALS, seat)
    begin_round(s)


def begin_round(s: State) -> None:
    """R3, R6: each round begins with a deal."""
    s.phase = Phase.DEAL
    s.receiver = 0
    s.held = 0
    note(s, Event.ROUND, s.round + 1, s.round % 2)


def deal_card(s: State, kind: int) -> None:
    """R6: the next card goes to the next seat that has not got all its cards."""
    s.deck[kind] -= 1
    s.deck_groups[kind // GROUP] -= 1
    s.left -= 1
    seat = s.receiver
    insert_in_hand(s, seat, kind + 1)
    note(s, Event.DEALT, seat, kind)
    s.held += 1
    if s.held == s.hand_size:
        s.held = 0
        if seat + 1 < s.players:
            s.receiver += 1
        else:
            begin_draft(s)


def insert_in_hand(s: State, seat: int, card: int) -> None:
    """Add a card to a hand, which stays ascending: the higher card moves on to the next position. Free positions are 0."""
    for i in range(HAND):
        here = s.hand[seat][i]
        s.hand[seat][i] = card if here == 0 or card < here else here
        card = here if here == 0 or card < here else card


def insert_kept(s: State, seat: int, count: int, card: int) -> None:
    """Add a card to the row of so many drafted cards, which stays ascending in the same way."""
    for i in range(count):
        low = min(card, s.kept[seat][i])
        card = max(card, s.kept[seat][i])
        s.kept[seat][i] = low
    s.kept[seat][count] = card


def begin_draft(s: State) -> None:
    """R6: everybody takes up the cards dealt."""
    s.receiver = 0
    s.pick = 0
    s.held = s.hand_size
    ask_draft(s)


def ask_draft(s: State) -> None:
    """R7, R20: everybody looks at the hand it has; all choose, but for the last card, which comes by itself."""
    origin = origin_of(s, s.round, 0, s.pick)
    for seat in range(s.players):
        look_at_hand(s, seat, origin)
        origin = origin + 1 if origin + 1 < s.players else 0
    if s.held > 1:
        s.phase = Phase.DRAFT
        s.waiting = (1 << s.players) - 1
    else:
        for seat in range(s.players):
            s.commit[seat] = s.hand[seat][0]
        keep_cards(s)
        pick_up(s)


def draft_card(s: State, seat: int, kind: int) -> None:
    """R7: a card is chosen, face down."""
    s.commit[seat] = kind + 1
    s.waiting &= ~(1 << seat)
    note(s, Event.CHOSEN, seat, kind)
    if not s.waiting:
        keep_cards(s)
        pass_hands(s)
        ask_draft(s)


def keep_cards(s: State) -> None:
    """R7: the chosen cards are laid down."""
    origin = origin_of(s, s.round, 0, s.pick)
    for seat in range(s.players):
        card = s.commit[seat]
        s.commit[seat] = 0
        note(s, Event.KEPT, seat, card - 1)
        take_from_hand(s, seat, card)
        remember_pick(s, seat, origin, card)
        insert_kept(s, seat, s.pick, card)
        origin = origin + 1 if origin + 1 < s.players else 0
    s.held -= 1
    s.pick += 1


def take_from_hand(s: State, seat: int, card: int) -> None:
    """One card leaves the hand; the higher ones close ranks."""
    for i in range(HAND - 1):
        here = s.hand[seat][i]
        following = s.hand[seat][i + 1]
        s.hand[seat][i] = here if here < card else following
    s.hand[seat][HAND - 1] = 0


def pass_hands(s: State) -> None:
    """R8: all hands move one seat, to the left or to the right."""
    last = s.players - 1
    for i in range(s.held):
        if direction(s.round) == 1:
            card = s.hand[last][i]
            for seat in range(last, 0, -1):
                s.hand[seat][i] = s.hand[seat - 1][i]
            s.hand[0][i] = card
        else:
            card = s.hand[0][i]
            for seat in range(last):
                s.hand[seat][i] = s.hand[seat + 1][i]
            s.hand[last][i] = card
    note(s, Event.PASSED, s.round % 2, s.held)


def pick_up(s: State) -> None:
    """R9: the drafted cards become the hand that is played from."""
    for seat in range(s.players):
        for i in range(s.hand_size):
            s.hand[seat][i] = s.kept[seat][i]
            s.kept[seat][i] = 0
    s.held = s.hand_size
    note(s, Event.PICKED_UP, s.held)
    ask_play(s)


def ask_play(s: State) -> None:
    """R9: everybody chooses a card to play."""
    s.phase = Phase.PLAY
    s.waiting = (1 << s.players) - 1

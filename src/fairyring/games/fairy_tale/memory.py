"""Memory of the hands that a seat has seen (R24).

Every card ever dealt has a place: the round, the seat the hand was dealt to (its origin), and when
it was taken from that hand (0 first). Of each hand that a seat has seen it remembers:
its own cards at the moment it took them; the cards that others took between two of its looks,
ascending, for it cannot know who took which; and, from the last look on, the cards it saw then, ascending.
Places it knows nothing of are 0.
"""

from fairyring.games.fairy_tale.schema import HAND, SEATS, Phase, State


def chance_is_pending(s: State) -> int:
    """R5, R6: 1 until the cards of the round have been dealt."""
    return 1 if s.phase == Phase.DEALER or s.phase == Phase.DEAL else 0


def place_of(round_: int, origin: int, time: int) -> int:
    """The place of a card: dealt in this round to this seat, taken at this time."""
    return (round_ * SEATS + origin) * HAND + time


def direction(round_: int) -> int:
    """R8: hands go to the left (the next seat) in the first and third round, else to the right."""
    return 1 if round_ % 2 == 0 else -1


def origin_of(s: State, round_: int, holder: int, time: int) -> int:
    """R8: to whom the hand was dealt that this seat holds when so many cards have been taken from it."""
    origin = holder - direction(round_) * time
    while origin < 0:
        origin += s.players
    while origin >= s.players:
        origin -= s.players
    return origin


def look_at_hand(s: State, seat: int, origin: int) -> None:
    """R24: a seat gets a hand; if it held it before, it now knows what was taken since."""
    first = place_of(s.round, origin, 0)
    if s.pick >= s.players:
        note_taken(s, seat, first)
    for i in range(s.held):
        s.memory[seat][first + s.pick + i] = s.hand[seat][i]


def note_taken(s: State, seat: int, first: int) -> None:
    """R24: of the cards passed on, those that did not come back were taken by the others, one each."""
    at = s.pick - s.players + 1
    i = 0
    for time in range(at, s.hand_size):
        card = s.memory[seat][first + time]
        s.memory[seat][first + at] = card  # what comes behind the cards taken is overwritten by the hand, in look_at_hand
        came_back = 1 if s.hand[seat][i] == card else 0
        i += came_back
        at += 1 - came_back


def remember_pick(s: State, seat: int, origin: int, card: int) -> None:
    """R24: the card it took, and the cards it passes on (its hand is already without the card)."""
    first = place_of(s.round, origin, s.pick)
    s.memory[seat][first] = card
    for i in range(s.held - 1):
        s.memory[seat][first + 1 + i] = s.hand[seat][i]

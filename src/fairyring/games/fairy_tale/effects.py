"""HUNT, OPEN and CLOSE: what the cards of one step do, in this order (R12)."""

from fairyring.core.fields.bits import count_bits, nth_bit, occupied
from fairyring.core.game.contract import note
from fairyring.games.fairy_tale.schema import ANY, Effect, Event, Phase, State
from fairyring.games.fairy_tale.scoring import turn_down, turn_up


def effect_seat(s: State) -> int:
    """R19: whose effect is next: round the table from the dealer, first for OPEN, then for CLOSE."""
    seat = s.dealer + s.turn
    seat -= s.players if seat >= s.players else 0  # twice at most: `turn` goes round the table twice
    seat -= s.players if seat >= s.players else 0
    return seat


def hunt(s: State) -> None:
    """R13: every card of the hunted category that was turned up in this step is closed."""
    for hunter in range(s.players):
        kind = s.revealed[hunter] - 1
        if s.effect[kind] == Effect.HUNT:
            for seat in range(s.players):
                prey = s.revealed[seat] - 1
                if s.fresh >> seat & 1 and s.category[prey] == s.target[kind]:
                    turn_down(s, seat, prey)
                    s.fresh &= ~(1 << seat)
                    note(s, Event.HUNTED, hunter, kind, seat, prey)


def go_on(s: State) -> int:
    """R12, R19: apply the effects that are left; 1 if one of them waits for somebody's choice, 0 if all are done."""
    seat = effect_seat(s)
    while s.turn < 2 * s.players:
        effect = s.effect[s.revealed[seat] - 1]
        if s.fresh >> seat & 1:
            if s.turn < s.players and effect == Effect.OPEN_SELF and open_cards(s, seat):
                return 1
            if s.turn >= s.players and closes(effect) and close_cards(s, seat, effect):
                return 1
        s.turn += 1
        seat = seat + 1 if seat + 1 < s.players else 0
    return 0


def closes(effect: int) -> int:
    """R16, R17: whether the effect closes cards."""
    return 1 if effect == Effect.CLOSE_SELF or effect == Effect.CLOSE_ALL else 0


# Which cards an effect may take -----------------------------------------------------------------


def candidates(s: State, seat: int, kind: int) -> int:
    """R14, R16, R17: how many cards of this kind (of the right category) the effect may turn for this seat."""
    return turnable(s, seat, kind, safe_kind(s, seat))


def turnable(s: State, seat: int, kind: int, safe: int) -> int:
    """R14, R16: closed cards may be opened, open ones closed, but for one of the kind that is safe."""
    if s.phase == Phase.OPEN:
        return s.closed[seat][kind]
    return s.open[seat][kind] - (1 if kind == safe else 0)


def safe_kind(s: State, seat: int) -> int:
    """R17: a card turned up in this step is safe from an effect on all; -1 if there is no such card."""
    if s.phase == Phase.CLOSE and s.fresh >> seat & 1 and s.effect[s.revealed[effect_seat(s)] - 1] == Effect.CLOSE_ALL:
        return s.revealed[seat] - 1
    return -1


def first_kind(s: State) -> int:
    """The first kind of the category that the effect looks at."""
    return s.start[s.target[s.revealed[effect_seat(s)] - 1]]


def last_kind(s: State) -> int:
    """One more than the last kind of the category that the effect looks at."""
    return s.stop[s.target[s.revealed[effect_seat(s)] - 1]]


def which_matters(s: State, seat: int) -> int:
    """R21: 1 if it matters whether the seat closes the card just played or an earlier copy of it.

    The new card is safe from every CLOSE on all that is still to come in this step, the others are not. So it matters
    if those could close as many cards of the kind as will be left, and not if they run out before.
    """
    kind = s.revealed[seat] - 1
    if s.phase != Phase.CLOSE or effect_seat(s) != seat or s.effect[kind] != Effect.CLOSE_SELF:
        return 0
    if s.open[seat][kind] < 2 or (s.target[kind] != ANY and s.target[kind] != s.category[kind]):
        return 0
    return 1 if closings_to_come(s, s.category[kind]) >= s.open[seat][kind] - 1 else 0


def closings_to_come(s: State, category: int) -> int:
    """R17, R19: how many CLOSEs on all that look at this category come after the effect that is being carried out."""
    count = 0
    for later in range(s.turn + 1, 2 * s.players):
        seat = (s.dealer + later) % s.players
        kind = s.revealed[seat] - 1
        if s.fresh >> seat & 1 and s.effect[kind] == Effect.CLOSE_ALL:
            count += 1 if s.target[kind] == ANY or s.target[kind] == category else 0
    return count


def count_choices(s: State, seat: int) -> int:
    """How many kinds the seat can choose from: copies are alike."""
    return count_bits(choices_of(s, seat))


def choices_of(s: State, seat: int) -> int:
    """A bit for each kind of the right category with a card that the effect may turn for this seat."""
    cause = s.revealed[effect_seat(s)] - 1
    category = (1 << s.stop[s.target[cause]]) - (1 << s.start[s.target[cause]])
    if s.phase == Phase.OPEN:
        return occupied(s.closed[seat]) & category
    kinds = occupied(s.open[seat]) & category
    if s.effect[cause] == Effect.CLOSE_ALL and s.fresh >> seat & 1 and s.open[seat][s.revealed[seat] - 1] == 1:
        kinds &= ~(1 << (s.revealed[seat] - 1))  # R17: turned up in this step, so it is safe
    return kinds


def count_candidates(s: State, seat: int) -> int:
    """How many cards the seat can choose from."""
    safe = safe_kind(s, seat)
    count = 0
    for kind in range(first_kind(s), last_kind(s)):
        count += turnable(s, seat, kind, safe)
    return count


def nth_choice(s: State, seat: int, k: int) -> int:
    """The k-th kind the seat can choose."""
    return nth_bit(choices_of(s, seat), k)


# OPEN -------------------------------------------------------------------------------------------


def open_cards(s: State, seat: int) -> int:
    """R14, R15, R20: the owner opens its closed cards; it is asked if there is a choice of kinds, and not all are opened."""
    s.phase = Phase.OPEN
    if s.due == 0:
        s.due = s.amount[s.revealed[seat] - 1]
    while s.due > 0:
        choices = count_choices(s, seat)
        if choices > 1 and count_candidates(s, seat) > s.due:
            s.waiting = 1 << seat
            return 1
        if choices:
            open_card(s, seat, nth_choice(s, seat, 0))
        else:
            s.due = 0
    return 0


def open_card(s: State, seat: int, kind: int) -> None:
    """R14: a closed card is turned face up again."""
    s.closed[seat][kind] -= 1
    s.down[seat] -= 1
    turn_up(s, seat, kind)
    s.due -= 1
    note(s, Event.OPENED, seat, kind)


# CLOSE ------------------------------------------------------------------------------------------


def close_cards(s: State, owner: int, effect: int) -> int:
    """R16, R17, R20, R21: the owner, or everybody, closes a card; who has a choice is asked, all at the same time."""
    s.phase = Phase.CLOSE
    for seat in range(s.players):
        if seat == owner or effect == Effect.CLOSE_ALL:
            choices = count_choices(s, seat)
            if choices > 1 or which_matters(s, seat):
                s.waiting |= 1 << seat
            elif choices == 1:
                s.commit[seat] = nth_choice(s, seat, 0) + 1
    if s.waiting:
        return 1
    close_committed(s, 0)
    return 0


def close_committed(s: State, new: int) -> None:
    """R17, R21: all have chosen. Where an earlier copy lies beside the new card, it is closed, unless the new one was named."""
    for seat in range(s.players):
        if s.commit[seat]:
            kind = s.commit[seat] - 1
            s.commit[seat] = 0
            if s.fresh >> seat & 1 and s.revealed[seat] == kind + 1 and (new or s.open[seat][kind] == 1):
                s.fresh &= ~(1 << seat)
            turn_down(s, seat, kind)
            note(s, Event.CLOSED, seat, kind, new, effect_seat(s))

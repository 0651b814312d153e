"""The rules of Fairy Tale. Numbers such as R7 are those of RULES.md."""

from fairyring.core.fields.bits import count_bits, nth_bit
from fairyring.core.game.contract import LEGAL, NATURE, OVER
from fairyring.games.fairy_tale.drafting import choose_dealer, deal_card, draft_card
from fairyring.games.fairy_tale.effects import candidates, count_choices, effect_seat, nth_choice, which_matters
from fairyring.games.fairy_tale.imagination.sampler import imagine as imagine
from fairyring.games.fairy_tale.memory import chance_is_pending
from fairyring.games.fairy_tale.playing import choose_close, choose_close_new, choose_open, go_on_playing, play_card
from fairyring.games.fairy_tale.schema import (
    ANY,
    CLOSE,
    CLOSE_NEW,
    DEAL,
    DEALER,
    DRAFT,
    GROUP,
    GROUPS,
    HAND,
    OPEN,
    PLAY,
    Effect,
    End,
    Phase,
    Refusal,
    State,
    Tally,
)
from fairyring.games.fairy_tale.scoring import points

VERSION = 3
NO_KIND = -1


def setup(s: State) -> None:
    """R4: the cards are shuffled into one deck."""
    for kind in range(s.kinds):
        s.deck[kind] = s.copies[kind]
        s.deck_groups[kind // GROUP] += s.copies[kind]
        s.left += s.copies[kind]
    s.phase = Phase.DEALER


def pending(s: State) -> int:
    """R5, R6: chance picks the dealer and deals; all else is up to the seats that are waited for."""
    if s.phase == Phase.DONE:
        return OVER
    if chance_is_pending(s):
        return NATURE
    return s.waiting


# What a seat may do -----------------------------------------------------------------------------


def legal_count(s: State, seat: int) -> int:
    """R7, R9, R14–R17, R21: a kind of card in the hand, or one that the effect may turn; and which copy, where that matters."""
    kinds = kinds_in_hand(s, seat)  # first, here and in legal_nth: compiled, both calls of a move share the result
    if not s.waiting >> seat & 1:
        return 0
    if s.phase == Phase.OPEN or s.phase == Phase.CLOSE:
        return count_choices(s, seat) + which_matters(s, seat)
    return count_bits(kinds)


def legal_nth(s: State, seat: int, k: int) -> int:
    """The k-th kind, as an action of the phase."""
    kinds = kinds_in_hand(s, seat)
    if s.phase == Phase.OPEN:
        return OPEN.id(nth_choice(s, seat, k))
    if s.phase == Phase.CLOSE:
        if which_matters(s, seat) and k == count_choices(s, seat):
            return CLOSE_NEW.id(s.revealed[seat] - 1)
        return CLOSE.id(nth_choice(s, seat, k))
    kind = nth_bit(kinds, k)
    return DRAFT.id(kind) if s.phase == Phase.DRAFT else PLAY.id(kind)


def kinds_in_hand(s: State, seat: int) -> int:
    """A bit for each kind of card in the hand."""
    cards = 0
    for i in range(HAND):
        cards |= 1 << s.hand[seat][i]
    return cards >> 1  # 0 is no card


def kind_of(s: State, action: int) -> int:
    """R7, R9, R14–R17, R21: the kind of card that an action of this phase takes; NO_KIND if it is one of another phase."""
    if s.phase == Phase.DRAFT and DRAFT.has(action):
        return DRAFT.card(action)
    if s.phase == Phase.PLAY and PLAY.has(action):
        return PLAY.card(action)
    if s.phase == Phase.OPEN and OPEN.has(action):
        return OPEN.card(action)
    if s.phase == Phase.CLOSE and CLOSE.has(action):
        return CLOSE.card(action)
    if s.phase == Phase.CLOSE and CLOSE_NEW.has(action):
        return CLOSE_NEW.card(action)
    return NO_KIND


def check(s: State, seat: int, action: int) -> int:
    """R7, R9, R14–R17, R21: why a seat may not do this."""
    if not s.waiting >> seat & 1:
        return Refusal.NO_MOVE
    kind = kind_of(s, action)
    if kind == NO_KIND:
        return Refusal.NOT_NOW
    if s.phase == Phase.DRAFT or s.phase == Phase.PLAY:
        for i in range(s.held):
            if s.hand[seat][i] == kind + 1:
                return LEGAL
        return Refusal.NOT_IN_HAND
    if s.phase == Phase.OPEN and s.closed[seat][kind] == 0:
        return Refusal.NOT_CLOSED
    if s.phase == Phase.CLOSE and s.open[seat][kind] == 0:
        return Refusal.NOT_OPEN
    target = s.target[s.revealed[effect_seat(s)] - 1]
    if target != ANY and s.category[kind] != target:
        return Refusal.WRONG_CATEGORY
    if not candidates(s, seat, kind):
        return Refusal.JUST_PLAYED
    return check_new(s, seat, kind) if CLOSE_NEW.has(action) else LEGAL


def check_new(s: State, seat: int, kind: int) -> int:
    """R17, R21: the copy just played can be named where it could be closed, and where it is not all the same."""
    if not s.fresh >> seat & 1 or s.revealed[seat] != kind + 1:
        return Refusal.NOT_NEW
    if s.effect[s.revealed[effect_seat(s)] - 1] == Effect.CLOSE_ALL:
        return Refusal.JUST_PLAYED
    return LEGAL if which_matters(s, seat) else Refusal.NO_DIFFERENCE


def act(s: State, seat: int, action: int) -> None:
    """R3: deal, draft, play; and the choices that effects ask for."""
    if seat == NATURE:
        if s.phase == Phase.DEALER:
            choose_dealer(s, DEALER.seat(action))
        else:
            deal_card(s, DEAL.card(action))
        return
    if s.phase == Phase.DRAFT:
        draft_card(s, seat, DRAFT.card(action))
        return
    if s.phase == Phase.PLAY:
        play_card(s, seat, PLAY.card(action))
    elif s.phase == Phase.OPEN:
        choose_open(s, seat, OPEN.card(action))
    elif CLOSE_NEW.has(action):
        choose_close_new(s, seat)
    else:
        choose_close(s, seat, CLOSE.card(action))
    if not s.waiting:
        go_on_playing(s)


# Chance -----------------------------------------------------------------------------------------


def chance_count(s: State) -> int:
    """R5, R6: every seat is as likely to deal, every card of the deck as likely to be dealt."""
    if s.phase == Phase.DEALER:
        return s.players
    return s.left


def chance_nth(s: State, k: int) -> int:
    """R6: the kind of the k-th card of the deck, counted kind by kind."""
    if s.phase == Phase.DEALER:
        return DEALER.id(k)
    group = 0
    before = 0
    total = 0
    for i in range(GROUPS - 1):  # without leaving the loops early: a processor guesses badly where a random number falls
        total += s.deck_groups[i]
        group += 1 if k >= total else 0
        before = total if k >= total else before
    kind = group * GROUP
    for i in range(GROUP - 1):
        before += s.deck[group * GROUP + i]
        kind += 1 if k >= before else 0
    return DEAL.id(kind)


def weight(s: State, outcome: int) -> int:
    """R5, R6: one for each seat; one for each card of the kind that is left."""
    if s.phase == Phase.DEALER:
        return 1 if DEALER.has(outcome) and DEALER.seat(outcome) < s.players else 0
    return s.deck[DEAL.card(outcome)] if s.phase == Phase.DEAL and DEAL.has(outcome) else 0


# Ending -----------------------------------------------------------------------------------------


def score(s: State, seat: int) -> int:
    """R25: the final points; before the end, what the open cards are worth now."""
    if s.phase == Phase.DONE:
        return s.total[seat]
    return points(s, seat)


def standing(s: State, seat: int) -> int:
    """R33, R34: by points; partners sit opposite each other and count together."""
    if s.couples:
        return s.total[seat] + s.total[(seat + 2) % s.players]
    return s.total[seat]


def reason(s: State) -> int:
    """R23: there is one way to end."""
    return End.LAST_ROUND if s.phase == Phase.DONE else 0


def tally(s: State, k: int) -> int:
    """Steps played; one round a game; cards closed."""
    if k == Tally.TURNS:
        return s.step
    if k == Tally.ROUNDS:
        return 1
    closed = 0
    for seat in range(s.players):
        closed += s.down[seat]
    return closed


# Knowledge --------------------------------------------------------------------------------------


def witness(s: State, seat: int, action: int, viewer: int) -> int:
    """R6, R7, R9, R17: a card dealt is seen by who gets it; a choice made at the same time as others only by who makes it."""
    if seat == NATURE:
        return 1 if s.phase == Phase.DEALER or s.receiver == viewer else 0
    if seat == viewer or s.phase == Phase.OPEN:
        return 1
    if s.phase == Phase.CLOSE and s.effect[s.revealed[effect_seat(s)] - 1] != Effect.CLOSE_ALL:
        return 1
    return 0

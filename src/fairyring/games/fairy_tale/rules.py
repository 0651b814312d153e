"""The rules of Fairy Tale. Numbers such as R7 are those of RULES.md."""

from fairyring.core.rules import NATURE, OVER
from fairyring.games.fairy_tale.drafting import choose_dealer, deal_card, draft_card
from fairyring.games.fairy_tale.effects import candidates, count_choices, effect_seat, nth_choice
from fairyring.games.fairy_tale.imagining import imagine
from fairyring.games.fairy_tale.playing import choose_close, choose_open, go_on_playing, play_card
from fairyring.games.fairy_tale.schema import (
    ANY,
    CLOSE,
    CLOSE_ALL,
    CLOSE_VERB,
    DEAL,
    DEALER,
    DONE,
    DRAFT,
    DRAFT_VERB,
    FIRST_CARD,
    GROUP,
    GROUPS,
    JUST_PLAYED,
    LAST_ROUND,
    LEGAL,
    NO_MOVE,
    NOT_CLOSED,
    NOT_IN_HAND,
    NOT_NOW,
    NOT_OPEN,
    OPEN,
    OPEN_VERB,
    PLAY,
    PLAY_VERB,
    WRONG_CATEGORY,
    State,
)
from fairyring.games.fairy_tale.scoring import points

VERSION = 1
NO_VERB = 9
VERB_OF_PHASE = (NO_VERB, NO_VERB, DRAFT_VERB, PLAY_VERB, OPEN_VERB, CLOSE_VERB, NO_VERB)

__all__ = ["imagine"]  # one of the functions that a rules module provides; it has a file of its own


def setup(s: State) -> None:
    """R4: the cards are shuffled into one deck."""
    for kind in range(s.kinds):
        s.deck[kind] = s.copies[kind]
        s.deck_groups[kind // GROUP] += s.copies[kind]
        s.left += s.copies[kind]
    s.phase = DEALER


def pending(s: State) -> int:
    """R5, R6: chance picks the dealer and deals; all else is up to the seats that are waited for."""
    if s.phase == DONE:
        return OVER
    if s.phase <= DEAL:
        return NATURE
    return s.waiting


# What a seat may do -----------------------------------------------------------------------------


def legal_count(s: State, seat: int) -> int:
    """R7, R9, R14–R17: a kind of card in the hand, or one that the effect may turn."""
    if not s.waiting >> seat & 1:
        return 0
    if s.phase > PLAY:
        return count_choices(s, seat)
    count = 1
    for i in range(1, s.held):
        count += 1 if s.hand[seat][i] != s.hand[seat][i - 1] else 0
    return count


def legal_nth(s: State, seat: int, k: int) -> int:
    """The k-th kind, after the word for what is done with it."""
    if s.phase > PLAY:
        return VERB_OF_PHASE[s.phase] * s.kinds + nth_choice(s, seat, k)
    card = s.hand[seat][0]
    for i in range(1, s.held):
        k -= 1 if s.hand[seat][i] != s.hand[seat][i - 1] else 0
        card = s.hand[seat][i] if k == 0 else card
    return VERB_OF_PHASE[s.phase] * s.kinds + card - 1


def check(s: State, seat: int, action: int) -> int:
    """R7, R9, R14–R17: why a seat may not do this."""
    if not s.waiting >> seat & 1:
        return NO_MOVE
    if action < 0 or action // s.kinds != VERB_OF_PHASE[s.phase]:
        return NOT_NOW
    kind = action % s.kinds
    if s.phase <= PLAY:
        for i in range(s.held):
            if s.hand[seat][i] == kind + 1:
                return LEGAL
        return NOT_IN_HAND
    if s.phase == OPEN and s.closed[seat][kind] == 0:
        return NOT_CLOSED
    if s.phase == CLOSE and s.open[seat][kind] == 0:
        return NOT_OPEN
    target = s.target[s.revealed[effect_seat(s)] - 1]
    if target != ANY and s.category[kind] != target:
        return WRONG_CATEGORY
    return LEGAL if candidates(s, seat, kind) else JUST_PLAYED


def act(s: State, seat: int, action: int) -> None:
    """R3: deal, draft, play; and the choices that effects ask for."""
    if seat == NATURE:
        if s.phase == DEALER:
            choose_dealer(s, action)
        else:
            deal_card(s, action - FIRST_CARD)
        return
    if s.phase == DRAFT:
        draft_card(s, seat, action - DRAFT_VERB * s.kinds)
        return
    if s.phase == PLAY:
        play_card(s, seat, action - PLAY_VERB * s.kinds)
    elif s.phase == OPEN:
        choose_open(s, seat, action - OPEN_VERB * s.kinds)
    else:
        choose_close(s, seat, action - CLOSE_VERB * s.kinds)
    if not s.waiting:
        go_on_playing(s)


# Chance -----------------------------------------------------------------------------------------


def chance_count(s: State) -> int:
    """R5, R6: every seat is as likely to deal, every card of the deck as likely to be dealt."""
    if s.phase == DEALER:
        return s.players
    return s.left


def chance_nth(s: State, k: int) -> int:
    """R6: the kind of the k-th card of the deck, counted kind by kind."""
    if s.phase == DEALER:
        return k
    group = 0
    before = 0
    total = 0
    for i in range(GROUPS):  # without leaving the loops early: a processor guesses badly where a random number falls
        total += s.deck_groups[i]
        group += 1 if k >= total else 0
        before = total if k >= total else before
    kind = group * GROUP
    for i in range(GROUP):
        before += s.deck[group * GROUP + i]
        kind += 1 if k >= before else 0
    return FIRST_CARD + kind


def weight(s: State, outcome: int) -> int:
    """R5, R6: one for each seat; one for each card of the kind that is left."""
    if s.phase == DEALER:
        return 1 if outcome < s.players else 0
    if s.phase != DEAL or outcome < FIRST_CARD:
        return 0
    return s.deck[outcome - FIRST_CARD]


def outside(s: State) -> int:
    """The table deals by itself."""
    return 0


# Ending -----------------------------------------------------------------------------------------


def score(s: State, seat: int) -> int:
    """R25: the final points; before the end, what the open cards are worth now."""
    if s.phase == DONE:
        return s.total[seat]
    return points(s, seat)


def place(s: State, seat: int) -> int:
    """R33, R34: by points; in couples by the points of both partners."""
    ahead = 0
    for other in range(s.players):
        if standing(s, other) > standing(s, seat):
            ahead += 1
    return 1 + ahead


def standing(s: State, seat: int) -> int:
    """R34: partners sit opposite each other and count together."""
    if s.couples:
        return s.total[seat] + s.total[(seat + 2) % s.players]
    return s.total[seat]


def reason(s: State) -> int:
    """R23: there is one way to end."""
    return LAST_ROUND if s.phase == DONE else 0


def tally(s: State, k: int) -> int:
    """Steps played; one round a game; cards closed."""
    if k == 0:
        return s.step
    if k == 1:
        return 1
    closed = 0
    for seat in range(s.players):
        closed += s.down[seat]
    return closed


# Knowledge --------------------------------------------------------------------------------------


def witness(s: State, seat: int, action: int, viewer: int) -> int:
    """R6, R7, R9, R17: a card dealt is seen by who gets it; a choice made at the same time as others only by who makes it."""
    if seat == NATURE:
        return 1 if s.phase == DEALER or s.receiver == viewer else 0
    if seat == viewer or s.phase == OPEN:
        return 1
    if s.phase == CLOSE and s.effect[s.revealed[effect_seat(s)] - 1] != CLOSE_ALL:
        return 1
    return 0


def prior(s: State, seat: int, action: int) -> int:
    """How many cards of the kind the seat could have taken."""
    kind = action % s.kinds
    if s.phase > PLAY:
        return candidates(s, seat, kind)
    count = 0
    for i in range(s.held):
        if s.hand[seat][i] == kind + 1:
            count += 1
    return count

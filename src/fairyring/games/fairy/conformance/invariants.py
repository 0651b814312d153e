"""Invariants of Fairy: predicates that hold in every reachable state."""

from fairyring.games.fairy.lookup import fairy_places
from fairyring.games.fairy.schema import CARDS, LAST_FAIRY, Phase, State


def cards_add_up(s: State) -> bool:
    """Every card is in the deck, or was turned: the first one, and one each turn."""
    turned = s.turns + (s.phase != Phase.FLIP)
    return s.left == s.deck.bit_count() and s.left + turned == CARDS


def fairies_add_up(s: State) -> bool:
    """The fairies turned are those no longer in the deck, as far as they are counted."""
    turned = sum(not s.deck >> (card - 1) & 1 for card in fairy_places(s.fairy_cards))
    return s.fairies == min(LAST_FAIRY, turned)


def top_card_is_not_in_the_deck(s: State) -> bool:
    return s.top == 0 or not s.deck >> (s.top - 1) & 1


def guesses_agree_with_waiting(s: State) -> bool:
    """Who still has to guess has not guessed, and only contenders guess."""
    guessed = sum(1 << seat for seat in range(s.players) if s.guess[seat])
    return guessed & s.waiting == 0 and (guessed | s.waiting) & ~s.contenders == 0


def play_off_contenders_are_level(s: State) -> bool:
    """Everybody contends, or at least two went into a play-off, and those of them who still contend are level."""
    if not s.play_off:
        return s.contenders == (1 << s.players) - 1
    level = {s.score[seat] for seat in range(s.players) if s.contenders >> seat & 1}
    return s.play_off.bit_count() > 1 and s.contenders & ~s.play_off == 0 and len(level) == 1


INVARIANTS = (
    cards_add_up,
    fairies_add_up,
    top_card_is_not_in_the_deck,
    guesses_agree_with_waiting,
    play_off_contenders_are_level,
)

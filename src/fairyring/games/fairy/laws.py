"""What is true in every position of Fairy."""

from fairyring.games.fairy.schema import CARDS, FAIRIES, FLIP, State


def cards_add_up(s: State) -> bool:
    """Every card is in the deck, or was turned: the first one, and one each turn."""
    turned = s.turns + (s.phase != FLIP)
    return s.left == s.deck.bit_count() and s.left + turned == CARDS


def fairies_add_up(s: State) -> bool:
    """The fairies turned are those no longer in the deck."""
    return s.fairies == sum(not s.deck >> (card - 1) & 1 for card in FAIRIES)


def the_top_is_out_of_the_deck(s: State) -> bool:
    return s.top == 0 or not s.deck >> (s.top - 1) & 1


def guesses_are_counted(s: State) -> bool:
    """Who still has to guess has not guessed, and only contenders guess."""
    guessed = sum(1 << seat for seat in range(s.players) if s.guess[seat])
    return guessed & s.waiting == 0 and (guessed | s.waiting) & ~s.contenders == 0


LAWS = (cards_add_up, fairies_add_up, the_top_is_out_of_the_deck, guesses_are_counted)

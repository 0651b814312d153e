"""Descriptions of Fairy for players: catalogue entries, prompts, aids, score sheet."""

from __future__ import annotations

from typing import Any

from fairyring.core.game.game import Game
from fairyring.core.game.options import Options, rule_numbers
from fairyring.core.game.room import Prompt, Things
from fairyring.core.text.messages import Message, Named, Player
from fairyring.games.fairy.lookup import IS_FAIRY, SUIT_OF, fairy_places
from fairyring.games.fairy.numbers import NUMBERS
from fairyring.games.fairy.rules import right_guesses
from fairyring.games.fairy.schema import CARDS, FULL_DECK, Guess, State, Suit, Suits


def things(options: Options) -> Things:
    """R1, R2, R21: the suit and the fairy of every card, and the gesture of every guess at a real table."""
    suits = SUIT_OF[Suits.number(options["suits"])]
    cards = range(1, CARDS + 1)
    fairies = fairy_places(rule_numbers(NUMBERS, options)["fairy_cards"])
    return {
        "card": {card: {"suit": Named("suit", Suit.word(suits[card])), "fairy": card in fairies} for card in cards},
        "guess": {guess: {"gesture": Named("gesture", guess)} for guess in Guess.words},
    }


def prompt(_game: Game[Any], _s: State, _seat: int) -> Prompt:
    """R7: the only decision of the game."""
    return Prompt("guess", "R7")


def aids(_game: Game[Any], s: State, _seat: int) -> dict[str, Any]:
    """R9: the odds of each guess, if the option `memory_aid` shows the cards turned before."""
    if not s.memory_aid or not s.top:
        return {}
    left = [card for card in range(1, CARDS + 1) if not s.aid >> (card - 1) & 1]
    right = [right_guesses(s, s.top, card) for card in left]
    return {
        "odds": {Guess.word(guess): {"right": sum(bits >> guess & 1 for bits in right), "of": len(right)} for guess in Guess}
    }


def without_memory(s: State, _seat: int) -> bool:
    """R9: without `memory_aid` a hint knows the top card only, as if all others were still in the deck."""
    if s.memory_aid:
        return False
    s.deck = FULL_DECK & ~(1 << (s.top - 1)) if s.top else FULL_DECK
    s.left = CARDS - 1 if s.top else CARDS
    s.fairies = IS_FAIRY[s.fairy_cards][s.top] if s.top else 0
    return True


def sheet(game: Game[Any], s: State) -> list[Message]:
    """R16: final places, best first."""
    rows = sorted((game.place(s, seat), seat) for seat in game.seats)
    return [_total(s, seat, place) for place, seat in rows]


def _total(s: State, seat: int, place: int) -> Message:
    """R19: who was in the play-off is told: it may put fewer points on the better place."""
    total = Message("score.total", {"seat": Player(seat), "points": s.score[seat], "place": place})
    if not s.play_off >> seat & 1:
        return total
    won = "no" if not s.contenders >> seat & 1 else "yes" if s.contenders == 1 << seat else "shared"
    return Message("score.play-off", {"line": total, "won": won})

"""Fairy in words: every message by its key, in English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairyring.core.events import EventKind, plain, seat, seats, signed
from fairyring.core.game import Game
from fairyring.games.fairy.schema import CARDS, FAIRIES
from fairyring.games.fairy.tables import SUIT_OF

SUITS = ("moss", "petal", "star")
GUESSES = ("higher", "lower", "suit", "catch")
REFUSALS = ("", "no-move", "no-guess")
END_REASONS = ("", "third-fairy", "top", "fifteen", "tie-broken", "deck-out")
TALLIES = ("turns", "rounds")

TEXT = {
    "title": "Fairy",
    "blurb": "Guess what the next card brings, before the third fairy ends the game.",
    "event.flipped": "The first card is {card}.",
    "event.guessed": "{seat} has guessed.",
    "event.revealed": "The next card is {card}.",
    "event.told": "{seat} guessed {guess}: {gain}, now {score}.",
    "event.play-on": "A tie for first! {seats} play on.",
    "event.ended": "The game is over: {why}.",
    "action.guess.higher": "the next card is higher (+2)",
    "action.guess.lower": "the next card is lower (+2)",
    "action.guess.suit": "the next card has the same suit (+4)",
    "action.guess.catch": "the next card has a fairy (+7)",
    "action.card": "card {card} is turned",
    "refuse.no-move": "you have guessed already, or are out of the play-off.",
    "refuse.no-guess": "guess higher, lower, suit or catch.",
    "end.third-fairy": "the third fairy appeared",
    "end.top": "somebody reached the top of the score card",
    "end.fifteen": "somebody reached 15",
    "end.tie-broken": "the tie is broken",
    "end.deck-out": "the deck ran out",
    "score.total": "{seat}: {points} points, place {place}",
}


def card_name(game: Game, card: int, _names: Sequence[str] = ()) -> str:
    """“11, petal, a fairy!”."""
    suit = SUITS[SUIT_OF[game.constants["suits"]][card]]
    return f"{card} ({suit}, a fairy!)" if card in FAIRIES else f"{card} ({suit})"


def guess_name(_game: Game, guess: int, _names: Sequence[str]) -> str:
    return GUESSES[guess]


def end_name(_game: Game, why: int, _names: Sequence[str]) -> str:
    return TEXT["end." + END_REASONS[why]]


# In the order of the event numbers in schema.py. Only the newest card and its turn may be looked up (R9).
EVENTS = (
    EventKind("flipped", fades="memory_aid", new_page=True, card=card_name),
    EventKind("guessed", fades="memory_aid", seat=seat),
    EventKind("revealed", fades="memory_aid", new_page=True, card=card_name),
    EventKind("told", fades="memory_aid", seat=seat, guess=guess_name, gain=signed, score=plain),
    EventKind("play-on", seats=seats),
    EventKind("ended", why=end_name),
)


def table(game: Game, view: Any, names: Sequence[str]) -> list[str]:
    """The discard pile and the score cards, as text."""
    lines = [f"On the pile: {card_name(game, view.top)}"] if view.top else []
    if view.memory_aid:
        gone = [str(card) for card in range(1, CARDS + 1) if view.aid >> (card - 1) & 1]
        lines.append(f"Seen so far: {', '.join(gone)}")
    if view.playing_on:
        lines.append("Only the tied leaders still guess.")
    width = max(map(len, names))
    for number, name in enumerate(names):
        bar = "·" * (view.score[number] + 4)
        mark = "" if view.contenders >> number & 1 else "  (out of the play-off)"
        lines.append(f"  {name:{width}}  {view.score[number]:3}  {bar}{mark}")
    return lines


def sheet(game: Game, state: Any, names: Sequence[str]) -> list[str]:
    """Final places, best first."""
    lines = [
        (
            game.rules.place(state, p),
            TEXT["score.total"].format(seat=names[p], points=state.score[p], place=game.rules.place(state, p)),
        )
        for p in game.seats
    ]
    return [text for _place, text in sorted(lines)]

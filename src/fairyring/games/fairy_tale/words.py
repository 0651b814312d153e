"""Fairy Tale in words: every message by its key, in English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairyring.core.events import EventKind, plain, seat
from fairyring.core.game import Game
from fairyring.games.fairy_tale.deck import CATEGORY_NAMES, Card, Deck, deck_of, shipped_deck
from fairyring.games.fairy_tale.sheet import TEXT as SHEET_TEXT
from fairyring.games.fairy_tale.sheet import score_sheet

REFUSALS = ("", "no-move", "not-now", "not-in-hand", "not-closed", "not-open", "wrong-category", "just-played")
END_REASONS = ("", "last-round")
TALLIES = ("turns", "rounds", "closed_cards")
DIRECTIONS = ("left", "right")

TEXT = {
    "title": "Fairy Tale",
    "blurb": "Draft a hand, play three of its cards, and let your story be worth more than the others'.",
    "event.deals": "{seat} is the dealer.",
    "event.round": "Round {round} begins; hands will be passed to the {side}.",
    "event.dealt": "You are dealt {card}.",
    "event.chosen": "{seat} has chosen.",
    "event.passed": "Hands are passed to the {side}.",
    "event.picked-up": "Everybody takes up the cards drafted.",
    "event.committed": "{seat} has put down a card.",
    "event.played": "{seat} plays {card}.",
    "event.hunted": "{hunter}'s {card} hunts: {seat}'s {prey} is closed.",
    "event.opened": "{seat} opens {card}.",
    "event.closed": "{seat} closes {card}.",
    "event.discarded": "Everybody discards {count} unseen.",
    "event.tricked": "{seat}'s Trickster stands for {card}.",
    "event.ended": "The game is over: {why}.",
    "action.draft": "keep {card}",
    "action.play": "play {card}",
    "action.open": "open {card} again",
    "action.close": "close {card}",
    "action.dealer": "seat {seat} deals",
    "action.card": "{card} is dealt",
    "refuse.no-move": "you have chosen already, or nothing is asked of you.",
    "refuse.not-now": "something else is asked now: first draft, then play; open and close only when an effect says so.",
    "refuse.not-in-hand": "you do not hold that card.",
    "refuse.not-closed": "you have no closed card of that name.",
    "refuse.not-open": "you have no open card of that name.",
    "refuse.wrong-category": "the effect looks at another category.",
    "refuse.just-played": "a card turned up in this step is safe from this effect.",
    "end.last-round": "the last round is played",
}


EFFECT_WORDS = {
    "hunt": "hunts {}",
    "open-self": "opens one of your {}",
    "close-self": "closes one of your {}",
    "close-all": "all close one {}",
}


def face(card: Card) -> str:
    """What a button says of a card: “Bronze Dragon (Dragon Valley, 1, opens your Dragon Valley)”."""
    needs = card.requirement.replace(" + ", " and ").replace("most", "the most")
    worth = f"{card.value}".replace("-", "−")
    if card.value_kind == "conditional":
        worth += f" if you {'have ' if not needs.startswith('own') else ''}{needs}"
    elif card.value_kind == "variable":
        worth = needs.removeprefix("x")
    parts = [CATEGORY_NAMES[card.category], worth]
    if card.effect:
        verb, _, target = card.effect_text.partition(" ")
        words = EFFECT_WORDS[verb].format(target.removesuffix(f" x{card.amount}").replace("any", "cards"))
        parts.append(words.replace("one", ("one", "two", "three")[card.amount - 1]))
    if card.requirement == "wild":
        parts.append("stands for any card")
    if card.requirement.startswith("ally"):
        parts.append(needs)
    return f"{card.name} ({', '.join(parts)})"


def _action_texts(deck: Deck) -> dict[str, str]:
    verbs = {"draft": "keep", "play": "play", "open": "open", "close": "close"}
    return {f"action.{verb}.{card.slug}": f"{word} {face(card)}" for verb, word in verbs.items() for card in deck.cards}


TEXT.update(_action_texts(shipped_deck()))
TEXT.update(SHEET_TEXT)


def card_name(game: Game, kind: int, _names: Sequence[str] = ()) -> str:
    return deck_of(game.options["deck"]).cards[kind].name


def side_name(_game: Game, side: int, _names: Sequence[str]) -> str:
    return DIRECTIONS[side]


def end_name(_game: Game, why: int, _names: Sequence[str]) -> str:
    return TEXT["end." + END_REASONS[why]]


def cards_counted(_game: Game, count: int, _names: Sequence[str]) -> str:
    return "1 card" if count == 1 else f"{count} cards"


# In the order of the event numbers in schema.py.
EVENTS = (
    EventKind("deals", seat=seat),
    EventKind("round", round=plain, side=side_name),
    EventKind("dealt", card=card_name),
    EventKind("chosen", seat=seat),
    EventKind("passed", side=side_name),
    EventKind("picked-up"),
    EventKind("committed", seat=seat),
    EventKind("played", seat=seat, card=card_name),
    EventKind("hunted", hunter=seat, card=card_name, seat=seat, prey=card_name),
    EventKind("opened", seat=seat, card=card_name),
    EventKind("closed", seat=seat, card=card_name),
    EventKind("discarded", count=cards_counted),
    EventKind("tricked", seat=seat, card=card_name),
    EventKind("ended", why=end_name),
)


def table(game: Game, view: Any, names: Sequence[str]) -> list[str]:
    """Everybody's open and closed cards, and one's own hand, as text."""
    deck = deck_of(game.options["deck"])
    lines = [f"Round {view.round + 1} of {view.rounds}, {view.left} cards in the deck, {names[view.dealer]} deals."]
    for number, name in enumerate(names):
        lines += _seat_lines(deck, view, number, f"{name}{' (you)' if number == view.seat else ''}")
    if view.seat is not None:
        for title, row in (("Drafted", view.kept[view.seat]), ("Your hand", view.hand[view.seat])):
            lines += _row(title, [deck.cards[card - 1].name for card in row if card])
    return lines


def _seat_lines(deck: Deck, view: Any, number: int, name: str) -> list[str]:
    shown = [name_count(deck.cards[kind].name, count) for kind, count in enumerate(view.open[number]) if count]
    closed = view.closed[number]
    if closed is not None:
        hidden = [name_count(deck.cards[kind].name, count) for kind, count in enumerate(closed) if count]
        more = f"; closed: {', '.join(hidden)}" if hidden else ""
    else:
        more = f"; {view.down[number]} closed" if view.down[number] else ""
    return _wrap(f"{name}: {', '.join(shown) or 'nothing open'}{more}")


def name_count(name: str, count: int) -> str:
    return name if count == 1 else f"{name} ×{count}"


def _row(title: str, words: Sequence[str]) -> list[str]:
    return _wrap(f"{title}: {', '.join(words)}") if words else []


def _wrap(text: str, width: int = 78) -> list[str]:
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = "    " + word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]


def sheet(game: Game, state: Any, names: Sequence[str]) -> list[str]:
    """The final score sheet: every card, its points and why."""
    return score_sheet(deck_of(game.options["deck"]), state, names)

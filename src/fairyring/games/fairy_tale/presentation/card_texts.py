"""Catalogue entries of cards: what is printed on them, and their faces as messages.

All of it is derived from the deck in play, so a custom deck shows its own points, effects and requirements.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairyring.core.text.messages import Message, Named, msg
from fairyring.games.fairy_tale.deck import NONE, Card, Deck
from fairyring.games.fairy_tale.schema import ANY, Category, Effect, Typology, ValueKind


def printed(deck: Deck, copies: Sequence[int], own: bool) -> dict[str | int, dict[str, Any]]:
    """Every card by its slug. `copies` are those in play; `own` says that the names are those of somebody's own file."""
    return {card.slug: _entry(deck, kind, copies[kind], own) for kind, card in enumerate(deck.cards)}


def named(deck: Deck, kind: int) -> Named:
    """Return the name of a card as a message argument."""
    return Named("card", deck.cards[kind].slug)


def category(number: int) -> Named:
    return Named("category", Category.word(number))


def typology(number: int) -> Named:
    return Named("typology", Typology.word(number))


def _entry(deck: Deck, kind: int, copies: int, own: bool) -> dict[str, Any]:
    card = deck.cards[kind]
    variable = card.value_kind == ValueKind.word(ValueKind.VARIABLE)
    return {
        "title": card.name,
        "own": own,
        "category": category(card.category),
        "typology": typology(card.typology),
        "value": None if variable else card.value,
        "value_kind": Named("value-kind", card.value_kind),
        "copies": copies,
        "number": None if card.number == NONE else int(card.number),
        "effect": _effect(card),
        "requirement": _requirement(deck, kind),
        "not_certain": [] if card.not_certain == NONE else card.not_certain.split("; "),
        "left_out_of_simplified": not card.simplified,
        "face": _face(deck, kind),
    }


def _effect(card: Card) -> dict[str, Any] | None:
    """R12–R17: what it does, to which category (None for any), and to how many cards."""
    if card.effect == Effect.NO_EFFECT:
        return None
    target = None if card.target == ANY else category(card.target)
    return {"kind": Named("effect", Effect.word(card.effect)), "target": target, "amount": card.amount}


def _requirement(deck: Deck, kind: int) -> dict[str, Any] | None:
    """R27–R32: what it asks for."""
    row = deck.requirements[kind]
    entry: dict[str, Any] = {}
    if "times" in row:
        entry |= {"times": row["times"], "per": named(deck, row["per"])}
    if most := _most(row):
        entry["most"] = most
    if needs := _needs(deck, row):
        entry["own"] = needs
    if "at_least" in row:
        entry["at_least"] = {Category.word(number): count for number, count in enumerate(row["at_least"]) if count}
    if "ally" in row:
        entry["ally"] = named(deck, row["ally"])
    if "wild" in row:
        entry["wild"] = True
    return entry or None


def _most(row: dict[str, Any]) -> Named | None:
    if "most_category" in row:
        return category(row["most_category"] - 1)
    return typology(row["most_typology"] - 1) if "most_typology" in row else None


def _needs(deck: Deck, row: dict[str, Any]) -> list[Named]:
    return [named(deck, row[name] - 1) for name in ("own_one", "own_two") if name in row]


# The face ----------------------------------------------------------------------------------------


def _face(deck: Deck, kind: int) -> Message:
    """“Bronze Dragon (Dragon Valley, 1, opens one of your Dragon Valley)”."""
    card = deck.cards[kind]
    entry = {"card": named(deck, kind), "category": category(card.category), "worth": _worth(deck, kind)}
    notes = [note for note in (_effect_message(card), _note(deck, kind)) if note]
    if not notes:
        return Message("face.card", entry)
    more = notes[0] if len(notes) == 1 else msg("face.both", first=notes[0], second=notes[1])
    return Message("face.card-more", {**entry, "more": more})


def _worth(deck: Deck, kind: int) -> Message:
    """R2, R26–R31: what it is worth."""
    card, row = deck.cards[kind], deck.requirements[kind]
    if "times" in row:
        return msg("face.variable", times=row["times"], card=named(deck, row["per"]))
    if card.value_kind != ValueKind.word(ValueKind.CONDITIONAL):
        return msg("face.fixed", value=card.value)
    return msg("face.conditional", value=card.value, condition=_condition(deck, row))


def _condition(deck: Deck, row: dict[str, Any]) -> Message:
    if most := _most(row):
        return msg("face.most", group=most)
    if needs := _needs(deck, row):
        return msg("face.own", cards=needs)
    counts = [msg("face.count", count=count, category=category(c)) for c, count in enumerate(row["at_least"]) if count]
    return msg("face.at-least", counts=counts)


def _effect_message(card: Card) -> Message | None:
    if card.effect == Effect.NO_EFFECT:
        return None
    target = "any" if card.target == ANY else category(card.target)
    return msg(f"face.{Effect.word(card.effect)}", target=target, amount=card.amount)


def _note(deck: Deck, kind: int) -> Message | None:
    """Return a note on the face: the card is wild, or the ally of another."""
    row = deck.requirements[kind]
    if "wild" in row:
        return msg("face.wild")
    return msg("face.ally", card=named(deck, row["ally"])) if "ally" in row else None

"""Parser of deck files (R36): the shipped one, or a file of the player. A file is checked completely before it is used."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from fairyring.core.errors import DataError
from fairyring.core.game.options import FileText
from fairyring.core.text.slug import slug_of_title
from fairyring.games.fairy_tale import deck_longhand
from fairyring.games.fairy_tale.schema import ANY, CARDS, KINDS, MAX_VALUE, Effect, ValueKind

# What the columns of a file hold, in the order of the numbers.
CATEGORY_NAMES = ("Fairy Wood", "Holy Empire", "Dragon Valley", "Shadow Kingdom")
TYPOLOGY_NAMES = ("Character", "Place", "Tale")
COLUMNS = (
    "name", "category", "typology", "value", "value_kind", "copies", "number", "effect", "requirement",
    "left_out_of_simplified", "not_certain",
)  # fmt: skip
FROM_CARDS = ("category", "typology", "value", "effect", "target", "amount")  # tables of the state, by kind
FROM_REQUIREMENTS = ("times", "per", "most_category", "most_typology", "own_one", "own_two")
NONE = "-"


@dataclass(frozen=True)
class Card:
    """One kind of card: a line of the file (R1, R2)."""

    line: int
    name: str
    slug: str
    category: int
    typology: int
    value: int
    value_kind: str
    copies: int
    number: str
    effect: int
    target: int  # the category that the effect looks at
    amount: int  # how many cards it opens
    effect_text: str
    requirement: str
    simplified: bool  # whether the simplified game has it
    not_certain: str


@dataclass(frozen=True)
class Deck:
    """All kinds of card, sorted by category, with parsed requirements and the const tables of the state."""

    file: str
    cards: tuple[Card, ...]
    requirements: tuple[dict[str, Any], ...]
    tables: dict[str, Any]

    @cached_property
    def kind_by_typed_name(self) -> dict[str, int]:
        """Kinds of card by slug, without a leading “the”."""
        return {card.slug.removeprefix("the-"): kind for kind, card in enumerate(self.cards)}

    @property
    def slugs(self) -> tuple[str, ...]:
        return tuple(card.slug for card in self.cards)

    def constants(self, simplified: bool = False) -> dict[str, Any]:
        """The constants of the state; the simplified game has no copies of the cards that are left out (R35)."""
        copies = tuple(0 if simplified and not card.simplified else card.copies for card in self.cards)
        return {**self.tables, "copies": copies}


def read_deck(file: str, text: str) -> Deck:
    """R36: parse a deck file; raises DataError, which names the line."""
    lines = list(islice(_cards(file, text), KINDS + 1))
    for number, card in enumerate(lines):
        if number == KINDS:
            raise DataError(f"{file}, line {card.line}: a deck has at most {KINDS} kinds of card, and this is one more.")
        if twin := next((other for other in lines[:number] if other.slug == card.slug), None):
            raise DataError(f"{file}, line {card.line}: {card.name} is written {card.slug}, and so is line {twin.line}.")
    total = sum(card.copies for card in lines)
    if total != CARDS:
        raise DataError(f"{file}: the copies of all kinds add up to {total} cards, not {CARDS}.")
    cards = tuple(sorted(lines, key=lambda card: card.category))
    requirements = tuple(_requirement(file, cards, card) for card in cards)
    return Deck(file, cards, requirements, _tables(file, cards, requirements))


@cache
def shipped_deck() -> Deck:
    """Return the deck that comes with the game."""
    return read_deck("deck.csv", Path(__file__).with_name("deck.csv").read_text(encoding="utf-8"))


def deck_of(option: str) -> Deck:
    """Return the deck of the option `deck`."""
    return read_deck(str(option), option.text) if isinstance(option, FileText) else shipped_deck()


# Lines ------------------------------------------------------------------------------------------


def _cards(file: str, text: str) -> Iterator[Card]:
    header: tuple[str, ...] | None = None
    for line, content in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        if not content.strip() or content.startswith("#"):
            continue
        try:
            cells = tuple(cell.strip() for cell in next(csv.reader([content])))
        except csv.Error as error:
            raise DataError(f"{file}, line {line}: the line is not CSV ({error}).") from error
        if header is None:
            header = cells
            if header != COLUMNS:
                raise DataError(f"{file}, line {line}: the columns should be {', '.join(COLUMNS)}.")
        elif len(cells) != len(COLUMNS):
            raise DataError(f"{file}, line {line}: there are {len(cells)} cells, and {len(COLUMNS)} columns.")
        else:
            yield _card(file, line, dict(zip(COLUMNS, cells, strict=True)))
    if header is None:
        raise DataError(f"{file}: the file is empty; its first line should be {','.join(COLUMNS)}.")


def _card(file: str, line: int, cell: dict[str, str]) -> Card:
    if not slug_of_title(cell["name"]):
        raise DataError(f"{file}, line {line}: the card has no name.")
    category = _one_of(file, line, "category", cell["category"], CATEGORY_NAMES)
    typology = _one_of(file, line, "typology", cell["typology"], TYPOLOGY_NAMES)
    kind = cell["value_kind"]
    _one_of(file, line, "value_kind", kind, [str(word) for word in ValueKind.words])
    if (kind == "variable") != (cell["value"] == "*"):
        raise DataError(f"{file}, line {line}: a variable card, and no other, has the value *.")
    value = 0 if kind == "variable" else _whole(file, line, "value", cell["value"], -MAX_VALUE, MAX_VALUE)
    copies = _whole(file, line, "copies", cell["copies"], 1, CARDS)
    if cell["number"] != NONE:
        _whole(file, line, "number", cell["number"], 1, KINDS)
    short = {"effect": deck_longhand.effect(cell["effect"]), "requirement": deck_longhand.requirement(cell["requirement"])}
    effect, target, amount = _effect(file, line, short["effect"])
    if effect == Effect.HUNT and target in (category, ANY):
        raise DataError(f"{file}, line {line}: a card cannot hunt its own category.")
    left_out = _one_of(file, line, "left_out_of_simplified", cell["left_out_of_simplified"], ("no", "yes"))
    return Card(
        line, cell["name"], slug_of_title(cell["name"]),
        category, typology, value, kind, copies, cell["number"], effect, target, amount,
        short["effect"], short["requirement"], not left_out, cell["not_certain"],
    )  # fmt: skip


def _one_of(file: str, line: int, column: str, text: str, known: Sequence[str]) -> int:
    if text not in known:
        raise DataError(f"{file}, line {line}: {column} “{text}” is not known; it is one of {', '.join(known)}.")
    return known.index(text)


def _whole(file: str, line: int, column: str, text: str, lo: int, hi: int) -> int:
    if not re.fullmatch(r"-?[0-9]{1,4}", text) or not lo <= int(text) <= hi:
        raise DataError(f"{file}, line {line}: {column} “{text}” is not a whole number from {lo} to {hi}.")
    return int(text)


def _effect(file: str, line: int, text: str) -> tuple[int, int, int]:
    if text == NONE:
        return Effect.NO_EFFECT, 0, 0
    match = re.fullmatch(r"(hunt|open-self|close-self|close-all) (.+?)(?: x([1-3]))?", text)
    if not match or (match[3] and match[1] != "open-self"):
        raise DataError(
            f"{file}, line {line}: effect “{text}” is not known; it is - or hunt, open-self, close-self or close-all"
            " with a category or “any”, and x2 or x3 only after open-self."
        )
    target = _one_of(file, line, "the effect's category", match[2], (*CATEGORY_NAMES, "any"))
    return Effect.number(match[1]), target, int(match[3] or 1)


# Tables -----------------------------------------------------------------------------------------


def _tables(file: str, cards: Sequence[Card], rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    wild = [card for card, row in zip(cards, rows, strict=True) if "wild" in row]
    if sum(card.copies for card in wild) > 1:
        raise DataError(f"{file}, line {wild[-1].line}: there can be one wild card only.")
    categories = [card.category for card in cards]
    start = [sum(c < category for c in categories) for category in range(ANY)]
    return {
        "kinds": len(cards),
        **{name: tuple(getattr(card, name) for card in cards) for name in FROM_CARDS},
        **{name: tuple(row.get(name, 0) for row in rows) for name in FROM_REQUIREMENTS},
        "conditional": tuple(int(card.value_kind == "conditional") for card in cards),
        "at_least": tuple(row.get("at_least", (0,) * ANY) for row in rows),
        "wild": cards.index(wild[0]) + 1 if wild else 0,
        "start": (*start, 0),
        "stop": (*start[1:], len(cards), len(cards)),
    }  # fmt: skip


def _requirement(file: str, cards: Sequence[Card], card: Card) -> dict[str, Any]:
    """Parse a requirement into entries of the const tables; `ally of …` is for players and in none of them."""
    text, where = card.requirement, f"{file}, line {card.line}"
    row = _parse(where, cards, text)
    needs = {
        "fixed": not set(row) - {"wild", "ally"},
        "variable": "times" in row,
        "conditional": bool(set(row) - {"wild", "ally", "times"}),
    }
    if not needs[card.value_kind]:
        raise DataError(f"{where}: the requirement “{text}” does not go with a {card.value_kind} value.")
    return row


def _parse(where: str, cards: Sequence[Card], text: str) -> dict[str, Any]:
    if text == NONE:
        return {}
    if text == "wild":
        return {"wild": 1}
    if match := re.fullmatch(r"ally of (.+)", text):
        return {"ally": _named(where, cards, match[1])}
    if match := re.fullmatch(r"x([1-9]) per (.+)", text):
        return {"times": int(match[1]), "per": _named(where, cards, match[2])}
    if text.startswith("own "):
        first, _, second = text.removeprefix("own ").partition(" + ")
        two = {"own_two": _named(where, cards, second) + 1} if second else {}
        return {"own_one": _named(where, cards, first) + 1, **two}
    if (match := re.fullmatch(r"most (.+)", text)) and match[1] in CATEGORY_NAMES:
        return {"most_category": CATEGORY_NAMES.index(match[1]) + 1}
    if match and match[1] in TYPOLOGY_NAMES:
        return {"most_typology": TYPOLOGY_NAMES.index(match[1]) + 1}
    if match := re.fullmatch(r"at least (.+)", text):
        parts = [re.fullmatch(r"([1-9]) (.+)", part) for part in match[1].split(" + ")]
        if all(part and part[2] in CATEGORY_NAMES for part in parts):
            wanted = {part[2]: int(part[1]) for part in parts if part}
            return {"at_least": tuple(wanted.get(name, 0) for name in CATEGORY_NAMES)}
    raise DataError(
        f"{where}: the requirement “{text}” is not known; it is - or “wild”, “ally of CARD”, “x3 per CARD”, “own CARD + CARD”,"
        " “most CATEGORY”, “most TYPOLOGY” or “at least 2 CATEGORY + 2 CATEGORY”."
    )


def _named(where: str, cards: Sequence[Card], name: str) -> int:
    realm, _, number = name.partition(" ")
    slug, category = slug_of_title(name), deck_longhand.SHORT.get(realm)
    for kind, card in enumerate(cards):
        if card.slug == slug or (CATEGORY_NAMES[card.category] == category and card.number == number):
            return kind
    raise DataError(f"{where}: the requirement names “{name}”, and no card of the deck is called that.")

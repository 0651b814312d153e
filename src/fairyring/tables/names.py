"""Names and animals of guests: cleaned of control and bidirectional characters, and unique at a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from fairyring.tables.limits import MAX_NAME_CHARACTERS, MAX_RAW_NAME_CHARACTERS
from fairyring.tables.refusals import Refused

ANIMALS = ("fox", "owl", "hedgehog", "hare", "frog", "badger", "mouse", "snail", "bee", "moth")  # those the page draws
# Controls, formats (bidirectional marks among them), surrogates, private use, unassigned, line and paragraph separators.
DROPPED_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def clean_text(text: str) -> str:
    """Return the text in NFC, with a blank for each character that could disturb the display."""
    normal = unicodedata.normalize("NFC", text)
    return "".join(c if unicodedata.category(c) not in DROPPED_CATEGORIES else " " for c in normal)


def clean_name(text: str) -> str:
    """Return a name as it may be shown; raise Refused if it is empty or too long."""
    if len(text) > MAX_RAW_NAME_CHARACTERS:
        raise Refused("too-long", "name.long", most=MAX_NAME_CHARACTERS)
    name = " ".join(clean_text(text).split())
    if not name:
        raise Refused("bad-form", "name.none")
    if len(name) > MAX_NAME_CHARACTERS:
        raise Refused("too-long", "name.long", most=MAX_NAME_CHARACTERS)
    return name


def unique_name(name: str, taken: Collection[str]) -> str:
    """Return the name, with a number appended if it is taken in any case."""
    others = {other.casefold() for other in taken}
    number, unique = 1, name
    while unique.casefold() in others:
        number += 1
        tail = f" {number}"
        unique = name[: MAX_NAME_CHARACTERS - len(tail)].rstrip() + tail
    return unique


def free_animal(wanted: str, taken: Collection[str]) -> str:
    """Return the wanted animal if it is free, else the first free one. Animals are shared once all are taken."""
    free = [animal for animal in ANIMALS if animal not in taken] or list(ANIMALS)
    return wanted if wanted in free else free[0]

"""Names and animals: what guests are called. No control or bidirectional characters, none twice."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from fairyring.tables.limits import NAME_CHARACTERS, NAME_RAW
from fairyring.tables.refusals import Refused

ANIMALS = ("fox", "owl", "hedgehog", "hare", "frog", "badger", "mouse", "snail", "bee", "moth")  # as the page draws them
# Controls, formats (bidirectional marks among them), surrogates, private and unassigned, line and paragraph separators.
DROPPED = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def clean(text: str) -> str:
    """A name as it may be shown."""
    if len(text) > NAME_RAW:
        raise Refused("too-long", "name.long", most=NAME_CHARACTERS)
    kept = "".join(c if unicodedata.category(c) not in DROPPED else " " for c in unicodedata.normalize("NFC", text))
    name = " ".join(kept.split())
    if not name:
        raise Refused("bad-form", "name.none")
    if len(name) > NAME_CHARACTERS:
        raise Refused("too-long", "name.long", most=NAME_CHARACTERS)
    return name


def unique(name: str, taken: Collection[str]) -> str:
    """The name, with a number where somebody has it already."""
    known = {other.casefold() for other in taken}
    number, found = 1, name
    while found.casefold() in known:
        number += 1
        tail = f" {number}"
        found = name[: NAME_CHARACTERS - len(tail)].rstrip() + tail
    return found


def animal(wanted: str, taken: Collection[str]) -> str:
    """The wanted animal if it is free, else the first free one; when all are taken, they are shared."""
    free = [one for one in ANIMALS if one not in taken] or list(ANIMALS)
    return wanted if wanted in free else free[0]

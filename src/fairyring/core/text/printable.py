"""Texts that strangers wrote, such as the names in a record: which of them may be shown as they are."""

from __future__ import annotations

import unicodedata

HIDDEN = ("Cc", "Cs", "Zl", "Zp")  # controls, halves of characters, line and paragraph ends
# What turns the writing direction around can make a line say something else. (Arabic and Hebrew need none of these.)
TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def shown(character: str) -> bool:
    """Whether a terminal shows the character, and does nothing else."""
    return character not in TURNS and unicodedata.category(character) not in HIDDEN


def printable(text: str) -> bool:
    """Whether the text is one line of characters that can be shown."""
    return text.isprintable() or all(map(shown, text))


def visible(text: str) -> str:
    """The text on one line, with what cannot be shown written out, as in `\\x1b`."""
    if printable(text):
        return text
    return "".join(c if shown(c) else " " if c in "\n\t" else c.encode("unicode-escape").decode() for c in text)

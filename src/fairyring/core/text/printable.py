"""Printable text: filters untrusted text, such as names in a record, before it reaches a terminal."""

from __future__ import annotations

import unicodedata

HIDDEN_CATEGORIES = ("Cc", "Cs", "Zl", "Zp")  # controls, halves of characters, line and paragraph ends
# Bidirectional overrides can make a line read differently. (Arabic and Hebrew text needs none of these.)
BIDI_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def shown(character: str) -> bool:
    """Return whether a terminal shows the character without side effects."""
    return character not in BIDI_CONTROLS and unicodedata.category(character) not in HIDDEN_CATEGORIES


def printable(text: str) -> bool:
    """Return whether the text is one line of printable characters."""
    return text.isprintable() or all(map(shown, text))


def visible(text: str) -> str:
    """Return the text on one line, with other characters escaped, as in `\\x1b`."""
    if printable(text):
        return text
    return "".join(c if shown(c) else " " if c in "\n\t" else c.encode("unicode-escape").decode() for c in text)

"""Long forms of effects and requirements in deck files, as people copy them from the cards (R36).

“CLOSE self: 1 own, any category” is `close-self any`, “2+ FW, 2+ HE and 2+ DV” is
`at least 2 Fairy Wood + 2 Holy Empire + 2 Dragon Valley`, and “HE 3 (the hunt card)” is `own HE 3`. Other texts
are left as they are, for the parser of decks. Strangers send such texts: all patterns take
linear time (tests/test_patterns.py).
"""

from __future__ import annotations

import re

SHORT = {"FW": "Fairy Wood", "HE": "Holy Empire", "DV": "Dragon Valley", "SK": "Shadow Kingdom"}
CODE = r"(?:FW|HE|DV|SK) [0-9]+"

EFFECTS = (
    (r"HUNT \(all players, (.+)\)", r"hunt \1"),
    (r"(OPEN|CLOSE) self: ([1-3]) own, any category", r"\1-self any x\2"),
    (r"(OPEN|CLOSE) self: ([1-3]) own (.+)", r"\1-self \3 x\2"),
    (r"CLOSE all: 1 (.+) each", r"close-all \1"),
)


def effect(text: str) -> str:
    """Return the short form of an effect."""
    for pattern, short in EFFECTS:
        if match := re.fullmatch(pattern, text):
            verb, _, rest = match.expand(short).removesuffix(" x1").partition("-")
            return f"{verb.lower()}-{rest}" if rest else verb
    return text


def requirement(text: str) -> str:
    """Return the short form of a requirement."""
    if re.fullmatch(r"wild: .+", text):
        return "wild"
    if most := _most(text):
        return f"most {most}"
    if match := re.fullmatch(r"(Ally of|ally of|x[1-9] per) (.+)", text):
        return f"{match[1].lower()} {_card(match[2])}"
    if re.match(r"[1-9]\+ ", text):
        parts = [part.split("+ ", 1) for part in re.split(r", | and ", text)]
        if all(len(part) == 2 for part in parts):
            return "at least " + " + ".join(f"{count} {SHORT.get(name, name)}" for count, name in parts)
    if _has_brackets(text) or re.match(CODE, text):
        return "own " + " + ".join(_card(part) for part in text.split(" + "))
    return text


def _card(text: str) -> str:
    """A card by its realm and number where they are given, else by its name: “Bard (HE 4)”, “HE 1 Castle”, “Fairy Ring (1)”."""
    if match := re.search(CODE, text):
        return match[0]
    if match := re.fullmatch(r"the (FW|HE|DV|SK) .+ \(([0-9]{1,4})\)", text):
        return f"{match[1]} {match[2]}"
    if not text.endswith(")"):
        return text
    bracket = text.find(" (", text.rfind(")", 0, -1) + 1)  # of the last pair of brackets
    return text if bracket < 0 else text[:bracket]


def _most(text: str) -> str:
    """Return NAME of “most NAME cards” or “most NAME cards (…)”; an empty text if it is neither."""
    if not text.startswith("most "):
        return ""
    name = text.removeprefix("most ")
    if name.endswith(")"):
        name, bracket, _ = name.partition(" cards (")
        return name if bracket else ""
    return name.removesuffix(" cards") if name.endswith(" cards") else ""


def _has_brackets(text: str) -> bool:
    """Return whether there is something in brackets."""
    *closed, _rest = text.split(")")
    return any(part.partition("(")[2] for part in closed)

"""Long forms of effects and requirements in deck files, as people copy them from the cards (R36).

“CLOSE self: 1 own, any category” is `close-self any`, “2+ FW, 2+ HE and 2+ DV” is
`at least 2 Fairy Wood + 2 Holy Empire + 2 Dragon Valley`, and “HE 3 (the hunt card)” is `own HE 3`. Other texts
are left as they are, for the parser of decks.
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
        if re.fullmatch(pattern, text):
            expanded = re.sub(pattern, short, text).removesuffix(" x1")
            return re.sub(r"^(OPEN|CLOSE)", lambda verb: verb[0].lower(), expanded)
    return text


def requirement(text: str) -> str:
    """Return the short form of a requirement."""
    if re.fullmatch(r"wild: .+", text):
        return "wild"
    if match := re.fullmatch(r"most (.+?) cards(?: \(.+\))?", text):
        return f"most {match[1]}"
    if match := re.fullmatch(r"(Ally of|ally of|x[1-9] per) (.+)", text):
        return f"{match[1].lower()} {_card(match[2])}"
    if re.match(r"[1-9]\+ ", text):
        parts = [part.split("+ ", 1) for part in re.split(r", | and ", text)]
        if all(len(part) == 2 for part in parts):
            return "at least " + " + ".join(f"{count} {SHORT.get(name, name)}" for count, name in parts)
    if re.search(rf"\([^)]+\)|^{CODE}", text):
        return "own " + " + ".join(_card(part) for part in text.split(" + "))
    return text


def _card(text: str) -> str:
    """A card by its realm and number where they are given, else by its name: “Bard (HE 4)”, “HE 1 Castle”, “Fairy Ring (1)”."""
    if match := re.search(CODE, text):
        return match[0]
    if match := re.fullmatch(r"the (FW|HE|DV|SK) .+ \(([0-9]+)\)", text):
        return f"{match[1]} {match[2]}"
    return re.sub(r" \([^)]*\)$", "", text)

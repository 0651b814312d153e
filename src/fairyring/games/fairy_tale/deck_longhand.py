"""Deck files may also say effects and requirements at length, as people note them from the cards: R36.

“CLOSE self: 1 own, any category” is `close-self any`, “2+ FW, 2+ HE and 2+ DV” is
`at least 2 Fairy Wood + 2 Holy Empire + 2 Dragon Valley`, and “HE 3 (the hunt card)” is `own HE 3`. What is no such phrase is
left as it is, for the loader to read or to refuse.
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
    """The short form of an effect."""
    for pattern, short in EFFECTS:
        if re.fullmatch(pattern, text):
            told = re.sub(pattern, short, text).removesuffix(" x1")
            return re.sub(r"^(OPEN|CLOSE)", lambda verb: verb[0].lower(), told)
    return text


def requirement(text: str) -> str:
    """The short form of a requirement."""
    if re.fullmatch(r"wild: .+", text):
        return "wild"
    if found := re.fullmatch(r"most (.+?) cards(?: \(.+\))?", text):
        return f"most {found[1]}"
    if found := re.fullmatch(r"(Ally of|ally of|x[1-9] per) (.+)", text):
        return f"{found[1].lower()} {_card(found[2])}"
    if re.match(r"[1-9]\+ ", text):
        parts = [part.split("+ ", 1) for part in re.split(r", | and ", text)]
        if all(len(part) == 2 for part in parts):
            return "at least " + " + ".join(f"{count} {SHORT.get(name, name)}" for count, name in parts)
    if re.search(rf"\([^)]+\)|^{CODE}", text):
        return "own " + " + ".join(_card(part) for part in text.split(" + "))
    return text


def _card(text: str) -> str:
    """A card by its realm and number where they are given, else by its name: “Bard (HE 4)”, “HE 1 Castle”, “Fairy Ring (1)”."""
    if found := re.search(CODE, text):
        return found[0]
    if found := re.fullmatch(r"the (FW|HE|DV|SK) .+ \(([0-9]+)\)", text):
        return f"{found[1]} {found[2]}"
    return re.sub(r" \([^)]*\)$", "", text)

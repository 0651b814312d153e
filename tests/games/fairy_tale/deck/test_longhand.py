"""R36: deck files that say effects and requirements at length mean the same as the short forms."""

from __future__ import annotations

import csv
import io

import pytest

from fairyring.games.fairy_tale import deck_longhand
from fairyring.games.fairy_tale.deck import CATEGORY_NAMES, COLUMNS, read_deck, shipped_deck

EFFECTS = {
    "HUNT (all players, Shadow Kingdom)": "hunt Shadow Kingdom",
    "OPEN self: 1 own Fairy Wood": "open-self Fairy Wood",
    "OPEN self: 2 own, any category": "open-self any x2",
    "CLOSE self: 1 own Holy Empire": "close-self Holy Empire",
    "CLOSE self: 1 own, any category": "close-self any",
    "CLOSE all: 1 Dragon Valley each": "close-all Dragon Valley",
    "-": "-",
    "hunt Shadow Kingdom": "hunt Shadow Kingdom",
    "SING loudly": "SING loudly",
}
REQUIREMENTS = {
    "Ally of Knights of the Round Table": "ally of Knights of the Round Table",
    "Ally of the DV variable dragon (5)": "ally of DV 5",
    "Ally of Dwarven Warrior (FW 5)": "ally of FW 5",
    "x3 per Sky-Dance Dragon (DV 4)": "x3 per DV 4",
    "x1 per Homesteaders": "x1 per Homesteaders",
    "most Fairy Wood cards (ties count)": "most Fairy Wood",
    "most Place cards": "most Place",
    "Fairy Ring (1) + Spirit of the Spring (2)": "own Fairy Ring + Spirit of the Spring",
    "HE 1 Castle + HE 2 Staff-Bearing Sage": "own HE 1 + HE 2",
    "DV 3 (the hunt card)": "own DV 3",
    "The Fairy Queen (3)": "own The Fairy Queen",
    "2+ Dragon Valley and 2+ Holy Empire": "at least 2 Dragon Valley + 2 Holy Empire",
    "2+ FW, 2+ HE and 2+ DV": "at least 2 Fairy Wood + 2 Holy Empire + 2 Dragon Valley",
    "wild: stands for 1 specific card at scoring": "wild",
    "most Place": "most Place",
    "own Castle": "own Castle",
    "at least 2 Fairy Wood + 2 Holy Empire": "at least 2 Fairy Wood + 2 Holy Empire",
}


@pytest.mark.parametrize(("long", "short"), EFFECTS.items())
def test_longhand_effects(long: str, short: str) -> None:
    assert deck_longhand.effect(long) == short


@pytest.mark.parametrize(("long", "short"), REQUIREMENTS.items())
def test_longhand_requirements(long: str, short: str) -> None:
    assert deck_longhand.requirement(long) == short


def test_longhand_deck_equals_the_short_one() -> None:
    """Our own deck, with every phrase replaced by its long form and cards named by realm and number."""
    effects = {short: long for long, short in EFFECTS.items()}
    realms = {name: short for short, name in deck_longhand.SHORT.items()}
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for card in shipped_deck().cards:
        requirement = card.requirement
        for other in shipped_deck().cards:
            if other.number != "-" and requirement.startswith(("x", "own", "ally")):
                requirement = requirement.replace(
                    other.name, f"{realms[CATEGORY_NAMES[other.category]]} {other.number} {other.name}"
                )
        requirement = requirement.removeprefix("own ")
        value = "*" if card.value_kind == "variable" else card.value
        kind = ("Character", "Place", "Tale")[card.typology]
        left_out = "no" if card.simplified else "yes"
        effect = effects.get(card.effect_text, card.effect_text)
        row = [card.name, CATEGORY_NAMES[card.category], kind, value, card.value_kind, card.copies, card.number, effect]
        writer.writerow([*row, requirement, left_out, card.not_certain])
    assert read_deck("long.csv", text.getvalue()).tables == shipped_deck().tables

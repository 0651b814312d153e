"""Bots of the page are called after plants that occur in none of the games."""

from __future__ import annotations

import json
import re

import pytest

from fairyring.core.text.messages import languages
from fairyring.terminal.session import BOT_NAMES
from tests.games.test_languages import SOURCE, WORDS
from tests.paths import ROOT

DECK = SOURCE / "games" / "fairy_tale" / "deck.csv"  # English names of cards; other languages have them in their texts


def names_of_bots(code: str) -> list[str]:
    words = json.loads((WORDS / code / "common.json").read_text("utf-8"))
    return [text for key, text in words.items() if re.fullmatch(r"bot\.\d+", key)]


@pytest.mark.parametrize("code", languages())
def test_names_of_bots_are_no_things_of_a_game(code: str) -> None:
    files = [*SOURCE.glob(f"games/*/messages/{code}.json"), *ROOT.glob(f"client/src/games/*/words/{code}.json"), DECK]
    texts = "\n".join(file.read_text("utf-8") for file in files).casefold()
    names = names_of_bots(code)
    assert len(set(names)) == len(names) >= 9, "as many as there may be"
    own = BOT_NAMES if code == "en" else ()
    assert [name for name in {*names, *own} if re.search(rf"\b{re.escape(name.casefold())}\b", texts)] == []

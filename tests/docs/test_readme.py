"""Claims of the README that are numbers or lists: they are those of the code. Its table of speeds is written by a script."""

from __future__ import annotations

import re

from fairyring.bots import LEVELS
from fairyring.core.game import registry
from fairyring.core.text.messages import languages
from tests.kit.test_mutants import BROKEN
from tests.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
NAMES = {"en": "English", "de": "German", "fr": "French", "es": "Spanish", "it": "Italian", "nl": "Dutch", "pt": "Portuguese"}
NUMBERS = {"three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}


def test_readme_counts_games_and_languages() -> None:
    (games, spoken) = re.findall(r"\*\*(\w+) games\*\*, rules cited by number, in ([\w, ]+), each with", README)[0]
    assert NUMBERS[games.lower()] == len(registry.shipped())
    assert set(re.findall(r"[A-Z]\w+", spoken)) == {NAMES[language] for language in languages()}
    titles = {registry.room(name).title for name in registry.shipped()}
    assert set(re.findall(r"^\| \*\*([\w ]+)\*\* \(\[rules\]", README, re.MULTILINE)) == titles


def test_readme_counts_levels_and_broken_games() -> None:
    (levels,) = re.findall(r"against (\w+) levels of bots", README)
    assert NUMBERS[levels] == len(set(LEVELS) - {"exact", "trained"})  # those of every game
    assert "more than forty\n  broken games" in README
    assert len(BROKEN) > 40


def test_readme_speeds_are_marked_as_written_by_the_script() -> None:
    """`python benchmarks/readme.py` replaces what lies between these marks; the figures name how they were measured."""
    (table,) = re.findall(r"<!-- speed: benchmarks/readme\.py -->\n(.*?)<!-- end of speed -->", README, re.DOTALL)
    titles = {registry.room(name).title for name in registry.shipped()}
    assert titles == set(re.findall(r"^\| ([A-Z][\w ]+), \d seats", table, re.MULTILINE))
    assert "measured by `python benchmarks/readme.py`" in table

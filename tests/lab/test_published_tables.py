"""Every published table of results is made by a study, or says why it cannot be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairyring.core.game import registry
from fairyring.lab.studies.study import Study, studies_of, table
from tests.paths import ROOT

DOCS = ROOT / "docs"
PAGES = [*sorted((DOCS / "experiments").glob("*.md")), DOCS / "findings.md", *sorted((DOCS / "games").glob("*-strategy.md"))]
NO_RESULTS = {"README.md": "an index", "compiling.md": "speed", "openspiel.md": "speed", "peers.md": "speed"}
RULINGS = "| rule | we say | print |"
STUDY = re.compile(r"^Study: (`[\w-]+`(?:, `[\w-]+`)*)", re.MULTILINE)
NAME = re.compile(r"`([\w-]+)`")
REFUSED = re.compile(r"^Not reproducible with today's code: .*\(commits? [0-9a-f]{7,}.*, \d{4}-\d\d-\d\d\)", re.MULTILINE)
TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)


def tables(text: str) -> Iterator[tuple[str, str]]:
    """Yield each table of a page, and what follows up to the next table or heading."""
    for found in TABLE.finditer(text):
        after = text[found.end() :]
        yield found[0], re.split(r"^(?:\||#)", after, maxsplit=1, flags=re.MULTILINE)[0]


def unexplained(text: str, studies: set[str]) -> list[str]:
    """Return the first lines of tables that neither name studies nor say why there are none."""
    missing = []
    for shown, after in tables(text):
        named = STUDY.search(after)
        known = named is not None and set(NAME.findall(named[1])) <= studies
        if not known and not REFUSED.search(after) and not shown.startswith(RULINGS):
            missing.append(shown.splitlines()[0])
    return missing


def shipped() -> dict[str, Study]:
    return {study.name: study for name in registry.shipped() for study in studies_of(registry.room(name))}


@pytest.mark.parametrize("page", [page for page in PAGES if page.name not in NO_RESULTS], ids=lambda page: page.name)
def test_every_table_of_results_names_a_study_or_says_why_not(page: Path) -> None:
    assert unexplained(page.read_text(encoding="utf-8"), set(shipped())) == []


@pytest.mark.parametrize(
    "after", ["", "Study: `nothing`.\n", "Not reproducible with today's code: it is gone.\n", "# x\nStudy: `stones`.\n"]
)
def test_table_without_study_or_reason_is_found(after: str) -> None:
    assert unexplained(f"| a | b |\n|---|---|\n| 1 | 2 |\n\n{after}", {"stones"}) == ["| a | b |"]


def test_every_study_is_named_by_a_page_that_shows_its_rows() -> None:
    studies = shipped()
    named: set[str] = set()
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        here = {name for line in STUDY.finditer(text) for name in NAME.findall(line[1])}
        named |= here
        for name in here:
            if not studies[name].within and not name.startswith(("report-", "exact-", "trained-")):  # which pages round
                assert set(table(studies[name])[2:]) <= set(text.splitlines()), name
    assert named == set(studies)


def test_every_study_has_results_for_each_point_and_a_time() -> None:
    for study in shipped().values():
        assert set(study.published) == set(study.points), study.name
        assert study.cpu_seconds > 0, study.name

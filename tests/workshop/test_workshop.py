"""Workshop: a game from text, its faults by line, the kit and simulation on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fairyring.core.errors import OptionError
from fairyring.workshop.workshop import Workshop
from tests.paths import ROOT

PEBBLES = ROOT / "src" / "fairyring" / "pebbles"


def files(**changes: str) -> dict[str, str]:
    names = ("room.py", "RULES.md", "messages/en.json")
    return {name: (PEBBLES / name).read_text("utf-8") for name in names} | changes


def pebbles_with(old: str, new: str) -> dict[str, str]:
    source = files()["room.py"]
    assert old in source
    return files(**{"room.py": source.replace(old, new, 1)})


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def load(workshop: Workshop, content: dict[str, str]) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(workshop.load(json.dumps(content)))
    return answer


def test_workshop_loads_checks_and_simulates_a_game(workshop: Workshop) -> None:
    about = load(workshop, files())
    assert (about["game"], about["seats"][0]) == ("pebbles", 2)
    checked = json.loads(workshop.check(1, 1))
    assert checked["problems"] == []
    assert checked["checks"] > 10
    result = json.loads(workshop.simulate(2, 50, "random", 1))
    assert result["games"] == 50
    assert sum(result["win_share"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("old", "new", "line_of", "message"),
    [
        ("PEBBLES, FIST = 5, 3", "PEBBLES, FIST = = 5, 3", "PEBBLES, FIST = =", "invalid syntax"),
        ("PEBBLES, FIST = 5, 3", "PEBBLES, FIST = 5, 0 // 0", "0 // 0", "ZeroDivisionError"),
    ],
)
def test_workshop_names_the_line_that_fails_to_load(workshop: Workshop, old: str, new: str, line_of: str, message: str) -> None:
    broken = pebbles_with(old, new)
    (problem,) = load(workshop, broken)["problems"]
    expected = next(n for n, line in enumerate(broken["room.py"].splitlines(), start=1) if line_of in line)
    assert (problem["file"], problem["line"]) == ("room.py", expected)
    assert message in problem["message"]


def test_workshop_reloads_changed_texts(workshop: Workshop) -> None:
    texts = json.loads(files()["messages/en.json"])
    load(workshop, files())
    changed = files(**{"messages/en.json": json.dumps(texts | {"title": "Marbles"})})
    assert load(workshop, changed)["title"] == "Marbles"


def test_workshop_kit_finds_rules_outside_the_language_by_line(workshop: Workshop) -> None:
    source = files()["room.py"]
    line = next(line for line in source.splitlines() if line.startswith("def setup"))
    broken = pebbles_with(line, f"{line}\n    print('no')")
    load(workshop, broken)
    problems = json.loads(workshop.check(1, 1))["problems"]
    at = broken["room.py"].splitlines().index("    print('no')") + 1
    assert any(problem["line"] == at and "“print” is absent; report with note(" in problem["message"] for problem in problems)


@pytest.mark.parametrize("name", ["../up.py", "/etc/x", "a/b.py", "messages/../x"])
def test_workshop_refuses_names_outside_its_folder(workshop: Workshop, name: str) -> None:
    (problem,) = load(workshop, files(**{name: "x"}))["problems"]
    assert "no name for a file" in problem["message"]


def test_workshop_refuses_what_is_too_large_or_missing(workshop: Workshop) -> None:
    assert "at most" in load(workshop, files(**{"x.txt": "x" * 500_000}))["problems"][0]["message"]
    assert "needs the file room.py" in load(workshop, {"RULES.md": ""})["problems"][0]["message"]
    with pytest.raises(OptionError, match="Load a game first"):
        workshop.check(1, 1)
    load(workshop, files())
    with pytest.raises(OptionError, match="Ask for"):
        workshop.simulate(2, 0, "random", 1)

"""What the kit says of what it found: plainly, once, and with the line that is wrong."""

from __future__ import annotations

import dataclasses
import importlib
import json
import re
from pathlib import Path

import pytest

import fairyring as fr
from fairyring.cli import main
from fairyring.core.game import registry
from fairyring.core.game.room import Room
from fairyring.kit.run import run_kit
from tests.kit.broken import Edit, copy_fairy


def test_run_kit_reports_unseen_names(capsys: pytest.CaptureFixture[str]) -> None:
    room = registry.room("fairy")
    two = dataclasses.replace(room, checks=dataclasses.replace(room.checks, variants=({"players": 2},)))
    report = run_kit(two, games=1, compiled=False, say=print)
    assert "end fifteen" in report.unseen
    assert "event revealed" not in report.unseen
    assert "not seen in these games: end" in capsys.readouterr().out


def test_run_kit_can_run_one_check_only() -> None:
    room = registry.room("fairy")
    two = dataclasses.replace(room, checks=dataclasses.replace(room.checks, variants=({"players": 2},)))
    assert run_kit(two, games=1, compiled=False, only="records_replay").checks == {"records_replay": 1}


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (("schema.py", "DECK_OUT = range(1, 6)", "DECK_OUT = range(5)"), "number them from 1"),
        (("rules.py", "note(s, Event.GUESSED, seat)", "note(s, Event.GUESSED)"), r"takes \(seat\), and got 0 values"),
        (("rules.py", "note(s, Event.FLIPPED, card)", "note(s, Event.FLIPPED, card + 40)"), "has no name"),
        (("schema.py", "memory_aid: int = const(flag())", "memory_aids: int = const(flag())"), "lack \\['memory_aids'\\]"),
    ],
)
def test_room_declaration_errors_are_plain(edit: Edit, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "mistaken_" + re.sub(r"\W", "_", tmp_path.name)
    copy_fairy(tmp_path / name, name, [edit])
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises((TypeError, ValueError), match=message):
        fr.Table(fr.Game(importlib.import_module(name).ROOM, {}), seed=1).play(0, "guess higher")


LOST = ("rules.py", "    s.left -= 1\n", "    s.left -= 1 + (s.turns == 4)\n")
OUTSIDE = ("rules.py", "    s.guess[seat] = guess + 1\n", "    s.guess[seat] = sum([guess, 1])\n")
RAISES = ("rules.py", "    s.turns += 1\n", "    s.turns += 1\n    s.shown[s.turns + 9] = 1\n")


@pytest.mark.parametrize(
    ("broken", "file", "text"),
    [
        ([LOST], "conformance/invariants.py", "def cards_add_up"),
        ([OUTSIDE], "rules.py", "sum([guess, 1])"),
        ([RAISES], "rules.py", "s.shown[s.turns + 9] = 1"),
    ],
    indirect=["broken"],
)
def test_finding_names_the_line_and_is_reported_once(broken: Room, file: str, text: str) -> None:
    options = ({"players": 3}, {"players": 4})
    variants = dataclasses.replace(broken.checks, variants=options)
    report = run_kit(dataclasses.replace(broken, checks=variants), games=3, compiled=False)
    line = next(n for n, code in enumerate((broken.info.folder / file).read_text().splitlines(), start=1) if text in code)
    named = [finding for finding in report.findings if f"{Path(file).name}:{line}" in finding.message]
    assert named
    assert len({finding.gist for finding in report.findings}) == len(report.findings)
    assert file == "rules.py" or max(finding.more for finding in named) > 1


@pytest.mark.parametrize("broken", [[("rules.py", "note(s, Event.GUESSED, seat)", "note(s, Event.GUESSED)")]], indirect=True)
def test_event_with_wrong_arguments_is_a_finding(broken: Room) -> None:
    report = run_kit(broken, games=1, compiled=False)
    assert any("the event guessed takes (seat), and got 0 values (rules.py:" in finding.message for finding in report.findings)


@pytest.mark.parametrize("broken", [[]], indirect=True)
def test_kit_command_takes_a_path(broken: Room, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["kit", str(broken.info.folder / "__init__.py"), "--games", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["passed"]
    assert main.main(["kit", "no/such/room.py"]) == 2
    (broken.info.folder / "empty.py").write_text("")
    assert main.main(["kit", str(broken.info.folder / "empty.py")]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 2
    assert "makes no ROOM" in errors[1]

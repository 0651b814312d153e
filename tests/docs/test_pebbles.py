"""The example of the documentation is a real game: the kit passes, it plays in the terminal, and it is what the page says."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import fairyring as fr
from fairyring.cli.narrate import narrate
from fairyring.core.game.room_file import load_room
from fairyring.kit.run import run_kit
from tests.cli.test_cli import fairyring
from tests.games.make_records import play
from tests.paths import PEBBLES


@pytest.fixture
def room() -> fr.Room:
    return sys.modules["room"].ROOM if "room" in sys.modules else load_room(str(PEBBLES))


def test_pebbles_pass_the_kit(room: fr.Room) -> None:
    report = run_kit(room, games=2)
    assert not report.findings, "\n".join(map(str, report.findings))


def test_pebbles_are_recorded_and_replayed(room: fr.Room) -> None:
    game = fr.game(room.name, players=3)
    record = fr.Record.loads(play(game, 3).dumps())
    record.verify()
    narration = list(narrate(record))
    assert narration[0] == "Pebbles (players=3, rounds=3), rules version 1"
    assert any("makes a fist.  (only Player" in line for line in narration)
    result = fr.simulate(game, games=200, bots="normal,random,random")
    assert sum(result.win_share) == pytest.approx(1, abs=1e-5)


def test_pebbles_are_accepted_by_path_in_every_command(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    played = fairyring("play", PEBBLES, "--players", 2, "--seed", 1, "--save", record, text="1\n" * 9)
    assert "First place" in played
    assert "There is no game “pebbles”" in fairyring("verify", record, code=2)
    assert "Good: " in fairyring("verify", record, "--room", PEBBLES)
    assert "Pebbles (players=2" in fairyring("replay", record, "--room", PEBBLES)
    assert "wins" in fairyring("simulate", PEBBLES, "--games", 50)
    assert "brook" in fairyring("rules", PEBBLES)

"""A game that is not over is told as one seat saw it, and nobody else's secrets are in the telling."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import fairyring as fr
from fairyring.bots import SeatedBot
from fairyring.cli import main
from fairyring.cli.narrate import narrate, narrate_seat
from fairyring.core.game import registry
from tests.core.table.test_table import sealed
from tests.games.make_records import play


def output_of(capsys: pytest.CaptureFixture[str], *args: object, code: int = 0) -> str:
    assert main.main([*map(str, args)]) == code
    output = capsys.readouterr()
    return output.err if code else output.out


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def fairy(bots: dict[int, str]) -> fr.Table[Any]:
    table = fr.Table(fr.game("fairy", players=3), chance=["card 3", "card 20"], names=["Ann", "Bo", "Cy"], bots=bots)
    for seat, guess in enumerate(("higher", "lower", "suit")):
        table.play(seat, f"guess {guess}")
    table.play(0, "guess catch")
    table.play(1, "guess suit")
    return table


def test_replay_hides_open_guesses_from_other_seats(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = fairy({})
    table.record.save(path)
    texts = {seat: output_of(capsys, "replay", path, "--seat", seat + 1) for seat in range(3)}
    everybody = output_of(capsys, "replay", path)
    for text in (*texts.values(), everybody):
        assert "The game is not over, so nobody's secrets are told." in text
        assert "guess catch" not in text
    newest = {seat: text.rpartition("Bo has guessed")[2] for seat, text in texts.items()}
    view = {
        seat: "\n".join(table.game.room.presentation.terminal(table.game, table.view(seat), table.game.speaker(table.names)))
        for seat in range(3)
    }
    for seat, text in newest.items():
        assert view[seat] in text
    assert "As everybody saw it" in everybody
    assert "As Bo saw it" in texts[1]
    whole = output_of(capsys, "replay", path, "--spoil")
    assert "Ann: guess catch" in whole
    # What Ann guessed changes nothing in what anybody else is told.
    other = fairy({})
    other.take_back(1)
    other.take_back(0)
    other.play(0, "guess lower")
    other.play(1, "guess suit")
    for viewer in (None, 1, 2):
        assert list(narrate_seat(other.record, viewer)) == list(narrate_seat(table.record, viewer))
    assert list(narrate(other.record)) != list(narrate(table.record))


def test_replay_hides_covered_cards_of_fairy() -> None:
    left, right = (fr.Table(fr.game("fairy"), chance=[first, "card 9"]) for first in ("card 1", "card 2"))
    for table in (left, right):
        for seat in (0, 1):
            table.play(seat, "guess higher")
    for viewer in (0, 1, None):
        assert list(narrate_seat(left.record, viewer)) == list(narrate_seat(right.record, viewer))


def test_replay_defaults_to_the_only_person(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fairy({0: "normal", 2: "random"}).record.save(path)
    assert "As Bo saw it" in output_of(capsys, "replay", path)
    assert "As Ann saw it" in output_of(capsys, "replay", path, "--seat", 1)


RACKS = ["rack blue,brown,flower,void,void", "rack void,void,flower,brown,blue"]
OTHER_RACKS = ["rack blue,brown,flower,void,void", "rack flower,void,blue,void,brown"]


def test_replay_shows_sneaky_town_racks_to_their_owners(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = fr.game("sneaky-town")
    first, second = (fr.Table(game, chance=racks, names=["Ann", "Bo"]) for racks in (RACKS, OTHER_RACKS))
    for table in (first, second):
        table.play(0, "cast 1,1")
        table.play(1, "cast 2,3")
    for viewer in (0, None):  # Bo's rack differs, and only Bo can tell
        assert list(narrate_seat(first.record, viewer)) == list(narrate_seat(second.record, viewer))
    assert list(narrate_seat(first.record, 1)) != list(narrate_seat(second.record, 1))
    first.record.save(path)
    assert "rack void,void,flower,brown,blue" in output_of(capsys, "replay", path, "--spoil")
    for extra in ([], ["--seat", 1], ["--seat", 2]):
        assert "rack " not in output_of(capsys, "replay", path, *extra)


def test_replay_shows_fairy_tale_hands_to_their_owners() -> None:
    """Two games that differ only in the cards that two other seats were dealt sound alike to everybody else."""
    game = fr.game("fairy-tale", players=3)
    deal = [step.action for step in fr.Table(game, seed=4).history]
    hands = fr.Table(game, chance=deal)
    for seat in (0, 1, 2):
        assert hands.view(seat).hand[seat]
    cards = deal[1:]
    first, second = next((i, j) for i in range(5) for j in range(5, 10) if cards[i] != cards[j])
    swapped = list(cards)
    swapped[first], swapped[second] = swapped[second], swapped[first]
    other = fr.Table(game, chance=[deal[0], *swapped])
    differ = [seat for seat in game.seats if hands.view(seat) != other.view(seat)]
    assert len(differ) == 2
    for seat in (None, *game.seats):
        same = list(narrate_seat(hands.record, seat)) == list(narrate_seat(other.record, seat))
        assert same is (seat not in differ)


@pytest.mark.parametrize("name", registry.shipped())
def test_replay_of_every_game_at_every_point_hides_secrets(name: str) -> None:
    """What is told of a running game follows from what the seat may look up and sees: so it is told of that alone."""
    table = fr.Table(fr.game(name), seed=5)
    bots = [SeatedBot(table.game, "random", seat, 5) for seat in table.game.seats]
    for _ in range(40):
        if not table.pending or table.pending == (fr.NATURE,):
            break
        bots[table.pending[0]].play(table)
        for seat in (None, *table.game.seats):
            text = "\n".join(narrate_seat(table.record, seat))
            events = [table.game.say(event, table.names) for event in table.events_for(seat)]
            assert "\n".join(f"  {line}" for line in events if line) in text


def test_replay_of_a_finished_game_is_full_or_by_seat(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = play(fr.game("fairy"), 3)
    record.save(path)
    assert output_of(capsys, "replay", path).splitlines() == list(narrate(record))
    mine = output_of(capsys, "replay", path, "--seat", 2)
    assert "As Player 2 saw it" in mine
    assert mine.splitlines()[-2:] == list(narrate(record))[-2:]  # the score sheet
    assert "nature: card" not in mine


def test_replay_computes_the_end_instead_of_reading_it(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = fairy({}).record.dumps().splitlines()
    end = json.loads(lines[-1]) | {"over": True, "outcome": {"reason": "top", "scores": [1, 1, 1], "places": [1, 1, 1]}}
    path.write_text("\n".join([*lines[:-1], json.dumps(end)]), encoding="utf-8")
    assert "guess catch" not in output_of(capsys, "replay", path)


def test_replay_seats_are_counted_from_one(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fairy({}).record.save(path)
    for seat in (0, 4, -1, 10**30):
        assert f"There is no seat {seat}; this game has seats 1 to 3." in output_of(
            capsys, "replay", path, "--seat", seat, code=2
        )
    assert "not allowed with" in output_of(capsys, "replay", path, "--seat", 1, "--spoil", code=2)
    output = output_of(capsys, "simulate", "fairy", "--games", 10, "--backend", "interpreted")
    assert "seat 1 (" in output
    assert "seat 2 (" in output
    assert "seat 0" not in output


def test_verify_prints_findings_and_chance_as_json(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = fr.Table(fr.game("fairy"), nature=sealed())
    table.record.save(path)
    assert "cannot be checked, because its secret is not open" in output_of(capsys, "verify", path)
    assert json.loads(output_of(capsys, "verify", path, "--json"))["chance"] == "not opened"
    while table.pending:
        table.play(table.pending[0], "guess higher")
    table.record.save(path)
    assert "Chance was sealed before the game, and every draw of it was checked." in output_of(capsys, "verify", path)
    assert json.loads(output_of(capsys, "verify", path, "--json"))["chance"] == "checked"
    path.write_text(path.read_text(encoding="utf-8").replace('"digest": "', '"digest": "0'), encoding="utf-8")
    assert main.main(["verify", str(path), "--json"]) == 2
    output = capsys.readouterr()
    answer = json.loads(output.out)
    assert answer["ok"] is False
    assert "the record was changed" in answer["error"]
    assert output.err == ""
    assert main.main(["verify", "no-such-file", "--json"]) == 2
    assert json.loads(capsys.readouterr().out) == {"ok": False, "error": "There is no file no-such-file."}
    play(fr.game("fairy"), 3).save(path)
    assert json.loads(output_of(capsys, "verify", path, "--json"))["chance"] == "not sealed"

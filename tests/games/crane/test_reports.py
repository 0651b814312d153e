"""R35: with a real deck the challenger tells the count, and one other player confirms it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.game.contract import NATURE


def grabbing(players: int = 3, **options: object) -> fr.Table[Any]:
    """A table where seat 1 is challenger and has to grab, after everybody bet LOW."""
    table = fr.Table(fr.game("crane", players=players, first="2", grab="real", **options), seed=1)
    for seat in table.pending:
        table.play(seat, "bet low")
    return table


def test_report_needs_a_confirmation() -> None:
    table = grabbing()
    assert (table.pending, table.reporters, table.confirmers) == ((NATURE,), (1,), ())
    assert table.report(1, "grab 12") is None  # nothing has happened yet
    assert (table.pending, table.confirmers, table.view().hand) == ((NATURE,), (0, 2), 0)
    happened = table.confirm(2)
    assert happened is not None
    assert (table.view().hand, table.pending, table.reported) == (12, (1,), None)
    assert table.reporters == table.confirmers == ()
    assert dict(happened.decisions[0].extra) == {"reported": 1, "confirmed": 2}


def test_report_of_opened_eyes() -> None:
    table = grabbing()
    table.report(1, "eyes-opened")
    table.confirm(0)
    assert table.view().eyes_opened == 1


@pytest.mark.parametrize("seat", [0, 2])
def test_report_by_the_audience_is_refused(seat: int) -> None:
    table = grabbing()
    with pytest.raises(fr.NotYourTurn) as caught:
        table.report(seat, "grab 12")
    assert str(caught.value) == f"Seat {seat} cannot report this; 1 can."
    assert table.reported is None


def test_confirmation_by_the_challenger_is_refused() -> None:
    table = grabbing()
    with pytest.raises(fr.NotYourTurn) as caught:
        table.confirm(0)
    assert str(caught.value) == "Nothing was reported, so nothing can be confirmed."
    table.report(1, "grab 12")
    with pytest.raises(fr.NotYourTurn) as caught:
        table.confirm(1)
    assert str(caught.value) == "Seat 1 cannot confirm this; 0 and 2 can."
    assert table.view().hand == 0


def test_report_of_an_impossible_outcome_is_refused() -> None:
    table = grabbing()
    with pytest.raises(fr.NotLegal, match=r"“grab 131” cannot happen now\."):
        table.report(1, "grab 131")
    with pytest.raises(fr.CannotParse):
        table.report(1, "grab 0")
    assert table.reported is None


def test_report_is_refused_in_other_phases() -> None:
    betting = fr.Table(fr.game("crane", players=3, first="2", grab="real"), seed=1)
    model = fr.Table(fr.game("crane", players=3, first="2"))
    model.play(NATURE, "flip 10 ring")
    for seat in (0, 2):
        model.play(seat, "bet low")
    for table in (betting, model):
        with pytest.raises(fr.NotYourTurn) as caught:
            table.report(1, "grab 12")
        assert str(caught.value) == "Nothing is to be reported now."


def test_report_that_is_denied_is_requested_again() -> None:
    table = grabbing()
    table.report(1, "grab 12")
    assert table.confirm(0, right=False) is None
    assert (table.pending, table.reporters, table.confirmers, table.reported) == ((NATURE,), (1,), (), None)
    table.report(1, "grab 11")
    table.report(1, "grab 13")  # put right before anybody confirmed
    table.confirm(0)
    assert table.view().hand == 13


def test_report_with_two_players() -> None:
    table = grabbing(2)
    table.report(1, "grab 12")
    assert table.confirmers == (0,)
    table.confirm(0)
    assert table.view().challenger == 0


def test_record_names_reporter_and_confirmer(tmp_path: Path) -> None:
    table = grabbing()
    table.report(1, "grab 12")
    table.confirm(2)
    path = tmp_path / "game.jsonl"
    table.record.save(path)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert lines[4] == {"nature": "grab 12", "reported": 1, "confirmed": 2}
    record = fr.Record.load(path)
    record.verify()
    assert record == table.record
    resumed = fr.Table.resume(record, seed=1)
    assert resumed.record == table.record
    for again in (table, resumed):  # both go on in the same way: the same flip comes next
        again.play(1, "jackpot left")
        assert again.view().target
        for seat in again.pending:
            again.play(seat, "bet low")
        again.report(2, "grab 3")
        again.confirm(0)
    assert resumed.record == table.record
    assert resumed.record.dumps().count('"confirmed"') == 2


def test_reports_outcomes_only_with_a_real_deck() -> None:
    assert fr.game("crane", grab="real").catalogue()["hands"] is True
    assert fr.game("crane").catalogue()["hands"] is False

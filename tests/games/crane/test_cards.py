"""The table of instruction cards (R1), and files of one's own in its place."""

from __future__ import annotations

from pathlib import Path

import pytest

import fairyring as fr
from fairyring.cli.files import read_file_text
from fairyring.core.errors import DataError, OptionError
from fairyring.games.crane.cards import read_cards

HEADER = "number,index,middle,ring,little\n"
GOOD = "# my box\n" + HEADER + "\n3, 30, 0, 2, 2\n10,1,1,1,1\n30,24,24,24,26\n"


def test_read_cards_accepts_a_custom_file(tmp_path: Path) -> None:
    path = tmp_path / "box.csv"
    path.write_text(GOOD, encoding="utf-8")
    game = fr.game("crane", players=3, first="1", cards=read_file_text(str(path)))
    weights = {str(game.chance[outcome]): weight for outcome, weight in game.chances(game.initial())}
    assert weights["flip 3 index"] == 30
    assert weights["flip 30 little"] == 26
    assert "flip 3 middle" not in weights
    assert sum(weights.values()) == 136
    table = fr.Table(game, seed=2)
    while table.pending:
        table.play(table.pending[0], table.legal(table.pending[0])[-1])
    path.unlink()
    fr.Record.loads(table.record.dumps()).verify()  # the record carries the file along


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "box.csv lists 0 cards; the box holds 136."),
        ("number,index\n", "box.csv, line 1: the first row should be “number,index,middle,ring,little”."),
        (HEADER + "4,2,2,2\n", "box.csv, line 2: a row is a number and four counts, such as “10,2,2,2,2”."),
        (HEADER + "4,2,2,2,-2\n", "box.csv, line 2: a row is a number and four counts, such as “10,2,2,2,2”."),
        (HEADER + "4,2,2,2,2\n\n4,1,1,1,1\n", "box.csv, line 4: the number 4 has a row already."),
        (HEADER + "0,2,2,2,2\n", "box.csv, line 2: cards show numbers from 1 to 30, not 0."),
        (HEADER + "31,2,2,2,2\n", "box.csv, line 2: cards show numbers from 1 to 30, not 31."),
        (HEADER + "4,101,2,2,2\n", "box.csv, line 2: at most 100 cards can be alike, not 101."),
        (HEADER + "4,34,34,34,33\n", "box.csv lists 135 cards; the box holds 136."),
    ],
)
def test_read_cards_error_names_the_line(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "box.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        fr.game("crane", cards=read_file_text(str(path)))
    assert str(caught.value) == why


def test_option_cards_refuses_a_missing_file() -> None:
    with pytest.raises(OptionError, match="neither standard nor a file that was read"):
        fr.game("crane", cards="nowhere.csv")
    with pytest.raises(DataError, match=r"There is no file nowhere\.csv"):
        read_file_text("nowhere.csv")


def test_read_cards_keeps_all_counts() -> None:
    copies = read_cards("box.csv", GOOD)
    assert (copies[2], copies[9], copies[29]) == ([30, 0, 2, 2], [1, 1, 1, 1], [24, 24, 24, 26])

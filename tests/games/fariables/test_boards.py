"""Boards: ours (R26), and those people write (R27)."""

from __future__ import annotations

import time
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

import fairyring as fr
from fairyring.cli.files import read_file_text
from fairyring.core.errors import DataError, OptionError
from fairyring.games.fariables.boards import SHIPPED, Board, parse, shipped

PICTURE = """
  1 4 2 5
 6 * 1 3 1
2 5 3 4 * 4
 3 1 2 6 2
  4 * 5 3
"""
RULES = Path(fr.__file__).parent / "games" / "fariables" / "RULES.md"


def pieces(board: Board) -> list[set[int]]:
    """The islands of a board."""
    left, groups = set(range(len(board.spaces))), []
    while left:
        piece, todo = set(), {min(left)}
        while todo:
            piece |= todo
            todo = {near for space in todo for near in board.near[space]} - piece
        groups.append(piece)
        left -= piece
    return groups


@pytest.mark.parametrize("name", SHIPPED)
def test_r26_our_boards_have_room_and_evenly_spread_kinds(name: str) -> None:
    board = shipped(name)
    kinds = Counter(space.kind for space in board.spaces)
    flowers = kinds.pop(0)
    assert 61 <= len(board.spaces) <= 67
    assert 5 <= flowers <= 7
    assert sorted(kinds) == [1, 2, 3, 4, 5, 6]
    assert max(kinds.values()) - min(kinds.values()) <= 1
    assert len(pieces(board)) == (5 if name == "islands" else 1)
    assert board.islands == (name == "islands")


@pytest.mark.parametrize("name", SHIPPED)
def test_r26_on_our_boards_equal_fairies_are_never_neighbours(name: str) -> None:
    board = shipped(name)
    for index, space in enumerate(board.spaces):
        assert all(board.spaces[near].kind != space.kind for near in board.near[index] if space.kind)


@pytest.mark.parametrize("name", SHIPPED)
def test_board_neighbours_are_mutual_and_names_unique(name: str) -> None:
    board = shipped(name)
    assert all(index in board.near[near] for index, nears in enumerate(board.near) for near in nears)
    assert all(len(near) <= 6 for near in board.near)
    assert len({space.name for space in board.spaces}) == len(board.spaces)


def test_r26_a_ring_has_a_hole_and_a_river_has_water() -> None:
    ring = shipped("fairy-ring")
    assert not any(space.row == 5 and 6 <= space.column <= 14 for space in ring.spaces)
    assert len(shipped("river").water) == 7


def test_board_is_playable_by_all_player_counts() -> None:
    for name in SHIPPED:
        table = fr.Table(fr.game("fariables", players=6, board=name, first=6), seed=1)
        while table.pending and table.view().turns < 3:
            table.play(table.pending[0], table.legal(table.pending[0])[0])
        assert table.view().laid == 36


def test_r27_the_example_in_the_rules_is_a_board() -> None:
    text = RULES.read_text(encoding="utf-8").split("```")[1]
    board = parse("pond.txt", text)
    assert (board.title, board.by, len(board.spaces), len(board.water)) == ("Pond", "You", 20, 4)


def test_r27_an_own_board_is_read_from_a_file_and_stored_in_the_record(tmp_path: Path) -> None:
    path = tmp_path / "garden.txt"
    path.write_text("title: Garden\n" + PICTURE, encoding="utf-8")
    game = fr.game("fariables", board=read_file_text(str(path)), first=1)
    assert [str(action) for action in islice(game.actions, 5)] == ["place a1", "place a2", "place a3", "place a4", "place b1"]
    table = fr.Table(game, seed=3)
    table.play(0, "place c6")
    path.unlink()
    assert fr.Record.loads(table.record.dumps()).verify() is not None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (PICTURE.replace("6 *", "7 *"), r"b.txt, line 3, column 2: “7” means nothing here"),
        (PICTURE.replace("\n 6", "\n6"), r"b.txt, line 3: a space in this row is half a step off"),
        ("size: 3\n" + PICTURE, r"b.txt, line 1: “size” is no heading of a board"),
        ("islands: maybe\n" + PICTURE, r"b.txt, line 1: islands is yes or no, not “maybe”"),
        ("title: A\ntitle: B\n" + PICTURE, r"b.txt, line 2: “title” was given before"),
        (PICTURE.replace("\n2", "\n\n2"), r"b.txt, line 4: a blank line inside the picture"),
        (PICTURE + ".\n  1 2\n", r"b.txt, line 8: g1 cannot be reached from a1"),
        ("  1 2\n 3 *\n", r"b.txt, line 2: the picture has 4 spaces; a board has 18 to 96"),
        ("", r"b.txt, line 1: the picture has 0 spaces"),
        ("\n".join(" " * (row % 2) + "1 2 3 4 5 6 1 2 3 4" for row in range(10)), r"has 100 spaces"),
        ("1 2 3 4 5 6 1 2 3 4 5 6 1 2", r"b.txt, line 1: the picture is more than 25 columns wide"),
        ("\n".join(" " * (row % 2) + "1" for row in range(27)), r"b.txt, line 27: the picture has more than 26 rows"),
    ],
)
def test_r27_a_bad_file_is_refused_with_file_and_line(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse("b.txt", text)


def test_parse_accepts_files_of_any_editor() -> None:
    assert parse("b.txt", "\ufeff# remark\r\n" + PICTURE.replace("\n", "\r\n")).near == parse("b.txt", PICTURE).near


def test_r27_islands_may_be_apart_if_the_file_says_so() -> None:
    board = parse("b.txt", "islands: yes\n" + PICTURE + ".\n  1 2\n")
    assert len(pieces(board)) == 2


def test_r27_there_must_be_room_for_all_tokens_and_spare(tmp_path: Path) -> None:
    path = tmp_path / "small.txt"
    path.write_text(PICTURE, encoding="utf-8")
    assert fr.game("fariables", players=3, board=read_file_text(str(path))).players == 3
    with pytest.raises(DataError, match=r"small has 24 spaces; 4 players need 30"):
        fr.game("fariables", players=4, board=read_file_text(str(path)))


def test_options_refuse_unknown_boards_and_absent_seats() -> None:
    with pytest.raises(OptionError, match="neither meadow, fairy-ring"):
        fr.game("fariables", board="maedow")
    with pytest.raises(OptionError, match="nor a file that was read"):
        fr.game("fariables", board=__file__)  # options open nothing
    with pytest.raises(OptionError, match="first=4 is not possible with 3 players"):
        fr.game("fariables", players=3, first=4)


def test_parse_takes_linear_time_for_long_headers() -> None:
    """A pattern that backtracks would take minutes for this line."""
    started = time.process_time()
    with pytest.raises(DataError):
        parse("long.txt", "title: a" + " " * 200_000 + "b")
    assert time.process_time() - started < 2

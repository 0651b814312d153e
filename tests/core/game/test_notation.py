"""Actions, options and their errors."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fairyring as fr
from fairyring.cli.files import read_file_text
from fairyring.core.errors import CannotParse, DataError, FairyringError, OptionError
from fairyring.core.fields.vocabulary import Seats, Things
from fairyring.core.game.actions import ActionKind, Actions, ActionSpace
from fairyring.core.game.options import Choice, FileText, NameOrFile, Number

START = Things("start", 2, ("a", "b"))
MOVE = ActionKind("move", start=START, target=Things("target", 4, first=1), by=Seats(2))
ACTIONS = ActionSpace(Actions(ActionKind("pass"), MOVE), {"target": (1, 2, 3)})


def test_action_has_an_id_a_notation_and_a_wire_form() -> None:
    action = ACTIONS.parse("move b 2 1")
    assert (action.id, str(action), repr(action)) == (11, "move b 2 1", "Move('b', 2, 0)")
    assert ACTIONS[11] is action
    assert action.wire() == {"kind": "move", "args": {"start": "b", "target": 2, "by": 0}, "id": 11}
    assert ACTIONS.read("move", action.args) is action
    assert [str(a) for a in ACTIONS][:3] == ["pass", "move a 1 1", "move a 1 2"]


def test_action_space_has_no_unused_ids() -> None:
    for action in ACTIONS:
        if action.kind == "move":
            numbers = (MOVE.start(action.id), MOVE.target(action.id), MOVE.by(action.id))
            assert MOVE.id(*numbers) == action.id
            assert numbers == (("a", "b").index(str(action.args["start"])), action.args["target"], action.args["by"])
        assert MOVE.has(action.id) == (action.kind == "move")
    assert len(ACTIONS) == 17
    assert sum(1 for _ in ACTIONS) == 13
    assert ACTIONS.get(MOVE.id(0, 4, 0)) is None
    with pytest.raises(AttributeError):
        MOVE.colour(3)
    with pytest.raises(TypeError, match="cannot be called 'first'"):
        ActionKind("x", first=START)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "An empty line is no action; write “pass”, “move START TARGET BY”."),
        ("jump", "“jump” is no action of this game; write “pass”, “move START TARGET BY”."),
        ("move a", "“move” is written “move START TARGET BY”."),
        ("move c 1 1", "“c” is no start for “move”; it is one of a, b."),
    ],
)
def test_parse_errors_are_one_sentence(text: str, message: str) -> None:
    with pytest.raises(CannotParse) as error:
        ACTIONS.parse(text)
    assert str(error.value) == message


@given(st.text(max_size=40))
def test_parse_raises_only_cannot_parse(text: str) -> None:
    table = fr.Table(fr.game("fairy"), seed=1)
    before = table.record
    with suppress(CannotParse):
        table.play(0, text)
    assert table.record == before or len(table.history) == 2


def test_read_options_validates_and_fills_in_defaults() -> None:
    game = fr.game("fairy", players=3, variant="fifteen")
    assert dict(game.options) == {"players": 3, "variant": "fifteen", "suits": "runs", "memory_aid": "no"}
    assert game.options.variant == "fifteen"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 1}, "Fairy is for 2 to 10 players, not 1."),
        ({"players": 11}, "Fairy is for 2 to 10 players, not 11."),
        ({"players": "many"}, "Fairy is for 2 to 10 players, not many."),
        ({"variant": "x"}, "variant=x is not known; it is one of standard, fifteen."),
        (
            {"colour": "red"},
            (
                "Fairy has no option “colour”; it has players=2…10, variant=standard|fifteen, suits=runs|mod3, "
                "memory_aid=no|yes, higher=0…20, lower=0…20, suit=0…20, catch=0…20, wrong=0…10, floor=-15…0, goal=5…60, "
                "last_fairy=1…3, fairy_cards=1…7."
            ),
        ),
    ],
)
def test_option_errors_are_one_sentence(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError) as error:
        fr.game("fairy", **options)
    assert str(error.value) == message


def test_number_and_choice_options() -> None:
    assert Number("n", 3, 0, 9).read("7") == 7
    for bad in ("10", "-1", "x", "", "٣", "1.0"):
        with pytest.raises(OptionError, match="whole number from 0 to 9"):
            Number("n", 3, 0, 9).read(bad)
    assert Choice("c", ("1", "2")).read(2) == "2"


def test_file_option_carries_its_text_and_opens_no_file(tmp_path: Path) -> None:
    def check(name: str, text: str) -> None:
        if "bad" in text:
            raise DataError(f"{name}, line 1: bad.")

    option = NameOrFile("deck", ("full",), check)
    path = tmp_path / "mine.txt"
    path.write_text("good", encoding="utf-8")
    value = option.read(read_file_text(str(path)))
    assert isinstance(value, FileText)
    assert (str(value), value.text) == ("mine.txt", "good")
    assert option.read(value) is value
    assert option.read("full") == "full"
    with pytest.raises(OptionError, match="neither full nor a file"):
        option.read(str(path))  # options open nothing
    path.write_text("bad", encoding="utf-8")
    with pytest.raises(DataError, match=r"mine\.txt, line 1"):
        option.read(read_file_text(str(path)))
    path.write_bytes(b"\xff\xfe\x00")
    for unreadable in (path, tmp_path, tmp_path / "none"):
        with pytest.raises(DataError) as error:
            read_file_text(str(unreadable))
        assert "\n" not in str(error.value)


def test_unknown_game_error_has_a_hint() -> None:
    with pytest.raises(FairyringError, match="did you mean “fairy”"):
        fr.game("fairi")
    with pytest.raises(FairyringError, match="there are "):
        fr.game("backgammon")

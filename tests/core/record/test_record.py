"""Records come from anybody: what is wrong with one is a sentence, and what is unknown in one is kept."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.errors import FairyringError, RecordError
from fairyring.core.record import file
from fairyring.core.record.record import Record
from fairyring.core.text.printable import printable, visible
from tests.core.table.test_table import sealed
from tests.games.make_records import play

GAME = fr.game("fairy", players=2)
TEXT = play(GAME, 3).dumps()
Lines = list[dict[str, Any]]


def edited(change: Callable[[Lines], object]) -> str:
    lines = [json.loads(line) for line in TEXT.splitlines()]
    change(lines)
    return "".join(json.dumps(line) + "\n" for line in lines)


def head(**entries: object) -> str:
    return edited(lambda lines: lines[0].update(entries))


def step(**entries: object) -> str:
    return edited(lambda lines: lines.__setitem__(2, {**lines[2], **entries}))


def end(**entries: object) -> str:
    return edited(lambda lines: lines[-1].update(entries))


def seats(*names: object) -> str:
    return head(seats=[{"name": name} for name in names])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (seats("Ann"), "The record names 1 seat, and its game is for 2."),
        (seats("Ann", "Bo", "Cy"), "The record names 3 seats, and its game is for 2."),
        (head(seats=[]), "names 0 seats"),
        (head(seats={"0": "Ann"}), "“seats” of the record should be a list"),
        (head(seats=["Ann", "Bo"]), "entry for seat 1 cannot be used: It should be an object"),
        (head(seats=[{}, {}]), "entry for seat 1 cannot be used: A name is one line"),
        (head(seats=[{"name": "Ann"}, {"name": "Bo", "bot": 3}]), "entry for seat 2"),
        (seats("Ann", 5), "entry for seat 2 cannot be used: A name is one line"),
        (seats("Ann", None), "entry for seat 2"),
        (seats("Ann", ""), "entry for seat 2"),
        (seats("Ann", "Bo\u001b[2J"), "without control characters"),
        (seats("Ann\nBo", "Cy"), "entry for seat 1"),
        (seats("Ann", "\u202eoB"), "entry for seat 2"),
        (seats("Ann", "B" * 101), "1 to 100 characters"),
        (head(fairyring=1), "a Fairyring record of form 1, and only form 2"),
        (head(fairyring=True), "no Fairyring record"),
        (head(fairyring="2"), "no Fairyring record"),
        (head(fairyring=10**30), "record of form …"),
        (head(partial=True), "one seat's story of a game"),
        (head(rules="1"), "“rules” of the record should be a whole number"),
        (head(rules=True), "“rules” of the record should be a whole number"),
        (head(rules=10**400), "“rules” of the record should be a whole number"),
        (head(rules=1.0), "“rules” of the record should be a whole number"),
        (head(game=7), "“game” of the record should be a line of text"),
        (head(game="fairy\u0007"), "“game” of the record should be a line of text"),
        (head(options=[]), "“options” of the record should be an object"),
        (head(options={"players": [2]}), "“players” of the record should be a whole number"),
        (head(options={"players": 2.0}), "“players” of the record should be a whole number"),
        (head(options={"players": 10**400}), "“players” of the record should be a whole number"),
        (head(options={"players": 10**18}), "Fairy is for 2 to 10 players"),
        (head(options={"players": "9" * 5000}), "“players” of the record should be a whole number"),
        (head(options={"players": 2, "colour": "red"}), "Fairy has no option “colour”; it has players=2…10"),
        (head(options={"players": 2, "\u001b[31m": "red"}), "“options” of the record should be an object"),
        (head(files=["deck"]), "“files” of the record should be an object"),
        (head(files={"deck": "text"}), r"lacks or misspells an entry \(deck\)"),
        (head(files={"players": "text"}), "“players” of the record should be a line of text"),
        (step(seat=True), "Line 3 of the record should be a decision"),
        (step(seat=-1), "Line 3 of the record should be a decision"),
        (step(seat="0"), "Line 3 of the record should be a decision"),
        (step(seat=10**40), "Line 3 of the record should be a decision"),
        (step(seat=7), r"There is no seat 7; this game has seats 0 to 1\. \(Records count seats from 0\.\)"),
        (step(plays=3), "Line 3 of the record should be a decision"),
        (step(plays="guess\u0000"), "Line 3 of the record should be a decision"),
        (step(nature="card 4"), "Line 3 of the record should be a decision"),
        (end(digest=None), "“digest” of the record should be a line of text"),
        (end(outcome=[1]), "“outcome” of the record should be an object"),
        (end(outcome=None), r"lacks or misspells an entry \(over\)"),
        (end(over=1), "“over” of the record should be true or false"),
        (end(over=False), r"lacks or misspells an entry \(over\)"),
        (end(decisions=True), "cut off"),
        (end(seal="wax"), "“seal” of the record should be an object"),
        (end(seal={"secret": "00"}), r"lacks or misspells an entry \(seal\)"),
        (TEXT.replace('"rules"', '"x": ' + "[" * 100_000 + "]" * 100_000 + ', "rules"', 1), "Line 1 .* too deeply"),
        (TEXT.replace('"rules"', '"x": ' + "[" * 50 + "]" * 50 + ', "rules"', 1), "Line 1 .* too deeply"),
        (TEXT.replace('"rules"', '"x": ' + '{"x": ' * 9000 + "1" + "}" * 9000 + ', "rules"', 1), "Line 1 .* too deeply"),
        (TEXT.replace('"rules"', '"x": 1' + "0" * 5000 + ', "rules"', 1), "Line 1 .* that no record can hold"),
        (TEXT.replace('"rules"', '"x": NaN, "rules"', 1), "Line 1 .* that no record can hold"),
        (TEXT.replace('"rules"', '"x": 1e999, "rules"', 1), "Line 1 .* that no record can hold"),
        (TEXT.replace('"rules"', '"x": "\\ud800", "rules"', 1), "Line 1 .* that no record can hold"),
        (TEXT.replace('"seat"', '\0"seat"', 1), "Line 3 of the record is not JSON"),
    ],
)
def test_record_errors_are_one_sentence(text: str, message: str) -> None:
    with pytest.raises(FairyringError, match=message) as error:
        Record.loads(text).verify()
    assert printable(str(error.value))
    assert len(str(error.value)) < 400


@pytest.mark.parametrize(
    "change",
    [
        {"shares": 5},
        {"shares": [5]},
        {"shares": [{"guest": -1, "promise": "00", "opened": "00"}]},
        {"table": 5},
        {"game": -1},
        {"game": 10**30},
        {"head": 5},
        {"head": "[]"},
        {"head": '{"game": "fairy", "rules": 1, "options": 5}'},
        {"head": "[" * 100_000},
        {"secret": "wax"},
        {"secret": 5},
        {"commitment": 5},
    ],
)
def test_record_verify_survives_any_seal(change: dict[str, object]) -> None:
    table = fr.Table(GAME, nature=sealed())
    while table.pending:
        table.play(table.pending[0], "guess higher")
    record = table.record
    assert record.chance_known
    assert record.seal is not None
    record.seal.update(change)
    with pytest.raises(RecordError) as error:
        Record.loads(record.dumps()).verify()
    assert printable(str(error.value))


def test_record_chance_known_needs_the_secret() -> None:
    assert not Record.loads(TEXT).chance_known
    assert not fr.Table(GAME, nature=sealed()).record.chance_known


def test_record_keeps_unknown_entries() -> None:
    odd = edited(lambda lines: [line.update(note="two\nlines \u001b \u2028", deep=[{"a": [1.5, None]}]) for line in lines])
    record = Record.loads(odd)
    record.verify()
    assert Record.loads(record.dumps()) == record
    assert record.extra_head["note"] == record.extra_end["note"] == "two\nlines \u001b \u2028"
    assert record.decisions[0].extra["deep"] == [{"a": [1.5, None]}]


def test_record_lines_end_with_newlines_only() -> None:
    """A name may hold no line separator, but a note may, and it stands in the file as it is."""
    record = Record.loads(head(note="a\u2028b\x85c"))
    assert "\u2028" in record.dumps()
    assert Record.loads(record.dumps()) == record


def test_table_refuses_the_names_that_records_refuse() -> None:
    for name in ("", " ", "a\tb", "\u001b[2J", "x" * 101):
        with pytest.raises(FairyringError, match="A name is one line of 1 to 100 characters"):
            fr.Table(GAME, names=["Ann", name])
    assert fr.Table(GAME, names=["Zoë 👩\u200d🌾", "花子"]).names == ("Zoë 👩\u200d🌾", "花子")


def test_visible_escapes_unprintable_characters() -> None:
    assert visible("a\u001b[31m\nb\u202e") == "a\\x1b[31m b\\u202e"
    assert visible("Zoë 花") == "Zoë 花"


# Files ------------------------------------------------------------------------------------------


def test_record_load_refuses_other_files_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(TEXT.replace("Player", "Zoë").encode("latin-1"))
    (tmp_path / "zeros").write_bytes(bytes(1000))
    (tmp_path / "long").write_bytes(b'{"fairyring": 2, "x": "' + b"x" * file.MAX_BYTES)
    for name, why in (
        ("latin", "it is not UTF-8 text"),
        ("zeros", "Line 1 of the record is not JSON"),
        ("long", "it has more than 16 megabytes"),
        (".", "Is a directory"),
        ("a\0b", "embedded null byte"),
        ("x" * 5000, "File name too long"),
        ("none", "There is no file"),
    ):
        with pytest.raises(RecordError, match=why) as error:
            Record.load(tmp_path / name)
        assert "Errno" not in str(error.value)
    with pytest.raises(RecordError, match="more than 16 megabytes"):
        Record.load("/dev/zero")  # which never ends
    with pytest.raises(RecordError, match="more than 16 megabytes"):
        Record.loads("x" * (file.MAX_BYTES + 1))


def test_record_load_accepts_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(TEXT, encoding="utf-8-sig")
    assert Record.load(tmp_path / "a") == Record.loads(TEXT)
    (tmp_path / "b").write_bytes(TEXT.replace("\n", "\r\n").encode())
    assert Record.load(tmp_path / "b") == Record.loads(TEXT) == Record.loads(TEXT + "\n \n")


def test_record_refuses_huge_numbers() -> None:
    with pytest.raises(fr.OptionError, match="Fairy is for 2 to 10 players"):
        fr.game("fairy", players="9" * 300)
    with pytest.raises(fr.OptionError, match="players is too long; an option has at most 300 characters"):
        fr.game("fairy", players="9" * 5000)


def test_record_save_replaces_by_default(tmp_path: Path) -> None:
    record, path = Record.loads(TEXT), tmp_path / "a.jsonl"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(RecordError, match=r"a\.jsonl exists already; choose another file"):
        record.save(path, overwrite=False)
    assert path.read_text(encoding="utf-8") == "mine"
    record.save(tmp_path / "b.jsonl", overwrite=False)
    record.save(path)
    assert Record.load(path) == record == Record.load(tmp_path / "b.jsonl")
    assert len(list(tmp_path.iterdir())) == 2


def test_record_save_keeps_links_devices_and_folders(tmp_path: Path) -> None:
    record = Record.loads(TEXT)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    record.save(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert Record.load(tmp_path / "real") == record
    (tmp_path / "nowhere").symlink_to("/dev/null")
    record.save(tmp_path / "nowhere")
    assert not Path(os.devnull).is_file()
    for path, why in ((tmp_path, "Is a directory"), (tmp_path / "no" / "where", "No such file"), (tmp_path / "a\0", "null")):
        with pytest.raises(RecordError, match=why):
            record.save(path)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["link", "nowhere", "real"]


def test_record_loads_in_short_steps() -> None:
    """A server loads imported games on its event loop: no step may parse a whole long record."""
    table = fr.Table(fr.game("sneaky-town", turn_limit=0, match="lead:9"), seed=1)
    while table.pending and len(table.history) < 1000:
        seat = table.pending[0]
        table.play(seat, table.legal(seat)[len(table.history) % len(table.legal(seat))])
    text = table.record.dumps()
    pauses = sum(1 for _ in Record.loads_steps(text))
    assert pauses >= 2 * (len(table.history) // file.LINES_PER_STEP) - 1
    assert Record.loads(text) == table.record

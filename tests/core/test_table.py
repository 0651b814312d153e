"""The table and the record: driving a game, saving it, and refusing what was tampered with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fairyring as fr
from fairyring.core import schema
from fairyring.core.errors import ChanceError, FairyringError, RecordError
from fairyring.core.record import Record
from tests.make_records import play

GAME = fr.game("fairy", players=2)


def test_a_seeded_table_repeats_and_another_seed_differs() -> None:
    assert play(GAME, 7) == play(GAME, 7)
    assert play(GAME, 7) != play(GAME, 8)


def test_scripted_chance_is_followed_and_then_asked_for() -> None:
    table = fr.Table(GAME, chance=["card 5", "card 6"])
    table.play(0, "guess higher")
    table.play(1, "guess lower")
    assert table.view().score == (2, -1)
    table.play(0, "guess higher")
    with pytest.raises(ChanceError, match="script of chance ended"):
        table.play(1, "guess lower")
    with pytest.raises(ChanceError, match="either seeded or scripted"):
        fr.Table(GAME, seed=1, chance=[])


def test_without_seed_or_script_nature_waits_to_be_played() -> None:
    table = fr.Table(GAME)
    assert list(table.pending) == [fr.NATURE]
    assert len(table.legal(fr.NATURE)) == 21
    with pytest.raises(fr.NotYourTurn, match="chance does"):
        table.play(0, "guess higher")
    table.play(fr.NATURE, "card 3")
    assert list(table.pending) == [0, 1]
    with pytest.raises(fr.NotYourTurn):
        table.play(fr.NATURE, "card 4")


def test_the_three_kinds_of_error_change_nothing() -> None:
    table = fr.Table(GAME, seed=1)
    before = table.record
    for seat, what, kind in ((0, "guess up", fr.CannotParse), (0, 99, fr.CannotParse), (5, "guess higher", fr.NotYourTurn)):
        with pytest.raises(kind):
            table.play(seat, what)
    assert table.record == before
    assert issubclass(fr.NotLegal, FairyringError)


def test_names_are_used_and_counted() -> None:
    table = fr.Table(GAME, chance=["card 1"], names=["Ann", "Bo"])
    table.play(1, "guess higher")
    assert GAME.say(table.events_for(0)[-1], table.names) == "Bo has guessed."
    with pytest.raises(FairyringError, match="3 names were given for 2 seats"):
        fr.Table(GAME, names=["a", "b", "c"])


def test_state_and_views_are_copies() -> None:
    table = fr.Table(GAME, seed=1)
    stolen = table.state
    stolen.players = 9
    setattr(stolen, "score", [99] * 10)  # noqa: B010  (the type does not matter here)
    assert table.view().score == (0, 0)


def test_imagination_is_reproducible_but_varies() -> None:
    def worlds() -> list[tuple[int, ...]]:
        table = fr.Table(fr.game("fairy", players=4), seed=3)
        for seat in (1, 2, 3):
            table.play(seat, "guess suit")
        return [tuple(getattr(table.imagine(0), "guess")) for _ in range(20)]  # noqa: B009

    assert worlds() == worlds()
    assert len(set(worlds())) > 5


def test_records_survive_files(tmp_path: Path) -> None:
    record = play(GAME, 3)
    path = tmp_path / "game.jsonl"
    record.save(path)
    assert Record.load(path) == record
    assert [p.name for p in tmp_path.iterdir()] == ["game.jsonl"]
    record.verify()


def test_a_game_in_progress_is_saved_and_resumed() -> None:
    table = fr.Table(GAME, seed=5)
    table.play(0, "guess higher")
    again = fr.Table.resume(Record.loads(table.record.dumps()), seed=5)
    assert again.pending == (1,)
    for t in (table, again):
        t.play(1, "guess lower")
    assert again.record == table.record


def lines(record: Record) -> list[str]:
    return record.dumps().splitlines()


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: "", "no Fairyring record"),
        (lambda text: "hello\n", "Line 1 of the record is not JSON"),
        (lambda text: "[1]\n", "should be an object"),
        (lambda text: text.replace('"fairyring": 1', '"fairyring": 9'), "no Fairyring record"),
        (lambda text: "\n".join(text.splitlines()[:-1]), "cut off"),
        (lambda text: "\n".join(text.splitlines()[:5] + text.splitlines()[6:]), "cut off"),
        (lambda text: text[: len(text) // 2], "not JSON|cut off"),
        (lambda text: text.replace('"rules": 1', '"rules": 99'), "version 99 of the rules of Fairy; only version 1 is here"),
        (lambda text: text.replace('"game": "fairy"', '"game": "chess"'), "no game “chess”"),
        (lambda text: text.replace("guess", "bet", 1), "Line 3 of the record cannot be played"),
        (lambda text: text.replace('"seat": 0', '"seat": 1', 1), "cannot be played"),
        (lambda text: text.replace('"nature": "card', '"nature": "kard', 1), "cannot be played"),
        (lambda text: text.replace('"plays"', '"play"', 1), "should be a decision"),
        (lambda text: text.replace('"options"', '"opt"', 1), "lacks or misspells"),
        (lambda text: text.replace('"reason": "', '"reason": "x'), "another outcome"),
        (lambda text: text.replace('"digest": "', '"digest": "0'), "another position"),
        (lambda text: text.replace('"players": 2', '"players": 3'), "cannot be played"),
    ],
)
def test_a_damaged_record_is_refused_in_one_sentence(damage: object, message: str) -> None:
    assert callable(damage)
    with pytest.raises(FairyringError, match=message) as error:
        Record.loads(damage(play(GAME, 3).dumps())).verify()
    assert "\n" not in str(error.value)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_edit_of_a_decision_is_noticed(data: st.DataObject) -> None:
    text = lines(play(GAME, 3))
    number = data.draw(st.integers(1, len(text) - 2))
    step = json.loads(text[number])
    if "nature" in step:
        step["nature"] = f"card {data.draw(st.integers(1, 21).filter(lambda n: f'card {n}' != step['nature']))}"
    else:
        words = [f"guess {w}" for w in ("higher", "lower", "suit", "catch")]
        step["plays"] = data.draw(st.sampled_from([w for w in words if w != step["plays"]]))
    text[number] = json.dumps(step)
    edited = Record.loads("\n".join(text))
    # Replayed by hand, without `walk` or `verify`: an edit may end in the very same position (two wrong guesses cost the same).
    s = GAME.initial()
    try:
        for decision in edited.decisions:
            GAME.rules.act(s, decision.seat, GAME.check(s, decision.seat, decision.action).id)
        harmless = schema.digest(s) == edited.digest
    except FairyringError:
        harmless = False
    if harmless:
        edited.verify()
    else:
        with pytest.raises(RecordError):
            edited.verify()

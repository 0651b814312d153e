"""Loading of logs: equal to folding every entry, without running rules of earlier games; damaged logs are named."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fairyring.core.game import registry
from fairyring.core.record.record import Record
from fairyring.core.table.table import Table
from fairyring.tables import Row, TableState, fold_row, import_record, load
from fairyring.tables.log.load import UnreadableLog, load_game, load_steps
from fairyring.tables.log.rows import FIRST_PREVIOUS_HASH, Entry
from fairyring.tables.log.state import comparable_state
from tests.tables.support.bench import Bench
from tests.tables.support.logs import log_of_bots, smallest

RECORDS = sorted(Path("tests/games").glob("*/records/*.jsonl"))


def folded(rows: list[Row]) -> TableState:
    """Every row folded, one after the other, as a process does that was there from the beginning."""
    state = TableState()
    for row in rows:
        state = fold_row(state, row)
    return state


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Gets an element for every decision that the rules are asked to apply."""
    applied: list[int] = []
    original = Table._play

    def counting(self: Table[Any], *args: Any, **more: Any) -> Any:
        applied.append(1)
        return original(self, *args, **more)

    monkeypatch.setattr(Table, "_play", counting)
    return applied


@pytest.mark.parametrize("game", registry.shipped())
@pytest.mark.parametrize("finished", [True, False])
def test_load_equals_folding_every_row(game: str, finished: bool) -> None:
    rows = log_of_bots(game, smallest(game), games=3, finished=finished)
    for end in (len(rows), len(rows) // 2, len(rows) - 1):
        assert comparable_state(load(rows[:end])) == comparable_state(folded(rows[:end]))


def test_load_equals_folding_with_unresolved_and_withdrawn_choices() -> None:
    bench = Bench("fairy", 3).with_bots()
    bench.play("ann", 0, 1)
    for action in (0, 2):
        bench.play("ann", 0, action)
    assert comparable_state(load(bench.rows)) == comparable_state(folded(bench.rows))


def test_load_runs_no_rules_of_earlier_games(plays: list[int]) -> None:
    rows = log_of_bots("fairy", 2, games=4)
    first = next(row.seq for row in rows if any(entry.kind == "again" for entry in row.entries))
    last_game = [entry for row in rows for entry in row.entries if entry.kind == "decision"]
    plays.clear()
    load(rows[: first - 1])
    one_game = len(plays)
    plays.clear()
    load(rows)
    assert 0 < len(plays) < len(last_game) / 2
    assert len(plays) < 3 * one_game  # four games would be about four times as many


def test_load_game_returns_the_end_of_each_game() -> None:
    rows = log_of_bots("fairy", 2, games=3)
    for n in (1, 2, 3):
        state = load_game(rows, n)
        assert state is not None
        assert (state.n, state.phase) == (n, "over")
        assert state.run is not None
        assert state.run.table is not None
        assert state.run.table.outcome is not None
        whole = [s for end in range(1, len(rows) + 1) if (s := folded(rows[:end])).n == n and s.phase == "over"]
        assert comparable_state(state) == comparable_state(whole[-1])
    assert load_game(rows, 4) is None
    assert load_game(rows, 99) is None


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[2]}-{path.stem}")
def test_load_of_an_import_applies_every_decision_once(path: Path, plays: list[int]) -> None:
    record = Record.load(path)
    row, _token = import_record(path.read_text(encoding="utf-8"), "maker", 1000, bytes(32))
    plays.clear()
    state = load([row])
    assert len(plays) <= len(record.decisions) + 1  # and the outcome of chance that is due, if the record breaks off
    assert state.run is not None
    assert state.run.table is not None
    assert [(d.seat, d.action) for d in state.run.table.history][: len(record.decisions)] == [
        (d.seat, d.action) for d in record.decisions
    ]
    assert not state.run.loading


def test_load_steps_yield_within_an_import() -> None:
    """A host that stops between steps is never kept for longer than one decision takes."""
    path = max(RECORDS, key=lambda path: len(Record.load(path).decisions))
    row, _token = import_record(path.read_text(encoding="utf-8"), "maker", 1000, bytes(32))
    assert sum(1 for _ in load_steps([row])) >= len(Record.load(path).decisions)


def test_load_of_an_import_without_its_rules_is_read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    row, _token = import_record(RECORDS[0].read_text(encoding="utf-8"), "maker", 1000, bytes(32))
    rules = registry.room(Record.load(RECORDS[0]).name).rules
    monkeypatch.setattr(rules, "VERSION", rules.VERSION + 1)
    state = load([row])
    assert state.run is not None
    assert state.run.table is None
    assert len(state.run.decisions) == state.run.imported_steps > 0


def test_load_of_options_that_are_refused_by_now_is_read_only() -> None:
    def stricter(entry: Entry) -> Entry:
        changed = {**entry.data, "options": {**entry.data.get("options", {}), "players": 99}}
        return dataclasses.replace(entry, data=changed) if entry.kind == "options" else entry

    state = load(rewritten(log_of_bots("fairy", 2), stricter))
    assert state.phase == "over"
    assert state.run is not None
    assert state.run.table is None


def rewritten(rows: list[Row], change: Callable[[Entry], Entry]) -> list[Row]:
    """The log with changed entries, and a valid chain."""
    return list(_rewrite(rows, change))


def _rewrite(rows: list[Row], change: Callable[[Entry], Entry]) -> Iterator[Row]:
    previous = FIRST_PREVIOUS_HASH
    for row in rows:
        yield (new := Row.make(row.table, row.seq, previous, map(change, row.entries), row.by, row.at))
        previous = new.hash


def unknown_kind(entry: Entry) -> Entry:
    return dataclasses.replace(entry, kind="dance") if entry.kind == "chat" else entry


def newer_format(entry: Entry) -> Entry:
    return dataclasses.replace(entry, data={**entry.data, "format": 2}) if entry.kind == "created" else entry


def illegal(entry: Entry) -> Entry:
    data = {**entry.data, "plays": "card 99"}
    return dataclasses.replace(entry, data=data) if entry.kind == "decision" else entry


def field_missing(entry: Entry) -> Entry:
    return dataclasses.replace(entry, data={}) if entry.kind == "host" else entry


@pytest.mark.parametrize(
    ("change", "reason"), [(unknown_kind, "newer"), (newer_format, "newer"), (illegal, "rules"), (field_missing, "corrupt")]
)
def test_load_names_the_defect_of_a_log(change: Callable[[Entry], Entry], reason: str) -> None:
    with pytest.raises(UnreadableLog) as error:
        load(rewritten(log_of_bots("fairy", 2), change))
    assert error.value.reason == reason
    assert "row " in str(error.value)


def test_load_checks_the_hash_chain() -> None:
    rows = log_of_bots("fairy", 2)
    for number in (0, 3, len(rows) - 1):
        body = bytearray(rows[number].body)
        body[body.index(b'"at":') + 5] ^= 1
        flipped = dataclasses.replace(rows[number], body=bytes(body))
        with pytest.raises(UnreadableLog, match=f"row {number + 1}: the hash chain"):
            load([*rows[:number], flipped, *rows[number + 1 :]])
    with pytest.raises(UnreadableLog, match="hash chain"):
        load([*rows[:3], *rows[4:]])


def test_created_notes_the_format_of_entries() -> None:
    assert json.loads(Bench().rows[0].body)["entries"][0]["format"] == 1

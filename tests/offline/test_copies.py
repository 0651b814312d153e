"""Copies of all tables: what comes back is what was kept, and nothing that is damaged or too large."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fairyring.offline import copies
from fairyring.tables import create
from fairyring.tables.log.stored import to_json, to_store
from tests.tables.support.logs import log_of_bots


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    """Two tables: a game that is over, and one that was never begun."""
    unbegun, _token = create("crane", {}, "maker", 1, bytes(32))
    return [to_json(to_store(row)) for row in (*log_of_bots("fairy", 2), unbegun)]


def read(text: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(copies.read_copy(text))
    return value


def test_copy_comes_back_whole(rows: list[dict[str, Any]]) -> None:
    text = copies.write_copy(json.dumps(rows[::-1]))
    found = read(text)
    assert sorted(found["rows"], key=str) == sorted(rows, key=str)
    assert sorted(found["tables"]) == sorted({row["table"] for row in rows})
    assert found["problems"] == []
    assert json.loads(text.splitlines()[0]) == {"fairyring": 1, "tables": 2, "rows": len(rows)}


def test_copy_leaves_damaged_tables_out(rows: list[dict[str, Any]]) -> None:
    table = rows[0]["table"]
    damages: tuple[dict[str, Any], ...] = (
        {"body": rows[2]["body"] + " "},
        {"hash": "00" * 32},
        {"seq": 99},
        {"more": 1},
        {"aside": {"1": 3}},
    )
    for damage in damages:
        changed = [row | damage if row is rows[2] else row for row in rows]
        lines = [json.dumps({"fairyring": 1}), *(json.dumps(row) for row in changed)]
        found = read("\n".join(lines))
        assert table not in found["tables"]
        assert len(found["tables"]) == 1, "the other one comes"
        assert found["problems"]


def test_copy_of_rows_under_another_name_is_refused(rows: list[dict[str, Any]]) -> None:
    stolen = [row | {"table": "mine"} for row in rows if row["table"] == rows[0]["table"]]
    found = read("\n".join([json.dumps({"fairyring": 1}), *map(json.dumps, stolen)]))
    assert found["rows"] == []
    assert "another one" in found["problems"][0]


@pytest.mark.parametrize("text", ["", "{}", "nonsense", "[" * 100_000, '{"fairyring": 99}'])
def test_copy_refuses_other_files(text: str) -> None:
    assert read(text) == {"rows": [], "tables": [], "problems": ["This file is no copy of Fairyring's tables."]}


def test_copy_is_limited(rows: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    text = copies.write_copy(json.dumps(rows))
    monkeypatch.setattr(copies, "MAX_TABLES", 1)
    assert "too many tables" in read(text)["problems"][0]
    monkeypatch.setattr(copies, "MAX_CHARACTERS", 1000)
    assert "too long" in read(text)["problems"][0]
    assert read(text)["rows"] == []

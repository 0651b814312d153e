"""A game is dealt by the rules that were sealed, though a deploy replaces the process in between."""

from __future__ import annotations

import json

import pytest

from fairyring.core.game import registry
from fairyring.core.record.record import Record
from fairyring.tables.commands import moves
from fairyring.tables.log.rows import canonical
from fairyring.tables.log.state import GATHERING, TableState
from fairyring.tables.records import full_record
from tests.tables.support.bench import Bench

AGREED_HEAD = moves.agreed_head


def seal_with(monkeypatch: pytest.MonkeyPatch, version: int) -> None:
    """Let games be sealed as by a release that has this version of the rules."""

    def head(state: TableState) -> str:
        return canonical({**json.loads(AGREED_HEAD(state)), "rules": version}).decode()

    monkeypatch.setattr(moves, "agreed_head", head)


def test_deal_is_by_the_rules_that_were_sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    older = max(registry.room("fairy-tale").older_rules)
    seal_with(monkeypatch, older)
    bench = Bench("fairy-tale", 2).two()
    assert bench.state.run is not None
    assert bench.state.run.rules == older
    bench.finish()
    record = Record.loads(full_record(bench.state).dumps())
    assert record.version == older
    record.verify()


def test_deal_is_left_to_processes_that_have_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench("fairy-tale", 2).two(start=False)
    seal_with(monkeypatch, registry.room("fairy-tale").rules.VERSION + 1)
    assert bench.do("ann", "start")["key"] == "table.not-now"
    assert bench.state.phase == GATHERING

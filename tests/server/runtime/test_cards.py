"""Cards of tables: the summary is made and encoded once while nothing that it shows changes."""

from __future__ import annotations

import json
from typing import Any

from fairyring.server.runtime.cards import SUMMARY_FIELDS, LastSummary, card_of, summary
from fairyring.server.store import Summary
from fairyring.server.store.model import summary_text
from fairyring.tables.log.state import TableState
from tests.tables.support.bench import Bench


class Reader:
    """A state that notes which of its fields are read."""

    def __init__(self, state: TableState) -> None:
        self.state, self.read = state, set[str]()

    def __getattr__(self, name: str) -> Any:
        self.read.add(name)
        return getattr(self.state, name)


def state_of(bench: Bench) -> TableState:
    state = bench.engines["a"].state
    assert state is not None
    return state


def test_summary_reads_only_the_fields_that_are_compared() -> None:
    reader: Any = Reader(state_of(Bench("fairy", players=2).two()))
    summary(reader)
    assert reader.read == set(SUMMARY_FIELDS)


def test_last_summary_follows_the_table_and_is_kept_over_decisions() -> None:
    bench, last = Bench("fairy", players=2), LastSummary()
    seen = [last.of(state_of(bench))]
    bench.two()
    seen.append(last.of(state_of(bench)))
    assert seen[0] != seen[1] == summary(state_of(bench))
    for conn, seat in (("ann", 0), ("bo", 1)):
        bench.play(conn, seat, bench.own(conn)["legal"][0]["id"])
        assert last.of(state_of(bench)) is seen[1]
        assert card_of(state_of(bench), "p", 0, last) == card_of(state_of(bench), "p", 0)


def test_summary_text_is_encoded_once() -> None:
    value = Summary({"game": "fairy", "phase": "playing"})
    text = summary_text(value)
    assert json.loads(text or "") == value
    assert summary_text(value) is text

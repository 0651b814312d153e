"""Table engine: an unexpected error costs the input that raised it, and nothing else."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from fairyring.tables import Received
from fairyring.tables.broadcast import presence, views
from fairyring.tables.commands import registry
from fairyring.tables.engine import timers
from fairyring.tables.limits import FAILED_TIMER_MS, MAX_MESSAGE_DEPTH
from tests.tables.support.bench import Bench

WRONG = "bug"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    """Ann and Bo play; the command `away` raises if its id is `bug`."""
    original = registry._execute

    def execute(work: Any, conn: Any, message: dict[str, Any], id_: str, size: int) -> Any:
        answer = original(work, conn, message, id_, size)
        if id_ == WRONG:
            work.session.votes["again", -1] = frozenset({conn.guest})  # a half-made change
            raise RuntimeError("nobody foresaw this")
        return answer

    monkeypatch.setattr(registry, "_execute", execute)
    bench = Bench().two()
    bench.tolerant = True
    return bench


def test_engine_answers_and_reports_an_input_that_raises(bench: Bench) -> None:
    rows = len(bench.rows)
    answer = bench.do("ann", "chat", id=WRONG, text="hi")
    assert (answer["type"], answer["code"], answer["key"]) == ("nack", "failed", "table.failed")
    assert [str(error) for error in bench.failures] == ["nobody foresaw this"]
    assert len(bench.rows) == rows
    assert not bench.engines["a"].session.votes
    assert bench.do("ann", "chat", text="hi")["type"] == "ack"


def test_engine_keeps_the_other_inputs_of_a_step(bench: Bench) -> None:
    """Inputs that wait for a row are decided together; one of them raises."""
    bench.hold()
    bench.do("ann", "chat", id="first", text="1")
    bench.do("bo", "chat", id="before", text="2")
    bench.do("ann", "away", id=WRONG)
    bench.join("cy")
    bench.do("bo", "chat", id="after", text="3")
    bench.release()
    acks = {message["id"] for conn in ("ann", "bo") for message in bench.sent[conn] if message["type"] == "ack"}
    assert {"first", "before", "after"} <= acks
    assert [line.text for line in bench.state.chat] == ["1", "2", "3"]
    assert any(message["type"] == "welcome" for message in bench.sent["cy"])
    assert len(bench.failures) == 1


def test_engine_answers_the_commands_of_a_stored_row_that_cannot_be_broadcast(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def picture(*_args: Any, **_kwargs: Any) -> Any:
        raise RuntimeError("it cannot be drawn")

    monkeypatch.setattr(views, "pictures", picture)
    assert bench.do("ann", "chat", id="stored", text="hi")["type"] == "ack"
    assert [line.text for line in bench.state.chat] == ["hi"]
    assert bench.failures


def test_engine_closes_a_connection_whose_hello_raises(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def touch(*_args: Any, **_kwargs: Any) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(presence, "touch", touch)
    assert bench.join("cy") == {}
    assert bench.closed["cy"] == 4000  # to be tried again; its token stays valid
    assert "cy" not in bench.engines["a"].session.connections


def test_engine_pauses_timers_that_raise(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[int] = []

    def run_due(work: Any) -> None:
        runs.append(work.time)
        raise RuntimeError("no")

    monkeypatch.setattr(timers, "run_due", run_due)
    bench.leave("bo")
    bench.pass_time(10 * FAILED_TIMER_MS)
    assert 1 <= len(runs) <= 11
    assert all(later - earlier >= FAILED_TIMER_MS for earlier, later in pairwise(runs))
    assert bench.do("ann", "chat", text="hi")["type"] == "ack"


@pytest.mark.parametrize("depth", [MAX_MESSAGE_DEPTH + 1, 400, 958, 969])
def test_engine_refuses_nested_messages(bench: Bench, depth: int) -> None:
    nested: Any = 0
    for _ in range(depth):
        nested = [nested]
    message = {"type": "cmd", "id": f"deep {depth}", "do": "options", "options": {"a": nested}}
    bench.give("a", Received, "ann", message, 2 * depth)
    answer = bench.sent["ann"][-1]
    assert (answer["type"], answer["id"], answer["code"]) == ("nack", f"deep {depth}", "bad-form")
    assert not bench.failures

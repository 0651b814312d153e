"""Logs cannot be poisoned: commands that change nothing write nothing, and what is written in a day is limited."""

from __future__ import annotations

import pytest

from fairyring.tables.engine.session import Session
from fairyring.tables.engine.unit_of_work import UnitOfWork
from fairyring.tables.limits import DAY
from fairyring.tables.refusals import Refused
from tests.tables.support.bench import Bench


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("options", {"options": {"players": 2}}),
        ("options", {"public": False}),
        ("rename", {"name": "Ann"}),
        ("sit", {"seat": 1, "name": "Ann"}),
        ("bot", {"seat": 1}),
        ("host", {"who": 1}),
    ],
)
def test_commands_without_effect_write_no_row(do: str, fields: dict[str, object]) -> None:
    bench = Bench()
    bench.join("ann", bench.token)
    bench.do("ann", "sit", seat=0, name="Ann")
    bench.do("ann", "bot", seat=1)
    if do == "sit":
        bench.do("ann", "sit", seat=1)
        fields = {"seat": 1}
    rows = len(bench.rows)
    answer = bench.do("ann", do, **fields)  # type: ignore[arg-type]
    assert len(bench.rows) == rows
    assert answer["type"] == ("nack" if do == "sit" else "ack")


def test_quota_of_a_guest_is_per_day_and_exempts_moves() -> None:
    bench = Bench().two()
    for number in range(1100):
        bench.now += 1100
        answer = bench.do("bo", "chat", text=f"line {number}")
        if answer["type"] == "nack":
            break
    assert (answer["code"], answer["key"]) == ("full", "table.quota")
    assert number >= 900
    assert bench.do("ann", "chat", text="I can still talk")["type"] == "ack"
    assert bench.play("bo", 1)["type"] == "ack"
    bench.now += DAY
    assert bench.do("bo", "chat", text="a new day")["type"] == "ack"


def test_quota_of_bytes_refuses_large_entries_before_they_are_written() -> None:
    state = Bench().two().state
    work = UnitOfWork(state, Session("a", 0), 0, bytes(32))
    for _ in range(20):
        work.write("chat", {"guest": 1, "at": 0}, {"text": "x" * 60_000})
    with pytest.raises(Refused) as refused:
        work.write("chat", {"guest": 1, "at": 0}, {"text": "x" * 400_000})
    assert refused.value.message.key == "table.quota"
    assert len(work.entries) == 20
    work.write("chat", {"guest": 2, "at": 0}, {"text": "x" * 60_000})  # another guest has a quota of their own


def test_quota_of_newcomers_exempts_present_guests() -> None:
    bench = Bench().two()
    for number in range(1100):
        assert bench.join(f"w{number}")
        bench.pass_time(1000)
        answer = bench.do(f"w{number}", "device")
        bench.leave(f"w{number}")
        if answer.get("code") == "full":
            break
    assert answer["key"] == "table.quota"
    assert number >= 900
    assert bench.do("ann", "chat", text="We go on")["type"] == "ack"
    bench.leave("bo")
    assert bench.join("bo", bench.tokens["bo"])["you"]["seats"] == [1]

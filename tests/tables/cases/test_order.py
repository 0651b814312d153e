"""Design cases about order and durability. Docstrings have the number of each case.

Case 44 (a foreign origin is refused before the upgrade) is tested with the server. Of case 6 (Redis dies) only the poll is
here.
"""

from __future__ import annotations

from typing import Any

import pytest

from fairyring.bots import SearchBot
from fairyring.tables import Failed, JobAnswered, Opened, Received
from fairyring.tables.limits import MAX_MESSAGE_DEPTH, PROTOCOL_VERSION
from tests.tables.support.bench import Bench


def decisions(bench: Bench, seat: int) -> list[str]:
    return [e.data["plays"] for row in bench.rows for e in row.entries if e.kind == "decision" and e.data["seat"] == seat]


def test_engine_acks_a_resent_command_with_one_entry() -> None:
    """Case 1."""
    bench = Bench().two()
    ask = bench.ask("ann")
    for _ in range(2):
        assert bench.do("ann", "play", id="x", seat=0, ask=ask, action=1) == {"type": "ack", "id": "x"}
    assert decisions(bench, 0) == ["guess lower"]
    bench.crash()
    bench.start("b")
    bench.join("ann2", bench.token, "b")
    assert bench.do("ann2", "play", id="x", seat=0, ask=ask, action=1)["type"] == "ack"
    assert decisions(bench, 0) == ["guess lower"]


def test_engine_reads_back_a_row_after_a_timeout() -> None:
    """Case 2."""
    bench = Bench().two()
    bench.hold()
    assert bench.play("ann", 0, id="x") == {}
    assert bench.held
    bench.append("a", bench.held[0][1].row, answer=False)
    bench.held = None
    bench.give("a", Failed)
    assert bench.sent["ann"][-1]["type"] == "stalled"
    bench.pass_time(2000)
    assert [m["id"] for m in bench.sent["ann"] if m["type"] == "ack"][-1] == "x"
    assert decisions(bench, 0) == ["guess higher"]


def test_engine_decides_again_after_losing_a_row() -> None:
    """Cases 3 and 4: two processes write the same seq; one wins, the other decides again and is told the truth."""
    bench = Bench().two()
    bench.start("b")
    bench.leave("bo")
    bench.join("bo", bench.tokens["bo"], "b")
    bench.hold()
    bench.play("ann", 0, id="x")
    bench.play("bo", 1, id="y")
    assert bench.held
    assert len({effect.row.seq for _name, effect in bench.held}) == 1
    (_, first), (_, second) = bench.held
    bench.held = None
    bench.append("a", first.row, answer=False)
    bench.give("a", Failed)
    bench.append("b", second.row)  # lost: read, decided again, stored as the next row
    bench.pass_time(3000)
    bench.sync()
    assert decisions(bench, 0) == decisions(bench, 1) == ["guess higher"]
    for conn, id_ in (("ann", "x"), ("bo", "y")):
        assert [m["id"] for m in bench.sent[conn] if m["type"] == "ack"][-1] == id_
        assert bench.picture(conn)["view"]["score"] == list(bench.state.run.table.view().score)  # type: ignore[union-attr]


def test_engine_that_stood_still_loses_its_row() -> None:
    """Case 5."""
    bench = Bench().two()
    bench.start("b")
    bench.hold()
    bench.play("ann", 0, id="x")
    assert bench.held
    (_, old), *_ = bench.held
    bench.held = None
    bench.join("ann2", bench.token, "b")
    bench.play("ann2", 0, 2)
    bench.now += 30_000
    before = len(bench.rows)
    bench.append("a", old.row)
    assert len(bench.rows) == before + 1  # decided again: it replaces what the other process stored
    assert decisions(bench, 0) == ["guess suit", "guess higher"]


def test_engine_broadcasts_rows_of_the_poll() -> None:
    """Case 6: the hint never came; the poll each second did."""
    bench = Bench().two()
    bench.start("b")
    bench.join("watcher", process="b")
    bench.sync()
    before = len(bench.beats("watcher"))
    bench.play("ann", 0)
    assert len(bench.beats("watcher")) == before
    bench.sync()
    assert bench.beats("watcher")[-1]["view"]["waiting"] == [1]


def test_engine_stalls_and_resumes_with_a_full_disk() -> None:
    """Case 7."""
    bench = Bench().two()
    bench.hold()
    bench.play("ann", 0, id="x")
    for _ in range(3):
        assert bench.held
        bench.held.clear()
        bench.give("a", Failed)
        bench.pass_time(1500)
    assert [m["type"] for m in bench.sent["bo"]].count("stalled") == 1
    assert not any(m["type"] == "ack" and m["id"] == "x" for m in bench.sent["ann"])
    bench.release()
    assert bench.sent["ann"][-1] == {"type": "ack", "id": "x"}
    assert "flowing" in [m["type"] for m in bench.sent["bo"]]


def test_play_twice_is_one_entry() -> None:
    """Case 8."""
    bench = Bench().two()
    ask = bench.ask("ann")
    assert [bench.play("ann", 0, 1, ask=ask)["type"] for _ in range(2)] == ["ack", "ack"]
    assert decisions(bench, 0) == ["guess lower"]


def test_play_twice_that_resolves_is_past() -> None:
    """Case 9; and with `past` comes a fresh picture."""
    bench = Bench().two()
    bench.play("ann", 0)
    ask = bench.ask("bo")
    assert bench.play("bo", 1, ask=ask)["type"] == "ack"
    before = len(bench.beats("bo"))
    assert bench.play("bo", 1, ask=ask)["code"] == "past"
    assert len(bench.beats("bo")) == before + 1
    assert bench.ask("bo") != ask


def test_play_from_two_tabs_keeps_the_later_choice() -> None:
    """Case 10."""
    bench = Bench().two()
    bench.join("ann2", bench.token)
    ask = bench.ask("ann")
    assert bench.ask("ann2") == ask
    bench.play("ann", 0, 0)
    assert bench.own("ann2")["chosen"]["id"] == 0
    bench.play("ann2", 0, 3)
    assert bench.own("ann")["chosen"]["id"] == 3
    bench.play("bo", 1)
    assert bench.picture("bo")["view"]["shown"] == ["catch", "higher"]


def test_take_back_after_the_reveal_is_past() -> None:
    """Case 11."""
    bench = Bench().two()
    ask = bench.ask("ann")
    bench.play("ann", 0)
    assert bench.do("ann", "take_back", seat=0, ask=ask)["type"] == "ack"
    assert "chosen" not in bench.own("ann")
    assert bench.ask("ann") == ask
    bench.play("ann", 0)
    bench.play("bo", 1)
    assert bench.do("ann", "take_back", seat=0, ask=ask)["code"] == "past"


@pytest.mark.parametrize("back_first", [True, False])
def test_take_back_and_last_choice_in_one_row_go_by_arrival(back_first: bool) -> None:
    """Case 12."""
    bench = Bench().two()
    bench.play("ann", 0)
    bench.hold()
    bench.do("bo", "chat", text="wait")
    asks = {"ann": bench.ask("ann"), "bo": bench.ask("bo")}
    back = {"type": "cmd", "id": "back", "do": "take_back", "seat": 0, "ask": asks["ann"]}
    last = {"type": "cmd", "id": "last", "do": "play", "seat": 1, "ask": asks["bo"], "action": 0}
    for conn, message in (("ann", back), ("bo", last)) if back_first else (("bo", last), ("ann", back)):
        bench.give("a", Received, conn, message, 100)
    bench.release()
    answer = next(m for m in bench.sent["ann"] if m.get("id") == "back")
    assert answer["type"] == ("ack" if back_first else "nack")
    assert bench.state.run is not None
    assert bench.state.run.pending == ((0,) if back_first else (0, 1))


def test_idempotency_key_with_another_body_is_refused() -> None:
    """Case 13."""
    bench = Bench().two()
    bench.do("ann", "chat", id="x", text="one")
    assert bench.do("ann", "chat", id="x", text="two")["code"] == "id-reused"
    assert [line.text for line in bench.state.chat] == ["one"]


@pytest.mark.parametrize("depth", [MAX_MESSAGE_DEPTH + 1, 900, 100_000])
def test_idempotency_hash_of_a_deeply_nested_command_is_refused(depth: int) -> None:
    """Hashing encodes the message, which recurses: what is nested too deep is refused before, naming the field."""
    nested: Any = []
    for _ in range(depth):
        nested = [nested]
    bench = Bench().two(start=False)
    entries = len(bench.rows)
    bench.give("a", Received, "ann", {"type": "cmd", "id": "x", "do": "options", "options": {}, "extra": nested}, 3000)
    answer = bench.sent["ann"][-1]
    assert (answer["code"], answer["args"]) == ("bad-form", {"field": "extra"})
    assert len(bench.rows) == entries


def test_idempotency_across_processes_is_one_entry() -> None:
    """Case 47."""
    bench = Bench().two()
    bench.start("b")
    bench.join("ann2", bench.token, "b")
    ask = bench.ask("ann")
    bench.hold()
    for conn in ("ann", "ann2"):
        bench.play(conn, 0, 1, ask=ask, id="x")
    bench.release()
    bench.sync()
    assert decisions(bench, 0) == ["guess lower"]
    for conn in ("ann", "ann2"):
        assert {"type": "ack", "id": "x"} in bench.sent[conn]


def test_bot_job_is_retried_with_the_same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 31; then the table decides without a search, for which all tables would wait."""
    monkeypatch.setattr(SearchBot, "choose", lambda *_args: pytest.fail("a bot searches in the table's own process"))
    bench = Bench()
    bench.thinking = False
    bench.with_bots()
    bench.pass_time(100)
    first = bench.jobs[-1]
    bench.give("a", Failed, first.id)
    assert bench.jobs[-1] == first
    assert len(bench.jobs) == 2
    bench.give("a", JobAnswered, first.id, 999)
    bench.pass_time(1500)
    assert decisions(bench, 1)
    assert len(bench.jobs) == 2


def test_hello_of_two_new_guests_in_two_processes() -> None:
    """Both rows have the same entries and differ only in the token: one is lost, and its guest becomes another one."""
    bench = Bench().two()
    bench.start("b")
    bench.hold()
    for conn, process in (("x", "a"), ("y", "b")):
        bench.where[conn] = process
        bench.give(process, Opened, conn, {"type": "hello", "proto": PROTOCOL_VERSION, "table": bench.rows[0].table})
    bench.release()
    tokens = {conn: bench.sent[conn][0]["you"] for conn in ("x", "y")}
    assert tokens["x"]["guest"] != tokens["y"]["guest"]
    bench.sync()
    for conn in ("x", "y"):
        assert bench.join(f"{conn}2", tokens[conn]["token"])["you"]["guest"] == tokens[conn]["guest"]

"""Guests who only watch: nothing of them is in the log until they do something."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from fairyring.tables import create
from fairyring.tables.broadcast import opaque_ids
from fairyring.tables.limits import DAY, MAX_GUESTS
from fairyring.tables.log.state import FIRST_WATCHER
from tests.tables.support.bench import Bench


def test_watchers_write_no_row_by_coming_and_going() -> None:
    bench = Bench(public=True).two()
    bench.bus = True
    bench.start("b")
    before, tokens = [row.hash for row in bench.rows], []
    for number in range(200):
        you = bench.join(f"w{number}", process="ab"[number % 2])["you"]
        assert you["guest"] >= FIRST_WATCHER
        tokens.append(you)
        bench.do(f"w{number}", "away")
        bench.leave(f"w{number}")
    for number, you in enumerate(tokens):  # in the other process, which has never seen them
        again = bench.join(f"again{number}", you["token"], process="ba"[number % 2])["you"]
        assert again == {"guest": you["guest"], "seats": []}
        bench.leave(f"again{number}")
    assert len({you["guest"] for you in tokens}) == 200
    assert [row.hash for row in bench.rows] == before
    for engine in bench.engines.values():
        assert not engine.session.last_seen.keys() - bench.state.guests.keys()
        owners = {owner for owner, _kind in engine.session.rate_buckets if owner.startswith("guest ")}
        assert owners <= {"guest 0", "guest 1", f"guest {bench.guest('bo')}"}  # 0: all watchers together


@pytest.mark.parametrize("do", ["away", "shout", "visible", "leave", "play"])
def test_watcher_without_a_change_is_not_written(do: str) -> None:
    bench = Bench().two()
    bench.join("cy")
    rows = len(bench.rows)
    if do == "visible":
        bench.say("cy", {"type": "visible", "on": False})
    else:
        bench.do("cy", do, **({"n": 1} if do == "shout" else {"seat": 1, "ask": "", "action": 0} if do == "play" else {}))
    assert len(bench.rows) == rows
    assert not bench.engines["a"].session.written.get("newcomers", (0, 0, 0))[1] > 1  # Bo


def test_watcher_keeps_number_token_and_animal_when_seated() -> None:
    bench = Bench(players=3).two(start=False)
    you = bench.join("cy")["you"]
    presence = [message for message in bench.sent["ann"] if message["type"] == "presence"][-1]
    assert list(presence["watchers"]) == [str(you["guest"])]
    assert bench.do("cy", "sit", seat=2, name="Cy")["type"] == "ack"
    presence = [message for message in bench.sent["ann"] if message["type"] == "presence"][-1]
    assert "watchers" not in presence
    assert presence["guests"][str(you["guest"])] == "here"
    assert bench.state.seats[2].guest == you["guest"]
    assert [entry.kind for entry in bench.rows[-1].entries] == ["guest", "guest", "seat"]
    bench.start("b")
    assert bench.join("cy2", you["token"], "b")["you"] == {"guest": you["guest"], "seats": [2]}


def test_watcher_token_of_another_table_or_forged_is_refused() -> None:
    bench, first = Bench().two(), create("fairy", {"options": {"players": 2}}, "maker", 0, b"x" * 32)
    token = Bench(first=first[0], token=first[1]).join("cy")["you"]["token"]
    flipped = ("B" if token[0] == "A" else "A") + token[1:]
    for number, wrong in enumerate((token, flipped, token[:-4], token + "AAAA", "é" * 32, "=")):
        assert bench.join(f"x{number}", wrong) == {}
        assert bench.closed[f"x{number}"] == 4003


def test_revoked_watcher_token_stays_revoked() -> None:
    bench = Bench(players=3).two(start=False)
    token = bench.join("cy")["you"]["token"]
    bench.do("cy", "sit", seat=2, name="Cy")
    phone = bench.join("phone", take=bench.do("cy", "device")["code"])["you"]["token"]
    assert bench.do("phone", "only_here")["type"] == "ack"
    assert bench.closed["cy"] == 4003
    assert bench.join("cy2", token) == {}
    assert bench.join("phone2", phone)["you"]["seats"] == [2]


def test_token_of_a_removed_guest_is_void() -> None:
    bench = Bench().two()
    token = bench.join("cy")["you"]["token"]
    bench.do("cy", "chat", id="once", text="hi")
    bench.leave("cy")
    for number in range(MAX_GUESTS):
        bench.pass_time(1000)
        bench.join(f"w{number}")
        assert bench.do(f"w{number}", "chat", text="hi")["type"] == "ack"
        bench.leave(f"w{number}")
    assert bench.join("cy2", token) == {}  # or its resent commands would be written twice
    assert bench.closed["cy2"] == 4003


@pytest.mark.parametrize("do", ["kick", "host", "reseat"])
def test_host_can_name_a_watcher_of_another_process(do: str) -> None:
    bench = Bench(players=3).two(start=False)
    bench.bus = True
    bench.start("b")
    you = bench.join("cy", process="b")["you"]
    seat: dict[str, Any] = {"seat": 2} if do == "reseat" else {}
    assert bench.do("ann", do, who=you["guest"], **seat)["type"] == "ack"
    bench.sync()
    assert you["guest"] in bench.state.guests
    assert bench.closed == {}
    assert bench.join("cy2", you["token"], "b")["you"]["seats"] == ([2] if do == "reseat" else [])
    assert bench.do("ann", do, who=you["guest"] + 1, seat=2)["key"] in ("table.guest.none", "table.not-host")


def test_watchers_with_the_same_number_are_distinguished_by_token() -> None:
    """Two processes may draw one number: the first who acts keeps it, and the other token is no device of that guest."""
    bench = Bench(players=3).two(start=False)
    number = (FIRST_WATCHER + 7).to_bytes(4, "big")
    tokens = []
    for salt in (b"first___", b"second__"):
        signature = opaque_ids._watcher_signature(bench.state, number + salt)
        tokens.append(base64.urlsafe_b64encode(number + salt + signature).decode())
    assert bench.join("cy", tokens[0])["you"]["guest"] == bench.join("di", tokens[1])["you"]["guest"]
    assert bench.do("cy", "sit", seat=2, name="Cy")["type"] == "ack"
    assert bench.closed == {"di": 4003}
    assert bench.join("di2", tokens[1]) == {}
    assert bench.join("cy2", tokens[0])["you"]["seats"] == [2]


def test_archived_table_is_not_lifted_by_watching() -> None:
    bench = Bench().two()
    for conn in ("ann", "bo"):
        bench.leave(conn)
    bench.pass_time(8 * DAY)
    rows = len(bench.rows)
    bench.join("cy")
    assert (len(bench.rows), bench.state.archived) == (rows, True)
    assert bench.do("cy", "chat", text="hi")["type"] == "ack"
    assert not bench.state.archived


def test_watcher_command_is_written_once_when_it_is_resent_to_another_process() -> None:
    bench = Bench().two()
    bench.start("b")
    token = bench.join("cy")["you"]["token"]
    assert bench.do("cy", "chat", id="x", text="hi")["type"] == "ack"
    bench.leave("cy")
    bench.join("cy", token, "b")
    assert bench.do("cy", "chat", id="x", text="hi")["type"] == "ack"
    assert [line.text for line in bench.state.chat] == ["hi"]

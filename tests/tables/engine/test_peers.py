"""Presence with several processes: nothing is taken from people because processes cannot hear each other."""

from __future__ import annotations

from typing import Any

import pytest

from fairyring.tables import PeersReachable
from fairyring.tables.limits import (
    ABSENT_MS,
    HOST_ABSENT_MS,
    HOST_ABSENT_PLAYING_MS,
    HOST_SILENT_MS,
    MINUTE,
    PEER_TIMEOUT_MS,
    PUBLIC_STAND_IN_MS,
    SILENT_MS,
)
from tests.tables.support.bench import Bench


def two_processes(start: bool = True, **chosen: Any) -> Bench:
    """Ann, the host, is connected to process a, Bo to process b; they hear each other."""
    bench = Bench(**chosen)
    bench.start("b")
    bench.bus = True
    bench.tokens = {"ann": bench.token}
    bench.join("ann", bench.token)
    bench.sync()
    bench.tokens["bo"] = bench.join("bo", process="b")["you"]["token"]
    bench.sync()
    for conn, seat in (("ann", 0), ("bo", 1)):
        assert bench.do(conn, "sit", seat=seat)["type"] == "ack"
        bench.sync()
    if start:
        bench.do("ann", "start")
        bench.sync()
        bench.pass_time(5000)
        bench.sync()
    return bench


def wait(bench: Bench, milliseconds: int) -> None:
    """Time passes; processes read each other's rows every second."""
    for _ in range(milliseconds // 1000):
        bench.pass_time(1000)
        bench.sync()


def cut(bench: Bench) -> None:
    """Pub/sub fails, and both processes notice."""
    bench.bus = False
    for name in ("a", "b"):
        bench.give(name, PeersReachable, False)


def mend(bench: Bench) -> None:
    bench.bus = True
    for name in ("a", "b"):
        bench.give(name, PeersReachable, True)


def statuses(bench: Bench, conn: str) -> set[str]:
    presence = [message for message in bench.sent[conn] if message["type"] == "presence"][-1]
    return set(presence["guests"].values())


@pytest.mark.parametrize("start", [False, True])
def test_host_stays_while_pubsub_is_down(start: bool) -> None:
    bench = two_processes(start)
    cut(bench)
    wait(bench, 2 * HOST_ABSENT_PLAYING_MS)
    assert bench.state.host == 1
    assert statuses(bench, "ann") == statuses(bench, "bo") == {"here"}
    mend(bench)
    wait(bench, 2 * HOST_ABSENT_PLAYING_MS)
    assert bench.state.host == 1
    assert statuses(bench, "ann") == statuses(bench, "bo") == {"here"}


def test_host_stays_in_a_process_that_starts_while_pubsub_is_down() -> None:
    bench = two_processes()
    cut(bench)
    bench.crash("b")
    bench.start("c")
    bench.engines["c"].session.peers_reachable_since = None
    bench.join("bo", bench.tokens["bo"], process="c")
    wait(bench, 2 * HOST_ABSENT_PLAYING_MS)
    assert bench.state.host == 1


def test_public_table_gets_no_stand_in_while_pubsub_is_down() -> None:
    bench = two_processes(public=True)
    cut(bench)
    wait(bench, 2 * PUBLIC_STAND_IN_MS)
    assert not any(seat.stand_in for seat in bench.state.seats)
    mend(bench)
    wait(bench, 2 * PUBLIC_STAND_IN_MS)
    assert not any(seat.stand_in for seat in bench.state.seats)


def test_reseat_and_votes_need_known_absence() -> None:
    bench = two_processes()
    bench.join("cy")
    cut(bench)
    wait(bench, ABSENT_MS + MINUTE // 2)
    assert bench.do("ann", "reseat", seat=1, who=bench.guest("cy"))["code"] == "present"
    assert bench.do("ann", "vote", about="stand-in", seat=1)["code"] == "present"
    assert bench.do("bo", "abandon")["type"] == "ack"  # one vote of two
    wait(bench, 2000)
    assert bench.state.phase == "playing"
    assert SILENT_MS > ABSENT_MS + MINUTE // 2  # beyond that, silence is a reason of its own


def test_absence_counts_from_when_it_is_known() -> None:
    """Ann leaves while nobody can hear it: her role is handed over, but only after the usual time from the recovery on."""
    bench = two_processes(start=False)
    cut(bench)
    bench.leave("ann")
    wait(bench, 3 * HOST_ABSENT_MS)
    assert bench.state.host == 1
    mend(bench)
    wait(bench, PEER_TIMEOUT_MS + HOST_ABSENT_MS // 2)
    assert bench.state.host == 1
    wait(bench, HOST_ABSENT_MS)
    assert bench.state.host == bench.guest("bo")


def test_host_is_handed_over_while_pubsub_works() -> None:
    bench = two_processes(start=False)
    bench.leave("ann")
    wait(bench, HOST_ABSENT_MS + PEER_TIMEOUT_MS + 5000)
    assert bench.state.host == bench.guest("bo")


# A host who keeps a full table waiting --------------------------------------------------------


def test_silent_host_of_a_full_table_is_succeeded() -> None:
    """Whoever was made host after a restart may not know it, and the creator's `start` is refused: the table has a way out."""
    bench = Bench().two(start=False)
    bench.do("ann", "host", who=bench.guest("bo"))
    bench.pass_time(3000)
    assert bench.do("ann", "start")["code"] == "not-host"
    bench.pass_time(HOST_SILENT_MS - 5000)
    assert bench.state.host == bench.guest("bo")
    bench.pass_time(6000)
    assert bench.state.host == 1
    assert bench.do("ann", "start")["type"] == "ack"


def test_silent_people_do_not_pass_the_host_on() -> None:
    bench = Bench().two(start=False)
    bench.pass_time(3000)
    bench.do("bo", "chat", text="hi")
    rows = len(bench.rows)
    bench.pass_time(20 * HOST_SILENT_MS)
    assert len(bench.rows) <= rows + 1  # to Bo, and not back
    assert bench.do("ann", "chat", text="hi")["type"] == "ack"
    rows = len(bench.rows)
    bench.pass_time(20 * HOST_SILENT_MS)
    assert len(bench.rows) <= rows + 1


def test_host_of_a_table_with_empty_seats_may_wait() -> None:
    bench = Bench(players=3).two(start=False)
    bench.do("bo", "chat", text="Who else comes?")
    bench.pass_time(10 * HOST_SILENT_MS)
    assert bench.state.host == 1


def test_active_host_stays() -> None:
    bench = Bench().two(start=False)
    for _ in range(10):
        bench.pass_time(HOST_SILENT_MS // 2)
        bench.do("ann", "away")
        bench.do("bo", "start")
    assert bench.state.host == 1


def test_peers_of_a_process_that_is_cut_off_alone_are_absent_only_while_they_do_nothing() -> None:
    """Process b cannot publish and does not know it; a forgets it after 15 s, but reads the rows that its people cause."""
    bench = two_processes(public=True)
    bench.bus = False
    for number in range(8):
        wait(bench, 30_000)
        assert bench.do("bo", "chat", text=f"still here {number}")["type"] == "ack"
        bench.sync()
        assert not bench.state.seats[1].stand_in
        assert bench.engines["a"].session.absent_ms(bench.guest("bo"), bench.now) < ABSENT_MS
    wait(bench, PUBLIC_STAND_IN_MS + 2 * PEER_TIMEOUT_MS)
    assert bench.engines["a"].session.absent_ms(bench.guest("bo"), bench.now) > ABSENT_MS

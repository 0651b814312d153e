"""Gestures without a person: bots, stand-ins, expired clocks; and the hot seat."""

from __future__ import annotations

import json
from typing import Any

from fairyring.core.record.record import Record
from fairyring.tables.limits import GESTURE_FRAME_MS, GESTURE_PACE_MS
from fairyring.tables.records import full_record
from tests.tables.support.bench import Bench
from tests.tables.support.riffling import bands, bet, deck, finish, table, three, trace


def entries(bench: Bench) -> list[dict[str, Any]]:
    return [dict(entry.data) for row in bench.rows for entry in row.entries if entry.kind == "hand"]


def test_gesture_of_a_bot_is_paced_and_uses_the_same_deck() -> None:
    bench = table(options={"first": "2", "skill": "expert"}).with_bots()
    bench.pass_time(1300)
    bench.play("ann", 0, "bet low")
    bench.pass_time(1300 + GESTURE_PACE_MS[1])
    entry = entries(bench)[0]
    assert (entry["seat"], entry["how"], entry["told"]["riffle"]["by"]) == (1, "bot", "bot")
    assert not bench.jobs or all(job.seat != 1 or job.legal for job in bench.jobs)


def test_gesture_of_a_bot_is_sent_to_the_audience_only() -> None:
    bench = table(options={"first": "2", "skill": "steady"}).with_bots()
    bench.join("wu")
    size = bench.picture("ann")["view"]["deck"]
    bench.pass_time(1300)
    bench.play("ann", 0, "bet low")
    bench.pass_time(1300)
    assert entries(bench) == []
    sealed = deck(bench)
    bench.pass_time(GESTURE_PACE_MS[1])
    ticks = entries(bench)[0]["told"]["riffle"]["n"]
    frames = bands(bench, "ann")
    assert frames == sorted(frames)
    assert len(set(frames)) > 1
    assert frames[-1] == sealed.band(ticks, size)
    assert set(frames) <= {sealed.band(n, size) for n in range(1, ticks + 1)} | {0}
    assert bands(bench, "wu") == [frames[-1]]  # when it was done


def test_gesture_band_is_sent_when_the_curtain_is_lifted() -> None:
    bench = table()
    bench.join("ann", bench.token)
    bench.do("ann", "sit", seat=0, name="Ann")
    bench.join("bo")
    bench.do("bo", "sit", seat=1, name="Bo")
    bench.do("bo", "sit", seat=2)
    bench.join("wu")
    assert bench.do("ann", "start")["type"] == "ack"
    for seat in (1, 2):
        bench.do("bo", "here", seat=seat)
        assert bench.play("bo", seat, "bet low")["type"] == "ack"
    bench.do("bo", "away")
    trace(bench, 30)
    bench.pass_time(GESTURE_FRAME_MS)
    assert bands(bench, "bo") == [], "behind the curtain nothing of it is seen"
    bench.do("bo", "here", seat=2)
    assert bands(bench, "bo") == [deck(bench).band(30, bench.picture("ann")["view"]["deck"])]


def test_gesture_of_bots_without_watchers_has_no_pace() -> None:
    bench = table().with_bots()
    bench.do("ann", "leave")
    bench.leave("ann")
    bench.pass_time(600_000)
    assert bench.state.phase == "over"
    assert len(entries(bench)) >= 6
    Record.loads(full_record(bench.state).dumps()).verify()


def test_gesture_of_a_stand_in_is_a_novices_on_the_same_deck() -> None:
    bench = bet(three(options={"skill": "expert"}))
    bench.leave("ann")
    bench.pass_time(20_000)
    assert bench.do("bo", "vote", about="stand-in", seat=0)["code"] == "present"
    bench.pass_time(30_000)
    assert bench.do("bo", "vote", about="stand-in", seat=0)["type"] == "ack"
    bench.pass_time(3_000)
    entry = entries(bench)[0]
    assert entry["how"] == "stand-in"
    state = bench.picture("bo")["view"]
    assert state["hand"] or state["phase"] != "grab"


def test_gesture_stand_in_ends_when_the_owner_returns() -> None:
    bench = bet(three())
    assert bench.do("ann", "stand_in", seat=0, on=True)["type"] == "ack"
    trace(bench, 30)
    bench.pass_time(300)
    assert bands(bench, "bo") == [0], "what is seen is the hand that stands in, not the owner's"
    assert finish(bench, 9)["type"] == "ack"
    assert [entry.get("how") for entry in entries(bench)] == [None]


def test_gesture_after_an_expired_clock_is_a_novices() -> None:
    bench = bet(three(clock={"per": 4000}))
    bench.pass_time(4400)
    assert not entries(bench)
    bench.pass_time(3000)
    assert entries(bench)[0]["how"] == "clock"
    assert finish(bench, ask="AAAAAAAAAAAA")["code"] == "past"


def test_gesture_is_charged_to_the_clock_bank() -> None:
    bench = bet(three(clock={"bank": 60_000}))
    bench.pass_time(10_000)
    finish(bench)
    assert bench.state.run is not None
    assert bench.state.run.banks[0] == 60_000 - 9_500


def test_gesture_traces_count_as_activity() -> None:
    bench = bet(three())
    for _ in range(13):
        bench.pass_time(10_000)
        trace(bench, 5)
    assert bench.do("bo", "vote", about="stand-in", seat=0)["code"] == "present"
    bench.pass_time(121_000)
    assert bench.do("ann", "chat", text="hm")["type"] == "ack"


def test_gesture_is_refused_while_paused() -> None:
    bench = bet(three(clock={"bank": 60_000}))
    bench.do("ann", "pause")
    trace(bench, 30)
    bench.pass_time(1000)
    assert bands(bench, "bo") == []
    assert finish(bench)["code"] == "paused"


def test_gesture_data_stays_behind_the_curtain() -> None:
    bench = table(2, options={"first": "1"})
    bench.join("ann", bench.token)
    for seat in (0, 1):
        bench.do("ann", "sit", seat=seat, name="Ann")
    bench.do("ann", "start")
    bench.do("ann", "here", seat=1)
    assert bench.play("ann", 1, "bet high")["type"] == "ack"
    assert '"at": [' not in json.dumps(bench.sent["ann"])
    bench.do("ann", "away")
    trace(bench, 30)  # behind the curtain nobody riffles
    assert bench.do("ann", "riffle", seat=0, ask="x", n=4)["code"] == "not-here"
    bench.do("ann", "here", seat=0)
    trace(bench, 30)
    bench.pass_time(1000)
    assert bands(bench, "ann") == []
    assert finish(bench, 6)["type"] == "ack"

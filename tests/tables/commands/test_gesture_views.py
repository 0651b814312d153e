"""What the audience sees of a gesture: bands, in frames."""

from __future__ import annotations

from typing import Any

import pytest

from fairyring.tables import PeerMessage
from fairyring.tables.limits import GESTURE_FRAME_MS
from tests.tables.support.riffling import bands, bet, deck, finish, three, trace


def test_gesture_traces_are_neither_stored_nor_answered() -> None:
    bench = bet(three())
    rows, messages = len(bench.rows), len(bench.sent["ann"])
    for n in (1, 5, 12):
        trace(bench, n)
        bench.pass_time(100)
    assert (len(bench.rows), len(bench.sent["ann"])) == (rows, messages)


def test_gesture_bands_are_for_the_seated_audience_until_finished() -> None:
    bench = bet(three())
    sealed, size = deck(bench), bench.picture("bo")["view"]["deck"]
    for n in (5, 20, 40):
        trace(bench, n)
        bench.pass_time(GESTURE_FRAME_MS)
    expected = [sealed.band(n, size) for n in (5, 20, 40)]
    expected = [band for at, band in enumerate(expected) if at == 0 or band != expected[at - 1]]
    assert bands(bench, "bo") == bands(bench, "cy") == expected
    assert bands(bench, "wu") == bands(bench, "ann") == []
    finish(bench, 40)
    assert bands(bench, "wu") == bands(bench, "ann") == [sealed.band(40, size)]
    band = next(message for message in bench.sent["bo"] if message["type"] == "band")
    assert band == {"type": "band", "c": 1, "b": expected[0]}


def test_gesture_band_is_sent_on_change_in_frames() -> None:
    bench = bet(three())
    sealed, size = deck(bench), bench.picture("bo")["view"]["deck"]
    bench.pass_time(GESTURE_FRAME_MS - bench.now % GESTURE_FRAME_MS)  # on the grid
    start = bench.now
    far = next(n for n in range(1, 49) if sealed.band(n, size) >= 3)
    times: list[int] = []
    for n in [1, far, 1, far, far, far, far, far, far, far]:
        before = len(bands(bench, "bo"))
        trace(bench, n)
        bench.pass_time(60)
        times += [bench.now] * (len(bands(bench, "bo")) - before)
    bench.pass_time(1000)
    assert bands(bench, "bo") == [sealed.band(far, size)]  # the trembling in between fell between two points of the grid
    assert len(times) == 1
    assert times[0] - start in range(GESTURE_FRAME_MS, GESTURE_FRAME_MS + 60)
    trace(bench, far)
    bench.pass_time(1000)
    assert len(bands(bench, "bo")) == 1
    trace(bench, 0)  # let go
    bench.pass_time(1000)
    assert bands(bench, "bo")[1:] == [0]


def test_gesture_band_is_sent_on_reconnect_of_the_audience() -> None:
    bench = bet(three())
    trace(bench, 30)
    bench.pass_time(GESTURE_FRAME_MS)
    frames = bands(bench, "bo")
    bench.join("bo2", bench.tokens["bo"])
    bench.join("late")
    bench.join("ann2", bench.token)
    assert (bands(bench, "bo2"), bands(bench, "late"), bands(bench, "ann2")) == (frames, [], [])


@pytest.mark.parametrize("n", [49, -1, "9", None, True, 2.5, [3]])
def test_gesture_trace_that_is_malformed_is_dropped(n: Any) -> None:
    bench = bet(three())
    counts = {conn: len(bench.sent[conn]) for conn in bench.sent}
    trace(bench, n)
    bench.pass_time(1000)
    assert {conn: len(bench.sent[conn]) for conn in counts} == counts


def test_gesture_traces_of_others_or_too_large_are_dropped() -> None:
    bench = bet(three())
    for conn in ("bo", "wu"):
        trace(bench, 40, conn)
    trace(bench, 40, c=2)
    trace(bench, 40, x=[0] * 100)
    bench.pass_time(1000)
    assert bands(bench, "bo") == bands(bench, "cy") == []
    trace(three(), 40)  # before the bets lie open


def test_gesture_traces_above_the_rate_limit_are_dropped() -> None:
    """A burst of 50 is looked at, so the last one that counts is the fiftieth."""
    bench = bet(three())
    sealed, size = deck(bench), bench.picture("bo")["view"]["deck"]
    for number in range(150):
        trace(bench, 3 if number < 50 else 45)
    assert bench.closed == {}
    bench.pass_time(1000)
    assert bands(bench, "bo") == [sealed.band(3, size)] != [sealed.band(45, size)]
    assert finish(bench)["type"] == "ack"  # commands have a bucket of their own


def test_gesture_trace_flood_closes_the_connection() -> None:
    bench = bet(three())
    for _ in range(400):
        if "ann" in bench.where:
            trace(bench, 9)
    assert bench.closed == {"ann": 4004}


def test_gesture_band_is_published_to_other_processes() -> None:
    bench = bet(three())
    bench.start("b")
    bench.join("cy2", bench.tokens["cy"], "b")
    bench.join("wu2", process="b")
    bench.give("b", PeerMessage, {"from": "a", "hand": [1, 4]})
    bench.give("b", PeerMessage, {"from": "a", "hand": [2, 5]})  # of no hand that is awaited
    assert (bands(bench, "cy2"), bands(bench, "wu2")) == ([4], [])

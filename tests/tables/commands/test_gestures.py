"""Gestures at a table with people: Crane's riffle, message by message, and in a record."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fairyring.core.errors import RecordError
from fairyring.core.record.record import Record
from fairyring.games.crane.riffle import gesture
from fairyring.games.crane.riffle.riffle import Deck, derive
from fairyring.tables import import_record
from fairyring.tables.broadcast import opaque_ids
from fairyring.tables.limits import GESTURE_FRAME_MS
from fairyring.tables.log.state import comparable_state
from fairyring.tables.records import full_record
from tests.tables.support.bench import Bench, Message
from tests.tables.support.riffling import bands, bet, deck, finish, three, trace

# → challenger: riffle{c, at[48], v} ----------------------------------------------------------------


def test_gesture_data_is_sent_to_its_owner_only() -> None:
    bench = three()
    bench.play("bo", 1, "bet low")
    assert "riffle" not in json.dumps(bench.own("ann"))
    bench.play("cy", 2, "bet just")
    part = bench.own("ann")["riffle"]
    assert set(part) == {"ask", "c", "at", "v"}
    assert (part["c"], len(part["at"]), len(part["v"])) == (1, 48, 48)
    heard = derive(bench.state.chance.master, 1, bench.picture("wu")["view"]["finger"])[1]
    assert (part["at"], part["v"]) == (list(heard.at), "".join(map(str, heard.voices)))
    for conn in ("bo", "cy", "wu"):
        assert '"at": [' not in json.dumps(bench.beats(conn))
        assert not any("riffle" in own for own in bench.picture(conn)["seats"].values())
    assert len(json.dumps(part, separators=(",", ":"))) < 400


def test_gesture_data_is_sent_again_after_hello_and_crash() -> None:
    bench = bet(three())
    part = bench.own("ann")["riffle"]
    assert bench.join("ann2", bench.token)["beat"]["seats"]["0"]["riffle"] == part
    bench.crash()
    bench.start("b")
    assert bench.join("ann3", bench.token, "b")["beat"]["seats"]["0"]["riffle"] == part
    assert finish(bench, 9, "ann3")["type"] == "ack"


def test_gesture_data_reveals_no_card_edge_or_jerk() -> None:
    bench = bet(three())
    sealed = deck(bench)
    cards, edges = "".join(map(str, sealed.cards)), ", ".join(map(str, sealed.edges[:4]))
    trace(bench, 20)
    bench.pass_time(GESTURE_FRAME_MS)
    for conn in ("ann", "bo", "cy", "wu"):
        text = json.dumps(bench.sent[conn])
        assert cards not in text
        assert ", ".join(map(str, sealed.cards[:12])) not in text
        assert edges not in text
        assert bench.state.chance.master.hex() not in text
    assert bands(bench, "ann") == []


def test_gesture_data_is_equal_for_decks_with_the_same_voices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Invariant 7 for the riffle: the twins differ in cards, edges and jerk only, and the hand moves in both."""
    messages: list[dict[str, list[Message]]] = []
    for twin in (False, True):
        if twin:

            def other(master: bytes, which: int, finger: str) -> tuple[Deck, Any]:
                sealed, heard = derive(master, which, finger)
                cards = tuple(2 - carried if carried < 3 else 1 for carried in sealed.cards)
                return Deck((1, *cards[1:]), tuple(edge + 1 for edge in sealed.edges), 1 - abs(sealed.jerk)), heard

            monkeypatch.setattr(gesture, "derive_cached", other)
        bench = bet(three())
        for n in (3, 9, 20, 33, 47, 12):
            trace(bench, n)
            bench.pass_time(GESTURE_FRAME_MS)
        bench.join("ann2", bench.token)
        messages.append({conn: list(bench.sent[conn]) for conn in bench.sent})
        finish(bench, 20)
    assert messages[0]["ann"] == messages[1]["ann"]
    assert messages[0]["ann2"] == messages[1]["ann2"]
    assert messages[0]["wu"] == messages[1]["wu"]
    assert messages[0]["bo"] != messages[1]["bo"]  # so the twins do differ


def test_gesture_owner_sees_no_bets_before_the_count() -> None:
    messages = []
    for bets in (("high", "low"), ("just", "just")):
        bench = bet(three(), *bets)
        trace(bench, 5)
        bench.pass_time(1000)
        messages.append(json.dumps(bench.sent["ann"]))
        assert finish(bench)["type"] == "ack"
        assert bench.picture("ann")["view"]["revealed"][1:] == list(bets)
    assert messages[0] == messages[1]


# ← finish ---------------------------------------------------------------------------------------------


def test_gesture_outcome_follows_from_the_ticks_and_is_recorded() -> None:
    bench = bet(three())
    sealed = deck(bench)
    size = bench.picture("ann")["view"]["deck"]
    assert finish(bench, 9, tries=2, by="key", trace=[420, 310, -250])["type"] == "ack"
    assert bench.picture("bo")["view"]["hand"] == sealed.grabbed(9, size)
    assert bench.state.run is not None
    assert bench.state.run.table is not None
    line = bench.state.run.table.history[-1].line()
    assert line["nature"] == f"grab {sealed.grabbed(9, size)}"
    assert line["riffle"].items() >= {"v": 1, "c": 1, "n": 9, "tries": 2, "by": "key", "trace": [420, 310, -250]}.items()


def test_gesture_outcome_cannot_be_sent_by_the_client() -> None:
    bench = bet(three())
    part = bench.own("ann")["riffle"]
    assert "report" not in bench.own("ann")
    before = len(bench.rows)
    for ask in (part["ask"], opaque_ids.outcome_id(bench.state)):
        assert bench.do("ann", "report", seat=0, ask=ask, outcome="grab 10")["code"] == "past"
        assert bench.do("ann", "play", seat=0, ask=ask, action="grab 10")["type"] == "nack"
        assert bench.do("bo", "confirm", seat=1, ask=ask, right=True)["code"] == "past"
    assert len(bench.rows) == before
    assert bench.do("ann", "riffle", seat=0, ask=part["ask"], n=9, grab=10, outcome="grab 10")["type"] == "ack"
    assert bench.picture("bo")["view"]["hand"] == deck(bench).grabbed(9, 136)


def test_gesture_finishes_once_and_is_idempotent() -> None:
    bench = bet(three())
    ask = bench.own("ann")["riffle"]["ask"]
    assert finish(bench, 9, ask=ask, id="x") == {"type": "ack", "id": "x"}
    rows = len(bench.rows)
    assert finish(bench, 9, ask=ask, id="x") == {"type": "ack", "id": "x"}
    assert finish(bench, 12, ask=ask, id="x")["code"] == "id-reused"
    assert finish(bench, 12, ask=ask, id="y")["code"] == "past"
    assert len(bench.rows) == rows
    assert bench.ask("ann") not in ("", ask)  # the jackpot is another decision


@pytest.mark.parametrize("fields", [{}, {"n": 0}, {"n": 49}, {"n": -3}, {"n": "9"}, {"n": True}, {"n": 9, "trace": ["x"]}])
def test_gesture_with_invalid_fields_is_refused(fields: dict[str, Any]) -> None:
    bench = bet(three())
    rows = len(bench.rows)
    answer = bench.do("ann", "riffle", seat=0, ask=bench.own("ann")["riffle"]["ask"], **fields)
    assert answer["code"] == "bad-form"
    assert len(bench.rows) == rows
    assert finish(bench)["type"] == "ack"


def test_gesture_is_finished_by_its_owner_while_awaited() -> None:
    bench = three()
    assert finish(bench, ask="AAAAAAAAAAAA")["code"] == "past"
    bet(bench)
    ask = bench.own("ann")["riffle"]["ask"]
    assert finish(bench, conn="bo", ask=ask)["code"] == "not-yours"
    assert finish(bench, conn="bo", seat=1, ask=ask)["code"] == "past"
    assert finish(bench, conn="wu", ask=ask)["code"] == "not-yours"
    assert Bench().two().do("ann", "riffle", seat=0, ask="x", n=3)["code"] == "bad-form"  # Fairy has no hands


def test_gesture_with_opened_eyes_ends_the_turn() -> None:
    bench = bet(three())
    before = bench.picture("bo")["view"]
    assert bench.do("ann", "riffle", seat=0, ask=bench.own("ann")["riffle"]["ask"], eyes=True)["type"] == "ack"
    after = bench.picture("bo")["view"]
    assert (after["eyes_opened"], after["deck"], after["loose"]) == (1, before["deck"], before["loose"])
    assert after["challenger"] == 1


def test_gesture_with_a_long_trace_fits_into_a_command() -> None:
    bench = bet(three())
    assert finish(bench, 40, trace=[-1234] * 400, tries=77, by="switch")["type"] == "ack"


def test_gesture_after_a_crash_is_the_same() -> None:
    """The same cards: they follow from the log."""
    grabs = []
    for crash in (False, True):
        bench = bet(three())
        trace(bench, 7)
        if crash:
            bench.crash()
            bench.start("b")
            bench.join("ann", bench.token, "b")
            bench.join("wu", process="b")
        finish(bench, 11)
        grabs.append(bench.picture("ann")["view"]["hand"])
    assert grabs[0] == grabs[1]


def test_gesture_finished_while_a_row_is_in_flight_or_lost() -> None:
    bench = bet(three())
    bench.start("b")
    bench.join("ann2", bench.token, "b")
    ask = bench.own("ann")["riffle"]["ask"]
    bench.hold()
    finish(bench, 9, ask=ask, id="one")
    finish(bench, 12, conn="ann2", ask=ask, id="two")
    bench.release()
    bench.sync()
    kinds = [entry.data["told"]["riffle"]["n"] for row in bench.rows for entry in row.entries if entry.kind == "hand"]
    assert kinds == [9]
    assert [m["code"] for m in bench.sent["ann2"] if m.get("id") == "two"] == ["past"]
    first, other = (comparable_state(engine.state) for engine in bench.engines.values() if engine.state)
    assert first == other


# Records -----------------------------------------------------------------------------------------------------


def finished() -> Bench:
    bench = bet(three())
    finish(bench, 9, tries=2, by="step", trace=[400])
    for _ in range(60):
        if bench.state.phase != "playing":
            break
        for conn, seat in (("ann", 0), ("bo", 1), ("cy", 2)):
            own = bench.own(conn)
            if "riffle" in own:
                finish(bench, bench.picture(conn)["view"]["target"], conn, seat)
            elif "ask" in own and "chosen" not in own:
                bench.play(conn, seat, own["legal"][0]["id"])
        bench.pass_time(1000)
    assert bench.state.phase == "over"
    return bench


def test_gesture_record_verifies_and_an_edited_one_is_refused() -> None:
    bench = finished()
    text = full_record(bench.state).dumps()
    Record.loads(text).verify()
    lines = [json.loads(line) for line in text.splitlines()]
    at = next(i for i, line in enumerate(lines) if "nature" in line and "riffle" in line)
    assert "owns" not in lines[at]  # it was not drawn
    assert all("owns" in line for line in lines[1:-1] if line.get("nature", "").startswith("flip"))
    cards = int(lines[at]["nature"].split()[1])
    for change in ({"riffle": {**lines[at]["riffle"], "n": 30}}, {"nature": f"grab {cards + 1}"}):
        changed = [line | change if i == at else line for i, line in enumerate(lines)]
        with pytest.raises(RecordError, match=f"Line {at + 1} of the record cannot be played"):
            Record.loads("".join(json.dumps(line) + "\n" for line in changed)).verify()
    row, token = import_record(text, "maker", bench.now, bench.entropy())
    again = Bench(first=row, token=token)
    assert '"tries": 2' in full_record(again.state).dumps()


def test_gesture_in_an_imported_record_continues_with_fresh_chance() -> None:
    bench = bet(three())
    assert bench.state.run is not None
    assert bench.state.run.table is not None
    row, token = import_record(bench.state.run.table.record.dumps(), "maker", bench.now, bench.entropy())
    again = Bench(first=row, token=token)
    assert len(again.state.chance.master) == 32
    again.join("ann", token)
    again.do("ann", "sit", seat=0, name="Ann")
    assert again.own("ann")["riffle"]["at"] != bench.own("ann")["riffle"]["at"]
    assert finish(again, 9)["type"] == "ack"

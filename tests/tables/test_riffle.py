"""A hand on a screen at a table with people: Crane's riffle, line by line of what goes over the wire."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fairyring.core.errors import RecordError
from fairyring.core.record import Record
from fairyring.games.crane import on_screen
from fairyring.games.crane.riffle import Deck, derive
from fairyring.tables import Heard, import_record, labels
from fairyring.tables.durable import essence
from fairyring.tables.limits import GRID, HAND_PACE
from fairyring.tables.records import whole
from tests.tables.bench import Bench, Message


def table(players: int = 3, **options: Any) -> Bench:
    """Ann (seat 0) is challenger, Bo and the others bet; Wu watches."""
    return Bench("crane", players, options={"grab": "riffle", "first": "1", **options.pop("options", {})}, **options)


def three(**options: Any) -> Bench:
    bench = table(**options)
    people = ("ann", "bo", "cy")
    bench.tokens = {"ann": bench.token}
    bench.join("ann", bench.token)
    for seat, conn in enumerate(people):
        if conn != "ann":
            bench.tokens[conn] = bench.join(conn)["you"]["token"]
        assert bench.do(conn, "sit", seat=seat, name=conn.title())["type"] == "ack"
    bench.join("wu")
    assert bench.do("ann", "start")["type"] == "ack"
    return bench


def bet(bench: Bench, *bets: str) -> Bench:
    for number, conn in enumerate(("bo", "cy"), start=1):
        assert bench.play(conn, number, f"bet {(bets or ('low', 'low'))[number - 1]}")["type"] == "ack"
    return bench


def deck(bench: Bench, which: int = 1) -> Deck:
    """What nobody is told."""
    view = bench.seen("wu")["view"]
    return derive(bench.durable.chance.master, which, view["finger"])[0]


def finish(bench: Bench, n: int = 9, conn: str = "ann", seat: int = 0, **more: Any) -> Message:
    ask = more.pop("ask", bench.own(conn).get("riffle", {}).get("ask", ""))
    return bench.do(conn, "riffle", seat=seat, ask=ask, n=n, **more)


def trace(bench: Bench, n: Any, conn: str = "ann", c: int = 1, **more: Any) -> None:
    bench.say(conn, {"type": "trace", "c": c, "k": 1, "x": [400, 800, 1200], "n": n, **more})


def bands(bench: Bench, conn: str) -> list[int]:
    return [message["b"] for message in bench.sent[conn] if message["type"] == "band"]


# → challenger: riffle{c, at[48], v} ----------------------------------------------------------------


def test_the_challenger_is_sent_ticks_and_voices_when_the_bets_lie_open_and_nobody_else_is() -> None:
    bench = three()
    bench.play("bo", 1, "bet low")
    assert "riffle" not in json.dumps(bench.own("ann"))
    bench.play("cy", 2, "bet just")
    part = bench.own("ann")["riffle"]
    assert set(part) == {"ask", "c", "at", "v"}
    assert (part["c"], len(part["at"]), len(part["v"])) == (1, 48, 48)
    heard = derive(bench.durable.chance.master, 1, bench.seen("wu")["view"]["finger"])[1]
    assert (part["at"], part["v"]) == (list(heard.at), "".join(map(str, heard.voices)))
    for conn in ("bo", "cy", "wu"):
        assert '"at": [' not in json.dumps(bench.beats(conn))
        assert not any("riffle" in own for own in bench.seen(conn)["seats"].values())
    assert len(json.dumps(part, separators=(",", ":"))) < 400


def test_it_is_sent_again_on_every_hello_and_after_a_crash() -> None:
    bench = bet(three())
    part = bench.own("ann")["riffle"]
    assert bench.join("ann2", bench.token)["beat"]["seats"]["0"]["riffle"] == part
    bench.crash()
    bench.start("b")
    assert bench.join("ann3", bench.token, "b")["beat"]["seats"]["0"]["riffle"] == part
    assert finish(bench, 9, "ann3")["type"] == "ack"


def test_nothing_that_the_challenger_is_sent_holds_a_card_an_edge_or_the_jerk() -> None:
    bench = bet(three())
    sealed = deck(bench)
    cards, edges = "".join(map(str, sealed.cards)), ", ".join(map(str, sealed.edges[:4]))
    trace(bench, 20)
    bench.pass_time(GRID)
    for conn in ("ann", "bo", "cy", "wu"):
        text = json.dumps(bench.sent[conn])
        assert cards not in text
        assert ", ".join(map(str, sealed.cards[:12])) not in text
        assert edges not in text
        assert bench.durable.chance.master.hex() not in text
    assert bands(bench, "ann") == []


def test_a_twin_deck_with_the_same_voices_sends_the_challenger_and_watchers_the_same_bytes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Invariant 7 for the riffle: the twins differ in cards, edges and jerk only, and the hand moves in both."""
    told: list[dict[str, list[Message]]] = []
    for twin in (False, True):
        if twin:

            def other(master: bytes, which: int, finger: str) -> tuple[Deck, Any]:
                sealed, heard = derive(master, which, finger)
                cards = tuple(2 - carried if carried < 3 else 1 for carried in sealed.cards)
                return Deck((1, *cards[1:]), tuple(edge + 1 for edge in sealed.edges), 1 - abs(sealed.jerk)), heard

            monkeypatch.setattr(on_screen, "sealed", other)
        bench = bet(three())
        for n in (3, 9, 20, 33, 47, 12):
            trace(bench, n)
            bench.pass_time(GRID)
        bench.join("ann2", bench.token)
        told.append({conn: list(bench.sent[conn]) for conn in bench.sent})
        finish(bench, 20)
    assert told[0]["ann"] == told[1]["ann"]
    assert told[0]["ann2"] == told[1]["ann2"]
    assert told[0]["wu"] == told[1]["wu"]
    assert told[0]["bo"] != told[1]["bo"]  # so the twins do differ


def test_no_bet_reaches_the_challenger_before_the_count() -> None:
    told = []
    for bets in (("high", "low"), ("just", "just")):
        bench = bet(three(), *bets)
        trace(bench, 5)
        bench.pass_time(1000)
        told.append(json.dumps(bench.sent["ann"]))
        assert finish(bench)["type"] == "ack"
        assert bench.seen("ann")["view"]["revealed"][1:] == list(bets)
    assert told[0] == told[1]


# ← finish ---------------------------------------------------------------------------------------------


def test_the_number_of_ticks_held_decides_and_the_record_keeps_it() -> None:
    bench = bet(three())
    sealed = deck(bench)
    size = bench.seen("ann")["view"]["deck"]
    assert finish(bench, 9, tries=2, by="key", trace=[420, 310, -250])["type"] == "ack"
    assert bench.seen("bo")["view"]["hand"] == sealed.grabbed(9, size)
    assert bench.durable.run is not None
    assert bench.durable.run.table is not None
    line = bench.durable.run.table.history[-1].line()
    assert line["nature"] == f"grab {sealed.grabbed(9, size)}"
    assert line["riffle"].items() >= {"v": 1, "c": 1, "n": 9, "tries": 2, "by": "key", "trace": [420, 310, -250]}.items()


def test_a_client_cannot_say_what_it_grabbed() -> None:
    bench = bet(three())
    part = bench.own("ann")["riffle"]
    assert "report" not in bench.own("ann")
    before = len(bench.rows)
    for ask in (part["ask"], labels.outcome(bench.durable)):
        assert bench.do("ann", "report", seat=0, ask=ask, outcome="grab 10")["code"] == "past"
        assert bench.do("ann", "play", seat=0, ask=ask, action="grab 10")["type"] == "nack"
        assert bench.do("bo", "confirm", seat=1, ask=ask, right=True)["code"] == "past"
    assert len(bench.rows) == before
    assert bench.do("ann", "riffle", seat=0, ask=part["ask"], n=9, grab=10, outcome="grab 10")["type"] == "ack"
    assert bench.seen("bo")["view"]["hand"] == deck(bench).grabbed(9, 136)


def test_once_per_challenge_and_the_same_id_gets_the_same_ack() -> None:
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
def test_what_cannot_be_held_is_refused_and_changes_nothing(fields: dict[str, Any]) -> None:
    bench = bet(three())
    rows = len(bench.rows)
    answer = bench.do("ann", "riffle", seat=0, ask=bench.own("ann")["riffle"]["ask"], **fields)
    assert answer["code"] == "bad-form"
    assert len(bench.rows) == rows
    assert finish(bench)["type"] == "ack"


def test_only_the_challenger_finishes_and_only_while_the_hand_is_awaited() -> None:
    bench = three()
    assert finish(bench, ask="AAAAAAAAAAAA")["code"] == "past"
    bet(bench)
    ask = bench.own("ann")["riffle"]["ask"]
    assert finish(bench, conn="bo", ask=ask)["code"] == "not-yours"
    assert finish(bench, conn="bo", seat=1, ask=ask)["code"] == "past"
    assert finish(bench, conn="wu", ask=ask)["code"] == "not-yours"
    assert Bench().two().do("ann", "riffle", seat=0, ask="x", n=3)["code"] == "bad-form"  # Fairy has no hands


def test_opened_eyes_end_the_turn_and_nothing_moves() -> None:
    bench = bet(three())
    before = bench.seen("bo")["view"]
    assert bench.do("ann", "riffle", seat=0, ask=bench.own("ann")["riffle"]["ask"], eyes=True)["type"] == "ack"
    after = bench.seen("bo")["view"]
    assert (after["eyes_opened"], after["deck"], after["loose"]) == (1, before["deck"], before["loose"])
    assert after["challenger"] == 1


def test_a_long_trace_fits_into_a_command() -> None:
    bench = bet(three())
    assert finish(bench, 40, trace=[-1234] * 400, tries=77, by="switch")["type"] == "ack"


def test_a_crash_in_mid_riffle_gives_the_same_try_again() -> None:
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
        grabs.append(bench.seen("ann")["view"]["hand"])
    assert grabs[0] == grabs[1]


def test_finishing_while_the_row_is_in_flight_or_lost_comes_out_right() -> None:
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
    one, other = (essence(keeper.durable) for keeper in bench.keepers.values() if keeper.durable)
    assert one == other


# ← trace, → band -----------------------------------------------------------------------------------------


def test_traces_are_neither_kept_nor_answered() -> None:
    bench = bet(three())
    rows, sent = len(bench.rows), len(bench.sent["ann"])
    for n in (1, 5, 12):
        trace(bench, n)
        bench.pass_time(100)
    assert (len(bench.rows), len(bench.sent["ann"])) == (rows, sent)


def test_the_seated_audience_sees_bands_and_nobody_else_does_before_finished() -> None:
    bench = bet(three())
    sealed, size = deck(bench), bench.seen("bo")["view"]["deck"]
    for n in (5, 20, 40):
        trace(bench, n)
        bench.pass_time(GRID)
    expected = [sealed.band(n, size) for n in (5, 20, 40)]
    expected = [band for at, band in enumerate(expected) if at == 0 or band != expected[at - 1]]
    assert bands(bench, "bo") == bands(bench, "cy") == expected
    assert bands(bench, "wu") == bands(bench, "ann") == []
    finish(bench, 40)
    assert bands(bench, "wu") == bands(bench, "ann") == [sealed.band(40, size)]
    band = next(message for message in bench.sent["bo"] if message["type"] == "band")
    assert band == {"type": "band", "c": 1, "b": expected[0]}


def test_a_band_is_sent_on_change_and_on_a_grid_in_time() -> None:
    bench = bet(three())
    sealed, size = deck(bench), bench.seen("bo")["view"]["deck"]
    bench.pass_time(GRID - bench.now % GRID)  # on the grid
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
    assert times[0] - start in range(GRID, GRID + 60)
    trace(bench, far)
    bench.pass_time(1000)
    assert len(bands(bench, "bo")) == 1
    trace(bench, 0)  # let go
    bench.pass_time(1000)
    assert bands(bench, "bo")[1:] == [0]


def test_who_comes_back_to_the_audience_is_sent_the_band_and_a_watcher_is_not() -> None:
    bench = bet(three())
    trace(bench, 30)
    bench.pass_time(GRID)
    shown = bands(bench, "bo")
    bench.join("bo2", bench.tokens["bo"])
    bench.join("late")
    bench.join("ann2", bench.token)
    assert (bands(bench, "bo2"), bands(bench, "late"), bands(bench, "ann2")) == (shown, [], [])


@pytest.mark.parametrize("n", [49, -1, "9", None, True, 2.5, [3]])
def test_a_trace_that_makes_no_sense_is_dropped(n: Any) -> None:
    bench = bet(three())
    sent = {conn: len(bench.sent[conn]) for conn in bench.sent}
    trace(bench, n)
    bench.pass_time(1000)
    assert {conn: len(bench.sent[conn]) for conn in sent} == sent


def test_traces_of_others_of_another_challenge_or_too_large_are_dropped() -> None:
    bench = bet(three())
    for conn in ("bo", "wu"):
        trace(bench, 40, conn)
    trace(bench, 40, c=2)
    trace(bench, 40, x=[0] * 100)
    bench.pass_time(1000)
    assert bands(bench, "bo") == bands(bench, "cy") == []
    trace(three(), 40)  # before the bets lie open


def test_excess_traces_are_dropped_and_close_nothing() -> None:
    """A burst of 50 is looked at, so the last one that counts is the fiftieth."""
    bench = bet(three())
    sealed, size = deck(bench), bench.seen("bo")["view"]["deck"]
    for number in range(150):
        trace(bench, 3 if number < 50 else 45)
    assert bench.closed == {}
    bench.pass_time(1000)
    assert bands(bench, "bo") == [sealed.band(3, size)] != [sealed.band(45, size)]
    assert finish(bench)["type"] == "ack"  # commands have a bucket of their own


def test_a_flood_of_traces_ends_as_any_flood_does() -> None:
    bench = bet(three())
    for _ in range(400):
        if "ann" in bench.where:
            trace(bench, 9)
    assert bench.closed == {"ann": 4004}


def test_other_processes_show_the_band_to_their_own_audience() -> None:
    bench = bet(three())
    bench.start("b")
    bench.join("cy2", bench.tokens["cy"], "b")
    bench.join("wu2", process="b")
    bench.give("b", Heard, {"from": "a", "hand": [1, 4]})
    bench.give("b", Heard, {"from": "a", "hand": [2, 5]})  # of no hand that is awaited
    assert (bands(bench, "cy2"), bands(bench, "wu2")) == ([4], [])


# Bots, stand-ins, clocks ------------------------------------------------------------------------------------


def entries(bench: Bench) -> list[dict[str, Any]]:
    return [dict(entry.data) for row in bench.rows for entry in row.entries if entry.kind == "hand"]


def test_a_bot_holds_ticks_of_the_same_deck_after_a_pace() -> None:
    bench = table(options={"first": "2", "skill": "expert"}).with_bots()
    bench.pass_time(1300)
    bench.play("ann", 0, "bet low")
    bench.pass_time(1300 + HAND_PACE[1])
    told = entries(bench)[0]
    assert (told["seat"], told["how"], told["told"]["riffle"]["by"]) == (1, "bot", "bot")
    assert not bench.jobs or all(job.seat != 1 or job.legal for job in bench.jobs)


def test_a_bots_hand_is_seen_to_grow_by_the_audience_and_by_nobody_else() -> None:
    bench = table(options={"first": "2", "skill": "steady"}).with_bots()
    bench.join("wu")
    size = bench.seen("ann")["view"]["deck"]
    bench.pass_time(1300)
    bench.play("ann", 0, "bet low")
    bench.pass_time(1300)
    assert entries(bench) == []
    sealed = deck(bench)
    bench.pass_time(HAND_PACE[1])
    told = entries(bench)[0]["told"]["riffle"]["n"]
    shown = bands(bench, "ann")
    assert shown == sorted(shown)
    assert len(set(shown)) > 1
    assert shown[-1] == sealed.band(told, size)
    assert set(shown) <= {sealed.band(n, size) for n in range(1, told + 1)} | {0}
    assert bands(bench, "wu") == [shown[-1]]  # when it was done


def test_who_lifts_the_curtain_is_sent_the_band() -> None:
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
    bench.pass_time(GRID)
    assert bands(bench, "bo") == [], "behind the curtain nothing of it is seen"
    bench.do("bo", "here", seat=2)
    assert bands(bench, "bo") == [deck(bench).band(30, bench.seen("ann")["view"]["deck"])]


def test_nobody_here_means_no_waiting_and_whole_games_by_bots() -> None:
    bench = table().with_bots()
    bench.do("ann", "leave")
    bench.leave("ann")
    bench.pass_time(600_000)
    assert bench.durable.phase == "over"
    assert len(entries(bench)) >= 6
    Record.loads(whole(bench.durable).dumps()).verify()


def test_an_absent_challenger_is_stood_in_for_by_a_novice_on_the_same_deck() -> None:
    bench = bet(three(options={"skill": "expert"}))
    bench.leave("ann")
    bench.pass_time(20_000)
    assert bench.do("bo", "vote", about="stand-in", seat=0)["code"] == "present"
    bench.pass_time(30_000)
    assert bench.do("bo", "vote", about="stand-in", seat=0)["type"] == "ack"
    bench.pass_time(3_000)
    told = entries(bench)[0]
    assert told["how"] == "stand-in"
    state = bench.seen("bo")["view"]
    assert state["hand"] or state["phase"] != "grab"


def test_an_owner_who_comes_back_ends_the_stand_in_and_riffles() -> None:
    bench = bet(three())
    assert bench.do("ann", "stand_in", seat=0, on=True)["type"] == "ack"
    trace(bench, 30)
    bench.pass_time(300)
    assert bands(bench, "bo") == [0], "what is seen is the hand that stands in, not the owner's"
    assert finish(bench, 9)["type"] == "ack"
    assert [told.get("how") for told in entries(bench)] == [None]


def test_a_clock_that_runs_out_is_a_novices_one_grab() -> None:
    bench = bet(three(clock={"per": 4000}))
    bench.pass_time(4400)
    assert not entries(bench)
    bench.pass_time(3000)
    assert entries(bench)[0]["how"] == "clock"
    assert finish(bench, ask="AAAAAAAAAAAA")["code"] == "past"


def test_a_riffle_is_charged_to_a_bank() -> None:
    bench = bet(three(clock={"bank": 60_000}))
    bench.pass_time(10_000)
    finish(bench)
    assert bench.durable.run is not None
    assert bench.durable.run.banks[0] == 60_000 - 9_500


def test_traces_count_as_being_active() -> None:
    bench = bet(three())
    for _ in range(13):
        bench.pass_time(10_000)
        trace(bench, 5)
    assert bench.do("bo", "vote", about="stand-in", seat=0)["code"] == "present"
    bench.pass_time(121_000)
    assert bench.do("ann", "chat", text="hm")["type"] == "ack"


def test_a_paused_table_shows_and_takes_no_hand() -> None:
    bench = bet(three(clock={"bank": 60_000}))
    bench.do("ann", "pause")
    trace(bench, 30)
    bench.pass_time(1000)
    assert bands(bench, "bo") == []
    assert finish(bench)["code"] == "paused"


def test_one_phone_for_all_the_curtain_holds_for_ticks_and_bands() -> None:
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


# Records -----------------------------------------------------------------------------------------------------


def finished() -> Bench:
    bench = bet(three())
    finish(bench, 9, tries=2, by="step", trace=[400])
    for _ in range(60):
        if bench.durable.phase != "playing":
            break
        for conn, seat in (("ann", 0), ("bo", 1), ("cy", 2)):
            own = bench.own(conn)
            if "riffle" in own:
                finish(bench, bench.seen(conn)["view"]["target"], conn, seat)
            elif "ask" in own and "chosen" not in own:
                bench.play(conn, seat, own["legal"][0]["id"])
        bench.pass_time(1000)
    assert bench.durable.phase == "over"
    return bench


def test_a_finished_games_record_verifies_and_an_edited_riffle_is_refused_by_its_line() -> None:
    bench = finished()
    text = whole(bench.durable).dumps()
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
    assert '"tries": 2' in whole(again.durable).dumps()


def test_an_unfinished_record_goes_on_with_chance_of_its_own() -> None:
    bench = bet(three())
    assert bench.durable.run is not None
    assert bench.durable.run.table is not None
    row, token = import_record(bench.durable.run.table.record.dumps(), "maker", bench.now, bench.entropy())
    again = Bench(first=row, token=token)
    assert len(again.durable.chance.master) == 32
    again.join("ann", token)
    again.do("ann", "sit", seat=0, name="Ann")
    assert again.own("ann")["riffle"]["at"] != bench.own("ann")["riffle"]["at"]
    assert finish(again, 9)["type"] == "ack"

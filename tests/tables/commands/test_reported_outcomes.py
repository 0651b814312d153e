"""Reported outcomes: people with a real deck report what was drawn, and another seat confirms it."""

from __future__ import annotations

import json
from typing import Any

from fairyring.core.record.record import Record
from fairyring.tables.records import full_record
from tests.tables.support.bench import Bench, Message


def three(players: int = 3, people: tuple[str, ...] = ("ann", "bo", "cy"), **options: Any) -> Bench:
    """Ann, on seat 0, is challenger; the audience has bet. Seats without people have bots."""
    bench = Bench("crane", players, options={"grab": "real", "first": "1"}, **options)
    bench.tokens = {"ann": bench.token}
    bench.join("ann", bench.token)
    for seat, conn in enumerate(people):
        if conn != "ann":
            bench.tokens[conn] = bench.join(conn)["you"]["token"]
        assert bench.do(conn, "sit", seat=seat, name=conn.title())["type"] == "ack"
    for seat in range(len(people), players):
        bench.do("ann", "bot", seat=seat)
    assert bench.do("ann", "start")["type"] == "ack"
    for seat, conn in list(enumerate(people))[1:]:
        assert bench.play(conn, seat, "bet low")["type"] == "ack"
    bench.pass_time(2000)
    return bench


def report(bench: Bench, conn: str, seat: int, outcome: Any = "grab 8") -> Message:
    return bench.do(conn, "report", seat=seat, ask=bench.own(conn).get("report", {}).get("ask", ""), outcome=outcome)


def confirm(bench: Bench, conn: str, seat: int, right: bool = True) -> Message:
    return bench.do(conn, "confirm", seat=seat, ask=bench.own(conn).get("confirm", {}).get("ask", ""), right=right)


def hand(bench: Bench) -> int:
    return int(bench.picture("ann")["view"]["hand"])


def test_report_is_confirmed_by_another_seat() -> None:
    bench = three()
    part = bench.own("ann")["report"]
    deck = bench.picture("ann")["view"]["deck"]
    assert len(part["outcomes"]) == deck + 1
    assert part["outcomes"][7]["args"] == {"cards": 8}
    assert part["outcomes"][-1]["kind"] == "eyes-opened"
    assert not any("report" in bench.own(conn) for conn in ("bo", "cy"))
    assert report(bench, "ann", 0, {"kind": "grab", "args": {"cards": 8}})["type"] == "ack"
    assert hand(bench) == 0  # nothing has happened yet
    assert bench.picture("bo")["prompt"]["prompt"]["key"] == "prompt.confirm"
    assert bench.own("bo")["confirm"]["outcome"]["args"] == {"cards": 8}
    assert "confirm" not in bench.own("ann")
    assert confirm(bench, "cy", 2)["type"] == "ack"
    assert hand(bench) == 8
    assert bench.state.run is not None
    assert bench.state.run.table is not None
    line = bench.state.run.table.history[-1].line()
    assert line == {"nature": "grab 8", "reported": 0, "confirmed": 2}


def test_report_that_is_rejected_can_be_repeated() -> None:
    bench = three()
    first = bench.own("ann")["report"]["ask"]
    report(bench, "ann", 0, "grab 9")
    question = bench.own("bo")["confirm"]["ask"]
    assert confirm(bench, "bo", 1, right=False)["type"] == "ack"
    assert hand(bench) == 0
    assert "confirm" not in bench.own("cy")
    assert bench.own("ann")["report"]["ask"] not in (first, question)
    assert bench.do("cy", "confirm", seat=2, ask=question, right=True)["code"] == "past"
    assert bench.do("ann", "report", seat=0, ask=first, outcome="grab 9")["code"] == "past"
    report(bench, "ann", 0, "grab 8")
    confirm(bench, "bo", 1)
    assert hand(bench) == 8


def test_report_and_confirm_refuse_invalid_commands() -> None:
    bench = three()
    rows = len(bench.rows)
    ask = bench.own("ann")["report"]["ask"]
    assert bench.do("bo", "report", seat=1, ask=ask, outcome="grab 8")["code"] == "not-yours"
    assert bench.do("bo", "report", seat=0, ask=ask, outcome="grab 8")["code"] == "not-yours"
    assert report(bench, "ann", 0, "grab 137")["type"] == "nack"
    assert report(bench, "ann", 0, "grab 131")["code"] == "not-legal"
    assert report(bench, "ann", 0, "flip 4 ring")["code"] == "not-legal"
    assert bench.do("bo", "confirm", seat=1, ask=ask, right=True)["code"] == "past"
    assert len(bench.rows) == rows
    report(bench, "ann", 0)
    question = bench.own("bo")["confirm"]["ask"]
    assert bench.do("ann", "confirm", seat=0, ask=question, right=True)["code"] == "not-yours"
    assert bench.do("ann", "report", seat=0, ask=question, outcome="grab 9")["code"] == "past"


def test_report_is_idempotent_and_hides_the_bets() -> None:
    bench = three()
    ask = bench.own("ann")["report"]["ask"]
    for _ in range(2):
        answer = bench.do("ann", "report", id="x", seat=0, ask=ask, outcome="grab 8")
        assert answer == {"type": "ack", "id": "x"}
    assert sum(entry.kind == "report" for row in bench.rows for entry in row.entries) == 1
    assert bench.picture("ann")["view"]["revealed"] == [None, None, None]
    confirm(bench, "bo", 1)
    assert bench.picture("ann")["view"]["revealed"] == [None, "low", "low"]


def test_report_for_an_absent_seat_by_another_person() -> None:
    """Their phone died: the others let a bot have the seat, and tell what was grabbed; who told it does not confirm it."""
    bench = three()
    bench.leave("ann")
    bench.pass_time(50_000)
    assert "report" not in bench.own("bo")
    assert bench.do("bo", "vote", about="stand-in", seat=0)["type"] == "ack"
    assert "report" in bench.own("bo")
    assert report(bench, "cy", 2)["type"] == "ack"
    assert bench.do("cy", "confirm", seat=2, ask=bench.own("bo")["confirm"]["ask"], right=True)["code"] == "not-yours"
    assert confirm(bench, "bo", 1)["type"] == "ack"
    bench.pass_time(2000)
    assert bench.picture("bo")["view"]["challenger"] == 1  # the stand-in chose a jackpot
    assert (
        bench.picture("bo")["view"]["short"] + bench.picture("bo")["view"]["over"] + bench.picture("bo")["view"]["exact"] == 1
    )


def test_report_is_confirmed_by_a_bot_if_no_person_can() -> None:
    bench = three(2, ("ann", "bo"))
    report(bench, "ann", 0)
    bench.leave("bo")
    bench.pass_time(50_000)
    assert hand(bench) == 0
    assert bench.do("ann", "vote", about="stand-in", seat=1)["type"] == "ack"
    bench.pass_time(3000)
    view = bench.picture("ann")["view"]
    assert view["short"] + view["over"] + view["exact"] == 1


def test_report_with_one_person_and_bots() -> None:
    bench = three(3, ("ann",))
    assert report(bench, "ann", 0)["type"] == "ack"
    bench.pass_time(1000)
    assert hand(bench) == 8
    assert bench.play("ann", 0, "jackpot left")["type"] == "ack"
    bench.pass_time(2000)
    bench.play("ann", 0, "bet high")
    bench.pass_time(2000)
    assert report(bench, "ann", 0, "grab 5")["type"] == "ack"  # for the bot that is challenger
    bench.pass_time(1000)
    assert bench.picture("ann")["view"]["hand"] == 5 or bench.picture("ann")["view"]["challenger"] != 1


def test_report_at_a_hot_seat() -> None:
    """Hot seat: whoever is here enters, somebody else who is then here confirms."""
    bench = Bench("crane", 2, options={"grab": "real", "first": "1"})
    bench.join("ann", bench.token)
    for seat in (0, 1):
        bench.do("ann", "sit", seat=seat, name="Ann")
    bench.do("ann", "start")
    bench.do("ann", "here", seat=1)
    assert bench.play("ann", 1, "bet low")["type"] == "ack"
    assert bench.do("ann", "report", seat=0, ask="x", outcome="grab 8")["code"] == "not-here"
    bench.do("ann", "here", seat=0)
    assert report(bench, "ann", 0)["type"] == "ack"
    assert "confirm" not in bench.own("ann")
    bench.do("ann", "here", seat=1)
    assert confirm(bench, "ann", 1)["type"] == "ack"
    assert (
        bench.picture("ann")["view"]["short"] + bench.picture("ann")["view"]["over"] + bench.picture("ann")["view"]["exact"]
        == 1
    )


def test_report_survives_a_crash_before_its_confirmation() -> None:
    bench = three()
    report(bench, "ann", 0)
    bench.crash()
    bench.start("b")
    for conn in ("ann", "bo"):
        bench.join(conn, bench.tokens[conn], "b")
    assert bench.own("bo")["confirm"]["outcome"]["args"] == {"cards": 8}
    assert confirm(bench, "bo", 1)["type"] == "ack"
    assert hand(bench) == 8


def test_report_is_refused_while_paused() -> None:
    bench = three(clock={"bank": 60_000})
    bench.do("ann", "pause")
    assert report(bench, "ann", 0)["code"] == "paused"


def test_report_is_marked_in_a_record_that_verifies() -> None:
    bench = three()
    for turn in range(200):
        if bench.state.phase != "playing":
            break
        for seat, conn in enumerate(("ann", "bo", "cy")):
            own = bench.own(conn)
            if "report" in own:
                report(bench, conn, seat, "eyes-opened" if turn % 3 == 1 else "grab 9")
            elif "confirm" in own:
                confirm(bench, conn, seat)
            elif "ask" in own and "chosen" not in own:
                bench.play(conn, seat, own["legal"][0]["id"])
        bench.pass_time(100)
    assert bench.state.phase == "over"
    record = Record.loads(full_record(bench.state).dumps())
    record.verify()
    outside = [step for step in record.decisions if "reported" in step.extra]
    assert len(outside) >= 6
    assert all("owns" not in step.extra and "confirmed" in step.extra for step in outside)


def test_report_prompt_names_the_awaited_seats() -> None:
    def prompt_of(conn: str) -> tuple[str, list[int]]:
        prompt = bench.picture(conn)["prompt"]["prompt"]
        return prompt["key"], [player["seat"] for player in prompt["args"].get("seats", [])]

    bench = three()
    bench.join("wu")
    assert [prompt_of(conn) for conn in ("ann", "bo", "wu")] == [
        ("prompt.report", []),
        ("prompt.wait", [0]),
        ("prompt.wait", [0]),
    ]
    bench.do("ann", "stand_in", seat=0, on=True)
    assert prompt_of("cy") == ("prompt.report", [])
    report(bench, "cy", 2)
    assert (prompt_of("bo")[0], prompt_of("cy"), prompt_of("wu")) == (
        "prompt.confirm",
        ("prompt.wait", [1]),
        ("prompt.wait", [1]),
    )


def test_report_welcome_stays_small() -> None:
    bench = three()
    for turn in range(5):
        for seat, conn in enumerate(("ann", "bo", "cy")):
            if "report" in bench.own(conn):
                report(bench, conn, seat, f"grab {turn + 3}")
        for seat, conn in enumerate(("ann", "bo", "cy")):
            if "confirm" in bench.own(conn):
                confirm(bench, conn, seat)
        for _ in range(2):
            for seat, conn in enumerate(("ann", "bo", "cy")):
                own = bench.own(conn)
                if "ask" in own and "chosen" not in own:
                    bench.play(conn, seat, own["legal"][0]["id"])
    conn = next(conn for conn in ("ann", "bo", "cy") if "report" in bench.own(conn))
    beat = bench.join("again", bench.tokens[conn])["beat"]
    assert len(beat["events"]) > 20
    assert len(json.dumps(beat)) < 16_000

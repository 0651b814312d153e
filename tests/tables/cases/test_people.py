"""Design cases about people: seat links, hosts, kicking, absence, stand-ins, names."""

from __future__ import annotations

import pytest

from fairyring.tables import Row
from fairyring.tables.broadcast.views import picture
from fairyring.tables.limits import DAY, HOUR, PROTOCOL_VERSION
from fairyring.tables.log.rows import canonical, first_broken_link
from fairyring.tables.records import full_record
from tests.tables.support.bench import Bench


def test_seat_link_works_once_and_for_ten_minutes() -> None:
    """Case 21."""
    bench = Bench().two()
    code = bench.do("ann", "device", id="d")["code"]
    assert bench.do("ann", "device", id="d")["code"] == code  # sent again
    assert bench.join("phone", take=code)["you"] | {"token": ""} == {"guest": 1, "seats": [0], "token": ""}
    bench.join("late", take=code)
    assert bench.sent["late"][0]["code"] == "past"
    old = bench.do("ann", "device")["code"]
    bench.pass_time(11 * 60_000)
    bench.join("older", take=old)
    assert bench.sent["older"][0]["code"] == "past"
    assert bench.picture("older")["view"]["seat"] is None  # may watch


def test_seat_link_moves_one_of_several_seats() -> None:
    bench = Bench()
    bench.join("ann", bench.token)
    for seat in (0, 1):
        bench.do("ann", "sit", seat=seat, name="Ann")
    code = bench.do("ann", "device", seat=1)["code"]
    assert bench.join("bo", take=code)["you"]["seats"] == [1]
    assert [seat.guest for seat in bench.state.seats] == [1, bench.guest("bo")]


def test_reseat_is_refused_while_the_owner_is_present() -> None:
    """Case 22."""
    bench = Bench().two()
    bench.join("cy")
    assert bench.do("ann", "reseat", seat=1, who=bench.guest("cy"))["code"] == "present"
    assert bench.do("cy", "reseat", seat=1, who=bench.guest("cy"))["code"] == "not-host"


def test_reseat_revokes_the_old_device() -> None:
    """Case 23."""
    bench = Bench().two()
    bench.join("cy")
    bench.leave("bo")
    bench.pass_time(44_000)
    assert bench.do("ann", "reseat", seat=1, who=bench.guest("cy"))["code"] == "present"  # a phone that was locked for a moment
    bench.pass_time(2000)
    assert bench.do("ann", "reseat", seat=1, who=bench.guest("cy"))["type"] == "ack"
    assert bench.picture("cy")["view"]["seat"] == 1
    assert bench.join("bo2", bench.tokens["bo"]) == {}
    assert bench.closed["bo2"] == 4003
    assert bench.join("bo3", "A" * 32) == {}  # an unknown token is answered alike
    assert bench.closed["bo3"] == 4003
    assert bench.join("bo4")["you"]["seats"] == []


def test_absent_host_returns_as_a_guest() -> None:
    """Case 24; in a running game it takes 120 seconds, before it 60."""
    for start, wait in ((True, 121_000), (False, 61_000)):
        bench = Bench().two(start)
        bench.leave("ann")
        bench.pass_time(wait - 5000)
        assert bench.state.host == 1
        bench.pass_time(6000)
        assert bench.state.host == bench.guest("bo")
        bench.join("ann", bench.token)
        assert bench.state.host == bench.guest("bo")


def test_kick_lets_a_guest_watch_until_the_next_game() -> None:
    """Case 25."""
    bench = Bench().two()
    bench.do("ann", "kick", who=bench.guest("bo"))
    assert bench.state.seats[1].kind == "bot"
    bench.leave("bo")
    assert bench.join("bo", bench.tokens["bo"])["you"]["seats"] == []
    assert bench.picture("bo")["view"]["seat"] is None
    assert bench.do("bo", "sit", seat=1)["code"] == "not-now"
    bench.do("ann", "abandon")
    bench.do("ann", "again")
    assert bench.do("bo", "sit", seat=1)["type"] == "ack"


def test_leave_by_all_lets_bots_finish() -> None:
    """Case 26."""
    bench = Bench().two()
    for conn in ("bo", "ann"):
        bench.do(conn, "leave")
        bench.leave(conn)
    bench.pass_time(60_000)
    assert bench.state.phase == "over"
    rows = len(bench.rows)
    bench.pass_time(HOUR)
    assert len(bench.rows) == rows
    assert bench.wakes["a"] is None or bench.wakes["a"] > bench.now + DAY


def test_absence_of_all_people_pauses_their_seats() -> None:
    bench = Bench(players=3)
    bench.with_bots()
    bench.leave("ann")
    bench.pass_time(10 * 60_000)
    assert bench.state.run is not None
    assert bench.state.run.pending == (0,)


def test_stand_in_by_vote_of_the_only_other_person() -> None:
    """Case 27."""
    bench = Bench().two()
    bench.do("ann", "host", who=bench.guest("bo"))
    bench.leave("bo")
    bench.do("ann", "play", seat=0, ask=bench.ask("ann"), action=0)
    bench.pass_time(40_000)
    assert bench.do("ann", "vote", about="stand-in", seat=1)["code"] == "present"
    bench.pass_time(6_000)
    assert bench.do("ann", "vote", about="stand-in", seat=1)["type"] == "ack"
    assert bench.state.seats[1].stand_in
    bench.pass_time(2000)
    assert bench.state.run is not None
    assert bench.state.run.turns == (1, 1)


def absent_with_stand_in() -> Bench:
    bench = Bench(players=3)
    bench.join("ann", bench.token)
    bench.tokens = {"bo": bench.join("bo")["you"]["token"]}
    for seat, conn in enumerate(("ann", "bo")):
        bench.do(conn, "sit", seat=seat, name=conn)
    bench.do("ann", "bot", seat=2)
    bench.do("ann", "start")
    bench.thinking = False
    bench.leave("bo")
    bench.pass_time(46_000)
    bench.do("ann", "vote", about="stand-in", seat=1)
    bench.pass_time(10)
    return bench


def test_stand_in_job_is_cancelled_when_the_owner_returns() -> None:
    """Case 28."""
    bench = absent_with_stand_in()
    job = next(job for job in bench.jobs if job.seat == 1)
    bench.join("bo", bench.tokens["bo"])
    assert job.id in bench.cancelled
    assert not bench.state.seats[1].stand_in
    bench.pass_time(10_000)
    assert bench.state.run is not None
    assert 1 in bench.state.run.pending


def test_stand_in_choice_may_be_replaced_by_the_owner() -> None:
    """Case 29."""
    bench = absent_with_stand_in()
    bench.pass_time(6000)
    assert bench.state.run is not None
    assert 1 in bench.state.run.chosen
    bench.join("bo", bench.tokens["bo"])
    old = bench.own("bo")["chosen"]["id"]
    assert bench.play("bo", 1, (old + 1) % 4)["type"] == "ack"
    assert bench.own("bo")["chosen"]["id"] == (old + 1) % 4


def test_presence_ignores_short_disconnects() -> None:
    """Case 30."""
    bench = Bench().two()
    for _ in range(6):
        bench.leave("bo")
        bench.pass_time(5000)
        bench.join("bo", bench.tokens["bo"])
        bench.pass_time(5000)
    presences = [
        message["guests"].get(str(bench.guest("bo"))) for message in bench.sent["ann"] if message["type"] == "presence"
    ]
    assert set(presences) <= {"here", None}
    bench.leave("bo")
    bench.pass_time(9000)
    assert next(m for m in reversed(bench.sent["ann"]) if m["type"] == "presence")["guests"][str(bench.guest("bo"))] == "away"
    bench.join("bo", bench.tokens["bo"])
    bench.say("bo", {"type": "visible", "on": False})
    bench.pass_time(11_000)
    assert next(m for m in reversed(bench.sent["ann"]) if m["type"] == "presence")["guests"][str(bench.guest("bo"))] == "hidden"


def test_options_with_too_few_seats_are_refused() -> None:
    """Case 35."""
    bench = Bench(players=4)
    bench.join("ann", bench.token)
    for number, seat in enumerate((0, 2, 3)):
        bench.join(f"g{number}")
        bench.do(f"g{number}", "sit", seat=seat, name=f"g{number}")
    assert bench.do("ann", "options", options={"players": 2})["code"] == "taken"
    assert bench.do("ann", "options", options={"players": 3})["type"] == "ack"
    assert sorted(seat.guest for seat in bench.state.seats) == sorted(bench.guest(f"g{number}") for number in range(3))
    assert bench.do("ann", "options", options={"players": 99})["code"] == "bad-form"
    assert bench.do("ann", "options", game="nothing")["code"] == "bad-form"
    assert bench.do("g0", "options", options={})["code"] == "not-host"


def test_start_twice_is_refused() -> None:
    """Case 36; and no seat may be empty."""
    bench = Bench().two(start=False)
    assert bench.do("bo", "start")["code"] == "not-host"
    assert bench.do("ann", "start")["type"] == "ack"
    assert bench.do("ann", "start")["code"] == "not-now"
    empty = Bench()
    empty.join("ann", empty.token)
    assert empty.do("ann", "start")["code"] == "seats-empty"


def test_hello_with_another_protocol_version_is_answered_with_reload() -> None:
    """Case 42."""
    bench = Bench().two()
    bench.where["old"] = "a"
    bench.join("old", bench.token, proto=PROTOCOL_VERSION + 1)
    assert bench.sent["old"] == [{"type": "reload"}]
    assert bench.closed["old"] == 4001
    bench.join("new", bench.token)
    assert bench.play("new", 0)["type"] == "ack"


def test_names_are_numbered_cleaned_and_limited() -> None:
    """Case 43."""
    bench = Bench(players=4).two(start=False)
    bench.join("cy")
    assert bench.do("cy", "sit", seat=2, name="ann")["type"] == "ack"
    assert bench.state.guests[bench.guest("cy")].name == "ann 2"
    assert bench.do("cy", "rename", name=" \u202eev\u0000il \u2066 ")["type"] == "ack"
    assert bench.state.guests[bench.guest("cy")].name == "ev il"
    assert bench.do("cy", "rename", name="x" * 300)["code"] == "too-long"
    assert bench.do("cy", "rename", name="x" * 25)["code"] == "too-long"
    assert bench.do("cy", "rename", name="x" * 10_000)["code"] == "too-long"
    assert bench.do("cy", "rename", name="\u200b")["code"] == "bad-form"
    assert bench.do("cy", "rename", name="x" * 24)["type"] == "ack"


def test_forget_keeps_the_chain_valid() -> None:
    """Case 46: the store empties the asides; the animal is shown."""
    bench = Bench().two()
    for number, row in enumerate(bench.rows):
        asides = [{key: value for key, value in entry.aside.items() if key != "name"} for entry in row.entries]
        bench.rows[number] = Row.read(row.table, row.seq, row.body, canonical(asides), row.hash, row.by, row.at)
    assert first_broken_link(bench.rows) is None
    guests = picture(bench.state, None).table["guests"]
    assert guests[str(bench.guest("bo"))]["name"] == ""
    bench.crash()
    bench.start("b")
    assert bench.join("bo", bench.tokens["bo"], "b")["you"]["seats"] == [1]


def test_leave_hands_over_the_host() -> None:
    bench = Bench().two()
    bench.do("ann", "leave")
    assert bench.state.host == bench.guest("bo")
    assert bench.state.seats[0].kind == "bot"


def test_sit_requests_a_bots_seat_from_the_host() -> None:
    bench = Bench().with_bots()
    bench.join("bo")
    assert bench.do("bo", "sit", seat=1)["type"] == "ack"
    assert bench.sent["ann"][-1]["wishes"] == {str(bench.guest("bo")): 1}
    bench.do("ann", "reseat", seat=1, who=bench.guest("bo"))
    assert bench.picture("bo")["view"]["seat"] == 1


def test_only_here_revokes_other_devices() -> None:
    bench = Bench().two()
    phone = bench.join("phone", take=bench.do("ann", "device")["code"])["you"]["token"]
    bench.start("b")
    bench.join("tablet", phone, "b")
    assert bench.do("ann", "only_here")["type"] == "ack"
    bench.sync()
    assert bench.closed == {"phone": 4003, "tablet": 4003}
    assert bench.join("phone2", phone) == {}


def test_timers_delete_or_archive_untouched_tables() -> None:
    """Case 39: archived while playing; opened, it goes on and its secret stays sealed."""
    bench = Bench().two()
    for conn in ("ann", "bo"):
        bench.leave(conn)
    bench.pass_time(8 * DAY)
    archived = bench.state.archived
    assert archived
    beat = bench.join("ann", bench.token)["beat"]
    assert not bench.state.archived
    assert beat["table"]["phase"] == "playing"
    assert "secret" not in beat["table"]["chance"]
    assert bench.play("ann", 0)["type"] == "ack"
    idle = Bench()
    idle.pass_time(3 * DAY)
    assert idle.forgotten


def test_stand_in_at_a_public_table_needs_no_vote() -> None:
    bench = Bench(public=True).two()
    bench.leave("bo")
    bench.pass_time(91_000)
    assert bench.state.seats[1].stand_in
    bench.join("bo", bench.tokens["bo"])
    assert not bench.state.seats[1].stand_in


def test_rate_limit_refuses_then_closes() -> None:
    bench = Bench().two()
    codes = []
    while "bo" in bench.where:
        codes.append(bench.do("bo", "away").get("code"))
    assert codes == [None] * 19 + ["too-fast"] * 100
    assert bench.closed["bo"] == 4004


def test_chat_of_a_muted_watcher_is_refused() -> None:
    bench = Bench(mute=True).two()
    bench.join("cy")
    assert bench.do("cy", "chat", text="hi")["code"] == "not-now"
    assert bench.do("bo", "chat", text="x" * 301)["code"] == "too-long"
    assert bench.do("bo", "chat", text="hi\u202e there")["type"] == "ack"
    assert bench.sent["cy"][-1] | {"at": 0} == {"type": "chat", "guest": bench.guest("bo"), "text": "hi  there", "at": 0}
    bench.do("bo", "shout", n=3)
    assert {"type": "shout", "guest": bench.guest("bo"), "n": 3} in bench.sent["ann"]


@pytest.mark.parametrize("message", [{}, {"type": "cmd"}, {"type": "cmd", "id": "x"}, {"type": "cmd", "id": "x", "do": 3}])
def test_registry_refuses_malformed_commands(message: dict[str, object]) -> None:
    bench = Bench().two()
    bench.say("bo", message)
    assert bench.sent["bo"][-1]["code"] == "bad-form"
    for fields in ({"seat": True}, {"seat": "0"}, {"seat": 1 << 40}, {}):
        assert bench.do("bo", "here", **fields)["code"] == "bad-form"


def test_record_names_former_players() -> None:
    bench = Bench().two()
    for name in ("ann", "bo"):
        bench.do(name, "abandon")
    assert bench.state.phase == "over"
    assert bench.do("bo", "stand", seat=1)["type"] == "ack"
    assert [sitter.name for sitter in full_record(bench.state).sitters] == ["Ann", "Bo"]

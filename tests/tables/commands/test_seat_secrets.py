"""Seats are safe: nobody sees the secrets of a second seat, a full table keeps its people, barred people stay barred."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fairyring.core.game import registry
from fairyring.tables import Opened
from fairyring.tables.limits import MAX_ADDRESS_CONNECTIONS, MAX_CONNECTIONS, PROTOCOL_VERSION
from tests.tables.support.bench import Bench

SECRET = [name for name in registry.shipped() if registry.room(name).has_secrets]


def hands(bench: Bench, conn: str, seat: int) -> list[Any]:
    """Everything of a seat's own that this connection was ever sent."""
    return [beat["seats"][str(seat)] for beat in bench.beats(conn) if str(seat) in beat["seats"]]


def bots(game: str) -> Bench:
    return Bench(game, 2).with_bots()


def test_room_has_secrets_follows_from_its_schema() -> None:
    assert {"fairy-tale", "sneaky-town", "crane"} <= set(SECRET)


@pytest.mark.parametrize("game", SECRET)
def test_sit_on_a_bots_seat_is_refused_to_players(game: str) -> None:
    bench = bots(game)
    for answer in (bench.do("ann", "sit", seat=1), bench.do("ann", "reseat", seat=1, who=1)):
        assert (answer["type"], answer["key"]) == ("nack", "table.seat.secrets")
    assert hands(bench, "ann", 1) == []
    assert bench.state.seats[1].kind == "bot"


def test_sit_elsewhere_is_refused_after_leaving_a_seat() -> None:
    bench = Bench("fairy-tale", 3).with_bots()
    bench.do("ann", "leave")
    assert bench.do("ann", "sit", seat=1)["key"] == "table.seat.secrets"
    assert bench.do("ann", "sit", seat=0)["type"] == "ack"  # the own one has no secrets from her
    assert hands(bench, "ann", 1) == []


def test_reseat_of_an_absent_player_to_another_player_is_refused() -> None:
    bench = Bench("sneaky-town", 2).two()
    bench.leave("bo")
    bench.pass_time(100_000)
    assert bench.do("ann", "reseat", seat=1, who=1)["key"] == "table.seat.secrets"
    assert hands(bench, "ann", 1) == []
    bench.join("bo2")
    assert bench.do("ann", "reseat", seat=1, who=bench.guest("bo2"))["type"] == "ack"  # new, such as Bo without the token


def test_kick_gives_no_seat_to_the_host() -> None:
    bench = Bench("sneaky-town", 2).two()
    bench.do("ann", "kick", who=bench.guest("bo"))
    assert bench.do("ann", "sit", seat=1)["key"] == "table.seat.secrets"


def test_refused_seats_send_the_same_whatever_is_hidden() -> None:
    """Non-interference: two tables that differ in the bot's rack only send the host the same bytes."""
    messages = []
    for seed in (0, 1):
        bench = Bench("sneaky-town", 2)
        bench.join("ann", bench.token)
        bench.do("ann", "sit", seat=0, name="Ann")
        bench.do("ann", "bot", seat=1)
        bench.count = 1000 * seed  # other entropy for everything that follows
        bench.do("ann", "start", id="start")
        before = len(bench.sent["ann"])
        bench.do("ann", "sit", id="first", seat=1)
        bench.do("ann", "reseat", id="second", seat=1, who=1)
        messages.append(json.dumps(bench.sent["ann"][before:]))
        rack = json.dumps(hands(bench, "ann", 1))
        assert rack == "[]"
    assert messages[0] == messages[1]


def test_two_seats_before_the_game_are_allowed() -> None:
    bench = Bench("fairy-tale", 2)
    bench.join("ann", bench.token)
    for seat in (0, 1):
        assert bench.do("ann", "sit", seat=seat, name="Ann")["type"] == "ack"


# Seat links -----------------------------------------------------------------------------------


def test_seat_link_is_refused_while_sealing_and_stays_good() -> None:
    bench = Bench("fairy-tale", 3)
    bench.join("ann", bench.token)
    bench.do("ann", "sit", seat=0, name="Ann")
    bench.do("ann", "sit", seat=1)
    bench.do("ann", "bot", seat=2)
    bench.do("ann", "share", n=1, key="11" * 32)
    code = bench.do("ann", "device", seat=1)["code"]
    bench.do("ann", "start")
    assert bench.state.phase == "sealing"
    bo = bench.join("bo", take=code)["you"]
    assert bo["seats"] == []
    assert bench.state.seats[1].guest == 1
    bench.pass_time(5000)
    bench.leave("bo")
    assert bench.join("bo", bo["token"], take=code)["you"]["seats"] == [1]


def test_seat_link_is_refused_to_a_barred_guest() -> None:
    bench = Bench("fairy-tale", 3)
    bench.join("ann", bench.token)
    bo = bench.join("bo")["you"]["token"]
    for seat in (0, 1):
        bench.do("ann", "sit", seat=seat, name="Ann")
    bench.do("ann", "kick", who=bench.guest("bo"))
    code = bench.do("ann", "device", seat=1)["code"]
    bench.leave("bo")
    assert bench.join("bo", bo, take=code)["you"]["seats"] == []


# A full table ---------------------------------------------------------------------------------


def test_full_table_lets_seated_people_and_the_host_in() -> None:
    bench = Bench().two()
    watcher = bench.join("watcher")["you"]["token"]
    bench.leave("bo")
    bench.leave("ann")
    for number in range(MAX_CONNECTIONS - 1):
        assert bench.join(f"w{number}", watcher)
    assert bench.join("late", watcher) == {}
    assert bench.closed["late"] == 4005
    assert bench.join("bo", bench.tokens["bo"])["you"]["seats"] == [1]
    assert bench.closed[f"w{MAX_CONNECTIONS - 2}"] == 4005  # the newest watcher
    assert bench.join("ann", bench.token)["you"]["seats"] == [0]


def test_full_table_closes_the_oldest_connection_of_the_same_guest() -> None:
    bench = Bench().two()
    for number in range(MAX_CONNECTIONS - 2):
        bench.join(f"b{number}", bench.tokens["bo"])
    assert bench.join("ann2", bench.token)
    assert bench.closed == {"ann": 4005}


# Barred ---------------------------------------------------------------------------------------


def come(bench: Bench, conn: str, address: str, token: str = "") -> None:
    hello = {"type": "hello", "proto": PROTOCOL_VERSION, "table": bench.rows[0].table, "visible": True}
    bench.where[conn] = "a"
    bench.give("a", Opened, conn, hello | ({"token": token} if token else {}), address)


def test_kick_bars_newcomers_from_the_same_address() -> None:
    bench = Bench(players=3).two(start=False)
    come(bench, "cy", "192.0.2.7")
    come(bench, "di", "192.0.2.7")  # of the same household, and there before
    bench.do("ann", "kick", who=bench.guest("cy"))
    come(bench, "cy again", "192.0.2.7")
    assert bench.do("cy again", "sit", seat=2)["key"] == "table.seat.barred"
    assert bench.do("di", "sit", seat=2)["type"] == "ack"
    bench.do("di", "stand", seat=2)
    come(bench, "ed", "192.0.2.8")
    assert bench.do("ed", "sit", seat=2)["type"] == "ack"


# Places of one address ------------------------------------------------------------------------


def test_one_address_does_not_take_all_places_of_a_table() -> None:
    bench = Bench().two()
    for number in range(MAX_ADDRESS_CONNECTIONS):
        come(bench, f"w{number}", "192.0.2.7")
        assert bench.sent[f"w{number}"][0]["type"] == "welcome"
    come(bench, "late", "192.0.2.7")
    assert bench.closed == {"late": 4005}
    come(bench, "other", "192.0.2.8")
    assert bench.sent["other"][0]["type"] == "welcome"
    come(bench, "bo2", "192.0.2.7", bench.tokens["bo"])  # a seated guest always gets in
    assert bench.sent["bo2"][0]["type"] == "welcome"

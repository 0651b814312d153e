"""Tables of Crane with the riffle on screens."""

from __future__ import annotations

from typing import Any

from fairyring.games.crane.riffle.riffle import Deck, derive
from tests.tables.support.bench import Bench, Message


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
    view = bench.picture("wu")["view"]
    return derive(bench.state.chance.master, which, view["finger"])[0]


def finish(bench: Bench, n: int = 9, conn: str = "ann", seat: int = 0, **more: Any) -> Message:
    ask = more.pop("ask", bench.own(conn).get("riffle", {}).get("ask", ""))
    return bench.do(conn, "riffle", seat=seat, ask=ask, n=n, **more)


def trace(bench: Bench, n: Any, conn: str = "ann", c: int = 1, **more: Any) -> None:
    bench.say(conn, {"type": "trace", "c": c, "k": 1, "x": [400, 800, 1200], "n": n, **more})


def bands(bench: Bench, conn: str) -> list[int]:
    return [message["b"] for message in bench.sent[conn] if message["type"] == "band"]

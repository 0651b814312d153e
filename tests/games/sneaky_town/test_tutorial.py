"""The guided first round: what the learner finds is where the lesson says, and ending then wins."""

from __future__ import annotations

from fairyring.core.game import registry
from tests.tables.support.bench import Bench


def lesson() -> Bench:
    bench = Bench("sneaky-town", guided=True)
    bench.join("ann", bench.token)
    assert bench.do("ann", "sit", seat=0, name="Ann")["type"] == "ack"
    assert bench.do("ann", "start")["type"] == "ack"
    return bench


def turn(bench: Bench, action: str) -> None:
    assert bench.play("ann", 0, action)["type"] == "ack"
    bench.pass_time(3000)


def test_tutorial_reveal_cast_and_end_wins() -> None:
    bench = lesson()
    view = bench.picture("ann")["view"]
    assert view["tiles"][0] == ["blue-sun", "brown-sun", "flower"]
    turn(bench, "reveal 2")
    view = bench.picture("ann")["view"]
    assert view["shown"][1] == [None, "blue-sun", None]
    assert view["stones"] == [[], ["2,2"]]
    turn(bench, "cast 1,2")
    assert bench.picture("ann")["view"]["stones"] == [["1,2"], ["1,1", "2,2"]]
    turn(bench, "end")
    assert bench.state.phase == "over"
    assert bench.picture("ann")["table"]["result"]["outcome"]["places"] == [1, 2]


def test_tutorial_bot_follows_its_script() -> None:
    bench = lesson()
    for action in ("cast 1,2", "cast 1,3", "recover 1,3"):
        turn(bench, action)
    assert bench.picture("ann")["view"]["shown"][0] == [None, None, "flower"]


def test_tutorial_fits_its_board() -> None:
    room = registry.room("sneaky-town")
    assert room.presentation.tutorial is not None
    assert room.presentation.tutorial.options == {"size": "3", "match": "single"}
    assert len(room.presentation.tutorial.chance) == 2

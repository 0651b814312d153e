"""The guided first game: somebody else grabs first and one bets; then one grabs oneself."""

from __future__ import annotations

from fairyring.core.game import registry
from fairyring.core.game.contract import NATURE
from fairyring.core.record.record import Record
from fairyring.tables.limits import GESTURE_PACE_MS
from fairyring.tables.records import full_record
from tests.tables.support.bench import Bench


def lesson() -> Bench:
    bench = Bench("crane", guided=True)
    bench.join("ann", bench.token)
    assert bench.do("ann", "sit", seat=0, name="Ann")["type"] == "ack"
    assert bench.do("ann", "start")["type"] == "ack"
    return bench


def first_turn(bench: Bench) -> None:
    """Ann bets, a bot grabs and chooses."""
    bench.play("ann", 0, "bet low")
    bench.pass_time(GESTURE_PACE_MS[1] + 6000)


def test_tutorial_bot_is_challenger_first() -> None:
    bench = lesson()
    view = bench.picture("ann")["view"]
    assert (view["challenger"], view["target"], view["finger"]) == (2, 6, "ring")
    first_turn(bench)
    view = bench.picture("ann")["view"]
    assert (view["challenger"], view["target"], view["finger"]) == (0, 5, "little")
    bench.pass_time(3000)
    assert bench.own("ann")["riffle"]["c"] == 2


def test_tutorial_runs_to_the_end() -> None:
    bench = lesson()
    first_turn(bench)
    bench.pass_time(3000)
    while bench.state.phase == "playing":
        own = bench.own("ann")
        if "riffle" in own:
            assert bench.do("ann", "riffle", seat=0, ask=own["riffle"]["ask"], n=5, by="drag")["type"] == "ack"
        elif own.get("legal") and "chosen" not in own:
            assert bench.play("ann", 0, own["legal"][0]["id"])["type"] == "ack"
        bench.pass_time(GESTURE_PACE_MS[1])
    run = bench.state.run
    assert run is not None
    assert run.table is not None
    guide = registry.room("crane").presentation.tutorial
    assert guide is not None
    flips = [step.action for step in run.table.history if step.seat == NATURE and step.action.startswith("flip")]
    assert tuple(flips[: len(guide.chance)]) == guide.chance
    record = Record.loads(full_record(bench.state).dumps())
    record.verify()
    assert record.seal is None

"""The guided first game: whatever the learner does, leaf is worth fourteen in their third turn."""

from __future__ import annotations

from fairyring.core.game import registry
from fairyring.core.game.contract import NATURE
from tests.tables.support.bench import Bench

TOKENS = 6


def lesson() -> Bench:
    bench = Bench("fariables", guided=True)
    bench.join("ann", bench.token)
    assert bench.do("ann", "sit", seat=0, name="Ann")["type"] == "ack"
    assert bench.do("ann", "start")["type"] == "ack"
    return bench


def place_all(bench: Bench, *spaces: str) -> None:
    for space in spaces:
        assert bench.play("ann", 0, f"place {space}")["type"] == "ack"
        bench.pass_time(3000)


def test_tutorial_begins_with_the_scripted_values() -> None:
    bench = lesson()
    view = bench.picture("ann")["view"]
    assert (view["phase"], view["turn"]) == ("placing", 0)
    assert {kind: worth for kind, worth in view["value"].items() if worth} == {
        "dew": 3, "leaf": 6, "bell": 4, "cap": 2, "moon": 5, "star": 1,
    }  # fmt: skip


def test_tutorial_leaf_reaches_fourteen_in_the_learners_turns() -> None:
    bench = lesson()
    place_all(bench, "f3", "g3", "h3", "g2", "f2", "e3")
    view = bench.picture("ann")["view"]
    assert view["own"][1] == ["a3", "a4", "a5", "b4", "b5", "c5"]
    assert (view["die_a"], view["value"]["leaf"], view["die_c"]) == ("leaf", 9, 3)
    bench.play("ann", 0, "done")
    bench.pass_time(20_000)
    view = bench.picture("ann")["view"]
    assert view["own"][1] == ["a4", "b4", "b5", "b6", "c5", "c6"], "the bot shows how tokens are moved together"
    assert (view["turn"], view["value"]["leaf"], view["die_c"]) == (0, 11, 4)
    bench.play("ann", 0, "done")
    bench.pass_time(20_000)
    assert bench.state.phase == "over"
    assert bench.picture("ann")["view"]["value"]["leaf"] == 14
    assert bench.picture("ann")["view"]["flower"] == "bell"


def test_tutorial_uses_all_scripted_outcomes() -> None:
    """On the space where the bot was meant to begin: then it thinks for itself, and the dice go on as they were laid."""
    bench = lesson()
    place_all(bench, "b4")
    guide = registry.room("fariables").presentation.tutorial
    assert guide is not None
    while bench.state.phase == "playing":
        if bench.ask("ann"):
            bench.play("ann", 0, bench.own("ann")["legal"][0]["id"])
        bench.pass_time(2000)
    run = bench.state.run
    assert run is not None
    assert run.table is not None
    assert tuple(step.action for step in run.table.history if step.seat == NATURE)[: len(guide.chance)] == guide.chance

"""Tutorial: chance and bots follow the guide, and clients are told so."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from fairyring.core.game import registry
from fairyring.core.game.contract import NATURE
from fairyring.core.record.record import Record
from fairyring.games.fairy_tale.tutorial import HANDS, TUTORIAL
from fairyring.tables import create
from fairyring.tables.records import full_record
from fairyring.tables.refusals import Refused
from tests.tables.support.bench import Bench


def lesson() -> Bench:
    """Ann sits down to learn Fairy; the game begins."""
    bench = Bench(guided=True)
    bench.join("ann", bench.token)
    assert bench.do("ann", "sit", seat=0, name="Ann")["type"] == "ack"
    assert bench.do("ann", "start")["type"] == "ack"
    return bench


def turn(bench: Bench, guess: str) -> None:
    bench.play("ann", 0, guess)
    bench.pass_time(3000)


def test_tutorial_follows_the_guide() -> None:
    bench = lesson()
    assert bench.picture("ann")["table"]["settings"]["guided"] is True
    assert [seat["kind"] for seat in bench.picture("ann")["table"]["seats"]] == ["person", "bot", "bot", "bot"]
    assert bench.picture("ann")["view"]["top"] == 3
    turn(bench, "guess higher")
    assert bench.picture("ann")["view"]["top"] == 9
    assert bench.picture("ann")["view"]["shown"] == ["higher", "higher", "higher", "suit"]
    turn(bench, "guess catch")
    assert bench.picture("ann")["view"]["top"] == 11
    assert bench.picture("ann")["view"]["shown"] == ["catch", "suit", "higher", "lower"]
    assert bench.picture("ann")["view"]["score"] == [9, 6, 4, -2]
    assert len({job.id for job in bench.jobs}) <= 3  # only what the guide leaves open is thought about


def test_tutorial_guides_are_legal_to_the_end() -> None:
    bench = lesson()
    guide = registry.room("fairy").presentation.tutorial
    assert guide is not None
    while bench.state.phase == "playing":
        turn(bench, "guess lower")
    assert drawn_outcomes(bench)[: len(guide.chance)] == guide.chance


def drawn_outcomes(bench: Bench) -> tuple[str, ...]:
    """Nature's outcomes so far."""
    run = bench.state.run
    assert run is not None
    assert run.table is not None
    return tuple(step.action for step in run.table.history if step.seat == NATURE)


def tale() -> Bench:
    """Ann sits down to learn Fairy Tale."""
    bench = Bench("fairy-tale", guided=True)
    bench.join("ann", bench.token)
    bench.do("ann", "sit", seat=0, name="Ann")
    bench.do("ann", "start")
    return bench


def events_of(bench: Bench, kind: str) -> list[dict[str, Any]]:
    """What events of this kind said."""
    return [event["args"] for beat in bench.beats("ann") for event in beat["events"] if event["kind"] == kind]


def test_tutorial_of_fairy_tale_shows_effects() -> None:
    bench = tale()
    assert sorted(bench.picture("ann")["view"]["hand"][0]) == sorted(HANDS[0])
    assert drawn_outcomes(bench)[: len(TUTORIAL.chance)] == TUTORIAL.chance
    for action in (
        *("draft fairy-ring", "draft fairy-tale-chapter-2", "draft homesteaders", "draft spirit-of-the-spring"),
        *("play fairy-ring", "play spirit-of-the-spring", "play fairy-tale-chapter-2"),  # what has no choice happens by itself
    ):
        assert bench.play("ann", 0, action)["type"] == "ack", action
        bench.pass_time(3000)
    assert [(event["card"], event["prey"]) for event in events_of(bench, "hunted")] == [("holy-empire-hunter", "vampire")]
    assert [event["card"] for event in events_of(bench, "opened")] == ["fairy-ring"]
    assert [event["card"] for event in events_of(bench, "closed")] == ["fairy-ring", "bard"]
    assert bench.picture("ann")["view"]["round"] == 1
    assert bench.own("ann")["aids"]["points"][0] == 6 + 1 + 7  # the tale has what it wished for


@pytest.mark.parametrize("first", sorted(set(HANDS[0])))
def test_tutorial_of_fairy_tale_always_has_a_hunt(first: str) -> None:
    bench = tale()
    bench.play("ann", 0, f"draft {first}")
    while not events_of(bench, "played"):
        bench.pass_time(3000)
        if bench.ask("ann"):
            bench.play("ann", 0, bench.own("ann")["legal"][0]["id"])
    assert [event["prey"] for event in events_of(bench, "hunted")] == ["vampire"]


def test_tutorial_line_that_does_not_parse_is_logged_and_skipped(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = registry.room("fairy")
    assert room.presentation.tutorial is not None
    tutorial = dataclasses.replace(room.presentation.tutorial, chance=("card 99",))
    presentation = dataclasses.replace(room.presentation, tutorial=tutorial)
    monkeypatch.setitem(registry._added, "fairy", dataclasses.replace(room, presentation=presentation))
    bench = lesson()
    assert bench.picture("ann")["view"]["phase"] == "guess"
    assert "cannot parse 'card 99'" in caplog.text


def test_tutorial_record_is_marked_and_has_no_seal() -> None:
    bench = lesson()
    bench.finish()
    text = full_record(bench.state).dumps()
    record = Record.loads(text)
    record.verify()
    assert record.seal is None
    assert record.extra_end["guided"] is True


def test_tutorial_table_refuses_other_people_and_options() -> None:
    bench = Bench(guided=True)
    bench.join("ann", bench.token)
    bench.join("bo")
    assert bench.do("ann", "sit", seat=1)["key"] == "table.guided.alone"
    assert bench.do("ann", "sit", seat=0, name="Ann")["type"] == "ack"
    assert bench.do("bo", "sit", seat=1, name="Bo")["key"] == "table.guided.alone"
    assert bench.do("ann", "options", options={"players": 2})["key"] == "table.guided.fixed"
    assert bench.do("ann", "start")["type"] == "ack"
    assert bench.do("bo", "sit", seat=1)["type"] == "ack"  # a wish, which the host cannot grant
    assert bench.do("ann", "reseat", seat=1, who=bench.guest("bo"))["key"] == "table.guided.alone"
    assert [seat.kind for seat in bench.state.seats].count("person") == 1


def test_tutorial_is_only_the_first_game() -> None:
    bench = lesson()
    bench.finish()
    assert bench.do("ann", "again")["type"] == "ack"
    assert "guided" not in bench.picture("ann")["table"]["settings"]
    bench.do("ann", "start")
    bench.finish()
    assert full_record(bench.state).seal is not None


def test_tutorial_is_refused_for_games_without_a_guide() -> None:
    assert "guided" not in Bench().state.settings.plain()
    without = [name for name in registry.shipped() if registry.room(name).presentation.tutorial is None]
    for game in (*without, "no-such-game"):
        with pytest.raises(Refused) as refused:
            create(game, {"guided": True}, "maker", 1, bytes(32))
        assert refused.value.code == "bad-form"

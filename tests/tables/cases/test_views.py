"""Design cases about what a viewer is sent: nothing but what it may know."""

from __future__ import annotations

import itertools
import json
import random
from functools import cache
from typing import Any

import pytest

from fairyring.core.game.contract import NATURE
from fairyring.core.game.registry import game
from fairyring.core.table.table import Table
from fairyring.tables import Row
from fairyring.tables.log.rows import Entry
from tests.tables.support.bench import Bench
from tests.tables.support.twins import unlabelled


def test_play_by_a_watcher_is_refused() -> None:
    """Case 14."""
    bench = Bench().two()
    bench.join("watcher")
    assert bench.do("watcher", "play", seat=0, ask=bench.ask("ann"), action=0)["code"] == "not-yours"
    assert bench.do("bo", "play", seat=0, ask=bench.ask("ann"), action=0)["code"] == "not-yours"


def test_catch_up_merges_missed_beats() -> None:
    """Case 15."""
    bench = Bench("pebbles").two()
    since = bench.picture("bo")["at"]
    bench.play("ann", 0, 1)
    bench.leave("bo")
    bench.do("ann", "take_back", seat=0, ask=bench.ask("ann"))
    bench.play("ann", 0, 2)
    beat = bench.join("bo2", bench.tokens["bo"], since=since)["beat"]
    assert beat["after"] == since
    assert [event["kind"] for event in beat["events"]] == ["hidden"]
    assert beat["view"]["waiting"] == [1]
    assert bench.join("bo3", bench.tokens["bo"], since="unknown")["beat"]["after"] is None


def test_cursor_moves_only_for_viewers_of_a_change() -> None:
    """A choice that is replaced moves nobody else's cursor; a whole picture's cursor is new each time."""
    bench = Bench().two()
    bench.join("watcher")
    bench.play("ann", 0, 1)
    at = bench.picture("watcher")["at"]
    bench.play("ann", 0, 2)
    bench.do("ann", "chat", text="hm")
    assert bench.picture("watcher")["at"] == at
    token = bench.sent["watcher"][0]["you"]["token"]
    assert bench.join("again", token, since=at)["beat"]["at"] == at
    assert len({bench.join(f"w{i}", token)["beat"]["at"] for i in range(3)}) == 3


def test_catch_up_omits_faded_cards() -> None:
    """Case 16."""
    bench = Bench().two()
    since = bench.picture("bo")["at"]
    bench.leave("bo")
    bench.join("bo2", bench.tokens["bo"], visible=False)
    for _ in range(3):
        bench.play("ann", 0, 3)
        bench.play("bo2", 1, 3)
    bench.leave("bo2")
    beat = bench.join("bo3", bench.tokens["bo"], since=since)["beat"]
    assert beat["after"] == since
    cards = [event["args"]["card"] for event in beat["events"] if "card" in event["args"]]
    assert cards == [beat["view"]["top"]]


def test_beat_with_a_new_page_lists_what_can_still_be_looked_up() -> None:
    """Where a function of the game selects what fades, clients cannot know it by the catalogue."""
    bench = Bench("fairy-tale", players=2).two()
    rng = random.Random(1)
    for _ in range(60):
        for seat, name in enumerate(("ann", "bo")):
            if legal := bench.picture(name)["seats"][str(seat)].get("legal"):
                bench.play(name, seat, rng.choice(legal)["id"])
    beats = [message for message in bench.sent["bo"] if "log" in message]
    assert len(beats) >= 3, "one for each round"
    for beat in beats:
        assert any(event["kind"] == "round" for event in beat["events"])
        named = [event for event in beat["log"] if event["kind"] == "closed"]
        assert all(event["args"]["seat"] == 1 for event in named), "closed cards of others are not named"
    played = [event["args"]["seat"] for event in beats[-1]["log"] if event["kind"] == "played"]
    assert {0, 1} <= set(played), "open cards of both can be looked up"


def histories(count: int) -> dict[str, list[list[tuple[int, str]]]]:
    """Random games of Fairy by what everybody sees of them; those that look alike have had different cards and lengths."""
    histories_by_view: dict[str, list[list[tuple[int, str]]]] = {}
    for seed in range(count):
        rng = random.Random(seed)
        table = Table(game("fairy", players=2))
        table.play(NATURE, rng.choice(table.legal(NATURE)))
        for _ in range(rng.randrange(1, 6)):
            for seat in (0, 1):
                if seat in table.pending:
                    table.play(seat, f"guess {rng.choice(('higher', 'catch'))}")
            if table.pending == (NATURE,):
                table.play(NATURE, rng.choice(table.legal(NATURE)))
        if table.pending:
            key = json.dumps([repr(table.view()), [event.wire() for event in table.events_for()]])
            histories_by_view.setdefault(key, []).append([(step.seat, step.action) for step in table.history])
    return histories_by_view


@cache
def pairs_alike() -> list[tuple[Any, Any]]:
    """Pairs of games of different lengths that look alike."""
    groups = histories(800).values()
    return [(first, other) for alike in groups for first, other in itertools.pairwise(alike) if len(first) != len(other)]


@pytest.mark.parametrize("pair", range(12))
def test_catch_up_and_snapshot_omit_faded_events(pair: int) -> None:
    """Cases 16 and 17, invariant 8: two games that look alike now, of different lengths, are the same bytes."""
    messages = []
    for history in pairs_alike()[pair]:
        bench = Bench(players=2).two(start=False)
        since, watching = "", bench.join("early")["you"]["token"]
        bench.do("ann", "start")
        begun = bench.rows.pop()  # its sealing is kept, its card is another one
        entries = [entry for entry in begun.entries if entry.kind in ("sealing", "deal")]
        steps = [[Entry("decision", {"seat": seat, "plays": plays})] for seat, plays in history]
        bench.crash()
        rows = [*entries, *steps[0]]
        for number, step in enumerate([rows, *steps[1:]]):
            last = bench.rows[-1]
            bench.rows.append(Row.make(last.table, last.seq + 1, last.hash, step, "x", last.at))
            if number == 0:
                bench.start("b")
                since = bench.join("there", watching, "b")["beat"]["at"]
                bench.leave("there")
            bench.sync()
        bench.count = 5000  # the same entropy for both: the number of a new guest comes from it
        late = bench.join("late", process="b")
        back = bench.join("back", watching, "b", since=since)
        assert back["beat"]["after"] == since
        messages.append([unlabelled(late), unlabelled(back), unlabelled(bench.join("bo2", bench.tokens["bo"], "b"))])
    assert messages[0] == messages[1]


def test_views_of_others_do_not_show_a_replaced_choice() -> None:
    """Case 18, with a game that tells when somebody has chosen."""
    for name in ("fairy", "pebbles"):
        bench = Bench(name).two()
        bench.join("watcher")
        bench.play("ann", 0, 0)
        before = {conn: len(bench.sent[conn]) for conn in ("bo", "watcher")}
        bench.play("ann", 0, 1)
        assert {conn: len(bench.sent[conn]) for conn in ("bo", "watcher")} == before
        assert bench.own("ann")["chosen"]["id"] == 1


def hot() -> Bench:
    bench = Bench()
    bench.join("ann", bench.token)
    bench.do("ann", "sit", seat=0, name="Ann")
    bench.do("ann", "sit", seat=1)
    bench.do("ann", "start")
    return bench


def test_curtain_is_down_after_a_reload() -> None:
    """Case 19."""
    bench = hot()
    assert bench.picture("ann")["view"]["seat"] is None
    bench.do("ann", "here", seat=0)
    assert bench.beats("ann")[-1]["after"] is None
    bench.play("ann", 0, 3)
    assert bench.picture("ann")["view"]["guess"] == ["catch", None]
    beat = bench.join("ann2", bench.token, since=bench.picture("ann")["at"])["beat"]
    assert beat["view"]["seat"] is None
    assert beat["seats"] == {}
    assert "catch" not in json.dumps(beat)
    bench.do("ann", "away")
    assert bench.picture("ann")["view"]["guess"] == [None, None]
    bench.do("ann", "here", seat=1)
    assert bench.picture("ann")["view"]["guess"] == [None, None]
    assert "catch" not in json.dumps(bench.beats("ann")[-1]["view"])


def test_curtain_refuses_play_for_other_seats() -> None:
    """Case 20."""
    bench = hot()
    bench.do("ann", "here", seat=0)
    ask = bench.ask("ann")
    bench.do("ann", "here", seat=1)
    assert bench.play("ann", 0, 0, ask=ask)["code"] == "not-here"
    assert bench.play("ann", 1, 0)["type"] == "ack"
    bench.do("ann", "away")
    assert bench.play("ann", 1, 2, ask="any")["code"] == "not-here"


def test_messages_are_small() -> None:
    """Sizes of §5, with as many guests and lines of chat as there may be."""
    bench = Bench(players=10)
    bench.join("ann", bench.token)
    for seat in range(10):
        bench.join(f"g{seat}")
        bench.do(f"g{seat}", "sit", seat=seat, name="ABCDEFGHIJKLMNOPQRSTUVWX")
    for number in range(200):
        bench.pass_time(2000)
        bench.do("ann", "chat", text="x" * 100 + str(number))
    for number in range(53):
        bench.join(f"w{number}")
        bench.do(f"w{number}", "rename", name="ABCDEFGHIJKLMNOPQRSTUVWX")
    for number in range(35):
        assert bench.join(f"watcher{number}")
    bench.do("ann", "start")
    welcome = bench.join("last", bench.token)
    assert len(bench.state.guests) == 64
    assert len(json.dumps(welcome)) < 48_000
    sizes = {"beat": 16_000, "presence": 2_500, "ack": 100}
    for message in itertools.chain(*bench.sent.values()):
        assert len(json.dumps(message)) <= sizes.get(message["type"], 48_000), message["type"]
    bench.leave("watcher1")
    bench.join("one too many")
    assert bench.do("one too many", "chat", text="hi")["code"] == "full"
    assert bench.guest("one too many") not in bench.state.guests
    removed = bench.guest("w7")
    bench.leave("w7")
    assert bench.do("one too many", "chat", text="hi", id="again")["type"] == "ack"
    assert len(bench.state.guests) == 64
    assert removed not in bench.state.guests

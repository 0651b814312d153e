"""Views and messages that viewers share: equal to those built for one viewer alone, and built only for somebody."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from fairyring.core.declared.declare import UNSET
from fairyring.core.fields.view import wire
from fairyring.core.game import registry
from fairyring.core.game.contract import NATURE
from fairyring.core.game.events import EventKind, LoggedEvent
from fairyring.core.table.table import Table
from fairyring.tables import Send
from fairyring.tables.broadcast import views
from fairyring.tables.log.state import News, TableState
from fairyring.tables.protocol import outgoing
from fairyring.tables.protocol.encode import encode
from tests.tables.support.bench import Bench

GAMES = ("fairy", "fairy-tale", "crane", "fariables", "sneaky-town")


@pytest.mark.parametrize("name", GAMES)
def test_wire_views_equal_the_views_of_each_seat(name: str) -> None:
    rng = random.Random(name)
    table = Table(registry.game(name), seed=3)
    for _ in range(120):
        views_of = table.wire_views((None, *table.game.seats))
        for seat, view in views_of.items():
            assert json.dumps(view) == json.dumps(wire(table.view(seat)))
        if not table.pending:
            break
        seat = rng.choice(table.pending)
        table.play(seat, rng.choice(table.legal(seat)))


@pytest.mark.parametrize("name", GAMES)
def test_pictures_together_equal_pictures_alone(name: str) -> None:
    rng, bench = random.Random(name), Bench(name, players=2)
    bench.two()
    for _ in range(40):
        state = bench.state
        together = views.pictures(state, (None, 0, 1), views.public_table(state))
        assert together == {viewer: views.picture(state, viewer) for viewer in (None, 0, 1)}
        run = state.run
        if run is None or run.table is None or not run.open:
            break
        owing = [(conn, seat) for seat, conn in enumerate(("ann", "bo")) if bench.own(conn).get("legal")]
        if not owing:
            bench.pass_time(5000)
            continue
        conn, seat = rng.choice(owing)
        bench.play(conn, seat, rng.choice(bench.own(conn)["legal"])["id"])


@pytest.mark.parametrize("name", GAMES)
def test_pictures_after_each_row_equal_freshly_built_ones(name: str) -> None:
    """What `pictures` takes from the pictures of the row before is what it would build; choices taken back included."""
    rng, bench = random.Random(name), Bench(name, players=2)
    bench.two()
    for _ in range(50):
        state, catch_up = bench.state, bench.engines["a"].broadcaster.catch_up
        assert set(catch_up.pictures) == {None, 0, 1}
        for viewer, picture in catch_up.pictures.items():
            alone = views.picture(state, viewer)
            assert json.dumps([picture.view, picture.prompt, picture.seats]) == json.dumps(
                [alone.view, alone.prompt, alone.seats]
            )
        if state.playing is None:
            break
        chosen = [(conn, seat) for seat, conn in enumerate(("ann", "bo")) if "chosen" in bench.own(conn)]
        owing = [(conn, seat) for seat, conn in enumerate(("ann", "bo")) if bench.own(conn).get("legal")]
        if chosen and rng.random() < 0.3:
            conn, seat = chosen[0]
            bench.do(conn, "take_back", seat=seat, ask=bench.own(conn)["ask"])
        elif owing:
            conn, seat = rng.choice(owing)
            bench.play(conn, seat, rng.choice(bench.own(conn)["legal"])["id"])
        else:
            bench.pass_time(5000)


def test_open_choice_rebuilds_no_picture_of_other_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    bench, calls = Bench("fairy-tale", players=2), list[tuple[str, int]]()
    bench.two()
    for name in ("aids", "legal", "prompt"):
        original = getattr(Table, name)

        def count(table: Any, seat: Any, name: str = name, original: Any = original) -> Any:
            calls.append((name, seat))
            return original(table, seat)

        monkeypatch.setattr(Table, name, count)
    bench.play("ann", 0, bench.own("ann")["legal"][0]["id"])
    assert bench.state.run is not None
    assert list(bench.state.run.chosen) == [0]
    assert calls == [("aids", 0), ("prompt", None)]


def test_waiting_prompt_equals_that_of_each_waiting_seat() -> None:
    """`pictures` gives all seats that are not asked anything the prompt of a spectator."""
    for name in GAMES:
        rng, table = random.Random(name), Table(registry.game(name), seed=5)
        while table.pending:
            involved = {*table.pending, *table.reporters, table.holder}
            for seat in set(table.game.seats) - involved:
                assert table.prompt(seat) == table.prompt(None) == table.game.prompt(table.state, NATURE)
            seat = rng.choice(table.pending)
            table.play(seat, rng.choice(table.legal(seat)))


def alone() -> Bench:
    bench = Bench(players=2)
    bench.engines.clear()
    bench.start("a", alone=True)
    return bench.two()


def test_pictures_are_built_for_connected_viewers_only(monkeypatch: pytest.MonkeyPatch) -> None:
    bench, original, built = alone(), views.pictures, list[Any]()

    def pictures(state: TableState, viewers: Any, table: Any, earlier: Any = None) -> Any:
        built.extend(viewers)
        return original(state, tuple(viewers), table, earlier)

    monkeypatch.setattr(views, "pictures", pictures)
    bench.play("ann", 0)
    assert sorted(built, key=str) == [0, 1, None]  # both came before they sat, so cursors of watchers are around
    bench.crash()
    bench.start("b", alone=True)
    bench.join("ann", bench.tokens["ann"], process="b")
    built.clear()
    bench.do("ann", "chat", text="nobody else is here")
    assert built == [0]


def test_watchers_share_one_message() -> None:
    bench = alone()
    watchers = [f"w{number}" for number in range(5)]
    for conn in watchers:
        bench.join(conn)
    bench.do("ann", "chat", text="welcome")
    messages: list[Send] = []
    original = bench.effects

    def collect(name: str, effects: Any) -> Any:
        messages.extend(effect for effect in effects if isinstance(effect, Send))
        return original(name, effects)

    bench.effects = collect  # type: ignore[method-assign]
    bench.play("ann", 0)
    bench.play("bo", 1)
    messages.clear()
    bench.play(*("ann", 0) if bench.ask("ann") else ("bo", 1))
    beats = {id(send.message) for send in messages if send.conn in watchers and send.message["type"] == "beat"}
    assert sum(send.conn in watchers and send.message["type"] == "beat" for send in messages) % len(watchers) == 0
    assert len(beats) <= 1


def test_beat_equals_the_declared_message() -> None:
    bench = alone()
    picture = views.picture(bench.state, 0)
    for cause, with_table in ((None, True), ("id", False)):
        table: Any = picture.table if with_table else UNSET
        parts: Any = {"view": picture.view, "prompt": picture.prompt, "seats": picture.seats}
        declared = encode(outgoing.Beat("a", "b", [], **parts, table=table, cause=cause or UNSET))
        assert json.dumps(views.beat("a", "b", [], picture, cause, with_table)) == json.dumps(declared)


def test_events_drop_their_json_once_sent() -> None:
    bench = alone()
    bench.play("ann", 0)
    bench.play("bo", 1)
    state = bench.engines["a"].state
    assert state is not None
    happenings = [item.happening for item in state.news if item.happening is not None]
    assert happenings
    assert all(happening._wire is None for happening in happenings)
    sets = {id(row.viewers) for row in bench.engines["a"].broadcaster.catch_up.rows[-2:]}
    assert len(sets) == 1, "rows that changed something for the same viewers share one set"


def test_public_table_is_built_again_only_after_a_change(monkeypatch: pytest.MonkeyPatch) -> None:
    bench, original, built = alone(), views.public_table, 0

    def public_table(state: TableState) -> Any:
        nonlocal built
        built += 1
        return original(state)

    monkeypatch.setattr(views, "public_table", public_table)
    for number in range(4):
        bench.do("ann", "chat", text=str(number))
        bench.pass_time(2000)
    assert built == 0
    bench.do("ann", "host", who=bench.guest("bo"))
    assert built == 1
    assert bench.picture("bo")["table"]["host"] == bench.guest("bo")


@pytest.mark.parametrize("name", GAMES)
def test_events_differ_from_the_public_ones_for_addressed_viewers_only(name: str) -> None:
    rng, table, differed = random.Random(name), Table(registry.game(name), seed=5), False
    for _ in range(150):
        if not table.pending:
            break
        seat = rng.choice(table.pending)
        news = tuple(News(happening) for happening in table.play(seat, rng.choice(table.legal(seat))).logged)
        public, addressed = views.events_for(news, None), views.addressed_viewers(news)
        others = [viewer for viewer in table.game.seats if views.events_for(news, viewer) != public]
        assert addressed >= set(others)
        differed = differed or bool(others)
    assert differed == (name not in ("fairy", "fariables"))  # there, events have no secrets


def test_event_for_one_seat_is_addressed_to_it() -> None:
    kind = EventKind({}, (), "", new_page=False, choice=False)
    kind.name = "whisper"
    news = (News(LoggedEvent(1, kind, {}, players=3)),)
    assert views.addressed_viewers(news) == {1}
    assert [len(views.events_for(news, viewer)) for viewer in (None, 0, 1, 2)] == [0, 0, 1, 0]

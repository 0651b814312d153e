"""Replay of a record: the positions with decisions, events and views, as any seat saw them."""

from __future__ import annotations

from typing import Any

from fairyring.core.errors import OptionError
from fairyring.core.fields.view import wire
from fairyring.core.record.record import Decision, Record
from fairyring.core.table.table import MoveResult, Table
from fairyring.server.http.schemas import Moment, Replay, Step, Story

ALL, WATCHER = "all", "watcher"  # viewers besides seats: everything, and what everybody sees
MAX_POSITIONS = 100  # in one response


def parse_viewer(text: str, seats: int) -> int | str | None:
    """Return a viewer from “all”, “watcher” (None) or a seat counted from 0; raise OptionError."""
    if text == ALL:
        return ALL
    if text == WATCHER:
        return None
    if text.isascii() and text.isdigit() and int(text[:3]) < seats:
        return int(text[:3])
    raise OptionError(f"Eyes are “{ALL}”, “{WATCHER}”, or a seat from 0 to {seats - 1}.")


def replay(record: Record, eyes: str, first: int, last: int) -> Replay:
    """Return positions `first` to `last` of a record. Position 0 is the first; each decision leads to the next."""
    game = record.game()
    viewer = parse_viewer(eyes, game.players)
    steps = len(record.decisions)
    last = min(last, steps, first + MAX_POSITIONS - 1)
    table: Table[Any] = Table(game)
    positions: list[Step] = []
    if first == 0:
        positions.append(_step(0, table, None, viewer, seen=False))
    for at, decision in enumerate(record.decisions[:last], start=1):
        seen = at >= first and _seen(table, decision, viewer)
        happened = table.play(decision.seat, decision.action)
        if at >= first:
            positions.append(_step(at, table, happened, viewer, seen))
    return Replay(
        record.name,
        {key: str(value) if isinstance(value, str) else value for key, value in record.options.items()},
        [sitter.line() for sitter in record.sitters],
        steps,
        first,
        positions,
    )


def story(record: Record) -> Story:
    """Return the events of a whole game and the scores after each decision."""
    table: Table[Any] = Table(record.game())
    moments = [Moment(0, None, _scores(table), [])]
    for at, decision in enumerate(record.decisions, start=1):
        happened = table.play(decision.seat, decision.action)
        events = [happening.whole().wire() for happening in happened.logged]
        moments.append(Moment(at, decision.seat, _scores(table), events))
    return Story(record.name, [sitter.line() for sitter in record.sitters], moments)


def _scores(table: Table[Any]) -> list[int]:
    return [table.game.rules.score(table.state, seat) for seat in table.game.seats]


def _seen(table: Table[Any], decision: Decision, viewer: int | str | None) -> bool:
    """Return whether the viewer sees which action is taken; for viewers without a seat, whether all seats do."""
    game, s = table.game, table.state
    action = game.action(decision.seat, decision.action).id
    eyes = [viewer] if isinstance(viewer, int) else game.seats
    return all(game.rules.witness(s, decision.seat, action, seat) for seat in eyes)


def _step(at: int, table: Table[Any], happened: MoveResult | None, viewer: int | str | None, seen: bool) -> Step:
    game = table.game
    views = [wire(table.view(seat)) for seat in game.seats] if viewer == ALL else []
    view = wire(table.view(None if isinstance(viewer, str) else viewer))
    if happened is None:
        return Step(at, None, None, [], view, views)
    decision = happened.decisions[0]
    plays = game.action(decision.seat, decision.action).wire()
    if isinstance(viewer, str):
        return Step(at, decision.seat, plays, [happening.whole().wire() for happening in happened.logged], view, views)
    events = [event.wire() for event in happened.events(viewer)]
    return Step(at, decision.seat, plays if seen else None, events, view, views)

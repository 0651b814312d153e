"""Replay of a record: the positions with decisions, events and views, as any seat saw them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairyring.core.errors import OptionError
from fairyring.core.fields.schema import State
from fairyring.core.fields.view import wire
from fairyring.core.game.events import LoggedEvent
from fairyring.core.game.game import Game
from fairyring.core.record.record import Decision, Record

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


def replay(record: Record, eyes: str, first: int, last: int) -> dict[str, Any]:
    """Return positions `first` to `last` of a record. Position 0 is the first; each decision leads to the next."""
    game = record.game()
    viewer = parse_viewer(eyes, game.players)
    steps = len(record.decisions)
    last = min(last, steps, first + MAX_POSITIONS - 1)
    positions: list[dict[str, Any]] = []
    decision, seen = None, False  # what led to the position, and whether the viewer saw it
    for at, (s, following, events) in enumerate(record.walk(game)):
        if at >= first:
            positions.append(_step(game, s, at, decision, events, viewer, seen))
        if at == last:
            break
        decision, seen = following, at + 1 >= first and following is not None and _seen(game, s, following, viewer)
    return {
        "game": record.name,
        "options": {key: str(value) if isinstance(value, str) else value for key, value in record.options.items()},
        "seats": [sitter.line() for sitter in record.sitters],
        "steps": steps,
        "first": first,
        "positions": positions,
    }


def story(record: Record) -> dict[str, Any]:
    """Return the events of a whole game and the scores after each decision."""
    game = record.game()
    moments: list[dict[str, Any]] = []
    actor = None
    for at, (s, decision, events) in enumerate(record.walk(game)):
        scores = [game.rules.score(s, seat) for seat in game.seats]
        seen = [event.whole().wire() for event in events]
        moments.append({"at": at, "seat": actor, "scores": scores, "events": seen})
        actor = None if decision is None else decision.seat
    return {"game": record.name, "seats": [sitter.line() for sitter in record.sitters], "moments": moments}


def _seen(game: Game[Any], s: State, decision: Decision, viewer: int | str | None) -> bool:
    """Return whether the viewer sees which action is taken; for viewers without a seat, whether all seats do."""
    action = game.action(decision.seat, decision.action).id
    eyes = [viewer] if isinstance(viewer, int) else game.seats
    return all(game.rules.witness(s, decision.seat, action, seat) for seat in eyes)


def _step(
    game: Game[Any],
    s: State,
    at: int,
    decision: Decision | None,
    logged: Sequence[LoggedEvent],
    viewer: int | str | None,
    seen: bool,
) -> dict[str, Any]:
    """Return position `at` as the viewer sees it, with the decision and events that led to it."""
    views = [wire(game.view(s, seat)) for seat in game.seats] if viewer == ALL else []
    view = wire(game.view(s, None if isinstance(viewer, str) else viewer))
    if decision is None:
        return {"at": at, "seat": None, "plays": None, "events": [], "view": view, "seats": views}
    plays: dict[str, Any] | None = game.action(decision.seat, decision.action).wire()
    if isinstance(viewer, str):
        events = [event.whole().wire() for event in logged]
    else:
        events = [event.shown_to(viewer).wire() for event in logged if event.seen_by(viewer)]
        plays = plays if seen else None
    return {"at": at, "seat": decision.seat, "plays": plays, "events": events, "view": view, "seats": views}

"""Leak checks over the API of `Table`: every public name belongs to one group of readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.fields.view import wire
from fairyring.core.game.contract import NATURE
from fairyring.core.game.events import Event
from fairyring.core.record.partial import story
from fairyring.core.record.record import Decision
from fairyring.core.table.table import MoveResult, Table
from fairyring.kit.findings import Case
from fairyring.kit.noninterference import MAX_STEPS, actor_name, differences

TABLES = 10  # steps at which whole tables are compared

Output = Callable[[Table[Any], int], Any]


def _wire_events(events: tuple[Event, ...]) -> list[dict[str, Any]]:
    return [event.wire() | {"message": event.message.wire()} for event in events]


def _gesture_data(table: Table[Any], seat: int) -> dict[str, Any]:
    """Return the gesture data of a seat, for a fixed master: compared tables have no chance of their own."""
    hand = table.game.gesture
    return hand.owner_data(table.game, table.state, bytes(32)) if hand is not None and table.holder == seat else {}


# Every public name of `Table`, and what it prints as, is in one of these four groups; a test checks that. `news` and `imagine`
# change the table, so they are called on a copy.
FOR_SEAT: Mapping[str, Output] = {
    "legal": lambda table, seat: [action.wire() for action in table.legal(seat)],
    "wire_legal": lambda table, seat: table.wire_legal(seat),
    "view": lambda table, seat: wire(table.view(seat)),
    "wire_views": lambda table, seat: table.wire_views((seat, None)),
    "prompt": lambda table, seat: table.prompt(seat).wire(),
    "aids": lambda table, seat: table.aids(seat),
    "events_for": lambda table, seat: _wire_events(table.events_for(seat)),
    "wire_events_for": lambda table, seat: table.wire_events_for((seat, None)),
    "news": lambda table, seat: _wire_events(table.copy().news(seat)),
    "can_take_back": lambda table, seat: table.can_take_back(seat),
    "gesture_data": _gesture_data,
}
FOR_BOT: Mapping[str, Output] = {
    "redacted": lambda table, seat: schema.pack(table.redacted(seat)),
    "imagine": lambda table, seat: schema.pack(table.copy().imagine(seat)),
}
PUBLIC: Mapping[str, Output] = {
    "__repr__": lambda table, _seat: repr(table),
    "game": lambda table, _seat: repr(table.game),
    "sitters": lambda table, _seat: table.sitters,
    "names": lambda table, _seat: table.names,
    "aids_on": lambda table, _seat: table.aids_on,
    "pending": lambda table, _seat: table.pending,
    "reporters": lambda table, _seat: table.reporters,
    "confirmers": lambda table, _seat: table.confirmers,
    "holder": lambda table, _seat: table.holder,
    "outcome": lambda table, _seat: table.outcome,
}
SECRET = frozenset(
    (
        *(
            "check",
            "play",
            "take_back",
            "report",
            "confirm",
            "reported",
            "finish_gesture",
            "finish_gesture_by_bot",
            "apply_outcome",
            "draw_outcome",
        ),
        *("nature", "state", "history", "open_choices", "decisions_before_open", "record", "rebuild", "resume", "copy"),
    )
)


def person_output(table: Table[Any], seat: int) -> dict[str, Any]:
    """Return everything that a person in a seat may get from a table, as shown, sent or saved."""
    output = {name: ask(table, seat) for name, ask in {**FOR_SEAT, **PUBLIC}.items()}
    spectator = wire(table.view()), _wire_events(table.events_for()), _wire_events(table.copy().news()), story(table, None)
    return output | {"the story it can save": story(table, seat), "the public output": spectator}


def tables_keep_secrets(case: Case) -> Iterator[str]:
    """Two tables that differ only in a secret action are equal for seats that did not witness it.

    That holds for all that leaves a table: events and their order, marks, views, prompts, and the story a person can save.
    """
    game = case.game
    for step in case.sample(MAX_STEPS)[:: MAX_STEPS // TABLES]:
        pending = game.pending(step.state)
        legal = game.legal(step.state, pending[0])
        if len(legal) < 2:
            continue
        actor, first = pending[0], legal[case.rng.below(len(legal))]
        second = legal[(legal.index(first) + 1 + case.rng.below(len(legal) - 1)) % len(legal)]
        rest = tuple(p for p in pending if p != actor)
        witness = game.rules.witness
        viewers = [
            viewer
            for viewer in game.seats
            if viewer != actor and not any(witness(step.state, actor, action, viewer) for action in (first, second))
        ]
        if not viewers or (actor != NATURE and not rest):
            continue
        before = _before(case, step.number)
        twins = [_after(before, actor, action) for action in (first, second)]
        if actor != NATURE and any(table.pending != rest for table, _result in twins):
            continue
        for viewer in viewers:
            lead = f"step {step.number}: seat {viewer} can tell what {actor_name(actor)} did in secret by"
            yield from differences(lead, *(_leaves(*twin, viewer) for twin in twins))


def _before(case: Case, steps: int) -> Table[Any]:
    """Return a table after the first decisions of the case; every viewer has read the news."""
    decisions = [Decision(step.seat, case.game.space(step.seat)[step.action].text) for step in case.steps[:steps]]
    table = Table.rebuild(case.game, decisions)
    for viewer in (None, *case.game.seats):
        table.news(viewer)
    return table


def _after(before: Table[Any], actor: int, action: int) -> tuple[Table[Any], MoveResult]:
    """Return a copy of the table after one more decision, and the result of that decision."""
    table = before.copy()
    return table, table.play(actor, action)


def _leaves(table: Table[Any], result: MoveResult, viewer: int) -> dict[str, Any]:
    output = person_output(table, viewer) | {name: ask(table, viewer) for name, ask in FOR_BOT.items()}
    return output | {"the events of the move": _wire_events(result.events(viewer))}


CHECKS = (tables_keep_secrets,)

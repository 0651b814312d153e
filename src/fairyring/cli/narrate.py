"""Narration of a record in plain words: everything in a finished game, or what one seat saw."""

from __future__ import annotations

from collections.abc import Iterator

from fairyring.core.game.contract import NATURE
from fairyring.core.record.record import Record
from fairyring.core.table.table import Table
from fairyring.core.text.messages import ENGLISH, Speaker


def narrate(record: Record, language: str = ENGLISH) -> Iterator[str]:
    """Yield the whole game, line by line: every decision, its events, and the final score sheet.

    Raises a RecordError at the first line that cannot be played.
    """
    game = record.game()
    say = game.speaker(record.names, language)
    yield _head(record, say)
    for number, (state, decision, events) in enumerate(record.walk(game)):
        s = state
        for event in events:
            secret = [event.args[seat] for seat in event.kind.owners.values()]
            only = event.audience if event.audience >= 0 else secret[0] if secret else None
            private = "" if only is None else "  " + say.say("told.only", name=record.names[only])
            if text := game.say(event.whole(), record.names, language):
                yield f"        {text}{private}"
        if decision is not None:
            actor = say.say("told.nature") if decision.seat == NATURE else record.names[decision.seat]
            yield f"{number:4}  {actor}: {decision.action}"
    yield ""
    yield from [say.say(line) for line in game.sheet(s)] if game.over(s) else [say.say("told.running")]


def narrate_seat(record: Record, seat: int | None, language: str = ENGLISH) -> Iterator[str]:
    """Yield the events that a seat (None: a spectator) may look up, and its current view. Raises RecordError as `narrate`."""
    table = Table.resume(record)
    game, say = table.game, table.game.speaker(record.names, language)
    yield _head(record, say)
    yield say.say("told.seat", name=record.names[seat]) if seat is not None else say.say("told.everybody")
    for event in table.events_for(seat):
        if text := game.say(event, record.names, language):
            yield f"  {text}"
    yield ""
    if table.outcome is not None:
        yield from (say.say(line) for line in game.sheet(table.state))
        return
    yield from game.room.presentation.terminal(game, table.view(seat), say)
    yield ""
    yield say.say("told.unfinished")


def _head(record: Record, say: Speaker) -> str:
    options = ", ".join(f"{key}={value}" for key, value in record.options.items())
    return say.say("told.head", game=say.say("title"), options=options, version=record.version)


def over(record: Record) -> bool:
    """Return whether the replayed game ended, whatever the record claims."""
    game = record.game()
    for state, _decision, _events in record.walk(game):
        s = state
    return game.over(s)


def only_person(record: Record) -> int | None:
    """Return the seat of the only person; None if there are several people or none."""
    people = [seat for seat, sitter in enumerate(record.sitters) if not sitter.bot]
    return people[0] if len(people) == 1 else None

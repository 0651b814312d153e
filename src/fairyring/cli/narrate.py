"""A record told in plain words: the whole truth of a game that is over, or what one seat saw of it."""

from __future__ import annotations

from collections.abc import Iterator

from fairyring.core.game.contract import NATURE
from fairyring.core.record.record import Record
from fairyring.core.table.table import Table
from fairyring.core.text.messages import ENGLISH, Speaker


def narrate(record: Record, language: str = ENGLISH) -> Iterator[str]:
    """The whole game, line by line: every decision, what came of it, and the final score sheet.

    Raises a RecordError at the first line that cannot be played.
    """
    game = record.game()
    say = game.speaker(record.names, language)
    yield _head(record, say)
    for number, (state, decision, events) in enumerate(record.walk()):
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
    """What the seat may look up of the game (without a seat: what everybody may), what it sees now, and nothing else."""
    for _step in record.walk():  # raises a RecordError that names the line
        pass
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
    """Whether the game came to its end, whatever the record says of it."""
    for state, _decision, _events in record.walk():
        s = state
    return record.game().over(s)


def only_person(record: Record) -> int | None:
    """The seat of the only person, if all others are bots."""
    people = [seat for seat, sitter in enumerate(record.sitters) if not sitter.bot]
    return people[0] if len(people) == 1 else None

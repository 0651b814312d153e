"""A record told in plain words: every decision, what came of it, and the final score sheet."""

from __future__ import annotations

from collections.abc import Iterator

from fairyring.core import schema
from fairyring.core.record import Record
from fairyring.core.rules import NATURE


def narrate(record: Record) -> Iterator[str]:
    """The game, line by line. Raises a RecordError at the first line that cannot be played."""
    game = record.game()
    options = ", ".join(f"{key}={value}" for key, value in record.options.items())
    yield f"{game.room.title} ({options}), rules version {record.version}"
    for number, (state, decision) in enumerate(record.walk()):
        s = schema.copy(state)
        if decision is None:
            break
        who = "nature" if decision.seat == NATURE else record.names[decision.seat]
        yield f"{number:4}  {who}: {decision.action}"
        for noted in game.act(s, decision.seat, game.action(decision.seat, decision.action).id):
            event = game.event(number, noted)
            private = f"  (only {record.names[event.audience]})" if event.audience >= 0 else ""
            yield f"        {game.say(event, record.names)}{private}"
    yield ""
    yield from game.words.sheet(game, s, record.names) if game.over(s) else ["The game is not over."]

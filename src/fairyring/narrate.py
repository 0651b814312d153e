"""A record told in plain words: every decision, what came of it, and the final score sheet."""

from __future__ import annotations

from collections.abc import Iterator

from fairyring.core import schema
from fairyring.core.messages import ENGLISH
from fairyring.core.record import Record
from fairyring.core.rules import NATURE


def narrate(record: Record, language: str = ENGLISH) -> Iterator[str]:
    """The game, line by line. Raises a RecordError at the first line that cannot be played."""
    game = record.game()
    say = game.speaker(record.names, language)
    options = ", ".join(f"{key}={value}" for key, value in record.options.items())
    yield say.say("told.head", game=say.say("title"), options=options, version=record.version)
    for number, (state, decision) in enumerate(record.walk()):
        s = schema.copy(state)
        if decision is None:
            break
        who = say.say("told.nature") if decision.seat == NATURE else record.names[decision.seat]
        yield f"{number:4}  {who}: {decision.action}"
        for happening in game.act(s, decision.seat, game.action(decision.seat, decision.action).id):
            secret = [happening.args[seat] for seat in happening.kind.owners.values()]
            only = happening.audience if happening.audience >= 0 else secret[0] if secret else None
            private = "" if only is None else "  " + say.say("told.only", name=record.names[only])
            if text := game.say(happening.whole(), record.names, language):
                yield f"        {text}{private}"
    yield ""
    yield from [say.say(line) for line in game.sheet(s)] if game.over(s) else [say.say("told.running")]

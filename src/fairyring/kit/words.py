"""Checks of notation and words: everything can be typed, and everything can be said."""

from __future__ import annotations

import string
from collections.abc import Iterator

from fairyring.core.actions import Actions
from fairyring.core.errors import FairyringError
from fairyring.core.game import Game
from fairyring.core.room import Room
from fairyring.core.rules import NATURE


def notation_round_trips(room: Room) -> Iterator[str]:
    """Every id has its own notation, which parses back to it, in any case and spacing."""
    for options in room.kit_options:
        game = Game(room, options)
        for actions in (game.actions, game.chance):
            yield from _round_trips(actions)


def _round_trips(actions: Actions) -> Iterator[str]:
    texts = [str(action) for action in actions]
    if len(set(texts)) != len(texts):
        yield "two actions have the same notation"
    for number, text in enumerate(texts):
        try:
            if actions.parse(text).id != number or actions.parse(f"  {text.upper().replace(' ', '   ')} ").id != number:
                yield f"“{text}” does not parse to its own id {number}"
        except FairyringError as error:
            yield f"“{text}” cannot be parsed: {error}"
    if any(actions[number].id != number for number in range(len(actions))):
        yield "ids are not stable"


def everything_has_words(room: Room) -> Iterator[str]:
    """Every action, event, refusal, end reason and score has its text, and every event's text its arguments."""
    words, text = room.words, room.words.TEXT
    wanted = ["title", "blurb", "score.total", *(f"event.{kind.key}" for kind in words.EVENTS)]
    wanted += [f"refuse.{name}" for name in words.REFUSALS[1:]] + [f"end.{name}" for name in words.END_REASONS[1:]]
    yield from (f"there is no text for {key}" for key in wanted if not text.get(key))
    for kind in words.EVENTS:
        used = {name for _, name, _, _ in string.Formatter().parse(text.get(f"event.{kind.key}", "")) if name}
        if used != set(kind.args):
            yield f"the text of event.{kind.key} uses {sorted(used)}, the event has {sorted(kind.args)}"
    if words.TALLIES[:2] != ("turns", "rounds"):
        yield "the first two tallies are not turns and rounds"
    for options in room.kit_options:
        game = Game(room, options)
        for seat, actions in ((0, game.actions), (NATURE, game.chance)):
            try:
                if not all(game.say_action(action, seat) for action in actions):
                    yield "an action has an empty text"
            except KeyError as error:
                yield f"an action has no text: {error}"


CHECKS = (notation_round_trips, everything_has_words)

"""Checks of notation and texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fairyring.core.errors import FairyringError
from fairyring.core.fields.view import shown_fields
from fairyring.core.game.actions import ActionSpace
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.game.options import Choice
from fairyring.core.game.room import Room
from fairyring.core.text.messages import Message, Speaker, arguments
from fairyring.generate.games import field_docs
from fairyring.kit.findings import Case

LOOK_AT = 30


def notation_round_trips(room: Room) -> Iterator[str]:
    """Every id has a unique notation and wire form that parse back to it, in any case and spacing."""
    for options in room.checks.variants:
        game: Game[Any] = Game(room, options)
        for actions in (game.actions, game.chance):
            yield from _round_trips(actions)


def _round_trips(actions: ActionSpace) -> Iterator[str]:
    texts = [action.text for action in actions]
    if len(set(texts)) != len(texts):
        yield "two actions have the same notation"
    for action in actions:
        text = action.text
        try:
            if actions.parse(text) is not action or actions.parse(f"  {text.upper().replace(' ', '   ')} ") is not action:
                yield f"“{text}” does not parse to its own id {action.id}"
            if actions.read(action.kind, action.args) is not action:
                yield f"“{text}” does not come back from its kind and arguments"
        except FairyringError as error:
            yield f"“{text}” cannot be parsed: {error}"


def everything_has_words(room: Room) -> Iterator[str]:
    """Every action, event, refusal, end reason, option and tally has a text with valid arguments."""
    text = room.texts()
    required = ["title", "blurb", "goal", *(f"event.{kind.name}" for kind in room.schema.events if not kind.owners)]
    for label, names in (("refuse", room.schema.refusals), ("end", room.schema.ends), ("tally", room.schema.tallies)):
        required += [f"{label}.{word}" for word in names.words]
    required += [f"zone.{zone.name}" for zone in room.schema.zones]
    numbers = {number.name for number in room.options.numbers}
    required += [f"option.{name}" for name in sorted(numbers)]
    for option in room.options.declared:
        values = option.values if isinstance(option, Choice) else ()
        required += [f"option.{option.name}", *(f"option.{option.name}.{value}" for value in values)]
    yield from (f"there is no text for {key}" for key in required if not text.get(key))
    for kind in room.schema.events:
        for key in (f"event.{kind.name}", f"event.{kind.name}.hidden"):
            if key in text and not arguments(text[key]) <= set(kind.args) | numbers:
                yield f"the text of {key} uses {sorted(arguments(text[key]))}, the event has {sorted(kind.args)}"
    for options in room.checks.variants:
        game: Game[Any] = Game(room, options)
        for seat, actions in ((0, game.actions), (NATURE, game.chance)):
            try:
                if not all(game.say_action(action, seat) for action in actions):
                    yield "an action has an empty text"
            except KeyError as error:
                yield f"an action has no text: {error}"


def everything_can_be_said(case: Case) -> Iterator[str]:
    """Prompts name an existing rule; prompts, help, board and score sheet have texts with valid arguments."""
    game = case.game
    say, rules = game.speaker(), game.room.rules_text()
    for step in case.sample(LOOK_AT):
        for seat in game.seats:
            prompt = game.prompt(step.state, seat)
            if prompt.rule and f"**{prompt.rule}**" not in rules:
                yield f"step {step.number}: the prompt “{prompt.key}” cites {prompt.rule}, which RULES.md does not have"
            if seat in game.pending(step.state) and not prompt.rule:
                yield f"step {step.number}: the prompt “{prompt.key}” cites no rule"
            yield from _sentence_problems(say, f"step {step.number}: the prompt", prompt.text, prompt.help)
    yield from _sentence_problems(say, "the score sheet", *game.sheet(case.final))


def _sentence_problems(say: Speaker, subject: str, *messages: Message) -> Iterator[str]:
    for message in messages:
        try:
            if not say.say(message):
                yield f"{subject} says nothing: {message.key}"
        except (KeyError, TypeError, ValueError) as error:
            yield f"{subject} cannot be said: {message.key} ({type(error).__name__}: {error})"


def texts_can_be_read(room: Room) -> Iterator[str]:
    """Every text parses; refusals and end reasons take no arguments but the numbers of the rules."""
    numbers = {number.name for number in room.options.numbers}
    for key, text in room.texts().items():
        try:
            required = arguments(text)
        except ValueError as error:
            yield f"the text of {key} cannot be read: {error}"
            continue
        if key.startswith(("refuse.", "end.")) and required - numbers:
            yield f"the text of {key} uses the arguments {sorted(required)}, but gets none"


def every_field_is_documented(room: Room) -> Iterator[str]:
    """Every shown field has a comment."""
    docs = field_docs(room.schema.state)
    yield from (
        f"the field {field.name} has no comment" for field in shown_fields(room.schema.state) if not docs.get(field.name)
    )


def tutorial_parses(room: Room) -> Iterator[str]:
    """Every line of the tutorial is the notation of an action; a table would skip a line that does not parse."""
    tutorial = room.presentation.tutorial
    if tutorial is None:
        return
    game: Game[Any] = Game(room, tutorial.options)
    for seat, lines in {NATURE: tutorial.chance, **tutorial.bots}.items():
        if seat != NATURE and not 1 <= seat < game.players:
            yield f"the tutorial has lines for seat {seat}; bots sit at seats 1 to {game.players - 1}"
        for number, line in enumerate(lines):
            try:
                game.space(seat).parse(line)
            except FairyringError as error:
                yield f"line {number} of the tutorial's {'chance' if seat == NATURE else f'seat {seat}'}: {error}"


CHECKS = (notation_round_trips, everything_has_words, texts_can_be_read, every_field_is_documented, tutorial_parses)
GAME_CHECKS = (everything_can_be_said,)

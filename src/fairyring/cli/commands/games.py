"""`fairyring games`: list the games, or describe the options of one."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from fairyring import bots
from fairyring.cli.arguments import json_argument, language_argument, room_argument
from fairyring.cli.streams import say, say_json
from fairyring.core.game import registry
from fairyring.core.game.catalogue import option_forms
from fairyring.core.game.room import Room
from fairyring.core.game.room_file import room_named

EXAMPLE = "fairyring games fairy-tale"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    room_argument(parser, optional=True)
    language_argument(parser)
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Print a line per game, or the options and bots of one."""
    rooms = [room_named(args.game)] if args.game else [registry.room(name) for name in registry.game_names()]
    if args.json:
        say_json([describe(room) for room in rooms])
        return 0
    for line in details(rooms[0], args.lang) if args.game else overview(rooms, args.lang):
        say(line)
    return 0


def overview(rooms: list[Room], language: str) -> Iterator[str]:
    """Yield a line per game: name, seats, minutes, blurb."""
    width = max(len(room.name) for room in rooms)
    for room in rooms:
        yield f"{room.name:{width}}  {_seats(room):>4} players  {room.texts(language).get('blurb', '')}"


def details(room: Room, language: str) -> Iterator[str]:
    """Yield the description of one game: blurb, options with their defaults and texts, bots."""
    texts = room.texts(language)
    yield f"{room.title} ({room.name}), rules version {room.rules.VERSION}: {_seats(room)} players"
    yield texts.get("blurb", "")
    yield ""
    yield f"  --players {_seats(room)}"
    for option in room.options.declared:
        yield f"  --option {option.usage()}   (default {option.default})"
        if text := texts.get(f"option.{option.name}"):
            yield f"      {text}"
    if room.options.numbers:
        yield ""
        yield "numbers of the rules; any other than the printed one is a house rule:"
    for form in option_forms(room, {})[len(room.options.declared) :]:
        text = texts.get(f"option.{form['name']}", "")
        yield f"  --option {form['name']}={form['min']}…{form['max']}   (printed {form['default']})   {text}"
    yield ""
    yield f"bots: {', '.join(bots.levels(room))}"


def describe(room: Room) -> dict[str, Any]:
    """Return the same for programs."""
    return {
        "game": room.name,
        "title": room.title,
        "seats": list(room.schema.state.seats),
        "rules": room.rules.VERSION,
        "options": option_forms(room, {}),
        "bots": list(bots.levels(room)),
    }


def _seats(room: Room) -> str:
    fewest, most = room.schema.state.seats
    return str(fewest) if fewest == most else f"{fewest}–{most}"

"""Games: descriptions for the first page, catalogues, texts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import zip_longest
from typing import Any

from fairyring import bots
from fairyring.api.errors import RequestError
from fairyring.core.errors import UnknownGame
from fairyring.core.game import registry
from fairyring.core.game.catalogue import option_forms
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room
from fairyring.core.record.puzzle import puzzles
from fairyring.core.text.messages import ENGLISH
from fairyring.tables import open_deals, rules_versions
from fairyring.tables.refusals import texts as table_texts

MAX_DAYS_AGO = 30  # of a deal whose spread is computed


def room_of(name: str) -> Room:
    """Return a room; raise RequestError (404) if there is none."""
    try:
        return registry.room(name)
    except (UnknownGame, ImportError) as error:
        raise RequestError(404, "none", str(error)) from error


def languages(room: Room) -> list[str]:
    """Return the languages in which a game has texts."""
    return sorted(path.stem for path in (room.info.folder / "messages").glob("*.json"))


def spoken_language(room: Room, language: str) -> str:
    """Return the language if the game has texts in it, else English: caches cannot be filled with invented languages."""
    return language if language in languages(room) else ENGLISH


def describe_game(room: Room, language: str = ENGLISH) -> dict[str, Any]:
    """Return the description of a game that the first page shows."""
    spoken = spoken_language(room, language)
    texts = room.texts(spoken)
    return {
        "game": room.name,
        "title": texts.get("title", room.name),
        "blurb": texts.get("blurb", ""),
        "goal": room.goal(spoken),
        "designer": room.info.designer,
        "publisher": room.info.publisher,
        "minutes": list(room.info.minutes),
        "seats": list(room.schema.state.seats),
        "rules": room.rules.VERSION,
        "levels": list(bots.levels(room)),
        "puzzles": len(puzzles(room)),
        "daily": room.presentation.daily is not None,  # whether there is a deal of the day
        "lesson": room.presentation.tutorial is not None,  # whether a table can be `guided` (a tutorial)
        "options": option_forms(room, {}),
        "texts": {key: text for key, text in texts.items() if key.startswith("option.")},
    }


def describe_games(language: str = ENGLISH) -> list[dict[str, Any]]:
    """Return the descriptions of all games."""
    return [describe_game(registry.room(name), language) for name in registry.game_names()]


def catalogue(room: Room, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the constant data of a game with options, which may be texts as in a query. Raises OptionError."""
    return rules_versions.configured_game(room, options).catalogue()


def texts(room: Room, language: str = ENGLISH) -> dict[str, str]:
    """Return all texts of a game and of its table by key; in English where the language lacks one."""
    spoken = spoken_language(room, language)
    return {**table_texts(spoken), **room.texts(spoken)}


@cache
def describe_puzzles(room: Room) -> list[dict[str, Any]]:
    """Return the puzzles of a game with their solutions and the reasons, from easy to hard; shares are percent."""
    described = []
    for puzzle in sorted(puzzles(room).values(), key=lambda puzzle: (puzzle.level, puzzle.id)):
        game: Game[Any] = Game(room.of_version(puzzle.rules) or room, dict(puzzle.options))
        reasons = puzzle.reasons(room)
        choices = [
            {
                "action": game.action(puzzle.seat, choice.action).wire(),
                "share": round(100 * choice.share),
                "brings": reason.wire() if reason else None,
            }
            for choice, reason in zip_longest(puzzle.choices, reasons.choices)
        ]
        described.append(
            {
                "id": puzzle.id,
                "level": puzzle.level,
                "players": game.players,
                "seat": puzzle.seat,
                "choices": choices,
                "why": [reason.wire() for reason in reasons.position],
            }
        )
    return described


def deal_of_day(name: str, day: int, now: int) -> str:
    """Return the deal of a day (UTC, counted from 1970), one of the last 30. `now` is milliseconds. Raises RequestError."""
    room_of(name)
    today = now // open_deals.DAY_MS
    if not today - MAX_DAYS_AGO <= day <= today:
        message = f"The day must be one from {today - MAX_DAYS_AGO} to {today}, which is today."
        raise RequestError(422, "bad-form", message)
    return open_deals.deal_of_day(name, day * open_deals.DAY_MS)

"""HTTP endpoints about games: descriptions, catalogues, texts, rules."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.params import FromPath, QueryParameter
from markdown_it import MarkdownIt

from fairyring import bots
from fairyring.core.errors import UnknownGame
from fairyring.core.game import registry
from fairyring.core.game.room import Room
from fairyring.core.text.messages import ENGLISH
from fairyring.server.http.errors import ApiError, error_responses
from fairyring.server.http.heavy import heavy_response
from fairyring.server.http.schemas import DaySpread
from fairyring.tables import open_deals, rules_versions
from fairyring.tables.refusals import texts as table_texts

Language = Annotated[str, QueryParameter(name="language", required=False, max_length=12)]
Day = Annotated[int, QueryParameter(name="day", required=False, ge=0, le=1_000_000)]
MAX_DAYS_AGO = 30  # of a deal whose spread is computed
RULE_NUMBER = re.compile(r"<(li|p)>(\s*(?:<p>)?\s*)<strong>R(\d+)</strong>")


def room_of(name: str) -> Room:
    """Return a room; raise ApiError (404) if there is none."""
    try:
        return registry.room(name)
    except (UnknownGame, ImportError) as error:
        raise ApiError(404, "none", str(error)) from error


def spoken_language(room: Room, language: str) -> str:
    """Return the language if the game has texts in it, else English: caches cannot be filled with invented languages."""
    languages = {path.stem for path in (room.info.folder / "messages").glob("*.json")}
    return language if language in languages else ENGLISH


def describe_game(room: Room, language: str = ENGLISH) -> dict[str, Any]:
    """Return the description of a game that the first page shows."""
    texts = room.texts(spoken_language(room, language))
    return {
        "game": room.name,
        "title": texts.get("title", room.name),
        "blurb": texts.get("blurb", ""),
        "goal": room.goal(spoken_language(room, language)),
        "designer": room.info.designer,
        "publisher": room.info.publisher,
        "minutes": list(room.info.minutes),
        "seats": list(room.schema.state.seats),
        "rules": room.rules.VERSION,
        "levels": list(bots.levels(room)),
        "daily": room.presentation.daily is not None,  # whether there is a deal of the day
        "lesson": room.presentation.tutorial is not None,  # whether a table can be `guided` (a tutorial)
        "options": [option.form() for option in room.options.declared],
        "texts": {key: text for key, text in texts.items() if key.startswith("option.")},
    }


@get("/api/games", sync_to_thread=False, responses=error_responses())
def games(language: Language = ENGLISH) -> list[dict[str, Any]]:
    """List all games."""
    return [describe_game(registry.room(name), language) for name in registry.game_names()]


@get("/api/games/{name:str}", sync_to_thread=False, responses=error_responses(404))
def game(name: FromPath[str], language: Language = ENGLISH) -> dict[str, Any]:
    """One game."""
    return describe_game(room_of(name), language)


@get("/api/games/{name:str}/catalogue", sync_to_thread=False, responses=error_responses(404, 422))
def catalogue(request: Request[Any, Any, Any], name: FromPath[str]) -> dict[str, Any]:
    """The constant data of a game. Options are query parameters: ?players=3&variant=…"""
    room = room_of(name)
    return rules_versions.configured_game(room, dict(request.query_params)).catalogue()


@get("/api/games/{name:str}/texts", sync_to_thread=False, responses=error_responses(404))
def texts(name: FromPath[str], language: Language = ENGLISH) -> dict[str, str]:
    """All texts of a game and of its table by key; in English where the language lacks one."""
    room = room_of(name)
    spoken = spoken_language(room, language)
    return {**table_texts(spoken), **room.texts(spoken)}


@get("/api/games/{name:str}/rules", sync_to_thread=False, responses=error_responses(404))
def rules(name: FromPath[str], language: Language = ENGLISH) -> dict[str, str]:
    """The rules as Markdown, and as HTML in which every rule has its number as id."""
    room = room_of(name)
    return rendered_rules(room, spoken_language(room, language))


@cache
def rendered_rules(room: Room, language: str = ENGLISH) -> dict[str, str]:
    """Return the rules as Markdown, and as HTML in which every rule has its number as id."""
    text = room.rules_text(language)
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return {"markdown": text, "html": RULE_NUMBER.sub(r'<\1 id="R\3">\2<strong>R\3</strong>', html)}


@get("/api/games/{name:str}/day", responses=error_responses(404, 422, 503))
async def day_spread(request: Request[Any, Any, Any], name: FromPath[str], day: Day = 0) -> Response[DaySpread]:
    """What bots reach with the deal of a day (UTC, counted from 1970), one of the last 30. Takes a second the first time."""
    room_of(name)
    today = request.app.state.hub.now() // open_deals.DAY_MS
    if not today - MAX_DAYS_AGO <= day <= today:
        raise ApiError(422, "bad-form", f"The day must be one from {today - MAX_DAYS_AGO} to {today}, which is today.")
    deal = open_deals.deal_of_day(name, day * open_deals.DAY_MS)
    return await heavy_response(request, {"do": "spread", "game": name, "deal": deal})


HANDLERS = [games, game, catalogue, texts, rules, day_spread]

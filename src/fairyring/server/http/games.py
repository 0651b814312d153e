"""HTTP endpoints about games: descriptions, catalogues, texts, rules."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.params import FromPath, QueryParameter

from fairyring.api import games as api_games
from fairyring.api.rulebook import rendered_rules
from fairyring.core.text.messages import ENGLISH
from fairyring.server.http.errors import error_responses
from fairyring.server.http.heavy import heavy_response
from fairyring.server.http.schemas import DaySpread, Puzzle

Language = Annotated[str, QueryParameter(name="language", required=False, max_length=12)]
Day = Annotated[int, QueryParameter(name="day", required=False, ge=0, le=1_000_000)]


@get("/api/games", sync_to_thread=False, responses=error_responses())
def games(language: Language = ENGLISH) -> list[dict[str, Any]]:
    """List all games."""
    return api_games.describe_games(language)


@get("/api/games/{name:str}", sync_to_thread=False, responses=error_responses(404))
def game(name: FromPath[str], language: Language = ENGLISH) -> dict[str, Any]:
    """One game."""
    return api_games.describe_game(api_games.room_of(name), language)


@get("/api/games/{name:str}/catalogue", sync_to_thread=False, responses=error_responses(404, 422))
def catalogue(request: Request[Any, Any, Any], name: FromPath[str]) -> dict[str, Any]:
    """The constant data of a game. Options are query parameters: ?players=3&variant=…"""
    return api_games.catalogue(api_games.room_of(name), dict(request.query_params))


@get("/api/games/{name:str}/texts", sync_to_thread=False, responses=error_responses(404))
def texts(name: FromPath[str], language: Language = ENGLISH) -> dict[str, str]:
    """All texts of a game and of its table by key; in English where the language lacks one."""
    return api_games.texts(api_games.room_of(name), language)


@get("/api/games/{name:str}/rules", sync_to_thread=False, responses=error_responses(404))
def rules(name: FromPath[str], language: Language = ENGLISH) -> dict[str, str]:
    """The rules as Markdown, and as HTML in which every rule has its number as id."""
    room = api_games.room_of(name)
    return rendered_rules(room, api_games.spoken_language(room, language))


@get("/api/games/{name:str}/puzzles", sync_to_thread=True, responses=error_responses(404))
def game_puzzles(name: FromPath[str]) -> list[Puzzle]:
    """The puzzles of a game with their solutions, from easy to hard. POST /api/tables with `puzzle` deals one."""
    return msgspec.convert(api_games.describe_puzzles(api_games.room_of(name)), list[Puzzle])


@get("/api/games/{name:str}/day", responses=error_responses(404, 422, 503))
async def day_spread(request: Request[Any, Any, Any], name: FromPath[str], day: Day = 0) -> Response[DaySpread]:
    """What bots reach with the deal of a day (UTC, counted from 1970), one of the last 30. Takes a second the first time."""
    deal = api_games.deal_of_day(name, day, request.app.state.hub.now())
    return await heavy_response(request, {"do": "spread", "game": name, "deal": deal})


HANDLERS = [games, game, catalogue, texts, rules, game_puzzles, day_spread]

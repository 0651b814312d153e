"""HTTP endpoints about tables: create, import, list; state, record, replay, story and analysis of one; verify a record."""

from __future__ import annotations

import os
from collections import OrderedDict
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from fairyring.api import replay as replays
from fairyring.api import tables as api_tables
from fairyring.api.analysis import require_finished
from fairyring.api.errors import NO_TABLE, RequestError
from fairyring.server.access.origins import address_of
from fairyring.server.access.rate_limits import RateLimits
from fairyring.server.http.errors import CLIENT_CLOSED_REQUEST, ApiError, error_responses
from fairyring.server.http.heavy import heavy_answer, heavy_response, response_of
from fairyring.server.http.openapi import JSON
from fairyring.server.http.schemas import (
    Analysis,
    CreatedTable,
    Listed,
    NewTable,
    RecordText,
    Replay,
    Story,
    Turn,
    VerifiedRecord,
)
from fairyring.server.runtime.hub import Hub
from fairyring.server.workers.analysis import AnalysisService
from fairyring.server.workers.heavy_jobs import HeavyAnswer, decode_import
from fairyring.tables.broadcast import views
from fairyring.tables.create import check_record_size, create
from fairyring.tables.limits import MAX_IMPORT_BYTES
from fairyring.tables.log.state import TableState
from fairyring.tables.log.stored import TABLE_ID

HttpRequest = Request[Any, Any, Any]
Eyes = Annotated[str, QueryParameter(name="eyes", required=False, max_length=16)]
At = Annotated[int, QueryParameter(name="first", required=False, ge=0, le=1_000_000)]
Till = Annotated[int, QueryParameter(name="last", required=False, ge=0, le=1_000_000)]
Game = Annotated[int, QueryParameter(name="game", required=False, ge=0, le=1_000_000)]  # which of the table; 0: the newest
MAX_LISTED = 100
MAX_RECORD_TEXTS = 32  # kept in memory: the record of a finished game costs some milliseconds
MAX_RECORD_BODY_BYTES = 2 * MAX_IMPORT_BYTES  # quotation marks of a record are escaped in JSON


def hub_of(request: HttpRequest) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


def _require_rate(request: HttpRequest, kind: str, message: str) -> None:
    rate_limits: RateLimits = request.app.state.rate_limits
    address = address_of(request.scope["client"])
    if not rate_limits.take(kind, address):
        seconds = rate_limits.seconds_until(kind, address)
        minutes = round(seconds / 60)
        wait = f"in {minutes} minutes" if minutes > 1 else "in a minute"
        raise ApiError(429, "too-fast", f"{message} The next one is possible {wait}.", seconds)


async def load_table(request: HttpRequest, table: str, game: int = 0) -> TableState:
    """Return the state of a table, now or at the end of an earlier game; raise ApiError.

    Misses are rate-limited, so that ids cannot be guessed; links that lead somewhere are never refused for them.
    """
    rate_limits: RateLimits = request.app.state.rate_limits
    address = address_of(request.scope["client"])
    state = await hub_of(request).load_state(table) if TABLE_ID.fullmatch(table) else None
    if state is None:
        if not rate_limits.take("miss", address):
            raise ApiError(429, "too-fast", "Too many links that lead nowhere; wait a minute.")
        raise RequestError(404, "none", NO_TABLE)
    if game in (0, state.n):
        return state
    earlier = await hub_of(request).load_earlier_game(table, game)
    if earlier is None:
        raise RequestError(404, "none", api_tables.NO_GAME)
    return earlier


def _record_text(request: HttpRequest, state: TableState) -> str:
    """Return the record of a finished game as text, for a heavy worker. Raises Refused."""
    texts: OrderedDict[tuple[str, int, int], str] = request.app.state.record_texts
    key = (state.table, state.n, state.seq)
    if key not in texts:
        texts[key] = api_tables.finished_record(state).dumps()
        while len(texts) > MAX_RECORD_TEXTS:
            texts.popitem(last=False)
    return texts[key]


@post("/api/tables", responses=error_responses(413, 422, 503))
async def new_table(request: HttpRequest, data: JSONBody[NewTable]) -> Response[CreatedTable]:
    """Create a table. The token of the response is the host's."""
    if data.puzzle:
        _require_rate(request, "puzzle", "That is enough puzzles for an hour from one address.")
        return await _create_in_worker(request, {"puzzle": data.puzzle, "game": data.game})
    _require_rate(request, "table", "That is enough new tables for an hour from one address.")
    chosen = msgspec.structs.asdict(data)
    table, token, unlisted = await hub_of(request).create(
        lambda process, now, entropy: create(data.game, chosen, process, now, entropy), address_of(request.scope["client"])
    )
    return Response(CreatedTable(table, token, unlisted), status_code=201)


@post("/api/tables/import", request_max_body_size=MAX_RECORD_BODY_BYTES, responses=error_responses(413, 422, 503))
async def import_table(request: HttpRequest, data: JSONBody[RecordText]) -> Response[CreatedTable]:
    """Create a table from a record: a finished game to look at, or an unfinished one to continue with fresh chance."""
    _require_rate(request, "table", "That is enough new tables for an hour from one address.")
    check_record_size(data.record)
    return await _create_in_worker(request, {"record": data.record})


async def _create_in_worker(request: HttpRequest, source: dict[str, Any]) -> Response[CreatedTable]:
    """Create a table that continues a record: a heavy worker makes its first row, which is stored here."""
    hub = hub_of(request)
    hub.require_room()
    job = {"do": "import", **source, "process": hub.process, "time": hub.now(), "entropy": os.urandom(32).hex()}
    answer = await heavy_answer(request, job, cache=False)
    if answer is None or answer.status != 200:
        return response_of(answer or HeavyAnswer(b"", status=CLIENT_CLOSED_REQUEST))
    row, card, token = decode_import(answer)
    unlisted = await hub.store_first_row(row, card, address_of(request.scope["client"]))
    return Response(CreatedTable(row.table, token, unlisted), status_code=201)


@get("/api/tables", responses=error_responses(503))
async def tables(request: HttpRequest) -> list[Listed]:
    """List public tables, the last changed first."""
    unlisted: frozenset[str] = request.app.state.moderator.policy.unlisted
    hub = hub_of(request)
    listed = await hub.store.public(MAX_LISTED)
    return [
        msgspec.convert(
            {**stored.card.summary, "table": stored.table, "touched": stored.touched, "present": hub.present(stored.table)},
            Listed,
        )
        for stored in listed
        if stored.table not in unlisted and stored.card.summary  # without a summary it is damaged
    ]


@get("/api/tables/{table:str}", responses=error_responses(404, 503))
async def one_table(request: HttpRequest, table: FromPath[str], game: Game = 0) -> dict[str, Any]:
    """What everybody knows of a table besides the game."""
    return views.public_table(await load_table(request, table, game))


@get("/api/tables/{table:str}/turn", responses=error_responses(404, 503))
async def table_turn(request: HttpRequest, table: FromPath[str]) -> Turn:
    """Whose turn it is, for the list of a browser's own games. Everybody at the table sees that, too."""
    state = await load_table(request, table)
    return Turn(**api_tables.turn(state))


@get("/api/tables/{table:str}/catalogue", responses=error_responses(404, 409, 503))
async def table_catalogue(request: HttpRequest, table: FromPath[str], game: Game = 0) -> dict[str, Any]:
    """The catalogue of the table's game with its options, such as a deck or board of its own."""
    return api_tables.catalogue(await load_table(request, table, game))


@get("/api/tables/{table:str}/record", responses=error_responses(401, 404, 409, 503))
async def record(request: HttpRequest, table: FromPath[str], game: Game = 0) -> Response[bytes]:
    """After the game the full record; during it what the bearer of the token may look up, marked as partial.

    A guest with several seats gets what everybody sees, because the person at the device is not known.
    """
    state = await load_table(request, table, game)
    guest = api_tables.guest_of(state, request.headers.get("authorization", ""))
    if api_tables.is_recorded(state):
        name = api_tables.record_file_name(state)
        return await heavy_response(request, {"do": "export", "record": _record_text(request, state), "file_name": name})
    return Response(msgspec.json.encode(api_tables.partial_record(state, guest)), media_type=JSON)


@get("/api/tables/{table:str}/replay", responses=error_responses(404, 409, 422, 503))
async def table_replay(
    request: HttpRequest,
    table: FromPath[str],
    eyes: Eyes = replays.ALL,
    first: At = 0,
    last: Till = replays.MAX_POSITIONS,
    game: Game = 0,
) -> Response[Replay]:
    """Positions of a finished game."""
    state = await load_table(request, table, game)
    job = {"do": "replay", "record": _record_text(request, state), "own": True, "eyes": eyes, "first": first, "last": last}
    return await heavy_response(request, job)


@get("/api/tables/{table:str}/story", responses=error_responses(404, 409, 503))
async def table_story(request: HttpRequest, table: FromPath[str], game: Game = 0) -> Response[Story]:
    """Events of a finished game, with the scores after each decision."""
    state = await load_table(request, table, game)
    return await heavy_response(request, {"do": "story", "record": _record_text(request, state)})


@get("/api/tables/{table:str}/analysis", responses=error_responses(404, 409, 503))
async def table_analysis(request: HttpRequest, table: FromPath[str], game: Game = 0) -> Analysis:
    """The costliest decisions of a finished game, by what was known then. Takes some seconds the first time."""
    state = await load_table(request, table, game)
    require_finished(state)
    analyses: AnalysisService = request.app.state.analyses
    return await analyses.analyse(state)


@post("/api/replay", status_code=200, request_max_body_size=MAX_RECORD_BODY_BYTES, responses=error_responses(413, 422, 503))
async def replay(
    request: HttpRequest,
    data: JSONBody[RecordText],
    eyes: Eyes = replays.ALL,
    first: At = 0,
    last: Till = replays.MAX_POSITIONS,
) -> Response[Replay]:
    """Positions of a record."""
    check_record_size(data.record)
    job = {"do": "replay", "record": data.record, "own": False, "eyes": eyes, "first": first, "last": last}
    return await heavy_response(request, job)


@post("/api/verify", status_code=200, request_max_body_size=MAX_RECORD_BODY_BYTES, responses=error_responses(413, 422, 503))
async def verify(request: HttpRequest, data: JSONBody[RecordText]) -> Response[VerifiedRecord]:
    """Verify a record: rules and sealed chance."""
    check_record_size(data.record)
    return await heavy_response(request, {"do": "verify", "record": data.record})


HANDLERS = [
    new_table,
    import_table,
    tables,
    one_table,
    table_turn,
    table_catalogue,
    record,
    table_replay,
    table_story,
    table_analysis,
    replay,
    verify,
]

"""HTTP endpoints about tables: create, import, list; state, record, replay, story and analysis of one; verify a record."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from fairyring.core.record.record import Record
from fairyring.server.access.origins import address_of
from fairyring.server.access.rate_limits import RateLimits
from fairyring.server.http import replay as replays
from fairyring.server.http.errors import ApiError, error_responses
from fairyring.server.http.openapi import JSON, JSONL
from fairyring.server.http.schemas import Analysis, CreatedTable, Listed, NewTable, RecordText, Replay, Story, VerifiedRecord
from fairyring.server.runtime.hub import Hub
from fairyring.server.store.model import TABLE_ID
from fairyring.server.workers.analysis import AnalysisService
from fairyring.tables import records, rules_versions
from fairyring.tables.broadcast import opaque_ids, views
from fairyring.tables.commands import hello
from fairyring.tables.create import create, import_record
from fairyring.tables.limits import MAX_IMPORT_BYTES
from fairyring.tables.log.state import OVER, TableState
from fairyring.tables.refusals import Refused

HttpRequest = Request[Any, Any, Any]
Eyes = Annotated[str, QueryParameter(name="eyes", required=False, max_length=16)]
At = Annotated[int, QueryParameter(name="first", required=False, ge=0, le=1_000_000)]
Till = Annotated[int, QueryParameter(name="last", required=False, ge=0, le=1_000_000)]
Game = Annotated[int, QueryParameter(name="game", required=False, ge=0, le=1_000_000)]  # which of the table; 0: the newest
BEARER = "Bearer "
MAX_LISTED = 100


def hub_of(request: HttpRequest) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


def _require_rate(request: HttpRequest, kind: str, message: str) -> None:
    rate_limits: RateLimits = request.app.state.rate_limits
    if not rate_limits.take(kind, address_of(request.scope["client"])):
        raise ApiError(429, "too-fast", message)


async def _load_table(request: HttpRequest, table: str, game: int = 0) -> TableState:
    """Return the state of a table, now or at the end of an earlier game; raise ApiError.

    Misses are rate-limited, so that ids cannot be guessed.
    """
    rate_limits: RateLimits = request.app.state.rate_limits
    address = address_of(request.scope["client"])
    if not rate_limits.has_token("miss", address):
        raise ApiError(429, "too-fast", "Too many links that lead nowhere; wait a minute.")
    state = await hub_of(request).load_state(table) if TABLE_ID.fullmatch(table) else None
    if state is None:
        rate_limits.take("miss", address)
        raise ApiError(404, "none", "There is no such table.")
    if game in (0, state.n):
        return state
    earlier = await hub_of(request).load_earlier_game(table, game)
    if earlier is None:
        raise ApiError(404, "none", "There was no such game at this table.")
    return earlier


def _guest(request: HttpRequest, state: TableState) -> int:
    """Return the guest of the bearer token; 0 without a token. Raises ApiError for one that is not valid."""
    header = request.headers.get("authorization", "")
    if not header:
        return 0
    guest = (
        hello.guest_by_token(state.guests, opaque_ids.hash_secret(header.removeprefix(BEARER)))
        if header.startswith(BEARER)
        else None
    )
    if guest is None:
        raise ApiError(401, "token", "This token opens nothing here.")
    return guest.number


@post("/api/tables", responses=error_responses(413, 422, 503))
async def new_table(request: HttpRequest, data: JSONBody[NewTable]) -> CreatedTable:
    """Create a table. The token of the response is the host's."""
    _require_rate(request, "table", "That is enough new tables for an hour from one address.")
    chosen = msgspec.structs.asdict(data)
    table, token = await hub_of(request).create(lambda process, now, entropy: create(data.game, chosen, process, now, entropy))
    return CreatedTable(table, token)


@post("/api/tables/import", responses=error_responses(413, 422, 503))
async def import_table(request: HttpRequest, data: JSONBody[RecordText]) -> CreatedTable:
    """Create a table from a record: a finished game to look at, or an unfinished one to continue with fresh chance."""
    _require_rate(request, "table", "That is enough new tables for an hour from one address.")
    await _verified(request, data.record)
    table, token = await hub_of(request).create(lambda process, now, entropy: import_record(data.record, process, now, entropy))
    return CreatedTable(table, token)


@get("/api/tables", responses=error_responses(503))
async def tables(request: HttpRequest) -> list[Listed]:
    """List public tables, the last changed first."""
    unlisted: frozenset[str] = request.app.state.moderator.policy.unlisted
    listed = await hub_of(request).store.public(MAX_LISTED)
    return [
        msgspec.convert({**stored.card.summary, "table": stored.table, "touched": stored.touched}, Listed)
        for stored in listed
        if stored.table not in unlisted
    ]


@get("/api/tables/{table:str}", responses=error_responses(404, 503))
async def one_table(request: HttpRequest, table: FromPath[str], game: Game = 0) -> dict[str, Any]:
    """What everybody knows of a table besides the game."""
    return views.public_table(await _load_table(request, table, game))


@get("/api/tables/{table:str}/catalogue", responses=error_responses(404, 409, 503))
async def table_catalogue(request: HttpRequest, table: FromPath[str], game: Game = 0) -> dict[str, Any]:
    """The catalogue of the table's game with its options, such as a deck or board of its own."""
    state = await _load_table(request, table, game)
    run = state.run
    if run is not None and run.table is not None:
        return run.table.game.catalogue()
    room = rules_versions.room_of_version(run.name, run.rules) if run is not None else rules_versions.newest_room(state.game)
    if room is None:
        raise ApiError(409, "not-now", "The rules of this game are not here any more.")
    return rules_versions.configured_game(room, state.options).catalogue()


@get("/api/tables/{table:str}/record", responses=error_responses(401, 404, 409, 503))
async def record(request: HttpRequest, table: FromPath[str], game: Game = 0) -> Response[bytes]:
    """After the game the full record; during it what the bearer of the token may look up, marked as partial.

    A guest with several seats gets what everybody sees, because the person at the device is not known.
    """
    state = await _load_table(request, table, game)
    guest = _guest(request, state)
    if state.run is not None and state.run.table is not None and state.phase == OVER:
        text = await asyncio.to_thread(lambda: records.full_record(state).dumps())
        name = f"{state.game}-{state.table}-{state.n}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(text.encode(), media_type=JSONL, headers=headers)
    seats = state.seats_of(guest)
    partial = records.partial_record(state, seats[0] if len(seats) == 1 else None)
    return Response(msgspec.json.encode(partial), media_type=JSON)


@get("/api/tables/{table:str}/replay", responses=error_responses(404, 409, 422, 503))
async def table_replay(
    request: HttpRequest,
    table: FromPath[str],
    eyes: Eyes = replays.ALL,
    first: At = 0,
    last: Till = replays.MAX_POSITIONS,
    game: Game = 0,
) -> Replay:
    """Positions of a finished game."""
    state = await _load_table(request, table, game)
    if state.phase != OVER:
        raise Refused("not-now")
    return await asyncio.to_thread(lambda: replays.replay(records.full_record(state), eyes, first, last))


@get("/api/tables/{table:str}/story", responses=error_responses(404, 409, 503))
async def table_story(request: HttpRequest, table: FromPath[str], game: Game = 0) -> Story:
    """Events of a finished game, with the scores after each decision."""
    state = await _load_table(request, table, game)
    if state.phase != OVER:
        raise Refused("not-now")
    return await asyncio.to_thread(lambda: replays.story(records.full_record(state)))


@get("/api/tables/{table:str}/analysis", responses=error_responses(404, 409, 503))
async def table_analysis(request: HttpRequest, table: FromPath[str], game: Game = 0) -> Analysis:
    """The costliest decisions of a finished game, by what was known then. Takes some seconds the first time."""
    state = await _load_table(request, table, game)
    if state.phase != OVER:
        raise ApiError(409, "not-now", "This game is not over yet; when it is, its decisions can be looked at.")
    analyses: AnalysisService = request.app.state.analyses
    return await analyses.analyse(state)


@post("/api/replay", status_code=200, responses=error_responses(413, 422))
async def replay(
    request: HttpRequest,
    data: JSONBody[RecordText],
    eyes: Eyes = replays.ALL,
    first: At = 0,
    last: Till = replays.MAX_POSITIONS,
) -> Replay:
    """Positions of a record."""
    record = await _verified(request, data.record)
    return await asyncio.to_thread(replays.replay, record, eyes, first, last)


@post("/api/verify", status_code=200, responses=error_responses(413, 422))
async def verify(request: HttpRequest, data: JSONBody[RecordText]) -> VerifiedRecord:
    """Verify a record: rules and sealed chance."""
    record = await _verified(request, data.record)
    chance = "checked" if record.chance_known else "not sealed" if record.seal is None else "not opened"
    return VerifiedRecord(record.name, len(record.decisions), record.outcome, record.digest, chance)


async def _verified(request: HttpRequest, text: str) -> Record:
    """Return a record after verifying it, in a thread and one at a time, because it may take seconds."""
    if len(text.encode()) > MAX_IMPORT_BYTES:
        raise Refused("too-long", "record.long", most=MAX_IMPORT_BYTES)

    def check() -> Record:
        record = Record.loads(text)
        record.verify()
        return record

    async with request.app.state.heavy:
        return await asyncio.to_thread(check)


HANDLERS = [
    new_table,
    import_table,
    tables,
    one_table,
    table_catalogue,
    record,
    table_replay,
    table_story,
    table_analysis,
    replay,
    verify,
]

"""HTTP about tables: make one, list the public ones, look at one by its link, its record, its replay."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from fairyring.core.record.record import Record
from fairyring.server.access import Visitors, address
from fairyring.server.http import replay as replays
from fairyring.server.http.errors import No, may_answer
from fairyring.server.http.openapi import JSON, JSONL
from fairyring.server.http.schemas import Analysis, Checked, Listed, Made, NewTable, RecordText, Replay, Story
from fairyring.server.runtime.hub import Hub
from fairyring.server.store.model import NAME
from fairyring.server.workers.analysis import Analyses
from fairyring.tables import records, rules_versions
from fairyring.tables.broadcast import opaque_ids, views
from fairyring.tables.commands import hello
from fairyring.tables.create import create, import_record
from fairyring.tables.limits import IMPORT_BYTES
from fairyring.tables.log.state import OVER, Durable
from fairyring.tables.refusals import Refused

Asked = Request[Any, Any, Any]
Eyes = Annotated[str, QueryParameter(name="eyes", required=False, max_length=16)]
At = Annotated[int, QueryParameter(name="first", required=False, ge=0, le=1_000_000)]
Till = Annotated[int, QueryParameter(name="last", required=False, ge=0, le=1_000_000)]
Game = Annotated[int, QueryParameter(name="game", required=False, ge=0, le=1_000_000)]  # which of the table; 0: the newest
BEARER = "Bearer "
LISTED = 100


def hub_of(request: Asked) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


def _need(request: Asked, kind: str, message: str) -> None:
    visitors: Visitors = request.app.state.visitors
    if not visitors.allow(kind, address(request.scope["client"])):
        raise No(429, "too-fast", message)


async def _found(request: Asked, table: str, game: int = 0) -> Durable:
    """The table of a link, now or at the end of an earlier game. Links to nowhere are counted: nobody finds one by trying."""
    visitors: Visitors = request.app.state.visitors
    who = address(request.scope["client"])
    if not visitors.left("miss", who):
        raise No(429, "too-fast", "Too many links that lead nowhere; wait a minute.")
    durable = await hub_of(request).look(table) if NAME.fullmatch(table) else None
    if durable is None:
        visitors.allow("miss", who)
        raise No(404, "none", "There is no such table.")
    if game in (0, durable.n):
        return durable
    earlier = await hub_of(request).look_back(table, game)
    if earlier is None:
        raise No(404, "none", "There was no such game at this table.")
    return earlier


def _guest(request: Asked, durable: Durable) -> int:
    """Whose token came along; 0 for nobody's."""
    given = request.headers.get("authorization", "")
    if not given:
        return 0
    guest = hello.by_token(durable.guests, opaque_ids.hashed(given.removeprefix(BEARER))) if given.startswith(BEARER) else None
    if guest is None:
        raise No(401, "token", "This token opens nothing here.")
    return guest.number


@post("/api/tables", responses=may_answer(413, 422, 503))
async def new_table(request: Asked, data: JSONBody[NewTable]) -> Made:
    """Make a table. The answer's token is the host's."""
    _need(request, "table", "That is enough new tables for an hour from one address.")
    chosen = msgspec.structs.asdict(data)
    table, token = await hub_of(request).create(lambda me, now, entropy: create(data.game, chosen, me, now, entropy))
    return Made(table, token)


@post("/api/tables/import", responses=may_answer(413, 422, 503))
async def import_table(request: Asked, data: JSONBody[RecordText]) -> Made:
    """A table from a record: over, to be looked at; or to be played on, with fresh chance."""
    _need(request, "table", "That is enough new tables for an hour from one address.")
    await _verified(request, data.record)
    made = hub_of(request).create(lambda me, now, entropy: import_record(data.record, me, now, entropy))
    table, token = await made
    return Made(table, token)


@get("/api/tables", responses=may_answer(503))
async def tables(request: Asked) -> list[Listed]:
    """Public tables, those touched last first."""
    found = await hub_of(request).store.public(LISTED)
    return [msgspec.convert({**entry.card.summary, "table": entry.table, "touched": entry.touched}, Listed) for entry in found]


@get("/api/tables/{table:str}", responses=may_answer(404, 503))
async def one_table(request: Asked, table: FromPath[str], game: Game = 0) -> dict[str, Any]:
    """What everybody at the table knows of it, besides the game."""
    return views.public(await _found(request, table, game))


@get("/api/tables/{table:str}/catalogue", responses=may_answer(404, 409, 503))
async def table_catalogue(request: Asked, table: FromPath[str], game: Game = 0) -> dict[str, Any]:
    """The catalogue of the game that is played here, with this table's options: an own deck, an own board."""
    durable = await _found(request, table, game)
    run = durable.run
    if run is not None and run.table is not None:
        return run.table.game.catalogue()
    room = rules_versions.find(run.name, run.rules) if run is not None else rules_versions.newest(durable.game)
    if room is None:
        raise No(409, "not-now", "The rules of this game are not here any more.")
    return rules_versions.game(room, durable.options).catalogue()


@get("/api/tables/{table:str}/record", responses=may_answer(401, 404, 409, 503))
async def record(request: Asked, table: FromPath[str], game: Game = 0) -> Response[bytes]:
    """After the game everything, as a record; during it what the bearer of the token may look up, marked partial.

    Who has several seats at one device gets what everybody sees: nobody knows who sits before it.
    """
    durable = await _found(request, table, game)
    guest = _guest(request, durable)
    if durable.run is not None and durable.run.table is not None and durable.phase == OVER:
        text = await asyncio.to_thread(lambda: records.whole(durable).dumps())
        name = f"{durable.game}-{durable.table}-{durable.n}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(text.encode(), media_type=JSONL, headers=headers)
    seats = durable.seats_of(guest)
    told = records.partial(durable, seats[0] if len(seats) == 1 else None)
    return Response(msgspec.json.encode(told), media_type=JSON)


@get("/api/tables/{table:str}/replay", responses=may_answer(404, 409, 422, 503))
async def table_replay(
    request: Asked,
    table: FromPath[str],
    eyes: Eyes = replays.ALL,
    first: At = 0,
    last: Till = replays.AT_ONCE,
    game: Game = 0,
) -> Replay:
    """Positions of a game that is over."""
    durable = await _found(request, table, game)
    if durable.phase != OVER:
        raise Refused("not-now")
    return await asyncio.to_thread(lambda: replays.replay(records.whole(durable), eyes, first, last))


@get("/api/tables/{table:str}/story", responses=may_answer(404, 409, 503))
async def table_story(request: Asked, table: FromPath[str], game: Game = 0) -> Story:
    """How a game that is over went: what happened, and how everybody stood after it."""
    durable = await _found(request, table, game)
    if durable.phase != OVER:
        raise Refused("not-now")
    return await asyncio.to_thread(lambda: replays.story(records.whole(durable)))


@get("/api/tables/{table:str}/analysis", responses=may_answer(404, 409, 503))
async def table_analysis(request: Asked, table: FromPath[str], game: Game = 0) -> Analysis:
    """Which decisions of a game that is over cost most, with what was known then; it takes some seconds the first time."""
    durable = await _found(request, table, game)
    if durable.phase != OVER:
        raise No(409, "not-now", "This game is not over yet; when it is, its decisions can be looked at.")
    analyses: Analyses = request.app.state.analyses
    return await analyses.of(durable)


@post("/api/replay", status_code=200, responses=may_answer(413, 422))
async def replay(
    request: Asked, data: JSONBody[RecordText], eyes: Eyes = replays.ALL, first: At = 0, last: Till = replays.AT_ONCE
) -> Replay:
    """Positions of a record that you have."""
    record = await _verified(request, data.record)
    return await asyncio.to_thread(replays.replay, record, eyes, first, last)


@post("/api/verify", status_code=200, responses=may_answer(413, 422))
async def verify(request: Asked, data: JSONBody[RecordText]) -> Checked:
    """Was it played by the rules, and was chance as it was sealed?"""
    record = await _verified(request, data.record)
    chance = "checked" if record.chance_known else "not sealed" if record.seal is None else "not opened"
    return Checked(record.name, len(record.decisions), record.outcome, record.digest, chance)


async def _verified(request: Asked, text: str) -> Record:
    """The record, if all of it is so; one at a time, because it may take a while."""
    if len(text.encode()) > IMPORT_BYTES:
        raise Refused("too-long", "record.long", most=IMPORT_BYTES)

    def check() -> Record:
        found = Record.loads(text)
        found.verify()
        return found

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

"""Requests of a page without a server: method and path of the server's HTTP API to the answers of `fairyring.api`.

A request about a table gets the stored rows of that table. What a request stores is returned as rows to append; the worker
answers the page when they are durable. An analysis is answered in pages of jobs for bots: `Continuation` takes their answers.
"""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fairyring.api import analysis, games, replay, verify
from fairyring.api import tables as api_tables
from fairyring.api.bodies import NewTable, ReceiptedRecord, RecordText, read_body
from fairyring.api.day_spread import day_spread
from fairyring.api.errors import INTERNAL_ERROR, RequestError, status_and_sentence
from fairyring.api.judged_decisions import JudgedDecision, decisions
from fairyring.api.tools import run_tool
from fairyring.core.errors import FairyringError
from fairyring.core.game.game import Game
from fairyring.core.game.http_tools import FileAnswer, ToolError
from fairyring.core.text.messages import ENGLISH
from fairyring.tables import records
from fairyring.tables.bot_jobs import checked_weights
from fairyring.tables.broadcast import views
from fairyring.tables.create import check_record_size, create, import_record
from fairyring.tables.log.load import MALFORMED, UnreadableLog
from fairyring.tables.log.rows import Row
from fairyring.tables.log.state import TableState
from fairyring.tables.log.stored import StoredRow, from_store, to_json, to_store
from fairyring.tables.refusals import Refused

JSON, JSONL = "application/json", "application/jsonl"
MAX_NUMBER = 1_000_000  # of numbers in a query, as on the server
MAX_LANGUAGE = 12  # characters
MAX_KEPT_STATES = 4
JOBS_PER_PAGE = 20
UNREADABLE = {  # by the reason of an UnreadableLog; the server's sentences name whoever runs it
    "corrupt": "The log of this table is damaged, so it cannot be opened.",
    "newer": "This table was written by a newer version of this page; reload the page, please.",
    "rules": "The rules of this game have changed since it began, so it cannot be opened here.",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as HTTP would give it; and the rows to store before it is given."""

    body: str
    media_type: str = JSON
    status: int = 200
    file_name: str = ""
    append: tuple[Row, ...] = ()

    def plain(self) -> dict[str, Any]:
        """Return the answer as JSON."""
        headers = {"content-type": self.media_type}
        if self.file_name:
            kind = "attachment" if self.media_type == JSONL else "inline"
            headers["content-disposition"] = f'{kind}; filename="{self.file_name}"'
        rows = [to_json(to_store(row)) for row in self.append]
        return {"status": self.status, "headers": headers, "body": self.body, "append": rows}


@dataclass(slots=True)
class Continuation:
    """An analysis under way: some of its jobs wait for their answers."""

    game: Game[Any]
    judged: Sequence[JudgedDecision]
    judgements: analysis.Judgements = field(default_factory=analysis.Judgements)
    first: int = 0

    def page(self) -> list[dict[str, Any]]:
        """Return the jobs to be weighed next, as JSON; none if all are done."""
        budget = analysis.budget_ms(len(self.judged))
        page = self.judged[self.first : self.first + JOBS_PER_PAGE]
        return [replace(decision.job, budget=budget).plain() for decision in page]

    def take(self, answers: Sequence[Any]) -> None:
        """Note the choices of the jobs of the page, in their order; null, or nothing, where there is no answer.

        With no answers at all the analysis ends with what it has.
        """
        page = self.judged[self.first : self.first + JOBS_PER_PAGE]
        for decision, choices in zip(page, answers, strict=False):
            self.judgements.add(decision, checked_weights(decision.job, choices))
        self.first = self.first + JOBS_PER_PAGE if answers else len(self.judged)

    def answer(self) -> Answer:
        return _json(self.judgements.result(self.game, len(self.judged)))


@dataclass(frozen=True, slots=True)
class Request:
    """A request. Everything it may need is in it."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: str
    process: str
    time: int  # milliseconds
    entropy: bytes
    rows: Sequence[StoredRow]  # of the table in the path, all of them

    @property
    def language(self) -> str:
        return self.query.get("language", ENGLISH)[:MAX_LANGUAGE]

    def number(self, name: str, default: int = 0) -> int:
        """Return a number of the query; raise RequestError if it is none, or out of bounds."""
        text = self.query.get(name, str(default))
        if not (text.isascii() and text.isdigit() and int(text[:8]) <= MAX_NUMBER):
            raise RequestError(400, "bad-form", f"The request cannot be read ({name}: a number from 0 to {MAX_NUMBER}).")
        return int(text)


_states: OrderedDict[tuple[str, int, bytes, int], TableState] = OrderedDict()


def _state(request: Request) -> TableState:
    """Return the state of the table, now or at the end of the game that the query names."""
    game = request.number("game")
    if not request.rows:
        return api_tables.load_table((), game)
    last = request.rows[-1]
    key = (last.table, last.seq, last.hash, game)
    if key not in _states:
        try:
            rows = [from_store(row) for row in request.rows]
        except MALFORMED as error:
            raise UnreadableLog("corrupt", 0, f"not decodable: {type(error).__name__}") from error
        _states[key] = api_tables.load_table(rows, game)
        while len(_states) > MAX_KEPT_STATES:
            _states.popitem(last=False)
    return _states[key]


def _json(value: Any, status: int = 200, append: tuple[Row, ...] = ()) -> Answer:
    return Answer(json.dumps(value, ensure_ascii=False, separators=(",", ":")), status=status, append=append)


# Games --------------------------------------------------------------------------------------------------


def _games(request: Request) -> Answer:
    return _json(games.describe_games(request.language))


def _game(request: Request, game: str) -> Answer:
    return _json(games.describe_game(games.room_of(game), request.language))


def _catalogue(request: Request, game: str) -> Answer:
    return _json(games.catalogue(games.room_of(game), request.query))


def _texts(request: Request, game: str) -> Answer:
    return _json(games.texts(games.room_of(game), request.language))


def _rules(request: Request, game: str) -> Answer:
    """Only where Markdown is installed; a static page has the rules as files."""
    room = games.room_of(game)
    try:
        from fairyring.api.rulebook import rendered_rules  # noqa: PLC0415
    except ImportError:
        raise RequestError(501, "none", "The rules are a file of this page.") from None
    return _json(rendered_rules(room, games.spoken_language(room, request.language)))


def _puzzles(_request: Request, game: str) -> Answer:
    return _json(games.describe_puzzles(games.room_of(game)))


def _day(request: Request, game: str) -> Answer:
    return _json(day_spread(game, games.deal_of_day(game, request.number("day"), request.time)))


# Tables -------------------------------------------------------------------------------------------------


def _no_public_tables(_request: Request) -> Answer:
    return _json([])


def _created(row: Row, token: str) -> Answer:
    return _json({"table": row.table, "token": token, "unlisted": False}, 201, (row,))


def _new_table(request: Request) -> Answer:
    body = read_body(NewTable, request.body)
    return _created(*create(body.game, body.chosen(), request.process, request.time, request.entropy))


def _import(request: Request) -> Answer:
    body = read_body(RecordText, request.body)
    return _created(*import_record(body.record, request.process, request.time, request.entropy))


def _table(request: Request, _table: str) -> Answer:
    return _json(views.public_table(_state(request)))


def _turn(request: Request, _table: str) -> Answer:
    return _json(api_tables.turn(_state(request)))


def _table_catalogue(request: Request, _table: str) -> Answer:
    return _json(api_tables.catalogue(_state(request)))


def _record(request: Request, _table: str) -> Answer:
    state = _state(request)
    guest = api_tables.guest_of(state, request.headers.get("authorization", ""))
    if api_tables.is_recorded(state):
        text = records.full_record(state).dumps()
        return Answer(text, JSONL, file_name=api_tables.record_file_name(state))
    return _json(api_tables.partial_record(state, guest))


def _replay(request: Request, _table: str) -> Answer:
    window = _window(request)
    return _json(replay.replay(api_tables.finished_record(_state(request)), *window))


def _window(request: Request) -> tuple[str, int, int]:
    eyes, first = request.query.get("eyes", replay.ALL), request.number("first")
    return eyes, first, request.number("last", replay.MAX_POSITIONS)


def _story(request: Request, _table: str) -> Answer:
    return _json(replay.story(api_tables.finished_record(_state(request))))


def _analysis(request: Request, _table: str) -> Continuation:
    state = _state(request)
    analysis.require_finished(state)
    record = api_tables.finished_record(state)
    return Continuation(record.game(), list(decisions(record, state.options)))


# Records ------------------------------------------------------------------------------------------------


def _record_text(request: Request) -> str:
    body = read_body(RecordText, request.body)
    check_record_size(body.record)
    return body.record


def _replay_record(request: Request) -> Answer:
    window = _window(request)
    return _json(replay.replay(verify.verified(_record_text(request)), *window))


def _verify(request: Request) -> Answer:
    return _json(verify.summary(verify.verified(_record_text(request))))


def _compare(request: Request) -> Answer:
    """Compare a record with a receipt, and play it again by the rules. Servers have no such request: receipts stay here."""
    body = read_body(ReceiptedRecord, request.body)
    check_record_size(body.record)
    return _json(verify.findings(body.record, body.receipt, request.language))


# Tools of rooms -------------------------------------------------------------------------------------------


def _tool(request: Request, game: str, path: str) -> Answer:
    answer = run_tool(game, request.method, path, request.language, request.body)
    if isinstance(answer, FileAnswer):
        return Answer(answer.data.decode(), answer.media_type, file_name=answer.file_name)
    return _json(answer)


Route = Callable[..., Answer | Continuation]
ROUTES: tuple[tuple[str, str, Route], ...] = (
    ("GET", "api/games", _games),
    ("GET", "api/games/([^/]+)", _game),
    ("GET", "api/games/([^/]+)/catalogue", _catalogue),
    ("GET", "api/games/([^/]+)/texts", _texts),
    ("GET", "api/games/([^/]+)/rules", _rules),
    ("GET", "api/games/([^/]+)/puzzles", _puzzles),
    ("GET", "api/games/([^/]+)/day", _day),
    ("GET", "api/tables", _no_public_tables),
    ("POST", "api/tables", _new_table),
    ("POST", "api/tables/import", _import),
    ("GET", "api/tables/([^/]+)", _table),
    ("GET", "api/tables/([^/]+)/turn", _turn),
    ("GET", "api/tables/([^/]+)/catalogue", _table_catalogue),
    ("GET", "api/tables/([^/]+)/record", _record),
    ("GET", "api/tables/([^/]+)/replay", _replay),
    ("GET", "api/tables/([^/]+)/story", _story),
    ("GET", "api/tables/([^/]+)/analysis", _analysis),
    ("POST", "api/replay", _replay_record),
    ("POST", "api/verify", _verify),
    ("POST", "api/verify/receipt", _compare),
    ("GET", "api/tools/([^/]+)/(.+)", _tool),
    ("POST", "api/tools/([^/]+)/(.+)", _tool),
)


def respond(request: Request) -> Answer | Continuation:
    """Return the answer to a request; every error is an answer, too."""
    try:
        return _route(request)
    except UnreadableLog as error:
        return refusal(500, "unreadable", UNREADABLE.get(error.reason, UNREADABLE["corrupt"]))
    except (FairyringError, Refused, RequestError, ToolError) as error:
        return refusal(*status_and_sentence(error))
    except Exception as error:  # noqa: BLE001  (a bug: the page shows a sentence, the console the error)
        return refusal(500, "failed", f"{INTERNAL_ERROR} ({type(error).__name__})")


def _route(request: Request) -> Answer | Continuation:
    methods = set()
    for method, pattern, route in ROUTES:
        match = re.fullmatch(pattern, request.path)
        if match is not None and method == request.method:
            return route(request, *(unquote(part) for part in match.groups()))
        methods |= {method} if match is not None else set()
    if methods:
        raise RequestError(405, "method", "This address does not answer to that method.")
    raise RequestError(404, "none", "There is nothing here.")


def refusal(status: int, code: str, message: str) -> Answer:
    """Return an answer that refuses: a code for programs, a sentence for people."""
    return _json({"code": code, "message": message}, status)


# Addresses. `urllib.parse` would bring thirty modules along ------------------------------------------------


def unquote(text: str) -> str:
    """Return a text with %-escapes resolved, as UTF-8."""
    if "%" not in text:
        return text
    data = re.sub(rb"%([0-9A-Fa-f]{2})", lambda match: bytes([int(match[1], 16)]), text.encode())
    return data.decode(errors="replace")


def parse_address(address: str) -> tuple[str, dict[str, str]]:
    """Return the path, without a leading slash, and the query of an address."""
    path, _, query = address.partition("?")
    pairs = [part.partition("=") for part in query.split("&") if part]
    return path.removeprefix("/"), {unquote(_plus(name)): unquote(_plus(value)) for name, _, value in pairs}


def _plus(text: str) -> str:
    return text.replace("+", " ")

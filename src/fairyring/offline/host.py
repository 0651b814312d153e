"""Host of live tables in a worker of the page: JSON text in, JSON text out.

The worker owns storage, timers, connections and other workers; this module owns the engines. Each tab of a browser has its own
host, and is to the tables what a process of a server is: rows are appended under (table, seq), and who comes second decides
again. See docs/offline.md for the border between worker and host.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import Any

from fairyring.api.errors import status_and_sentence
from fairyring.api.verify import findings
from fairyring.offline.effects import INPUTS, effect_json
from fairyring.offline.router import Answer, Continuation, Request, parse_address, refusal, respond
from fairyring.tables.bot_jobs import Job, opinion, weigh
from fairyring.tables.create import check_record_size
from fairyring.tables.engine.effects import CLOSE_UNREADABLE
from fairyring.tables.engine.engine import TableEngine
from fairyring.tables.engine.inputs import Opened
from fairyring.tables.log.load import MALFORMED, UnreadableLog
from fairyring.tables.log.rows import Row
from fairyring.tables.log.stored import from_json, to_json, unfinished_deletions, without_person
from fairyring.tables.refusals import Refused

Effects = list[dict[str, Any]]
MAX_CONTINUATIONS = 4  # analyses under way at once; the oldest is dropped


class Host:
    """Engines of the tables that are open in one tab. `process` is an id that no other host ever had."""

    def __init__(self, process: str) -> None:
        self.process = process
        self.engines: dict[str, TableEngine] = {}
        self._continuations: OrderedDict[str, Continuation] = OrderedDict()
        self._asked = 0

    # Tables ---------------------------------------------------------------------------------------

    def start(self, table: str, time: int, entropy: str) -> str:
        """Begin to load a table, unless it is loaded; return the effects to execute, in order."""
        return _text(self._start(table, time, bytes.fromhex(entropy)))

    def take(self, table: str, time: int, entropy: str, kind: str, fields: str) -> str:
        """Give an input to a table; return the effects to execute, in order.

        `opened` starts a table that is not loaded; other inputs for such a table are ignored, because it was dropped since.
        """
        values, luck = json.loads(fields), bytes.fromhex(entropy)
        first: Effects = []
        if kind == "opened":
            first = self._start(table, time, luck)
        engine = self.engines.get(table)
        if engine is None:
            return "[]"
        if kind == "head":
            return _text(_read_on(engine, values["seq"]))
        return _text(first + self._take(engine, time, luck, kind, values))

    def drop(self, table: str) -> None:
        """Forget a table in memory. Nothing is lost that was stored."""
        self.engines.pop(table, None)

    def _start(self, table: str, time: int, entropy: bytes) -> Effects:
        if table in self.engines:
            return []
        self.engines[table], first = TableEngine.start(table, self.process, time, entropy)
        return [effect_json(effect) for effect in first]

    def _take(self, engine: TableEngine, time: int, entropy: bytes, kind: str, values: dict[str, Any]) -> Effects:
        row = engine.in_flight.row if engine.in_flight is not None else None
        try:
            wanted = engine.take(INPUTS[kind](time, entropy, values))
        except (UnreadableLog, *MALFORMED) as error:
            if kind == "rows":
                return self._close_unreadable(engine, error)
            raise
        out = [effect_json(effect) for effect in wanted]
        if kind == "stored" and row is not None and row.hash.hex() == values["hash"]:
            return [*_after_commit(row), *out]
        if kind == "rows" and engine.state is None and values["read"]:
            self.drop(engine.table)
            return [*out, {"effect": "dropped"}]  # there is no such table
        return [*(_unfinished(values["rows"]) if kind == "rows" else []), *out]

    def _close_unreadable(self, engine: TableEngine, error: Exception) -> Effects:
        """Close all connections of a table that this program cannot load, and drop it."""
        conns = [*engine.session.connections, *(waiting.conn for waiting in engine.waiting if isinstance(waiting, Opened))]
        self.drop(engine.table)
        closed: Effects = [{"effect": "close", "conn": conn, "code": CLOSE_UNREADABLE} for conn in dict.fromkeys(conns)]
        return [*closed, {"effect": "report", "message": f"A table cannot be loaded: {error}"}, {"effect": "dropped"}]

    # Requests -------------------------------------------------------------------------------------

    def request(self, method: str, path: str, headers: str, body: str, time: int, entropy: str, rows: str) -> str:
        """Answer a request of the server's HTTP API, as `router` describes it.

        `rows` is a JSON list of all stored rows of the table in the path. The answer is an object with `status`, `headers`,
        `body` and `append`, a list of rows to be stored first; or with `jobs` to be weighed and a token to `continue` with.
        """
        name, query = parse_address(path)
        stored = [from_json(row) for row in json.loads(rows)]
        sent = {key.lower(): value for key, value in json.loads(headers).items()}
        answer = respond(Request(method, name, query, sent, body, self.process, time, bytes.fromhex(entropy), stored))
        if isinstance(answer, Answer):
            return _text(answer.plain())
        self._asked += 1
        return self._next_page(f"{self.process}-{self._asked}", answer)

    def continue_request(self, token: str, answers: str) -> str:
        """Go on with a request whose jobs were weighed: a JSON list of their choices in order, or null where there are none.

        Answers like `request`. An empty list ends the analysis with what it has.
        """
        continuation = self._continuations.pop(token, None)
        if continuation is None:
            return _text(refusal(409, "not-now", "This was asked too long ago; please ask again.").plain())
        continuation.take(json.loads(answers))
        return self._next_page(token, continuation)

    def _next_page(self, token: str, continuation: Continuation) -> str:
        jobs = continuation.page()
        if not jobs:
            return _text(continuation.answer().plain())
        self._continuations[token] = continuation
        while len(self._continuations) > MAX_CONTINUATIONS:
            self._continuations.popitem(last=False)
        return _text({"jobs": jobs, "continue": token, "done": continuation.first, "total": len(continuation.judged)})

    # Jobs of bots; called where a search may take its time ------------------------------------------

    def think(self, job: str) -> str:
        """Return the decision of a bot, {"action": id, "simulations": imagined games}; no action if the bot failed."""
        try:
            chosen = opinion(Job.read(json.loads(job)))
            return _text({"action": int(chosen.action), "simulations": chosen.simulations})
        except Exception as error:  # noqa: BLE001  (any error of a bot; the table takes another action)
            return _text({"action": None, "error": type(error).__name__})

    def weigh(self, job: str) -> str:
        """Return the weights of a job's choices, {"choices": [[action, share, error, often], …]}; none if it failed."""
        try:
            return _text({"choices": weigh(Job.read(json.loads(job)))})
        except Exception as error:  # noqa: BLE001
            return _text({"choices": [], "error": type(error).__name__})


def verify(record: str, receipt: str = "") -> str:
    """Return everything that `fairyring verify` finds out about a record, with a device's receipt if there is one, as JSON."""
    try:
        check_record_size(record)
    except Refused as refused:
        _status, _code, sentence = status_and_sentence(refused)
        return _text({"ok": False, "problems": [{"text": sentence}]})
    return _text(findings(record, receipt))


def forget(rows: str, guest: int, until: int) -> str:
    """Return the rows that change when name and chat of a guest are deleted up to the row `until`, as they are afterwards."""
    changed = []
    for fields in json.loads(rows):
        row = from_json(fields)
        aside = without_person(row.aside, str(guest)) if row.seq <= until else row.aside
        if aside != row.aside:
            changed.append(to_json(row) | {"aside": aside})
    return _text(changed)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _read_on(engine: TableEngine, seq: int) -> Effects:
    """Return the effect that reads on, if another tab says that the log has grown."""
    own = engine.in_flight.row.seq if engine.in_flight and engine.in_flight.row else 0
    if engine.state is None or seq <= max(engine.state.seq, own):
        return []
    return [{"effect": "read", "after": engine.state.seq, "number": 0}]


def _after_commit(row: Row) -> Effects:
    """Return what follows from a stored row: other tabs are told, and a guest's data is deleted before anybody is told so."""
    forgotten = [entry.data["guest"] for entry in row.entries if entry.kind == "forgotten"]
    return [
        {"effect": "publish", "kind": "head", "fields": {"seq": row.seq}},
        *({"effect": "forget", "guest": guest, "until": row.seq} for guest in forgotten),
    ]


def _unfinished(rows: list[dict[str, Any]]) -> Effects:
    """Return the deletions that a crash prevented."""
    pending = unfinished_deletions([from_json(row) for row in rows])
    return [{"effect": "forget", "guest": guest, "until": until} for guest, until in pending]

"""Jobs of heavy workers: verification, replay, export and import of records, tools of rooms, long QR codes.

JSON in, an answer out. Everything here works on text from strangers and may take seconds, so it runs in processes of its
own (`heavy.py`).
"""

from __future__ import annotations

import logging
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, get_type_hints

import msgspec

from fairyring.api import replay as replays
from fairyring.api import verify as verification
from fairyring.api.day_spread import day_spread
from fairyring.api.errors import INTERNAL_ERROR, RequestError
from fairyring.api.judged_decisions import JudgedDecision, decisions
from fairyring.api.tools import BODY, tool_modules
from fairyring.core.declared.decode import decode
from fairyring.core.errors import FairyringError
from fairyring.core.game.http_tools import FileAnswer, HttpTool, ToolError
from fairyring.core.record.record import Record
from fairyring.server.errors import status_and_sentence
from fairyring.server.http.qr import qr_svg
from fairyring.server.http.schemas import ErrorBody
from fairyring.server.runtime.cards import card_of
from fairyring.server.store import Card, StoredRow
from fairyring.tables import records
from fairyring.tables.create import create_puzzle, import_record
from fairyring.tables.log.load import load
from fairyring.tables.log.stored import to_store
from fairyring.tables.refusals import Refused

LOG = logging.getLogger(__name__)
JSON, JSONL, SVG = "application/json", "application/jsonl", "image/svg+xml"
Fields = Mapping[str, Any]
DECISIONS_PER_PAGE = 20  # of an analysis


@dataclass(frozen=True, slots=True)
class HeavyAnswer:
    """The answer to a job, as HTTP sends it."""

    body: bytes
    media_type: str = JSON
    status: int = 200
    file_name: str = ""


def run_job(job: Fields) -> HeavyAnswer:
    """Run a job; every error becomes an answer. Called by workers, and by nothing else but tests."""
    try:
        return JOBS[job["do"]](job)
    except ToolError as error:
        return _refusal(error.status, error.code, error.message)
    except (FairyringError, Refused, RequestError) as error:
        return _refusal(*status_and_sentence(error))
    except Exception:
        LOG.exception("a heavy job failed")
        return _refusal(500, "failed", INTERNAL_ERROR)


def _refusal(status: int, code: str, message: str) -> HeavyAnswer:
    return HeavyAnswer(msgspec.json.encode(ErrorBody(code, message)), status=status)


def _json(value: Any) -> HeavyAnswer:
    return HeavyAnswer(msgspec.json.encode(value))


# Records ------------------------------------------------------------------------------------------


def _verify(job: Fields) -> HeavyAnswer:
    return _json(verification.summary(verification.verified(job["record"])))


def _replay(job: Fields) -> HeavyAnswer:
    """Positions of a record. One of our own tables need not be verified."""
    record = Record.loads(job["record"]) if job["own"] else verification.verified(job["record"])
    return _json(replays.replay(record, job["eyes"], job["first"], job["last"]))


def _story(job: Fields) -> HeavyAnswer:
    return _json(replays.story(Record.loads(job["record"])))


def _export(job: Fields) -> HeavyAnswer:
    record = records.with_weights(Record.loads(job["record"]))
    return HeavyAnswer(record.dumps().encode(), JSONL, file_name=job["file_name"])


@lru_cache(maxsize=1)  # the pages of one game are asked for one after the other
def _judged(record: str, options: str) -> list[JudgedDecision]:
    return list(decisions(Record.loads(record), msgspec.json.decode(options)))


def _decisions(job: Fields) -> HeavyAnswer:
    """Decisions of a game of our own for the analysis, a few at a time: the event loop has to decode them."""
    judged = _judged(job["record"], msgspec.json.encode(job["options"]).decode())
    page = judged[job["first"] : job["first"] + DECISIONS_PER_PAGE]
    return _json({"total": len(judged), "decisions": [decision.plain() for decision in page]})


def _import(job: Fields) -> HeavyAnswer:
    """The first row of a table made from a record or a puzzle, as the store keeps it; `decode_import` reads the answer."""
    process, time, entropy = job["process"], job["time"], bytes.fromhex(job["entropy"])
    if "puzzle" in job:
        row, token = create_puzzle(job["game"], job["puzzle"], process, time, entropy)
    else:
        row, token = import_record(job["record"], process, time, entropy)
    stored, card = to_store(row), card_of(load([row]), process, time)
    return _json({"row": stored, "card": card, "token": token})


def decode_import(answer: HeavyAnswer) -> tuple[StoredRow, Card, str]:
    """Return the first row, the card and the creator's token from the answer to an `import` job."""
    fields = msgspec.json.decode(answer.body)
    row: dict[str, Any] = fields["row"]
    row |= {name: b64decode(row[name]) for name in ("body", "hash")}
    return StoredRow(**row), Card(**fields["card"]), fields["token"]


# Tools of rooms -----------------------------------------------------------------------------------


def tool_answer(answer: Any) -> HeavyAnswer:
    """Return what a tool returned, as HTTP sends it."""
    if isinstance(answer, FileAnswer):
        return HeavyAnswer(answer.data, answer.media_type, file_name=answer.file_name)
    return _json(answer)


def _tool(job: Fields) -> HeavyAnswer:
    tools: tuple[HttpTool, ...] = next(module.TOOLS for room, module in tool_modules() if room.name == job["game"])
    tool = tools[job["number"]]
    types: dict[str, Any] = get_type_hints(tool.run)
    arguments = {name: decode(types[name], value) if name == BODY else value for name, value in job["arguments"].items()}
    return tool_answer(tool.run(**arguments))


def _qr(job: Fields) -> HeavyAnswer:
    return HeavyAnswer(qr_svg(job["link"]), SVG)


def _spread(job: Fields) -> HeavyAnswer:
    return _json(day_spread(job["game"], job["deal"]))


JOBS: dict[str, Callable[[Fields], HeavyAnswer]] = {
    "verify": _verify,
    "replay": _replay,
    "story": _story,
    "export": _export,
    "decisions": _decisions,
    "import": _import,
    "tool": _tool,
    "qr": _qr,
    "spread": _spread,
}

"""Refused requests: a status as in HTTP, a code for programs and one sentence for people."""

from __future__ import annotations

from fairyring.core.errors import FairyringError
from fairyring.core.game.http_tools import ToolError
from fairyring.core.text.messages import Speaker
from fairyring.tables.log.load import UnreadableLog
from fairyring.tables.refusals import Refused, texts

UNPROCESSABLE = 422  # well-formed, but not possible; 400 is for what cannot be read
STATUS_BY_CODE = {"not-now": 409, "full": 503, "too-long": 413, "past": 409}
UNREADABLE = {  # by the reason of an UnreadableLog
    "corrupt": "The log of this table is damaged, so it cannot be opened; please tell whoever runs this server.",
    "newer": "This table was written by a newer version of this server, so it cannot be opened here.",
    "rules": "The rules of this game have changed since it began; please tell whoever runs this server.",
}
INTERNAL_ERROR = "Something went wrong on our side; nothing was changed. Please try again."
NO_TABLE = "There is no such table."


class RequestError(Exception):
    """A request is refused."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


def status_and_sentence(error: FairyringError | Refused | RequestError | ToolError) -> tuple[int, str, str]:
    """Return the status, the code for programs and the sentence for people."""
    if isinstance(error, RequestError | ToolError):
        return error.status, error.code, error.message
    if isinstance(error, Refused):
        sentence = error.text or Speaker(texts()).say(error.message)
        return STATUS_BY_CODE.get(error.code, UNPROCESSABLE), error.code, sentence
    if isinstance(error, UnreadableLog):
        return 500, "unreadable", UNREADABLE.get(error.reason, UNREADABLE["corrupt"])
    return UNPROCESSABLE, "bad-form", str(error)

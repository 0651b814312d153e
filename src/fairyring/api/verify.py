"""Verification of records: the rules and sealed chance; with a receipt, that it is the game which a device was shown."""

from __future__ import annotations

from typing import Any

from fairyring.core.errors import FairyringError
from fairyring.core.record.receipt import Receipt, compare
from fairyring.core.record.record import Record
from fairyring.core.text.messages import ENGLISH, Message, Speaker, core_texts


def verified(text: str) -> Record:
    """Return the record of a text, if it was played by the rules and with its sealed chance. Raises RecordError."""
    record = Record.loads(text)
    record.verify()
    return record


def chance_of(record: Record) -> str:
    """Return what is known of a verified record's chance: “checked”, “not sealed” or “not opened”."""
    return "checked" if record.chance_known else "not sealed" if record.seal is None else "not opened"


def summary(record: Record) -> dict[str, Any]:
    """Return what a verified record says."""
    return {
        "game": record.name,
        "decisions": len(record.decisions),
        "outcome": record.outcome,
        "digest": record.digest,
        "chance": chance_of(record),
    }


def findings(text: str, receipt_text: str = "", language: str = ENGLISH) -> dict[str, Any]:
    """Return everything that `fairyring verify` finds out, as JSON; raises nothing for what is wrong with the texts.

    `problems` is empty if all is well. Each has a sentence in a language and, if it has one, its key with arguments.
    """
    receipt: Receipt | None = None
    try:
        record = Record.loads(text)
        receipt = Receipt.loads(receipt_text) if receipt_text else None
        if receipt is None:
            record.verify()
        problems = compare(record, receipt) if receipt is not None else []
    except FairyringError as error:
        return {"ok": False, "problems": [_problem(error.message, language)]}
    answer = summary(record) | {"ok": not problems, "problems": [_problem(problem, language) for problem in problems]}
    return answer | {"receipt": _proved(receipt) if receipt is not None else None}


def _proved(receipt: Receipt) -> dict[str, Any]:
    shown = sum(len(segment.events) for segment in receipt.shown)
    return {"shown": shown, "took_part": receipt.took_part, "gaps": receipt.gaps}


def _problem(message: Message | str, language: str) -> dict[str, Any]:
    if isinstance(message, str):
        return {"text": message}
    return {"text": Speaker(core_texts(language), language=language).say(message), **message.wire()}

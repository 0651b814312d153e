"""`fairyring verify`: replay a record and check every decision and every draw; with a receipt, that it is the own game."""

from __future__ import annotations

import argparse

from fairyring.api.verify import chance_of, summary
from fairyring.cli.arguments import json_argument, load_record, record_arguments
from fairyring.cli.streams import say, say_json
from fairyring.core.errors import FairyringError, RecordError
from fairyring.core.record.receipt import Receipt, compare
from fairyring.core.record.record import Record
from fairyring.core.text.messages import ENGLISH, Speaker, core_texts

EXAMPLE = "fairyring verify game.jsonl"


def configure(parser: argparse.ArgumentParser) -> None:
    record_arguments(parser)
    parser.add_argument("--receipt", metavar="FILE", help="what your device noted of the game, as saved by the page")
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    try:
        record = load_record(args)
        receipt = Receipt.load(args.receipt) if args.receipt else None
        _verify(record, receipt)
    except FairyringError as error:
        if not args.json:
            raise
        say_json({"ok": False, "error": str(error).replace("\n", " ")})
        return 2
    chance = chance_of(record)
    if args.json:
        say_json({"ok": True, **summary(record), "receipt": receipt is not None})
        return 0
    end = f"ended by {record.outcome['reason']}" if record.outcome else "not over yet"
    say(f"Good: {len(record.decisions)} decisions of {record.name}, all by the rules; {end}.")
    if chance == "checked":
        say("Chance was sealed before the game, and every draw of it was checked.")
    elif chance == "not opened":
        say("Chance was sealed before the game; it cannot be checked, because its secret is not open here.")
    if receipt is not None:
        _say_what_the_receipt_proved(receipt)
    elif chance == "checked":
        say("Whether this is the game that you played, only your receipt can tell: add --receipt FILE.")
    return 0


def _verify(record: Record, receipt: Receipt | None) -> None:
    """Raise a RecordError with everything that is wrong, one sentence a line."""
    if receipt is None:
        record.verify()
    elif problems := compare(record, receipt):
        speaker = Speaker(core_texts(ENGLISH))
        raise RecordError("\n".join(speaker.say(problem) for problem in problems))


def _say_what_the_receipt_proved(receipt: Receipt) -> None:
    shown = sum(len(segment.events) for segment in receipt.shown)
    say("It is the game of the receipt: promises, shares and what was agreed on are those that your device noted.")
    say(f"All {shown} events that your device was shown are in the record, in their order.")
    if not receipt.took_part:
        say("Your device added no share of its own, so it could not keep others from choosing theirs.")
    if receipt.gaps:
        say("Your device was shown more events than it could note.")

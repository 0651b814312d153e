"""`fairyring verify`: replay a record and check every decision and every draw."""

from __future__ import annotations

import argparse

from fairyring.cli.arguments import json_argument, load_record, record_arguments
from fairyring.cli.streams import say, say_json
from fairyring.core.errors import FairyringError

EXAMPLE = "fairyring verify game.jsonl"


def configure(parser: argparse.ArgumentParser) -> None:
    record_arguments(parser)
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    try:
        record = load_record(args)
        record.verify()
    except FairyringError as error:
        if not args.json:
            raise
        say_json({"ok": False, "error": str(error)})
        return 2
    chance = "checked" if record.chance_known else "not sealed" if record.seal is None else "not opened"
    if args.json:
        summary = {"ok": True, "game": record.name, "decisions": len(record.decisions), "outcome": record.outcome}
        say_json(summary | {"digest": record.digest, "chance": chance})
        return 0
    end = f"ended by {record.outcome['reason']}" if record.outcome else "not over yet"
    say(f"Good: {len(record.decisions)} decisions of {record.name}, all by the rules; {end}.")
    if chance == "checked":
        say("Chance was sealed before the game, and every draw of it was checked.")
    elif chance == "not opened":
        say("Chance was sealed before the game; it cannot be checked, because its secret is not open here.")
    return 0

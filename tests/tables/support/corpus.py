"""Corpus of logs: one of every game and version of its rules, as the server of that time wrote it.

    python -m tests.tables.support.corpus     # adds logs of versions that have none; never changes one

Each line of a log is a row; the last line holds what it must load to. Later versions of the program must load all of them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.game import registry
from fairyring.server.store import StoredRow
from fairyring.tables import Row, TableState, import_record, load
from fairyring.tables.log import stored as stored_rows
from fairyring.tables.records import full_record
from tests.paths import ROOT
from tests.tables.support.logs import log_of_bots, smallest

FOLDER = ROOT / "tests" / "data" / "logs"


def expectation(state: TableState) -> dict[str, Any]:
    """What a log must load to."""
    assert state.run is not None
    assert state.run.table is not None
    position = state.run.table.state
    outcome = state.run.table.outcome
    return {
        "game": state.run.name, "rules": state.run.rules, "phase": state.phase, "n": state.n, "seq": state.seq,
        "decisions": len(state.run.table.history), "digest": schema.digest(position),
        "winners": None if outcome is None else list(outcome.winners),
    }  # fmt: skip


def write(path: Path, rows: list[Row]) -> None:
    lines = []
    for row in rows:
        stored = stored_rows.to_store(row)
        plain = {"table": stored.table, "seq": stored.seq, "body": stored.body.decode(), "hash": stored.hash.hex()}
        lines.append(plain | {"by": stored.by, "at": stored.at, "aside": stored.aside})
    path.parent.mkdir(parents=True, exist_ok=True)
    text = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in [*lines, expectation(load(rows))]]
    path.write_text("\n".join([*text, ""]), encoding="utf-8")


def read(path: Path) -> tuple[list[StoredRow], dict[str, Any]]:
    *lines, expected = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows = [StoredRow(**{**line, "body": line["body"].encode(), "hash": bytes.fromhex(line["hash"])}) for line in lines]
    return rows, expected


def path_of(game: str, kind: str = "bots") -> Path:
    return FOLDER / f"{game}-r{registry.room(game).rules.VERSION}-{kind}.jsonl"


def main() -> None:
    for game in registry.shipped():
        if not path_of(game).exists():
            rows = log_of_bots(game, smallest(game), games=2 if game == "fairy" else 1)
            write(path_of(game), rows)
            text = full_record(load(rows)).dumps()
            row, _token = import_record(text, "maker", rows[-1].at, bytes(32))
            write(path_of(game, "import"), [row])


if __name__ == "__main__":
    main()

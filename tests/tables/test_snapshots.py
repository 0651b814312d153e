"""Snapshots that are sent together."""

from __future__ import annotations

from fairyring.tables.create import import_record
from fairyring.tables.engine.effects import Send
from fairyring.tables.engine.engine import TableEngine
from fairyring.tables.engine.inputs import Opened, Rows
from fairyring.tables.limits import PROTOCOL_VERSION
from tests.paths import GAME_TESTS

RECORD = min((GAME_TESTS / "fairy_tale" / "records").glob("*.jsonl")).read_text(encoding="utf-8")


def test_snapshots_of_watchers_who_come_together_share_their_events() -> None:
    """After a restart a hundred watchers wait until the table is loaded, and are welcomed in one step."""
    row, _token = import_record(RECORD, "p", 1, b"e" * 32)
    engine, _effects = TableEngine.start(row.table, "p", 1, b"e" * 32, single_process=True)
    for number in range(3):
        hello = {"type": "hello", "proto": PROTOCOL_VERSION, "table": row.table, "visible": True}
        engine.take(Opened(2, bytes([number]) * 32, f"c{number}", hello))
    sent = [effect.message for effect in engine.take(Rows(3, b"e" * 32, (row,), 1)) if isinstance(effect, Send)]
    first, *others = [message["beat"]["events"] for message in sent if message["type"] == "welcome"]
    assert first
    assert len(others) == 2
    assert all(events is first for events in others)

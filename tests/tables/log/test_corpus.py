"""Logs of earlier versions load as they did, and their records verify."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairyring.core.game import registry
from fairyring.core.record.record import Record
from fairyring.tables import load
from fairyring.tables.log.stored import from_store
from fairyring.tables.records import full_record
from tests.tables.support.corpus import FOLDER, expectation, path_of, read

LOGS = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_corpus_log_loads_as_when_it_was_written(path: Path) -> None:
    stored, expected = read(path)
    rows = [from_store(row) for row in stored]
    state = load(rows)
    assert expectation(state) == expected
    Record.loads(full_record(state).dumps()).verify()
    for end in range(1, len(rows), 7):  # a server may be stopped after any row
        load(rows[:end])


@pytest.mark.parametrize("game", registry.shipped())
def test_corpus_has_the_current_version_of_every_game(game: str) -> None:
    missing = [path.name for path in (path_of(game), path_of(game, "import")) if not path.exists()]
    assert not missing, "run python -m tests.tables.support.corpus"

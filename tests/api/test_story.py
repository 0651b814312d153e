"""Story of a finished game: events and scores after each decision."""

from __future__ import annotations

from pathlib import Path

import pytest

import fairyring as fr
from fairyring.api.replay import replay, story
from tests.paths import GAME_TESTS

RECORDS = sorted(GAME_TESTS.glob("*/records/*.jsonl"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_story_ends_with_the_scores_of_the_record(path: Path) -> None:
    record = fr.Record.load(path)
    whole = story(record)
    assert [moment["at"] for moment in whole["moments"]] == list(range(len(record.decisions) + 1))
    assert [moment["seat"] for moment in whole["moments"]] == [None, *(decision.seat for decision in record.decisions)]
    assert record.outcome is not None
    assert whole["moments"][-1]["scores"] == list(record.outcome["scores"])
    assert len(whole["seats"]) == len(record.sitters)


def test_story_has_the_events_of_a_replay_with_open_cards() -> None:
    record = fr.Record.load(next(path for path in RECORDS if path.stem == "third-fairy"))
    steps = replay(record, "all", 0, 99)["positions"]
    moments = story(record)["moments"][: len(steps)]
    assert [moment["events"] for moment in moments] == [step["events"] for step in steps]
    assert [moment["scores"] for moment in moments] == [step["view"]["score"] for step in steps]

"""Verification in the page: everything that `fairyring verify` finds out, as JSON."""

from __future__ import annotations

import json

import pytest

from fairyring.offline import host
from tests.paths import GAME_TESTS
from tests.tables.support.forgeries import FORGERIES, forged, honest


def test_verify_finds_nothing_wrong_with_an_honest_game() -> None:
    record, receipt = honest()
    found = json.loads(host.verify(record, receipt.dumps()))
    assert found["ok"]
    assert found["problems"] == []
    assert found["chance"] == "checked"
    assert found["receipt"] == {"shown": sum(len(part.events) for part in receipt.shown), "took_part": True, "gaps": False}
    assert json.loads(host.verify(record))["receipt"] is None


@pytest.mark.parametrize("name", FORGERIES)
def test_verify_names_each_forgery(name: str) -> None:
    found = json.loads(host.verify(forged(FORGERIES[name]), honest()[1].dumps()))
    assert not found["ok"]
    assert FORGERIES[name].program in [problem["key"] for problem in found["problems"]]
    assert all(problem["text"] for problem in found["problems"])


def test_verify_of_other_texts_is_a_sentence() -> None:
    record = (GAME_TESTS / "fairy" / "records" / "top.jsonl").read_text()
    for text, receipt in (("", ""), ("nonsense", ""), ("x" * (1 << 21), ""), (record, "nonsense")):
        found = json.loads(host.verify(text, receipt))
        assert not found["ok"]
        assert found["problems"][0]["text"]

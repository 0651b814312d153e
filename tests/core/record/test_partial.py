"""What a person may keep of a game that is not over: one seat's story, with nobody else's secrets and no count."""

from __future__ import annotations

import json
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.record.partial import story


def lines(table: fr.Table[Any], seat: int | None) -> list[dict[str, Any]]:
    return [json.loads(line) for line in story(table, seat).splitlines()]


def test_story_holds_log_and_view_of_the_seat() -> None:
    table = fr.Table(fr.game("fairy", players=3), chance=["card 5", "card 9", "card 2"], names=["Ann", "Bo", "Cy"])
    for guess in ("higher", "lower", "suit") * 2:
        table.play(table.pending[0], f"guess {guess}")
    table.play(0, "guess catch")
    story_lines = lines(table, 1)
    assert story_lines[0]["partial"] is True
    assert story_lines[0]["seats"] == [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}]
    assert [line["kind"] for line in story_lines[1:-1]] == ["revealed", "told", "told", "told", "guessed"]
    assert story_lines[-1]["view"]["guess"] == [None, None, None]
    assert "catch" not in story(table, 1)
    assert "catch" in story(table, 0)
    assert '"thing": 5' not in story(table, 1)  # the first card is covered
    assert '"thing": 9' not in story(table, 1)


def test_story_ignores_hidden_information() -> None:
    first, other = (
        fr.Table(fr.game("fairy", players=2), chance=cards) for cards in (["card 1", "card 9"], ["card 2", "card 9"])
    )
    for table in (first, other):
        for seat in (0, 1):
            table.play(seat, "guess higher")
    for viewer in (0, 1, None):
        assert story(first, viewer) == story(other, viewer)


def test_story_is_not_loaded_as_a_record() -> None:
    table = fr.Table(fr.game("sneaky-town"), seed=3)
    rack = [tile for tile in table.view(1).tiles[1] or () if tile]
    assert json.dumps(rack) not in story(table, 0)
    with pytest.raises(fr.RecordError):
        fr.Record.loads(story(table, 0))

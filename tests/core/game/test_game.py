"""`Game`: equality, hash and pickle see everything that makes two games different."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.core.game.options import FileText

DECK = (Path(fr.__file__).parent / "games" / "fairy_tale" / "deck.csv").read_text(encoding="utf-8")


def test_game_equality_sees_the_content_of_files() -> None:
    first, same, other = (fr.game("fairy-tale", deck=FileText.of("mine.csv", text)) for text in (DECK, DECK, DECK + "\n"))
    assert first == same
    assert hash(first) == hash(same)
    assert first != other


def test_file_text_is_not_equal_to_a_plain_name() -> None:
    assert FileText.of("full", "x") != "full"
    assert pickle.loads(pickle.dumps(FileText.of("full", "x"))) == FileText.of("full", "x")  # noqa: S301


def test_game_equality_sees_constants_and_checks() -> None:
    room = registry.room("crane")
    usual: Game[Any] = Game(room, {"players": 2})
    assert usual != Game(room, {"players": 2}, constants={"goal": 5})
    assert usual != Game(room, {"players": 2}, checked=True)


@pytest.mark.parametrize("checked", [False, True])
def test_game_pickle_keeps_constants_and_checks(checked: bool) -> None:
    game: Game[Any] = Game(registry.room("crane"), {"players": 2}, constants={"goal": 5}, checked=checked)
    twin = pickle.loads(pickle.dumps(game))  # noqa: S301
    assert twin == game
    assert twin.constants["goal"] == 5
    assert twin.state_type is game.state_type


def test_game_with_changed_constants_is_not_recorded() -> None:
    table: fr.Table[Any] = fr.Table(Game(registry.room("crane"), {"players": 2}, constants={"goal": 5}), seed=1)
    with pytest.raises(ValueError, match="changed constants"):
        _ = table.record

"""Older versions of rules: `older_rules`, `Room.of_version`, and games that keep their version."""

from __future__ import annotations

import pickle

import pytest

import fairyring as fr
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.core.game.older_rules import older_rules
from fairyring.games.fairy_tale import playing, rules, scoring
from fairyring.games.fairy_tale.schema import State


def no_points(_s: State, _seat: int) -> int:
    return 0


def test_older_rules_binds_callers_of_replaced_functions_anew() -> None:
    older = older_rules(rules, 7, {scoring.points: no_points})
    assert older.VERSION == 7
    act = older.act.__globals__["go_on_playing"].__globals__["end_step"].__globals__["finish"].__globals__["count_up"]
    assert act.__globals__["points"].__code__ is no_points.__code__
    assert act is not scoring.count_up


def test_older_rules_leaves_the_newest_rules_alone() -> None:
    before = dict(vars(scoring)), dict(vars(playing)), dict(vars(rules))
    older_rules(rules, 7, {scoring.points: no_points})
    assert (dict(vars(scoring)), dict(vars(playing)), dict(vars(rules))) == before


def test_room_of_version_is_one_object_for_each_version() -> None:
    room = registry.room("fairy-tale")
    older = room.of_version(2)
    assert room.of_version(room.rules.VERSION) is room
    assert older is not None
    assert older is room.of_version(2)
    assert older.rules.VERSION == 2
    assert room.of_version(99) is None


def test_game_pickle_keeps_the_version_of_the_rules() -> None:
    older = registry.room("fairy-tale").of_version(2)
    assert older is not None
    game = pickle.loads(pickle.dumps(Game(older, {"players": 3})))  # noqa: S301
    assert game.room is older
    assert game != fr.game("fairy-tale", players=3)


def test_game_pickle_of_an_unknown_version_is_refused() -> None:
    with pytest.raises(fr.UnknownGame, match="in version 3, not 9"):
        registry.unpickle_game("fairy-tale", {"players": 3}, {}, False, None, 9)

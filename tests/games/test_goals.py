"""The goal of a game, as its options set it."""

from __future__ import annotations

import pytest

from fairyring.core.game import registry


@pytest.mark.parametrize(
    ("name", "options", "goal"),
    [
        ("fairy", {}, "Have the most points when the third fairy appears, or be the first to reach 24."),
        ("fairy", {"variant": "fifteen"}, "Be the first to reach 15 points, however many fairies appear."),
        ("crane", {"achieve": "any-three"}, "achieve any three bets, or take forty cards."),
        ("crane", {}, "achieve a HIGH, a LOW and a JUST, or take forty cards."),
        ("fairy-tale", {"couples": "yes"}, "Have, with your partner across the table, the most points"),
        ("sneaky-town", {"match": "single"}, "Cover the hidden charms with your stones"),
    ],
)
def test_room_goal_follows_the_options(name: str, options: dict[str, str], goal: str) -> None:
    assert goal in registry.room(name).goal(options=options)


@pytest.mark.parametrize("name", registry.shipped())
@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
def test_room_goal_is_a_sentence_in_every_language(name: str, language: str) -> None:
    assert registry.room(name).goal(language).endswith(".")
    assert "{" not in registry.room(name).goal(language)

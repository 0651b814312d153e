"""What Fairy shows: its view, catalogue, prompt, aids and score sheet."""

from __future__ import annotations

import json

import pytest

import fairyring as fr
from fairyring.core.fields.schema import State
from fairyring.core.text.messages import Named
from tests.games.fairy.test_rules import play

SEEN = """what seat 0 sees
  phase       guess
  top         9
  score       2 −1
  waiting     1
  contenders  0 1
  guess       suit –
  shown       higher lower"""


def test_view_shows_the_table() -> None:
    table = play([5, 9], ["hl"])
    table.play(0, "guess suit")
    assert str(table.view(0)) == SEEN
    wired = json.loads(json.dumps(fr.wire(table.view(1))))
    assert wired["shown"] == ["higher", "lower"]
    assert wired["guess"] == [None, None]
    assert wired["waiting"] == [1]
    assert not any(name in wired for name in ("deck", "left", "fairies", "turns", "variant"))


def test_catalogue_lists_the_cards() -> None:
    catalogue = fr.game("fairy", players=3, suits="mod3").catalogue()
    assert json.loads(json.dumps(catalogue)) == catalogue
    assert catalogue["things"]["card"]["11"] == {"suit": {"one": "suit", "word": "star"}, "fairy": True}
    assert (catalogue["publisher"], catalogue["seats"], catalogue["players"]) == ("SUKI Games", [2, 10], 3)
    assert catalogue["options"][0] == {
        "name": "variant",
        "kind": "choice",
        "values": ["standard", "fifteen"],
        "default": "standard",
    }
    assert catalogue["actions"] == [{"kind": "guess", "args": {"guess": "guess"}, "first": 0}]
    assert catalogue["zones"]["pile"]["shows"] == "top"
    assert catalogue["zones"]["deck"]["seen_by"] == "nobody"


def test_r21_every_guess_has_a_gesture_described_in_the_rules() -> None:
    game = fr.game("fairy")
    gestures = {guess: entry["gesture"] for guess, entry in game.catalogue()["things"]["guess"].items()}
    assert list(gestures) == ["higher", "lower", "suit", "catch"]
    rules = " ".join((game.room.info.folder / "RULES.md").read_text(encoding="utf-8").split())
    for guess, gesture in gestures.items():
        assert f"{game.speaker().value(Named(gesture['one'], gesture['word']))} is *{guess}*" in rules


def test_r7_the_prompt_names_its_rule() -> None:
    table = play([5], [])
    say = table.game.speaker(table.names)
    prompt = table.prompt(0)
    assert (say.say(prompt.text), prompt.rule) == ("Guess the next card", "R7")
    table.play(0, "guess suit")
    assert say.say(table.prompt(0).text) == "Waiting for Player 2"


def test_r9_odds_are_visible_only_with_the_memory_aid() -> None:
    """5 and 9 were seen: of the 19 others 12 are higher than 9, 6 have its suit (8–14), and 3 have a fairy."""
    assert play([5, 9], ["hl"]).aids(0) == {}
    table = play([5, 9], ["hl"], memory_aid="yes")
    right = {guess: odds["right"] for guess, odds in table.aids(0)["odds"].items()}
    assert right == {"higher": 12, "lower": 7, "suit": 6, "catch": 3}
    assert table.aids(0)["odds"]["suit"]["of"] == 19
    quiet = fr.Table.rebuild(table.game, table.history, aids=False)
    assert quiet.aids(0) == {}


def test_sheet_is_messages() -> None:
    game = fr.game("fairy", players=2)
    s: State = game.initial()
    lines = game.sheet(s)
    assert lines[0].wire() == {"key": "score.total", "args": {"seat": {"seat": 0}, "points": 0, "place": 1}}
    assert game.speaker(["Ann", "Bo"]).say(lines[1]) == "Bo: 0 points, place 1"


def test_view_wrong_attribute_is_an_error() -> None:
    """Were the view not typed, mypy would call this ignore unused, and fail."""
    view = fr.Table(fr.game("fairy"), seed=1).view(0)
    assert view.phase == "guess"
    with pytest.raises(AttributeError):
        _ = view.scroe  # type: ignore[attr-defined]

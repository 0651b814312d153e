"""Messages: the little language of texts, things that are spoken, and a made-up second language."""

from __future__ import annotations

import pytest

from fairyring.core.text.messages import Message, Named, Player, Speaker, arguments, msg, parse, spoken

TEXTS = {
    "nothing": "nothing",
    "player": "Player {number}",
    "list.more": "{start}, {next}",
    "list.last": "{start} and {last}",
    "cards": "{n, plural, =0 {no cards} one {# card} other {# cards of {who}}}",
    "sign": "{n, signed}",
    "start": "{x, start} is here",
    "yes": "{x, select, yes {it is} no {it is not} other {who knows}}",
    "pot.left": "the left pot",
    "card": "{card} of {suit}",
    "suit.moss": "moss",
    "nested": "so: {what}",
}
THINGS: dict[str, dict[str | int, dict[str, object]]] = {
    "card": {4: {"suit": Named("suit", "moss")}, 5: {"title": "Five"}, 6: {"title": "My six", "own": True}}
}


def say(key: str, **args: object) -> str:
    return Speaker(TEXTS, THINGS, ["Ann", "Bo"]).say(key, **args)


def test_speaker_formats_numbers_plurals_and_selects() -> None:
    assert [say("cards", n=n, who=Player(1)) for n in (0, 1, 3)] == ["no cards", "1 card", "3 cards of Bo"]
    assert [say("sign", n=n) for n in (2, 0, -1)] == ["+2", "0", "−1"]
    assert [say("yes", x=x) for x in (True, False, "else", Named("pot", "yes"))] == ["it is", "it is not", "who knows", "it is"]
    assert say("start", x=Named("pot", "left")) == "The left pot is here"


def test_speaker_formats_things_players_lists_and_messages() -> None:
    assert say("nested", what=Named("card", 4)) == "so: 4 of moss"
    assert say("nested", what=Named("pot", "right")) == "so: right"
    assert say("nested", what=[Player(0), Player(1), Player(2)]) == "so: Ann, Bo and Player 3"
    assert say("nested", what=[]) == "so: nothing"
    assert say("nested", what=msg("sign", n=3)) == "so: +3"
    assert say("nested", what={5: 1, 6: 2}) == "so: 1 × 5 and 2 × 6"
    assert say("nested", what={"left": True, "right": "all"}) == "so: left: yes and right: all"
    assert say("nested", what={}) == "so: nothing"


def test_speaker_uses_titles_of_own_things() -> None:
    texts = TEXTS | {"card.5": "Fünf", "card.6": "Sechs"}
    speaker = Speaker({key: text for key, text in texts.items() if key != "card"}, THINGS)
    assert speaker.value(Named("card", 5)) == "Fünf"
    assert speaker.value(Named("card", 6)) == "My six"


def test_speaker_uses_plurals_of_its_language() -> None:
    texts = {"n": "{n, plural, one {eins} other {viele}}"}
    assert [Speaker(texts, language="fr").say("n", n=n) for n in (0, 1, 2)] == ["eins", "eins", "viele"]
    assert [Speaker(texts, language="ja").say("n", n=n) for n in (0, 1)] == ["viele", "viele"]


def test_message_wire_has_no_language() -> None:
    message = Message("x", {"a": Named("card", 4), "b": [Player(1), 3], "c": msg("y", d=True)})
    assert message.wire() == {
        "key": "x",
        "args": {"a": {"one": "card", "word": 4}, "b": [{"seat": 1}, 3], "c": {"key": "y", "args": {"d": True}}},
    }
    assert spoken({"list": {"one": "card"}}, (4, None, 5)) == [Named("card", 4), Named("card", 5)]


def test_spoken_row_has_no_and() -> None:
    """What lies in an order is told one by one; a set is summed up."""
    assert (
        say("nested", what=spoken({"row": {"one": "pot"}}, ("left", "right", None, "left")))
        == "so: the left pot, right, the left pot"
    )
    assert say("nested", what=spoken({"list": {"one": "pot"}}, ("left", "right"))) == "so: the left pot and right"
    assert say("nested", what=spoken({"row": {"one": "pot"}}, ())) == "so: nothing"


@pytest.mark.parametrize("text", ["{n", "{n, plural, one {x}}", "{}", "a } b", "{n, select}"])
def test_parse_refuses_malformed_texts(text: str) -> None:
    with pytest.raises(ValueError, match=r"“|brace"):
        parse(text)


def test_arguments_of_a_text() -> None:
    assert arguments(TEXTS["cards"]) == {"n", "who"}

"""Deck files (R36): ours, an owner's, and what is wrong with a bad one."""

from __future__ import annotations

from importlib.resources import files

import pytest

import fairyring as fr
from fairyring.core.errors import DataError
from fairyring.core.game.options import FileText
from fairyring.games.fairy_tale.deck import read_deck, shipped_deck
from fairyring.kernel.compiled import Kernel
from fairyring.lab import interpreted_play
from tests.games.fairy_tale.helpers import DECK_FILE as TEXT


def changed(old: str, new: str) -> str:
    assert TEXT.count(old) == 1, old
    return TEXT.replace(old, new)


def test_r36_marks_of_uncertain_values_are_preserved() -> None:
    cards = {card.name: card.not_certain for card in shipped_deck().cards}
    assert cards["Fairy Ring"] == "-"
    assert cards["Holy Empire Hunter"] == "value; name"
    assert cards["Shadowking's Tale - Chapter 2"] == "value; condition"
    assert sum(mark != "-" for mark in cards.values()) == 23


def test_r36_every_card_of_the_page_stands_in_the_file() -> None:
    rules = files("fairyring.games.fairy_tale").joinpath("RULES.md").read_text(encoding="utf-8")
    for card in shipped_deck().cards:
        row = next(line for line in rules.splitlines() if line.startswith((f"| {card.name} |", f"| {card.name} ¹ |")))
        assert ("¹" in row) == (not card.simplified)
        assert row.endswith(f"| {card.not_certain if card.not_certain != '-' else ''} |")


@pytest.mark.compiled
def test_r36_an_owners_deck_is_played_in_both_backends() -> None:
    text = changed("Vampire,Shadow Kingdom,Character,2,fixed,2,", "Vampire,Shadow Kingdom,Character,4,fixed,2,")
    deck = FileText.of("mine.csv", text.replace("Holy Empire Hunter", "Black Knight"))
    game = fr.game("fairy-tale", players=3, deck=deck)
    assert str(game.actions.parse("draft black-knight")) == "draft black-knight"
    assert game.constants["value"][30] == 4
    bots = ["random", "normal", "random"]
    assert Kernel(game).play(0, 3, 5, bots) == interpreted_play.play(game, 0, 3, 5, bots)
    table = fr.Table(game, seed=1)
    table.play(0, table.legal(0)[0])
    record = fr.Record.loads(table.record.dumps())  # the file travels with the record
    record.verify()
    assert record.game().constants == game.constants


def test_r36_order_and_notes_in_the_file_do_not_matter() -> None:
    head, *rows = [line for line in TEXT.splitlines() if not line.startswith("#")]
    mixed = read_deck("mixed.csv", "\n".join([head, "# shuffled", "", *rows[::-1]]))
    assert {card.slug for card in mixed.cards} == set(shipped_deck().slugs)
    assert [card.category for card in mixed.cards] == sorted(card.category for card in mixed.cards)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "the file is empty"),
        (changed("name,category", "title,category"), "line 3: the columns should be name, category"),
        (changed("Fairy Ring,Fairy Wood,Place,6", "Fairy Ring,Fairy Wod,Place,6"), "line 4: category “Fairy Wod” is not known"),
        (changed("Fairy Ring,Fairy Wood,Place,6", "Fairy Ring,Fairy Wood,Plaice,6"), "line 4: typology “Plaice” is not known"),
        (
            changed("Fairy Ring,Fairy Wood,Place,6", "Fairy Ring,Fairy Wood,Place,six"),
            "line 4: value “six” is not a whole number",
        ),
        (changed("Place,6,fixed,4,1,close-self Fairy", "Place,6,fixed,0,1,close-self Fairy"), "line 4: copies “0” is not"),
        (changed("Place,6,fixed,4,1,close-self Fairy", "Place,6,fixed,5,1,close-self Fairy"), "add up to 101 cards, not 100"),
        (changed("close-self Fairy Wood", "burn Fairy Wood"), "line 4: effect “burn Fairy Wood” is not known"),
        (
            changed("close-self Fairy Wood", "close-self Fairy Wood x2"),
            "line 4: effect “close-self Fairy Wood x2” is not known",
        ),
        (changed("x3 per Bard", "x3 per Bart"), "line 28: the requirement names “Bart”, and no card of the deck"),
        (changed("most Tale", "(" * 1001), "line 43 is too long; a line has at most 500 characters"),
        (changed("most Tale", "most Tales"), "line 43: the requirement “most Tales” is not known"),
        (
            changed("at least 2 Dragon Valley + 2 Holy Empire", "at least 2 Dragons"),
            "the requirement “at least 2 Dragons” is not",
        ),
        (changed("Bard,Holy", "Fairy ring,Holy"), "is written fairy-ring, and so is line"),
        (
            changed("*,variable,7,6,-,x1 per Homesteaders", "3,variable,7,6,-,x1 per Homesteaders"),
            "a variable card, and no other",
        ),
        (changed("6,conditional,1,-,-,most Fairy Wood", "6,fixed,1,-,-,most Fairy Wood"), "does not go with a fixed value"),
        (changed("-1,fixed,2,-,open-self any x2,-", "-1,fixed,2,-,open-self any x2,wild"), "there can be one wild card only"),
        (changed("2,fixed,2,-,close-all Fairy Wood", "2,fixed,2,-,hunt Shadow Kingdom"), "cannot hunt its own category"),
        (changed("Vampire,Shadow Kingdom,Character", "Vampire,Shadow Kingdom"), "line 34: there are 10 cells, and 11 columns"),
        (changed(",no,value; copies", ",maybe,value; copies"), "left_out_of_simplified “maybe” is not known"),
    ],
)
def test_r36_a_bad_file_is_refused_by_line(text: str, why: str) -> None:
    with pytest.raises(DataError) as error:
        fr.game("fairy-tale", players=2, deck=FileText.of("bad.csv", text))
    assert str(error.value).startswith("bad.csv")
    assert why in str(error.value)
    assert "\n" not in str(error.value)


def test_r36_too_many_kinds() -> None:
    text = changed("Homesteaders,Holy Empire,Character,*,variable,7", "Homesteaders,Holy Empire,Character,*,variable,6")
    text += "Owl,Holy Empire,Character,2,fixed,1,-,-,-,no,-\n"
    with pytest.raises(DataError, match="at most 40 kinds of card, and this is one more"):
        read_deck("owl.csv", text)


def test_r36_bots_play_decks_that_close_any_category_of_everybody() -> None:
    game = fr.game("fairy-tale", players=3, deck=FileText.of("any.csv", changed("close-all Fairy Wood", "close-all any")))
    bots = ["normal"] * 3
    assert Kernel(game).play(0, 5, 5, bots) == interpreted_play.play(game, 0, 5, 5, bots)


def left_out(*names: str) -> FileText:
    """Our deck, with the simplified game lacking these kinds as well."""
    lines = [line.replace(",no,", ",yes,") if line.startswith(names) else line for line in TEXT.splitlines()]
    return FileText.of("mine.csv", "\n".join(lines))


def test_r35_a_deck_file_says_which_kinds_the_simplified_game_lacks() -> None:
    deck = left_out("Castle,", "Mischievous Fairy,")
    game = fr.game("fairy-tale", players=3, deck=deck, simplified="yes")
    copies = dict(zip(game.vocabulary["card"], game.constants["copies"], strict=False))
    assert (copies["castle"], copies["mischievous-fairy"], copies["the-trickster"], copies["bard"]) == (0, 0, 0, 4)
    assert sum(copies.values()) == 69
    assert game.catalogue()["things"]["card"]["castle"]["copies"] == 0
    bots = ["random", "normal", "random"]
    assert Kernel(game).play(0, 3, 5, bots) == interpreted_play.play(game, 0, 3, 5, bots)
    assert sum(fr.game("fairy-tale", players=3, deck=deck).constants["copies"]) == 100


@pytest.mark.parametrize(
    ("lacking", "players", "why"),
    [
        ((), 5, "80 cards, and each player needs 20: enough for 2 to 4 players, not for 5."),
        (("Castle,",), 4, "76 cards, and each player needs 20: enough for 2 to 3 players, not for 4."),
        (
            ("Fairy", "Castle", "Bard", "Knights", "Homesteaders", "Elven", "Dwarven", "Mischievous", "Spirit", "Children"),
            2,
            "31 cards, and each player needs 20: that is not even enough for 2 players.",
        ),
    ],
)
def test_r35_too_few_cards_are_refused(lacking: tuple[str, ...], players: int, why: str) -> None:
    with pytest.raises(fr.OptionError) as error:
        fr.game("fairy-tale", players=players, deck=left_out(*lacking) if lacking else "full", simplified="yes")
    assert str(error.value) == f"With the simple cards only, this deck has {why}"


def test_option_deck_refuses_unknown_names() -> None:
    with pytest.raises(fr.OptionError, match="neither full nor a file"):
        fr.game("fairy-tale", players=2, deck="nowhere.csv")

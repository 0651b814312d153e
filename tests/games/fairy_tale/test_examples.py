"""Every example of the rulebook. Tom, Anna and Paul sit in this order."""

from __future__ import annotations

from fairyring.games.fairy_tale.deck import CATEGORY_NAMES, TYPOLOGY_NAMES, shipped_deck

from .helpers import closed_cards, counted, do, kind, laid_out, legal, open_cards, reveal, total


def test_r2_the_spirit_of_the_spring() -> None:
    """Value 1, a character, Fairy Wood, number 2, four copies of 100."""
    card = shipped_deck().cards[kind("Spirit of the Spring")]
    assert (card.value, card.value_kind, card.copies, card.number) == (1, "fixed", 4, "2")
    assert (TYPOLOGY_NAMES[card.typology], CATEGORY_NAMES[card.category]) == ("Character", "Fairy Wood")


def test_r13_the_fairy_queen_hunts_the_demon() -> None:
    """The demon is closed and does nothing; the castle is no Shadow Kingdom card, and its own effect happens."""
    g, s = laid_out([["homesteaders"], ["homesteaders"], ["homesteaders"]])
    reveal(g, s, "the-fairy-queen", "demon", "castle")
    assert closed_cards(s, 1) == ["demon"]
    assert open_cards(s, 0) == ["the-fairy-queen", "homesteaders"]
    assert g.pending(s) == (2,)
    assert legal(g, s, 2) == ["close castle", "close homesteaders"]


def test_r14_the_spirit_opens_the_elven_warrior() -> None:
    g, s = laid_out([[], [], []], [["elven-warrior"], [], []])
    reveal(g, s, "spirit-of-the-spring", "bard", "bard")
    assert open_cards(s, 0) == ["spirit-of-the-spring", "elven-warrior"]


def test_r16_fairy_ring_or_elven_warrior() -> None:
    for choice, stays in (("fairy-ring", "elven-warrior"), ("elven-warrior", "fairy-ring")):
        g, s = laid_out([["elven-warrior"], [], []])
        reveal(g, s, "fairy-ring", "bard", "bard")
        assert legal(g, s, 0) == ["close fairy-ring", "close elven-warrior"]
        do(g, s, 0, f"close {choice}")
        assert (open_cards(s, 0), closed_cards(s, 0)) == ([stays], [choice])


def test_r17_the_vampire() -> None:
    """Tom plays it and must close his Dwarven Warrior, Anna her Elven Warrior; Paul has no Fairy Wood card."""
    g, s = laid_out([["dwarven-warrior"], ["elven-warrior"], ["castle"]])
    reveal(g, s, "vampire", "bard", "bard")
    assert [closed_cards(s, seat) for seat in range(3)] == [["dwarven-warrior"], ["elven-warrior"], []]


def test_r29_chapter_1_with_a_tie() -> None:
    mine = ["fairy-tale-chapter-1", "fairy-ring"]
    assert total(mine, ["elven-warrior"]) == 12
    assert total(mine, ["elven-warrior", "elven-warrior"], ["dwarven-warrior", "mischievous-fairy"]) == 12
    assert total(mine, ["elven-warrior", "elven-warrior", "fairy-ring"]) == 6


def test_r28_chapter_2_needs_ring_and_spirit() -> None:
    assert total(["fairy-tale-chapter-2", "fairy-ring", "spirit-of-the-spring"]) == 7 + 6 + 1
    assert total(["fairy-tale-chapter-2", "fairy-ring", "fairy-ring", "spirit-of-the-spring"]) == 7 + 12 + 1
    assert total(["fairy-tale-chapter-2", "spirit-of-the-spring"]) == 1


def test_r30_chapter_3_needs_two_and_two() -> None:
    assert total(["fairy-tale-chapter-3", "bard", "castle", "bronze-dragon", "dragons-lair"]) == 8 + 3 + 6 + 1 + 6


def test_r28_chapter_4_needs_the_fairy_queen() -> None:
    assert total(["fairy-tale-chapter-4", "the-fairy-queen"]) == 12
    assert total(["fairy-tale-chapter-4", "holy-empire-hunter"]) == 3


def test_r31_the_sky_dance_dragon_is_the_ally_of_the_dwarven_warrior() -> None:
    cards = {card.name: card for card in shipped_deck().cards}
    assert (cards["Sky-Dance Dragon"].number, cards["Dwarven Warrior"].number) == ("4", "5")
    assert cards["Sky-Dance Dragon"].requirement == "ally of Dwarven Warrior"


def test_r31_one_dwarven_warrior_and_two_dragons_are_twelve() -> None:
    assert total(["dwarven-warrior", "sky-dance-dragon", "sky-dance-dragon"]) == 12
    assert total(["dwarven-warrior"]) == 0


def test_r31_four_mischievous_fairies_are_sixteen() -> None:
    assert total(["mischievous-fairy"] * 4) == 16
    assert total(["mischievous-fairy"]) == 1


def test_r32_the_trickster_as_the_fairy_queen() -> None:
    s = counted(["fairy-tale-chapter-4", "the-trickster"])
    assert s.total[0] == 8
    assert s.stands_for[0] == kind("The Fairy Queen") + 1

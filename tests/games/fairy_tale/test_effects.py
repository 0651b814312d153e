"""HUNT, OPEN and CLOSE (R12–R21)."""

from __future__ import annotations

from fairyring.games.fairy_tale.schema import Phase

from .helpers import closed_cards, do, laid_out, legal, open_cards, reveal


def test_r12_open_comes_before_close() -> None:
    """What the Spirit opens can be closed by the Vampire of the same step; the other way round it would stay open."""
    g, s = laid_out([[], [], []], [["elven-warrior"], [], []])
    texts = reveal(g, s, "spirit-of-the-spring", "vampire", "bard")
    assert texts[-3:-1] + texts[-1:] == ["Paul plays Bard.", "Tom opens Elven Warrior.", "Tom closes Elven Warrior."]
    assert closed_cards(s, 0) == ["elven-warrior"]


def test_r12_hunt_comes_before_open_and_close() -> None:
    g, s = laid_out([["elven-warrior"], [], []], [["castle"], [], []])
    reveal(g, s, "dark-angel", "vampire", "the-fairy-queen")
    assert closed_cards(s, 0) == ["castle", "dark-angel"]
    assert open_cards(s, 0) == ["elven-warrior"]
    assert closed_cards(s, 1) == ["vampire"]


def test_r13_hunt_leaves_earlier_shadow_cards_alone() -> None:
    g, s = laid_out([["demon"], ["werewolf"], []])
    texts = reveal(g, s, "the-fairy-queen", "shadowkings-tale-chapter-1", "bard")
    assert "Tom's The Fairy Queen hunts: Anna's Shadowking's Tale - Chapter 1 is closed." in texts
    assert open_cards(s, 0) == ["the-fairy-queen", "demon"]
    assert open_cards(s, 1) == ["werewolf"]
    assert closed_cards(s, 1) == ["shadowkings-tale-chapter-1"]


def test_r13_two_hunters_close_a_card_once() -> None:
    g, s = laid_out([[], [], []])
    reveal(g, s, "the-fairy-queen", "holy-empire-hunter", "magic-circle-of-chaos")
    assert closed_cards(s, 2) == ["magic-circle-of-chaos"]
    assert s.down[2] == 1


def test_r14_open_looks_at_the_category_and_only_at_own_cards() -> None:
    g, s = laid_out([[], [], []], [["castle"], ["elven-warrior"], []])
    reveal(g, s, "spirit-of-the-spring", "bard", "bard")
    assert closed_cards(s, 0) == ["castle"]
    assert closed_cards(s, 1) == ["elven-warrior"]


def test_r14_open_must_choose_one() -> None:
    g, s = laid_out([[], [], []], [["elven-warrior", "dwarven-warrior"], [], []])
    reveal(g, s, "spirit-of-the-spring", "bard", "bard")
    assert s.waiting == 0b001
    assert legal(g, s, 0) == ["open elven-warrior", "open dwarven-warrior"]
    assert do(g, s, 0, "open dwarven-warrior") == ["Tom opens Dwarven Warrior."]
    assert closed_cards(s, 0) == ["elven-warrior"]
    assert s.waiting == 0b111


def test_r15_the_dark_angel_opens_two_of_any_category() -> None:
    g, s = laid_out([[], [], []], [["elven-warrior", "castle", "vampire"], [], []])
    reveal(g, s, "dark-angel", "bard", "bard")
    do(g, s, 0, "open castle")
    assert legal(g, s, 0) == ["open elven-warrior", "open vampire"]
    do(g, s, 0, "open vampire")
    assert closed_cards(s, 0) == ["elven-warrior"]


def test_r15_or_as_many_as_there_are() -> None:
    for closed in ([], ["castle"], ["castle", "vampire"]):
        g, s = laid_out([[], [], []], [closed, [], []])
        reveal(g, s, "dark-angel", "bard", "bard")
        assert closed_cards(s, 0) == []
        assert s.waiting == 0b111


def test_r16_close_self_looks_at_own_cards_of_the_category_and_itself() -> None:
    g, s = laid_out([["elven-warrior", "bard"], ["dwarven-warrior"], []])
    reveal(g, s, "fairy-ring", "bard", "bard")
    assert s.waiting == 0b001
    assert legal(g, s, 0) == ["close fairy-ring", "close elven-warrior"]
    do(g, s, 0, "close elven-warrior")
    assert open_cards(s, 0) == ["fairy-ring", "bard"]


def test_r16_the_card_itself_must_close_if_it_is_the_only_one() -> None:
    g, s = laid_out([["bard"], [], []])
    texts = reveal(g, s, "fairy-ring", "bard", "bard")
    assert texts[-1] == "Tom closes Fairy Ring."
    assert closed_cards(s, 0) == ["fairy-ring"]


def test_r16_the_magic_circle_of_chaos_looks_at_all_categories() -> None:
    g, s = laid_out([["elven-warrior", "bard", "vampire"], [], []])
    reveal(g, s, "magic-circle-of-chaos", "bard", "bard")
    assert legal(g, s, 0) == ["close elven-warrior", "close bard", "close vampire", "close magic-circle-of-chaos"]


def test_r17_close_all_strikes_everybody_with_an_earlier_card() -> None:
    g, s = laid_out([["castle"], ["bard"], ["elven-warrior"]])
    reveal(g, s, "demon", "homesteaders", "castle")
    assert closed_cards(s, 0) == ["castle"]
    assert closed_cards(s, 1) == ["bard"]
    assert closed_cards(s, 2) == ["castle"]  # by its own effect; the new castle was safe from the demon


def test_r17_a_card_of_this_step_is_safe_but_an_earlier_copy_is_not() -> None:
    g, s = laid_out([[], ["bard"], []])
    reveal(g, s, "demon", "bard", "elven-warrior")
    assert open_cards(s, 1) == ["bard"]
    assert closed_cards(s, 1) == ["bard"]


def test_r17_r19_they_choose_at_the_same_time_in_secret() -> None:
    g, s = laid_out([["castle", "bard"], ["castle", "bard"], ["bard"]])
    reveal(g, s, "demon", "elven-warrior", "elven-warrior")
    assert s.waiting == 0b011
    assert do(g, s, 1, "close castle") == ["Anna has chosen."]
    assert g.redact(s, 0).commit[1] == 0
    assert closed_cards(s, 1) == []
    assert do(g, s, 0, "close bard") == ["Tom has chosen.", "Tom closes Bard.", "Anna closes Castle.", "Paul closes Bard."]


def test_r19_seat_order_from_the_dealer() -> None:
    """Two effects of one sort: the dealer's is first, then round the table."""
    for dealer, order in ((0, [0, 2]), (1, [2, 0]), (2, [2, 0])):
        g, s = laid_out([["elven-warrior"], [], ["dwarven-warrior"]], dealer=dealer)
        reveal(g, s, "fairy-ring", "bard", "fairy-ring")
        questions = []
        while s.phase == Phase.CLOSE:
            seat = g.pending(s)[0]
            questions.append(seat)
            do(g, s, seat, "close fairy-ring")
        assert questions == order


def test_r19_opens_are_in_seat_order_too() -> None:
    closed = [["elven-warrior", "dwarven-warrior"], [], ["elven-warrior", "dwarven-warrior"]]
    g, s = laid_out([[], [], []], closed, dealer=2)
    reveal(g, s, "spirit-of-the-spring", "bard", "spirit-of-the-spring")
    assert g.pending(s) == (2,)
    do(g, s, 2, "open elven-warrior")
    assert g.pending(s) == (0,)


def test_r19_two_vampires_close_two_cards() -> None:
    g, s = laid_out([[], [], ["elven-warrior", "dwarven-warrior", "mischievous-fairy"]], dealer=1)
    reveal(g, s, "vampire", "vampire", "bard")
    do(g, s, 2, "close dwarven-warrior")
    assert legal(g, s, 2) == ["close elven-warrior", "close mischievous-fairy"]
    do(g, s, 2, "close elven-warrior")
    assert open_cards(s, 2) == ["mischievous-fairy", "bard"]


def test_r20_no_question_where_all_are_alike() -> None:
    g, s = laid_out([["bard", "bard"], [], []])
    reveal(g, s, "elven-warrior", "demon", "elven-warrior")
    assert s.phase == Phase.PLAY
    assert open_cards(s, 0) == ["elven-warrior", "bard"]


def test_r21_a_card_that_closed_itself_leaves_the_others_to_the_vampire() -> None:
    g, s = laid_out([["elven-warrior"], [], []])
    reveal(g, s, "fairy-ring", "vampire", "bard")
    do(g, s, 0, "close fairy-ring")
    assert closed_cards(s, 0) == ["fairy-ring", "elven-warrior"]

"""Dealing, drafting and playing: one test or more for each rule; the number is in the name."""

from __future__ import annotations

import contextlib
from collections import Counter
from typing import Any

import pytest

import fairyring as fr
from fairyring.bots import NO_LIMITS, Position, RandomBot
from fairyring.core.fields.view import names_of, wire
from fairyring.core.rng import Stream
from fairyring.games.fairy_tale.deck import CATEGORY_NAMES, shipped_deck
from fairyring.games.fairy_tale.schema import DEAL, Phase, State

from .helpers import HANDS, SLUGS, closed_cards, dealt, do, game, give, kind, laid_out, legal, open_cards, reveal


def drafted(seat: int, table: fr.Table[Any]) -> list[str]:
    return list(table.view(seat).kept[seat])


def hand(seat: int, table: fr.Table[Any]) -> list[str]:
    return list(table.view(seat).hand[seat])


def finished(players: int = 3, seed: int = 1, **options: object) -> fr.Table[Any]:
    table = fr.Table(game(players, **options), seed=seed)
    rng = Stream(seed)
    while table.pending:
        seat = table.pending[0]
        table.play(seat, RandomBot().choose(Position.at(table, seat), NO_LIMITS, rng).action)
    return table


def test_r1_a_hundred_cards_of_forty_kinds() -> None:
    cards = shipped_deck().cards
    by_category = Counter(dict.fromkeys(CATEGORY_NAMES, 0))
    for card in cards:
        by_category[CATEGORY_NAMES[card.category]] += card.copies
    assert len(cards) == 40
    assert by_category == {"Fairy Wood": 28, "Holy Empire": 28, "Dragon Valley": 28, "Shadow Kingdom": 16}


def test_r2_values_are_fixed_conditional_or_variable() -> None:
    kinds = {card.name: (card.value_kind, card.value) for card in shipped_deck().cards}
    assert kinds["Spirit of the Spring"] == ("fixed", 1)
    assert kinds["Fairy Tale - Chapter 4"] == ("conditional", 9)
    assert kinds["Dwarven Warrior"] == ("variable", 0)


def test_r3_r23_four_rounds_of_three_cards() -> None:
    table = finished()
    s = table.state
    assert isinstance(s, State)
    assert [event.kind for event in table.events_for(None)].count("round") == 4
    assert [sum(card > 0 for card in s.played[seat]) for seat in range(3)] == [12, 12, 12]
    assert table.outcome is not None
    assert table.outcome.reason == "last-round"


def test_r4_a_card_that_left_the_deck_does_not_come_again() -> None:
    g = game(2)
    s = g.initial()
    g.act(s, -1, g.action(-1, "dealer 1").id)
    assert g.chances(s)[kind("the-trickster")] == (DEAL.id(kind("the-trickster")), 1)
    assert sum(weight for _, weight in g.chances(s)) == 100
    g.act(s, -1, g.action(-1, "card the-trickster").id)
    assert g.action(-1, "card the-trickster").id not in dict(g.chances(s))
    assert sum(weight for _, weight in g.chances(s)) == 99


def test_r5_everybody_is_as_likely_to_deal() -> None:
    g = game(3)
    assert g.chances(g.initial()) == ((0, 1), (1, 1), (2, 1))


def test_r6_five_cards_each_visible_to_their_owner_only() -> None:
    table = dealt(HANDS)
    for seat in range(3):
        assert sorted(hand(seat, table)) == sorted(HANDS[seat])
        assert [other for other in range(3) if table.view(seat).hand[other] is not None] == [seat]
    assert table.view().hand == (None, None, None)
    assert table.view().left == 85
    deals = [event.args for event in table.events_for(1) if event.kind == "dealt"]
    assert [args["card"] for args in deals if args["seat"] == 1] == list(HANDS[1])
    assert [args["card"] for args in deals if args["seat"] != 1] == [None] * 10


def test_r7_drafting_is_simultaneous_and_secret() -> None:
    table = dealt(HANDS)
    assert list(table.pending) == [0, 1, 2]
    before = wire(table.view(1))
    table.play(0, "draft castle")
    assert list(table.pending) == [1, 2]
    assert wire(table.view(1)) == before | {"waiting": [1, 2]}
    assert table.view(0).commit == ("castle", None, None)
    with pytest.raises(fr.NotYourTurn):
        table.play(0, "draft bard")
    with pytest.raises(fr.NotLegal, match="you do not hold"):
        table.play(1, "draft castle")
    with pytest.raises(fr.NotLegal, match="first draft, then play"):
        table.play(1, "play demon")
    table.play(1, "draft demon")
    table.play(2, "draft werewolf")
    assert [drafted(seat, table) for seat in range(3)] == [["castle"], ["demon"], ["werewolf"]]


def test_r7_until_everybody_has_five() -> None:
    table = dealt(HANDS)
    while table.view().phase == "draft":
        table.play(table.pending[0], table.legal(table.pending[0])[0])
    assert [len(hand(seat, table)) for seat in range(3)] == [5, 5, 5]
    everything = Counter(name for names in HANDS for name in names)
    assert Counter(name for seat in range(3) for name in hand(seat, table)) == everything


def test_r8_left_in_the_first_round_right_in_the_second() -> None:
    table = dealt(HANDS)
    for seat, name in enumerate(("castle", "demon", "werewolf")):
        table.play(seat, f"draft {name}")
    assert set(hand(1, table)) == set(HANDS[0]) - {"castle"}
    assert set(hand(0, table)) == set(HANDS[2]) - {"werewolf"}
    for number, side in ((1, "left"), (2, "right"), (3, "left"), (4, "right")):
        other = finished(seed=number)
        passes = [event.args["side"] for event in other.events_for(None) if event.kind == "passed"]
        assert passes[4 * (number - 1) : 4 * number] == [side] * 4


def test_r8_the_second_round_really_goes_right() -> None:
    names = [name for names in HANDS for name in names]
    table = dealt(HANDS, more=[f"card {name}" for name in names])
    while table.view().round == 0:
        table.play(table.pending[0], table.legal(table.pending[0])[0])
    for seat, name in enumerate(("castle", "demon", "werewolf")):
        table.play(seat, f"draft {name}")
    assert set(hand(0, table)) == set(HANDS[1]) - {"demon"}
    assert set(hand(2, table)) == set(HANDS[0]) - {"castle"}


def test_r9_cards_are_played_at_once_and_stay_secret_until_then() -> None:
    g, s = laid_out([[], [], []])
    s.held, s.step = 3, 0
    for seat in range(3):
        give(s, seat, "castle", "bard", "homesteaders")
    do(g, s, 0, "play bard")
    assert s.waiting == 0b110
    assert g.redact(s, 1).commit == [0, 0, 0, 0, 0]
    assert open_cards(s, 0) == []
    do(g, s, 1, "play homesteaders")
    do(g, s, 2, "play bard")
    assert [open_cards(s, seat) for seat in range(3)] == [["bard"], ["homesteaders"], ["bard"]]
    assert s.waiting == 0b111


def test_r10_two_cards_are_discarded_unseen() -> None:
    table = finished()
    s = table.state
    assert isinstance(s, State)
    assert sum(s.discards) == 3 * 4 * 2
    assert [field for field in names_of(table.view(0)) if "discard" in field] == []
    assert [event.args for event in table.events_for(None) if event.kind == "discarded"] == [{"count": 2}] * 4


def test_r11_all_are_turned_up_and_stay() -> None:
    g, s = laid_out([["castle"], [], []])
    texts = reveal(g, s, "elven-warrior", "bard", "silver-dragon")
    assert texts[-3:] == ["Tom plays Elven Warrior.", "Anna plays Bard.", "Paul plays Silver Dragon."]
    assert open_cards(s, 0) == ["elven-warrior", "castle"]


def test_r18_r22_closed_cards_are_their_owners_to_look_at() -> None:
    g, s = laid_out([[], [], []], [["castle"], [], []])
    assert s.in_category[0] == [0, 0, 0, 0]
    mine, other, spectator = (g.view(s, viewer) for viewer in (0, 1, None))
    assert mine.closed[0] == {"castle": 1}
    assert other.closed[0] is None
    assert spectator.closed[0] is None
    assert other.down[0] == 1
    assert g.redact(s, 1).closed[0][kind("castle")] == 1  # everybody saw it when it was played


def test_r20_the_last_card_of_a_hand_is_kept_automatically() -> None:
    table = dealt(HANDS)
    for _ in range(4 * 3):
        table.play(table.pending[0], table.legal(table.pending[0])[0])
    assert table.view().phase == "play"
    assert str(table.legal(0)[0]).startswith("play ")


def test_r24_memory_of_the_hands_passed_on() -> None:
    table = dealt(HANDS)
    for seat, name in enumerate(("castle", "demon", "werewolf")):
        table.play(seat, f"draft {name}")
    r = table.redacted(0)
    assert isinstance(r, State)
    own, returned = r.memory[0][:5], r.memory[0][10:15]
    assert [SLUGS[card - 1] for card in own] == ["castle", "fairy-ring", "bard", "homesteaders", "vampire"]
    assert returned[0] == 0  # what the third seat took from its hand was never seen
    assert [SLUGS[card - 1] for card in returned[1:]] == [
        "mischievous-fairy",
        "dragons-lair",
        "bronze-dragon",
        "children-of-the-dragon",
    ]
    assert not any(any(r.memory[other]) for other in (1, 2))
    assert "memory" not in names_of(table.view(0))


def test_r24_a_returning_hand_shows_the_missing_cards() -> None:
    table = dealt(HANDS)
    for name in ("castle", "demon", "werewolf", "mischievous-fairy", "vampire", "silver-dragon"):
        table.play(table.pending[0], f"draft {name}")
    for _ in range(3):
        table.play(table.pending[0], table.legal(table.pending[0])[0])
    r = table.redacted(0)
    assert isinstance(r, State)
    left = [SLUGS[card - 1] for card in r.hand[0] if card]
    memory = [SLUGS[card - 1] for card in r.memory[0][:5]]
    assert memory[0] == "castle"
    assert sorted(memory[1:3]) == sorted({"fairy-ring", "bard", "homesteaders", "vampire"} - set(left))
    assert memory[3:] == left


def test_r24_with_two_seats_a_returning_hand_reveals_all() -> None:
    table = dealt(HANDS[:2])
    for name in ("castle", "demon", "dwarven-warrior", "bard"):
        table.play(table.pending[0], f"draft {name}")
    for seed in range(20):
        world = fr.Table(table.game, seed=seed).game.imagine(table.redacted(0), 0, Stream(seed))
        assert isinstance(world, State)
        assert kind("bard") + 1 in world.kept[1]


def test_r33_ties_share_and_the_next_place_is_left_out() -> None:
    g = game(3)
    s = g.initial()
    assert isinstance(s, State)
    s.phase, s.total = Phase.DONE, [12, 12, 3, 0, 0]
    assert g.outcome(s) is not None
    assert [g.place(s, seat) for seat in range(3)] == [1, 1, 3]


def test_r34_couples_add_up_and_share_their_place() -> None:
    g = game(4, couples="yes")
    s = g.initial()
    assert isinstance(s, State)
    s.phase, s.total = Phase.DONE, [30, 20, 1, 15, 0]
    outcome = g.outcome(s)
    assert outcome is not None
    assert outcome.places == (3, 1, 3, 1)
    assert outcome.scores == (30, 20, 1, 15)
    for players in (2, 3, 5):
        with pytest.raises(fr.OptionError, match="Couples are for 4 players"):
            game(players, couples="yes")


def test_r35_the_simplified_deck_lacks_twenty_cards() -> None:
    g = game(4, simplified="yes")
    assert sum(g.constants["copies"]) == 80
    left_out = {card.name for card, copies in zip(shipped_deck().cards, g.constants["copies"], strict=True) if not copies}
    assert len(left_out) == 20
    assert {"The Trickster", "The Fairy Queen", "Fairy Tale - Chapter 1", "Shadowking's Tale - Chapter 4"} <= left_out
    with pytest.raises(fr.OptionError, match="not for 5"):
        game(5, simplified="yes")
    s = g.initial()
    g.act(s, -1, 0)
    assert g.action(-1, "card the-trickster").id not in dict(g.chances(s))


def test_check_names_the_reason() -> None:
    g, s = laid_out([["fairy-ring"], ["elven-warrior", "dwarven-warrior", "castle"], []], [[], [], ["castle", "fairy-ring"]])
    reveal(g, s, "vampire", "mischievous-fairy", "spirit-of-the-spring")
    assert s.waiting == 0b010
    for action, why in (
        ("close castle", "another category"),
        ("close mischievous-fairy", "safe"),
        ("close bard", "no open card"),
        ("play bard", "something else"),
    ):
        with pytest.raises(fr.NotLegal, match=why):
            do(g, s, 1, action)
    assert closed_cards(s, 2) == ["castle"]  # its fairy ring was opened before the vampire struck
    assert legal(g, s, 1) == ["close elven-warrior", "close dwarven-warrior"]


def test_check_open_needs_a_closed_card() -> None:
    g, s = laid_out([["bard"], [], []], [["castle", "fairy-ring", "bard"], [], []])
    reveal(g, s, "dark-angel", "bard", "bard")
    with pytest.raises(fr.NotLegal, match="no closed card"):
        do(g, s, 0, "open homesteaders")
    with contextlib.suppress(fr.NotYourTurn):
        do(g, s, 1, "open bard")
    assert legal(g, s, 0) == ["open fairy-ring", "open castle", "open bard"]

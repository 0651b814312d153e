"""What people and programs are shown: views, events, prompts, aids, the catalogue, and the words for all of it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.fields.schema import State, copy
from fairyring.core.fields.view import names_of, wire
from fairyring.core.game.events import LoggedEvent
from fairyring.core.rng import Stream
from fairyring.games.fairy_tale.schema import PLACES, Phase
from fairyring.games.fairy_tale.scoring import count_seat

from .helpers import HANDS, SLUGS, counted, dealt, do, game, give, kind, laid_out, prompt_of, reveal


def whole_game(players: int, seed: int) -> Iterator[fr.Table[Any]]:
    """A table after each decision of a random game."""
    table = fr.Table(fr.game("fairy-tale", players=players), seed=seed)
    rng = Stream(seed)
    while table.pending:
        legal = table.legal(table.pending[0])
        table.play(table.pending[0], legal[rng.below(len(legal))])
        yield table


# Views -------------------------------------------------------------------------------------------


def test_view_shows_the_table() -> None:
    table = dealt(HANDS, dealer=1)
    table.play(0, "draft castle")
    assert wire(table.view(0)) == {
        "seat": 0,
        "phase": "draft",
        "dealer": 1,
        "round": 0,
        "pick": 0,
        "step": 0,
        "held": 5,
        "waiting": [1, 2],
        "left": 85,
        "hand": [["fairy-ring", "castle", "bard", "homesteaders", "vampire"], None, None],
        "kept": [[], None, None],
        "commit": ["castle", None, None],
        "revealed": [None, None, None],
        "fresh": [],
        "turn": 0,
        "due": 0,
        "open": [{}, {}, {}],
        "down": [0, 0, 0],
        "closed": [{}, None, None],
        "total": [0, 0, 0],
        "stands_for": [None, None, None],
    }
    assert str(table.view(2)).splitlines()[:3] == ["what seat 2 sees", "  phase    draft", "  dealer   1"]


def test_view_shows_open_and_closed_cards() -> None:
    g, s = laid_out([["castle", "bard", "bard"], ["demon"], []], [["fairy-ring"], ["vampire"], []])
    view = g.view(s, 1)
    assert view.open == ({"castle": 1, "bard": 2}, {"demon": 1}, {})
    assert view.closed == (None, {"vampire": 1}, None)
    assert view.down == (1, 1, 0)
    assert g.room.presentation.terminal(g, view, g.speaker(["Tom", "Anna", "Paul"])) == [
        "Round 1 of 4, 100 cards in the deck, Tom deals.",
        "Tom: Castle, Bard ×2; 1 closed",
        "Anna (you): Demon; closed: Vampire",
        "Paul: nothing open",
    ]


def test_view_is_small_json() -> None:
    largest = 0
    for table in whole_game(5, seed=3):
        for seat in (*range(5), None):
            text = json.dumps(wire(table.view(seat)), ensure_ascii=False)
            largest = max(largest, len(text.encode()))
            view = json.loads(text)
            assert all(isinstance(view[name], list) for name in ("waiting", "fresh"))
    assert 1000 < largest < 4000  # at five seats, in the last round
    constants = {name for name, field in table.game.room.schema.state.fields.items() if field.const}
    assert not set(names_of(table.view(0))) & (constants | {"in_category", "in_typology", "deck", "memory", "played"})


# Events ------------------------------------------------------------------------------------------


def test_r6_a_deal_is_one_event_and_only_its_owner_learns_the_card() -> None:
    g = game(2)
    s = g.initial()
    do_nature(g, s, "dealer 2")
    (happening,) = do_nature(g, s, "card bard")
    mine, other = happening.shown_to(0), happening.shown_to(1)
    assert (mine.args, other.args) == ({"seat": 0, "card": "bard"}, {"seat": 0, "card": None})
    moves = [{"from": {"zone": "deck"}, "to": {"zone": "hand", "seat": 0}, "thing": "bard", "count": 1}]
    assert mine.wire()["moves"] == moves
    assert other.wire()["moves"] == [moves[0] | {"thing": None}]
    assert (g.say(mine), g.say(other)) == ("You are dealt Bard.", "")


def do_nature(g: fr.Game[Any], s: State, outcome: str) -> list[LoggedEvent]:
    return g.act(s, -1, g.check(s, -1, outcome).id)


def test_r7_r8_a_choice_is_secret_and_hands_go_round() -> None:
    table = dealt(HANDS)
    assert [event.args for event in table.play(0, "draft castle").events(0)] == [{"seat": 0, "card": "castle"}]
    (chosen,) = table.play(1, "draft demon").events(0)
    assert (chosen.kind, chosen.args, table.game.say(chosen)) == (
        "chosen",
        {"seat": 1, "card": None},
        "Player 2 has chosen.",
    )
    happened = table.play(2, "draft werewolf").events(0)
    assert [event.kind for event in happened] == ["chosen", "kept", "kept", "kept", "passed"]
    assert [event.args["card"] for event in happened[1:4]] == ["castle", None, None]
    assert happened[-1].args == {"side": "left", "count": 4}
    ways = [(move.source.seat, move.target.seat, move.thing, move.count) for move in happened[-1].moves]
    assert ways == [(0, 1, None, 4), (1, 2, None, 4), (2, 0, None, 4)]


def test_r9_r10_taking_up_and_discarding_move_everybodys_cards() -> None:
    moves = {}
    for table in whole_game(3, seed=2):
        for event in table.events_for(0):
            if event.kind in ("picked-up", "discarded"):
                moves[event.kind] = [(m.source.zone, m.target.zone, m.source.seat, m.target.seat, m.count) for m in event.moves]
    assert moves["picked-up"] == [("drafted", "hand", seat, seat, 5) for seat in range(3)]
    assert moves["discarded"] == [("hand", "discard", seat, None, 2) for seat in range(3)]


def test_r11_r13_r14_r16_cards_move_between_open_and_closed() -> None:
    g, s = laid_out([["castle"], ["bard", "bard"], []], [["bard"], [], []])
    s.held = s.step = 3
    give(s, 0, "staff-bearing-sage", "bard", "bard")
    give(s, 1, "castle", "bard", "bard")
    give(s, 2, "vampire", "bard", "bard")
    happenings = []
    for seat, action in enumerate(("play staff-bearing-sage", "play castle", "play vampire")):
        happenings = g.act(s, seat, g.check(s, seat, action).id)
    events = [(event.kind, dict(event.args)) for event in (happening.shown_to(None) for happening in happenings)]
    assert events == [
        ("committed", {"seat": 2, "card": None}),
        ("played", {"seat": 0, "card": "staff-bearing-sage"}),
        ("played", {"seat": 1, "card": "castle"}),
        ("played", {"seat": 2, "card": "vampire"}),
        ("opened", {"seat": 0, "card": "bard"}),
    ]
    (opened,) = happenings[-1].shown_to(2).moves
    assert (opened.source.zone, opened.target.zone, opened.thing) == ("closed", "open", "bard")
    (closed,) = (happening.shown_to(0) for happening in g.act(s, 1, g.check(s, 1, "close castle").id))
    assert (closed.kind, closed.args["card"], closed.moves[0].target.zone) == ("closed", "castle", "closed")


def test_r13_the_prey_moves() -> None:
    g, s = laid_out([[], [], []])
    s.held = s.step = 3
    for seat, name in enumerate(("the-fairy-queen", "demon", "bard")):
        give(s, seat, name, "bard", "bard")
    happenings = []
    for seat, name in enumerate(("the-fairy-queen", "demon", "bard")):
        happenings = g.act(s, seat, g.check(s, seat, f"play {name}").id)
    (hunted,) = [h.shown_to(0) for h in happenings if h.kind.name == "hunted"]
    assert hunted.args == {"hunter": 0, "card": "the-fairy-queen", "seat": 1, "prey": "demon"}
    assert (hunted.moves[0].thing, hunted.moves[0].source.seat) == ("demon", 1)


# Prompts -----------------------------------------------------------------------------------------


def test_r7_r9_prompts_of_drafting_and_playing() -> None:
    table = dealt(HANDS)
    assert prompt_of(table.game, table.state, 0) == (
        "R7",
        "Keep a card (1 of 5)",
        "Keep one card of your hand; the rest goes to the left. Of the 5 cards you keep you will play three.",
    )
    while table.view().phase == "draft":
        table.play(table.pending[0], table.legal(table.pending[0])[0])
    assert prompt_of(table.game, table.state, 1)[:2] == ("R9", "Play a card (1 of 3)")


@pytest.mark.parametrize(
    ("card", "seat", "rule", "text", "help_text"),
    [
        (
            "spirit-of-the-spring",
            0,
            "R14",
            "Your Spirit of the Spring opens 1 card",
            "your own closed Fairy Wood cards face up",
        ),
        ("dark-angel", 0, "R15", "Your Dark Angel opens 2 cards", "your own closed cards face up"),
        ("castle", 0, "R16", "Your Castle closes a card", "your own open Holy Empire cards; Castle itself is one"),
        ("demon", 1, "R17", "Tom's Demon closes a card of everybody", "your own open Holy Empire cards. A card turned up"),
    ],
)
def test_prompt_of_effects(card: str, seat: int, rule: str, text: str, help_text: str) -> None:
    hidden = ["elven-warrior", "dwarven-warrior", "mischievous-fairy"]
    g, s = laid_out([["homesteaders"], ["homesteaders", "bard"], []], [hidden, [], []])
    reveal(g, s, card, "elven-warrior", "elven-warrior")
    assert prompt_of(g, s, seat)[:2] == (rule, text)
    assert help_text in prompt_of(g, s, seat)[2]


# Aids --------------------------------------------------------------------------------------------


def test_aids_give_points_of_open_cards() -> None:
    """Tom: 3 for the bard, 3 for the dragon that counts it, and nothing for the chapter; Anna's Trickster is the Queen."""
    g, s = laid_out([["bard", "silver-dragon", "fairy-tale-chapter-1"], ["the-trickster", "fairy-tale-chapter-4"], []])
    s.held = 3
    give(s, 0, "bard", "elven-warrior", "castle")
    assert g.aids(s, 0) == {
        "points": [12, 8, 0],
        "worth": [
            {"fairy-tale-chapter-1": 6, "bard": 3, "silver-dragon": 3},
            {"fairy-tale-chapter-4": 9, "the-trickster": -1},
            {},
        ],
        "stands_for": [None, "the-fairy-queen", None],
        "changes": {"elven-warrior": 3, "castle": 0, "bard": 6},  # another bard: 3, and 3 for the dragon
        "closes": {"castle": ["castle"]},  # itself: the bard with its dragon is worth as much
    }
    json.dumps(g.aids(s, 0))


def test_aids_give_changes_of_choices() -> None:
    g, s = laid_out([["homesteaders", "homesteaders", "bard", "silver-dragon"], [], []])
    reveal(g, s, "castle", "bard", "bard")
    assert g.aids(s, 0)["points"][0] == 2 + 2 + 3 + 3 + 6
    assert g.aids(s, 0)["changes"] == {"castle": -6, "bard": -6, "homesteaders": -3}
    g, s = laid_out([["bard"], [], []], [["silver-dragon", "elven-warrior", "homesteaders"], [], []])
    reveal(g, s, "dark-angel", "bard", "bard")
    assert g.aids(s, 0)["changes"] == {"elven-warrior": 3, "homesteaders": 1, "silver-dragon": 3}
    assert "changes" not in g.aids(s, 1)


def test_aids_count_own_effects() -> None:
    """R14–R17: a card to play changes the total by what it does to its own player's cards, with the best choice."""
    lying = [["homesteaders", "homesteaders", "homesteaders", "homesteaders"], ["bard"], []]
    g, s = laid_out(lying, [["fairy-ring", "vampire", "elven-warrior"], [], []])
    s.held = 5
    give(s, 0, "castle", "fairy-ring", "spirit-of-the-spring", "dark-angel", "demon")
    aids = g.aids(s, 0)
    assert aids["changes"] == {
        "castle": 0,  # closing it costs 6, closing one of four Homesteaders 7
        "fairy-ring": 0,  # closes itself: there is no other card of the Fairy Wood
        "spirit-of-the-spring": 1 + 6,
        "dark-angel": -1 + 6 + 3,
        "demon": 2 - 7,
    }
    assert aids["closes"] == {"castle": ["castle"], "fairy-ring": ["fairy-ring"], "demon": ["homesteaders"]}
    assert aids["opens"] == {"spirit-of-the-spring": ["fairy-ring"], "dark-angel": ["fairy-ring", "elven-warrior"]}
    assert g.aids(s, 0) == aids  # the state is as before


@pytest.mark.parametrize("seed", range(30))
def test_forecast_is_the_best_reachable_score(seed: int) -> None:
    """Every card on random rows, beside cards without an effect: the forecast is the best total that its player can reach."""
    shuffle = random.Random(seed)
    names = [name for name in SLUGS if "chapter" not in name]  # chapters look at the rows of others, which change as well
    open_cards, hidden = shuffle.choices(names, k=4), shuffle.choices(names, k=3)
    for card in names:
        g, s = laid_out([open_cards, [], []], [hidden, [], []])
        s.held = 1
        give(s, 0, card)
        aids = g.aids(s, 0)
        reveal(g, s, card, "elven-warrior", "elven-warrior")
        assert best_total(g, s) == aids["points"][0] + aids["changes"][card], card


def best_total(g: fr.Game[Any], s: Any) -> int:
    """Return the most points of seat 0 after all choices that the effects of this step ask it for."""
    if s.phase not in (Phase.OPEN, Phase.CLOSE):
        count_seat(s, 0)
        return int(s.total[0])
    seat = next(seat for seat in g.seats if g.legal(s, seat))
    totals = []
    for action in g.legal(s, seat):
        then = copy(s)
        g.act(then, seat, action)
        totals.append(best_total(g, then))
    return max(totals)


def test_aids_use_the_view_only() -> None:
    g, s = laid_out([["bard"], [], []], [[], ["castle"], []])
    s.held = 1
    give(s, 0, "bard")
    give(s, 1, "castle")
    other = g.aids(s, 0)
    s.hand[1][0], s.closed[1][kind("castle")], s.closed[1][kind("bard")] = kind("demon") + 1, 0, 1
    for place in range(PLACES):
        s.memory[0][place] = 1
    assert g.aids(s, 0) == other


# The catalogue --------------------------------------------------------------------------------------


def test_r2_the_catalogue_has_the_printed_values() -> None:
    catalogue = json.loads(json.dumps(game(2).catalogue()))
    cards = catalogue["things"]["card"]
    assert len(cards) == 40
    queen, angel, bard = cards["the-fairy-queen"], cards["dark-angel"], cards["bard"]
    assert (queen["title"], queen["category"]["word"], queen["typology"]["word"]) == (
        "The Fairy Queen",
        "fairy-wood",
        "character",
    )
    assert (queen["value"], queen["value_kind"]["word"], queen["copies"], queen["number"]) == (3, "fixed", 1, 3)
    assert (queen["not_certain"], queen["left_out_of_simplified"], queen["own"]) == (["value"], True, False)
    assert (angel["effect"]["kind"]["word"], angel["effect"]["target"], angel["effect"]["amount"]) == ("open-self", None, 2)
    assert queen["effect"]["target"] == {"one": "category", "word": "shadow-kingdom"}
    assert bard["requirement"] == {"ally": {"one": "card", "word": "silver-dragon"}}
    requirements = {slug: card["requirement"] for slug, card in cards.items()}
    assert requirements["silver-dragon"] == {"times": 3, "per": {"one": "card", "word": "bard"}}
    assert cards["silver-dragon"]["value"] is None
    assert requirements["fairy-tale-chapter-1"] == {"most": {"one": "category", "word": "fairy-wood"}}
    assert requirements["shadowkings-tale-chapter-2"] == {"most": {"one": "typology", "word": "place"}}
    assert [need["word"] for need in requirements["fairy-tale-chapter-2"]["own"]] == ["fairy-ring", "spirit-of-the-spring"]
    assert requirements["fairy-tale-chapter-3"] == {"at_least": {"holy-empire": 2, "dragon-valley": 2}}
    assert requirements["the-trickster"] == {"wild": True}
    assert requirements["castle"] is None


def test_r35_the_catalogue_counts_the_copies_in_play() -> None:
    cards = game(4, simplified="yes").catalogue()["things"]["card"]
    assert (cards["the-trickster"]["copies"], cards["bard"]["copies"]) == (0, 4)


def test_action_messages() -> None:
    g = game(2)
    for action, text in (
        ("draft bronze-dragon", "keep Bronze Dragon (Dragon Valley, 1, opens one of your Dragon Valley)"),
        ("play dark-angel", "play Dark Angel (Shadow Kingdom, −1, opens two of your cards)"),
        ("play dwarven-warrior", "play Dwarven Warrior (Fairy Wood, 3 per Sky-Dance Dragon)"),
        ("close castle", "close Castle (Holy Empire, 6, closes one of your Holy Empire)"),
        ("close-new castle", "close the Castle (Holy Empire, 6, closes one of your Holy Empire) just played"),
        ("open bard", "open Bard (Holy Empire, 3, ally of Silver Dragon)"),
        ("play the-trickster", "play The Trickster (Shadow Kingdom, −1, stands for any card)"),
    ):
        assert g.say_action(g.actions.parse(action)) == text
    for slug, worth in (
        ("fairy-tale-chapter-1", "6 if you have the most Fairy Wood cards"),
        ("fairy-tale-chapter-2", "7 if you own Fairy Ring and Spirit of the Spring"),
        ("shadowkings-tale-chapter-3", "8 if you have at least 2 Fairy Wood, 2 Holy Empire and 2 Dragon Valley"),
        ("shadowkings-tale-chapter-4", "9 if you have the most Tale cards"),
    ):
        assert worth in g.say_action(g.actions.parse(f"play {slug}"))


def test_sheet_is_messages_with_reasons() -> None:
    done = counted(["the-trickster", "fairy-tale-chapter-4"], [])
    total, chapter, trickster = game(2).sheet(done)[:3]
    assert (total.key, total.args["points"]) == ("score.total", 8)
    reason = chapter.wire()["args"]["why"]
    assert reason["key"] == "score.why-trickster"
    assert reason["args"]["why"]["args"] == {"condition": [{"one": "card", "word": "the-fairy-queen"}]}
    assert trickster.wire()["args"]["why"] == {
        "key": "score.why-wild",
        "args": {"card": {"one": "card", "word": "the-fairy-queen"}},
    }


def test_events_of_a_step() -> None:
    g, s = laid_out([[], [], []])
    texts = reveal(g, s, "elven-warrior", "bard", "bard")
    assert texts[:3] == ["Tom has put down a card.", "Anna has put down a card.", "Paul has put down a card."]
    assert do(g, s, 0, "play bard") == ["Tom has put down a card."]

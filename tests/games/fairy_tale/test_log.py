"""What can be looked up later (R38): not what others' closed cards are, and not what one was dealt in an earlier round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.game.events import Event
from fairyring.core.rng import Stream
from fairyring.games.fairy_tale.presentation.log_redaction import track_copies
from fairyring.games.fairy_tale.schema import Phase, State

from .helpers import SLUGS, dealt

NAMED = {"played": (("seat", "card"),), "closed": (("seat", "card"),), "opened": (("seat", "card"),),
         "hunted": (("hunter", "card"), ("seat", "prey"))}  # fmt: skip

# Ring and warrior for Tom, a vampire for Anna: the first round ends with Tom's warrior and first ring closed.
TOM = ("elven-warrior", "fairy-ring", "castle", "bard", "dwarven-warrior")
ANNA = ("vampire", "homesteaders", "silver-dragon", "bronze-dragon", "demon")
WANTED = (
    {"elven-warrior", "fairy-ring", "bard", "bronze-dragon", "demon"},
    {"vampire", "homesteaders", "silver-dragon", "castle", "dwarven-warrior"},
)
NEXT = ("spirit-of-the-spring", *["homesteaders"] * 4, *["children-of-the-dragon"] * 4, "fairy-ring")


def in_round_two() -> fr.Table[Any]:
    """Tom has closed his warrior for his ring, and lost the ring to the vampire; everything else lies open."""
    table = dealt((TOM, ANNA), dealer=0, more=[f"card {name}" for name in NEXT])
    keep(table, *WANTED)
    for mine, other in (("elven-warrior", "homesteaders"), ("fairy-ring", "silver-dragon"), ("bard", "vampire")):
        table.play(0, f"play {mine}")
        table.play(1, f"play {other}")
        while table.view().phase == "close":
            table.play(table.pending[0], "close elven-warrior")
    return table


def keep(table: fr.Table[Any], *wanted: set[str]) -> None:
    """Each seat drafts what it wants, as far as it gets it."""
    turn = table.view().round
    while table.view().phase == "draft" and table.view().round == turn:
        seat = table.pending[0]
        mine = [action for action in table.legal(seat) if action.args["card"] in wanted[seat]]
        table.play(seat, (mine or table.legal(seat))[0])


def lines(table: fr.Table[Any], viewer: int | None) -> list[tuple[str, ...]]:
    """What a viewer may look up about cards on the table."""
    return [(event.kind, *map(str, event.args.values())) for event in table.events_for(viewer) if event.kind in NAMED]


def test_r38_a_card_that_lies_closed_is_looked_up_only_by_its_owner() -> None:
    table = in_round_two()
    s = table.state
    assert isinstance(s, State)
    assert [SLUGS[k] for k in range(40) if s.closed[0][k]] == ["fairy-ring", "elven-warrior"]
    assert table.view().round == 1
    closing = ("closed", "0", "elven-warrior", "False", "0")
    about_tom = [("played", "0", "elven-warrior"), ("played", "0", "fairy-ring"), closing]
    assert [line for line in about_tom if line in lines(table, 0)] == about_tom
    for viewer in (1, None):
        story_lines = lines(table, viewer)
        assert not any("elven-warrior" in line or "fairy-ring" in line for line in story_lines)
        assert ("played", "0", "bard") in story_lines
        assert ("played", "1", "vampire") in story_lines


def test_r38_until_the_round_is_over_everybody_may_look() -> None:
    table = dealt((TOM, ANNA), dealer=0)
    keep(table, *WANTED)
    for seat, name in ((0, "elven-warrior"), (1, "homesteaders"), (0, "fairy-ring"), (1, "silver-dragon")):
        table.play(seat, f"play {name}")
    table.play(0, "close elven-warrior")
    for viewer in (0, 1, None):
        assert ("closed", "0", "elven-warrior", "False", "0") in lines(table, viewer)


def test_r38_dealt_cards_fade_for_all() -> None:
    table = in_round_two()
    for viewer, cards in ((0, NEXT[:5]), (1, NEXT[5:]), (None, ())):
        dealt = [event.args["card"] for event in table.events_for(viewer) if event.kind == "dealt"]
        assert [card for card in dealt if card] == list(cards)
        assert len(dealt) == 10
    r = table.redacted(0)
    assert isinstance(r, State)
    assert sum(card > 0 for card in r.memory[0]) > 5  # a perfect memory keeps it
    assert sum(table.redacted(1).closed[0]) == 2  # type: ignore[attr-defined]


def test_r38_a_card_that_is_opened_again_can_be_looked_up_again() -> None:
    table = in_round_two()
    keep(table, {"spirit-of-the-spring"}, set())
    table.play(0, "play spirit-of-the-spring")
    table.play(1, "play homesteaders")
    table.play(0, "open elven-warrior")
    for viewer in (1, None):
        story_lines = lines(table, viewer)
        assert ("played", "0", "elven-warrior") in story_lines
        assert ("closed", "0", "elven-warrior", "False", "0") in story_lines
        assert ("opened", "0", "elven-warrior") in story_lines
        assert not any("fairy-ring" in line for line in story_lines)  # that one is still closed


def test_r38_news_are_complete_once() -> None:
    """The last step of a round is heard although it can no longer be looked up when it is over."""
    table = dealt((TOM, ANNA), dealer=0, more=[f"card {name}" for name in NEXT])
    keep(table, *WANTED)
    for seat, name in ((0, "elven-warrior"), (1, "homesteaders"), (0, "bard"), (1, "silver-dragon")):
        table.play(seat, f"play {name}")
    assert table.news(1) == table.events_for(1)
    table.play(0, "play fairy-ring")
    table.play(1, "play vampire")
    table.play(0, "close elven-warrior")
    assert table.view().round == 1
    events = [(event.kind, event.args.get("card")) for event in table.news(1)]
    assert ("closed", "elven-warrior") in events
    assert ("played", "fairy-ring") in events
    assert table.news(1) == ()
    assert not any("elven-warrior" in line for line in lines(table, 1))


def test_news_omit_a_withdrawn_choice() -> None:
    table = dealt((TOM, ANNA))
    table.news(1)
    table.play(0, "draft castle")
    assert [event.kind for event in table.news(1)] == ["chosen"]
    table.take_back(0)
    table.play(0, "draft bard")
    assert [event.kind for event in table.news(1)] == ["chosen"]
    assert [event.kind for event in table.copy().news(1)] == []


def named(event: Event) -> list[tuple[int, str]]:
    return [(event.args[seat], event.args[card]) for seat, card in NAMED.get(event.kind, ())]


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (5, 3)])
def test_r38_faded_events_name_open_cards_only(players: int, seed: int) -> None:
    """Whole games: lines of earlier rounds name others' cards only as often as they lie open; an owner sees all of its own.

    So what a viewer may look up follows from what it sees now.
    """
    table = fr.Table(fr.game("fairy-tale", players=players), seed=seed)
    rng = Stream(seed)
    hidden = 0
    while table.pending:
        actions = table.legal(table.pending[0])
        table.play(table.pending[0], actions[rng.below(len(actions))])
        if table.view().phase != "draft":
            continue
        for viewer in (*range(players), None):
            view, events = table.view(viewer), table.events_for(viewer)
            begins = max(number for number, event in enumerate(events) if event.kind == "round")
            old = events[:begins]
            assert not any(event.kind == "dealt" for event in old)
            plays = Counter((event.args["seat"], event.args["card"]) for event in old if event.kind == "played")
            for seat in range(players):
                closed = view.closed[seat] if seat == viewer else {}
                visible = Counter(view.open[seat]) + Counter(closed)
                assert {card: count for (p, card), count in plays.items() if p == seat} == visible
                hidden += view.down[seat] if seat != viewer else 0
            for event in old:
                assert all(p == viewer or view.open[p].get(card) for p, card in named(event))
    assert hidden > 20


def test_r38_the_copies_are_followed_as_the_table_turns_them() -> None:
    """At every moment, as many copies count as open as lie open."""
    table = fr.Table(fr.game("fairy-tale", players=5), seed=4)
    rng = Stream(4)
    while table.pending:
        actions = table.legal(table.pending[0])
        table.play(table.pending[0], actions[rng.below(len(actions))])
        s = table.state
        assert isinstance(s, State)
        if s.phase in (Phase.PLAY, Phase.DONE):
            lying = Counter((copy.seat, copy.is_open) for copy in track_copies(table._log))
            assert all(lying[p, True] == sum(s.open[p]) and lying[p, False] == s.down[p] for p in range(5))


def test_table_news_cost_does_not_grow_with_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole log is followed only for a lookup beyond the newest round."""
    table = in_round_two()
    viewers: list[int | None] = []
    whole = fr.Table._faded

    def faded(table: fr.Table[Any], seat: int | None) -> Collection[int]:
        viewers.append(seat)
        return whole(table, seat)

    monkeypatch.setattr(fr.Table, "_faded", faded)
    table.news(1)
    viewers.clear()
    keep(table, set(), set())
    assert table.news(1)
    assert not viewers
    table.events_for(1)
    assert viewers == [1]

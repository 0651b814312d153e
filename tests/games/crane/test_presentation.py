"""What is shown besides the rules: views, events as data, moves, prompts, aids, the catalogue, the score sheet."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.games.crane import ROOM
from fairyring.games.crane.schema import State


def after(*steps: str, players: int = 3, seed: int | None = None, **options: object) -> fr.Table[Any]:
    """A table whose first seat is challenger, after these decisions in the order they are due."""
    table = fr.Table(fr.game("crane", players=players, first="1", **options), seed=seed)
    for step in steps:
        table.play(table.pending[0], step)
    return table


def events_of(table: fr.Table[Any], kind: str, seat: int | None = None) -> list[dict[str, Any]]:
    """The arguments of all events of a kind."""
    return [dict(event.args) for event in table.events_for(seat) if event.kind == kind]


def position(players: int, options: dict[str, object], steps: tuple[str, ...], **values: Any) -> tuple[Game[Any], State]:
    """A game before its first flip with some fields set by hand, and then these decisions."""
    game: Game[Any] = Game(ROOM, {"players": players, "first": "1"} | options)
    s = game.initial()
    assert isinstance(s, State)
    for name, value in values.items():
        setattr(s, name, value)
    for step in steps:
        seat = game.pending(s)[0]
        game.act(s, seat, game.check(s, seat, step).id)
    return game, s


COUNTED = ("flip 10 ring", "bet just", "bet high", "grab 8")


# Views ------------------------------------------------------------------------------------------


def test_view_shows_the_table() -> None:
    table = after("flip 4 index", "bet low", "bet just", "grab 3", "jackpot right", "flip 10 ring", "bet high")
    view = table.view(0)
    assert (view.phase, view.challenger, view.target, view.finger, view.waiting) == ("betting", 1, 10, "ring", (2,))
    assert view.knows == (("high", None, None), None, None)
    assert (view.deck, view.pots, view.loose) == (130 - 3 - 2, {"left": 3, "right": 4}, (2, 2, 0))
    assert (view.up_card, view.up_at) == (("4-index",), ("seat-0",))
    assert (view.contenders, view.to_go, view.extra, view.reason) == ((0, 1, 2), (), False, None)
    assert str(view).splitlines()[:6] == [
        "what seat 0 sees",
        "  phase        betting",
        "  challenger   1",
        "  target       10",
        "  finger       ring",
        "  waiting      2",
    ]


def test_view_is_none_for_absent_things() -> None:
    start = fr.Table(fr.game("crane", players=3)).view()
    assert (start.phase, start.challenger, start.target, start.finger) == ("draw-first", None, None, None)
    two = after(players=2).view()
    assert (two.pots, two.achieved) == ({"left": 3}, ({}, {}))


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_view_is_json(viewer: int | None) -> None:
    table = after(*COUNTED, grab="real")
    message = json.loads(json.dumps(fr.wire(table.view(viewer))))
    assert message["revealed"] == [None, "just", "high"]
    assert message["pots"] == {"left": 3, "right": 3}
    masks = {
        name for name, value in message.items() if name in ("waiting", "contenders", "to_go") and not isinstance(value, list)
    }
    assert masks == set()
    assert not {"unseen", "unseen_of", "copies", "ups", "bet_cards"} & set(message)


def test_terminal_board() -> None:
    table = after(*COUNTED, grab="real")
    game = table.game
    assert game.room.presentation.terminal(game, table.view(1), game.speaker(("Ann", "Bo", "Cy"))) == [
        "Ann has to grab 10 without the ring finger and has 8 cards.",
        "Cards: deck 122 · the left jackpot 3 · the right jackpot 3",
        "  Ann  0 cards  challenger",
        "  Bo   0 cards  bets JUST",
        "  Cy   0 cards  bets HIGH",
    ]
    two = after("flip 10 ring", "bet high", "grab 12", "flip 4 ring", players=2, grab="real")
    assert two.game.room.presentation.terminal(two.game, two.view(0), two.game.speaker(("Ann", "Bo"))) == [
        "Bo has to grab 4 without the ring finger.",
        "Cards: deck 131 · the jackpot 5",
        "  Ann  0 cards  achieved: none  to bet",
        "  Bo   0 cards  achieved: HIGH  challenger, eyes closed",
    ]


# Events -----------------------------------------------------------------------------------------


def test_events_list_bets_by_seat() -> None:
    table = after(*COUNTED, grab="real")
    assert events_of(table, "revealed") == [{"bets": (None, "just", "high")}]
    assert events_of(table, "overheard", 1) == events_of(table, "overheard", 2) == [{"bets": (None, "just", "high")}]
    assert events_of(table, "overheard", 0) == events_of(table, "overheard") == []
    table.play(0, "jackpot left")
    table.play(NATURE, "flip 4 index")
    assert [row["back"] for row in events_of(table, "flipped")] == [(None, None, None), (None, "just", "high")]


def test_event_committed_shows_the_bet_to_its_owner_only() -> None:
    table = after("flip 10 ring", "bet just", "bet high")
    assert events_of(table, "committed", 1) == [{"seat": 1, "bet": "just"}, {"seat": 2, "bet": None}]
    assert (
        events_of(table, "committed", 0)
        == events_of(table, "committed")
        == [{"seat": 1, "bet": None}, {"seat": 2, "bet": None}]
    )
    texts = [[table.game.say(event) for event in table.events_for(seat) if event.kind == "committed"] for seat in (1, 0)]
    assert texts[0] == ["Player 2 has laid a bet: JUST.", "Player 3 has laid a bet."]
    assert texts[1] == ["Player 2 has laid a bet.", "Player 3 has laid a bet."]


def test_event_gathered_lists_the_jackpots() -> None:
    game, s = position(
        3, {"grab": "real"}, ("flip 20 ring", "bet low", "bet just", "grab 5"), deck=5, pots=[60, 66], loose=[5, *[0] * 5]
    )
    happenings = game.act(s, 0, game.check(s, 0, "jackpot left").id)
    (event,) = [h.shown_to(0) for h in happenings if h.kind.name == "gathered"]
    assert event.args == {"pots": {"left": 65, "right": 66}}
    assert [(move.source.place, move.target.zone, move.count) for move in event.moves] == [
        ("left", "deck", 65),
        ("right", "deck", 66),
    ]
    assert ROOM.checks.meanings.events["gathered"](s, s, event.args)


def test_event_tied_lists_the_seats() -> None:
    loose = [0, 9, 0, 9, 0, 0]
    game, s = position(
        4,
        {"grab": "real"},
        ("flip 10 ring", "bet low", "bet low", "bet low", "grab 20"),
        loose=loose,
        deck=112,
        challenger=3,
        short=7,
    )
    happenings = game.act(s, 3, game.check(s, 3, "jackpot left").id)
    assert [h.args for h in happenings if h.kind.name == "tied"] == [{"seats": (1, 3)}]


@pytest.mark.parametrize(
    "options", [{"players": 2}, {"players": 3, "skill": "expert"}, {"players": 6}, {"players": 4, "grab": "real"}]
)
def test_event_moves_add_up_for_each_jackpot(options: dict[str, Any]) -> None:
    """The kit counts both jackpots together; here they are counted one by one."""
    for seed in range(6):
        table = fr.Table(fr.game("crane", **options), seed=seed)
        while table.pending:
            before = table.view()
            legal = table.legal(table.pending[0])
            result = table.play(table.pending[0], legal[(seed + len(table.history)) % len(legal)])
            moved: Counter[str | int | None] = Counter()
            for event in result.events():
                for move in event.moves:
                    moved[move.target.place] += move.count if move.target.zone == "jackpot" else 0
                    moved[move.source.place] -= move.count if move.source.zone == "jackpot" else 0
            change = {pot: cards - before.pots[pot] for pot, cards in table.view().pots.items()}
            assert change == {pot: moved[pot] for pot in change}


# Prompts and aids -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "steps", "seat", "rule", "text"),
    [
        (3, ("flip 10 ring",), 1, "R8", "Bet on Ann, who has to grab 10 without the ring finger"),
        (2, ("flip 10 ring",), 1, "R29", "Bet on Ann, who has to grab 10 without the ring finger"),
        (3, ("flip 4 ring", "bet low", "bet low", "grab 4"), 0, "R13", "Exactly right! Choose the jackpot that you take"),
        (3, ("flip 4 ring", "bet low", "bet low", "grab 3"), 0, "R14", "Too few: choose the jackpot that gets 1 card"),
        (3, ("flip 4 ring", "bet low", "bet low", "grab 9"), 0, "R15", "Too many: choose the jackpot that gets 5 cards"),
    ],
)
def test_prompt_cites_a_rule_at_every_decision(players: int, steps: tuple[str, ...], seat: int, rule: str, text: str) -> None:
    table = after(*steps, players=players, grab="real")
    say = table.game.speaker(("Ann", "Bo", "Cy"))
    prompt = table.prompt(seat)
    assert (prompt.rule, say.say(prompt.text)) == (rule, text)
    assert say.say(prompt.help)
    assert f"**{rule}**" in ROOM.rules_text()
    json.dumps(prompt.wire())


def test_prompt_asks_for_a_report_and_a_confirmation() -> None:
    table = after("flip 10 ring", "bet low", "bet low", grab="real")
    say = table.game.speaker(["Ann", "Bo", "Cy"])
    assert [table.prompt(seat).key for seat in range(3)] == ["report", "wait", "wait"]
    assert "another player confirms" in say.say(table.prompt(0).help)
    assert say.say(table.prompt(1).text) == "Waiting for Ann"
    table.report(0, "grab 8")
    assert [table.prompt(seat).key for seat in range(3)] == ["wait", "confirm", "confirm"]
    assert say.say(table.prompt(2).text) == "Ann reports: the hand grabs 8 cards, the flipped card included. Is that right?"
    assert say.say(table.prompt(0).text) == "Waiting for Bo and Cy"


def test_aids_odds_are_those_of_the_model() -> None:
    """An expert asked for 4 misses by at most 1: 200 · 9 below, 200 · 16 exactly, 200 · 9 above, and 1 in 201 an eye opens."""
    table = after("flip 4 ring", skill="expert")
    of = 201 * 34
    expected = {"odds": {"high": [1800, of], "low": [1800, of], "just": [3200, of]}, "eyes_opened": [34, of]}
    assert table.aids(1) == table.aids(2) == expected
    assert table.aids(0) == {}  # the challenger bets on nothing
    table.play(1, "bet just")
    assert table.aids(1) == table.aids(2) == expected


def test_aids_odds_depend_on_the_deck_size() -> None:
    """Of three cards a hand cannot take four: whatever it would be, it is LOW."""
    game, s = position(3, {"skill": "expert"}, ("flip 4 ring",), deck=3, pots=[60, 73])
    of = 201 * 34
    assert game.aids(s, 1)["odds"] == {"high": [0, of], "low": [6800, of], "just": [0, of]}


def test_aids_have_no_odds_for_a_real_deck() -> None:
    assert after("flip 4 ring", grab="real").aids(1) == {}


def test_aids_describe_each_jackpot_choice() -> None:
    start = ("flip 10 ring", "bet high", "bet high", "grab 1", "jackpot right")  # the ten of the ring finger lies there now
    few = after(*start, "flip 10 index", "bet high", "bet high", "grab 8", grab="real")
    left, right = (
        {"holds": 3, "face_up": [], "gets": 2, "you_take": 6},
        {"holds": 4, "face_up": ["10-ring"], "gets": 2, "you_take": 6},
    )
    assert few.aids(1) == {"jackpots": {"left": left, "right": right}}
    exact = after(*start, "flip 10 index", "bet high", "bet high", "grab 10", grab="real")
    assert {pot: (row["gets"], row["you_take"]) for pot, row in exact.aids(1)["jackpots"].items()} == {
        "left": (0, 13),
        "right": (0, 14),
    }
    many = after(*start, "flip 10 index", "bet high", "bet high", "grab 13", grab="real")
    assert {pot: (row["gets"], row["you_take"]) for pot, row in many.aids(1)["jackpots"].items()} == {
        "left": (3, 0),
        "right": (3, 0),
    }
    hopeless = after(*start, "flip 10 index", "bet high", "bet high", "grab 4", grab="real")
    assert {pot: (row["gets"], row["you_take"]) for pot, row in hopeless.aids(1)["jackpots"].items()} == {
        "left": (4, 0),
        "right": (4, 0),
    }
    for table in (few, exact, many, hopeless):
        assert table.aids(0) == table.aids(2) == {}
        promised = table.aids(1)["jackpots"]["right"]["you_take"]
        table.play(1, "jackpot right")
        assert table.game.rules.score(table.state, 1) == promised


def test_aids_can_be_switched_off() -> None:
    table = fr.Table(fr.game("crane", players=3, first="1"), chance=["flip 4 ring"], aids=False)
    assert table.aids(1) == {}


# The catalogue and the sheet --------------------------------------------------------------------


def test_catalogue_lists_the_cards() -> None:
    catalogue = json.loads(json.dumps(fr.game("crane", players=4).catalogue()))
    cards = catalogue["things"]["card"]
    assert len(cards) == 17 * 4
    assert cards["10-ring"] == {"number": 10, "finger": {"one": "finger", "word": "ring"}, "copies": 2}
    assert sum(card["copies"] for card in cards.values()) == 136
    amounts = {name: entry["is"] for name, entry in catalogue["things"]["amount"].items()}
    assert amounts == {"cards": 136, "jackpots": 2, "bank": 3, "bundle": 10, "challenges": 2}
    bets = catalogue["things"]["bet"]
    assert bets["high"] == {"copies": 1, "right_if": "more", "achieves": False, "pays_from": "deck", "pays": 2}
    assert bets["just"] == {"copies": 1, "right_if": "equal", "achieves": False, "pays_from": "jackpot", "pays": "all"}
    assert catalogue["things"]["skill"]["novice"] == {"cards_for_one_more": 2, "eyes_open": [4, 204]}
    assert catalogue["things"]["place"]["seat-3"] == {"zone": "taken", "seat": 3}
    assert catalogue["things"]["place"]["right"] == {"zone": "jackpot", "place": "right"}
    assert {"taken", "jackpot"} <= set(catalogue["zones"])
    texts = ROOM.texts()
    assert all(f"amount.{name}" in texts for name in amounts)
    assert all(f"skill.{name}" in texts for name in catalogue["things"]["skill"])


def test_catalogue_of_two_players() -> None:
    things = fr.game("crane", players=2, grab="real").catalogue()["things"]
    assert {name: entry["is"] for name, entry in things["amount"].items()} == {
        "cards": 136,
        "jackpots": 1,
        "bank": 3,
        "bundle": 10,
        "goal": 40,
        "bets-to-achieve": 3,
    }
    assert {name: (bet["copies"], bet["achieves"]) for name, bet in things["bet"].items()} == {
        "high": (2, True),
        "low": (2, True),
        "just": (1, True),
    }
    assert things["skill"] == {}  # nobody models a real hand
    assert list(things["pot"]) == ["left"]


def test_sheet_gives_the_reasons_of_places() -> None:
    game, s = position(
        2,
        {"grab": "real"},
        ("flip 10 ring", "bet just", "grab 10"),
        achieved=[[0, 0, 0], [1, 2, 0], *[[0, 0, 0]] * 4],
        markers=[2, 0, 0, 0, 0, 0],
    )
    say = game.speaker(("Ann", "Bo"))
    assert [say.say(line) for line in game.sheet(s)] == [
        "Bo: 0 cards, place 1; achieved: HIGH, LOW, LOW, JUST",
        "Ann: 33 cards (3 ×10 and 3), place 2; achieved: none",
    ]

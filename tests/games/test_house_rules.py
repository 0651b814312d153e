"""Numbers of the printed rules as options: their defaults, what each of them changes, and how tables show it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import fairyring as fr
from fairyring.bots import backends
from fairyring.cli.main import main
from fairyring.core.errors import OptionError
from fairyring.core.fields import schema
from fairyring.core.game import registry
from fairyring.core.record.record import Record
from fairyring.games.fairy.lookup import fairy_places
from fairyring.games.fairy.schema import CARDS, FAIRIES, MAX_FAIRIES

PRINTED = {
    "crane": {
        "jackpots": 1,
        "bank": 3,
        "bundle": 10,
        "bet_pays": 2,
        "challenges": 2,
        "goal": 40,
        "high_bets": 2,
        "low_bets": 2,
        "just_bets": 1,
    },
    "fairy": {
        "higher": 2,
        "lower": 2,
        "suit": 4,
        "catch": 7,
        "wrong": 1,
        "floor": -4,
        "goal": 24,
        "last_fairy": 3,
        "fairy_cards": 3,
    },
    "fairy-tale": {"hand_size": 5, "rounds": 4, "plays": 3},
    "fariables": {"goal": 14, "off_die_b": 3, "tokens": 6, "faces": 6},
    "sneaky-town": {"own_sun": 15, "flower": 10, "other_sun": 5, "void_cost": 1, "stock": 8, "marks": 12},
}


def play_out(game: fr.Game[Any], seed: int = 1) -> tuple[fr.Table[Any], list[Any]]:
    """Return a finished random game, and its events after the first decision."""
    table, rng = fr.Table(game, seed=seed), random.Random(seed)
    events: list[Any] = []
    while table.pending:
        seat = table.pending[0]
        events += table.play(seat, rng.choice(table.legal(seat))).events()
    return table, events


def scripted(cards: tuple[int, ...], guesses: tuple[str, ...], **numbers: int) -> fr.Table[Any]:
    """Return Fairy for two after these cards; seat 0 guesses, seat 1 always fails to catch a fairy."""
    table = fr.Table(fr.game("fairy", players=2, **numbers), chance=[f"card {card}" for card in cards])
    for guess in guesses:
        table.play(0, f"guess {guess}")
        table.play(1, "guess catch")
    return table


# Defaults ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", registry.shipped())
def test_rule_numbers_are_printed_by_default(name: str) -> None:
    game = fr.game(name)
    assert game.numbers == PRINTED[name]
    assert game.house_rules == {}
    assert not set(PRINTED[name]) & set(game.options)


def test_rule_numbers_follow_other_options() -> None:
    assert fr.game("fairy", variant="fifteen").numbers["goal"] == 15
    assert fr.game("fairy", variant="fifteen", goal=24).house_rules == {"goal": 24}
    small = fr.game("sneaky-town", size="3")
    assert (small.numbers["stock"], small.numbers["marks"], small.house_rules) == (5, 6, {})
    assert [fr.game("crane", players=players).numbers["jackpots"] for players in (2, 3, 6)] == [1, 2, 2]
    assert fr.game("crane", players=3, jackpots=2).house_rules == {}


@pytest.mark.parametrize("name", registry.shipped())
def test_game_with_printed_numbers_is_the_printed_game(name: str) -> None:
    named = fr.game(name, **PRINTED[name])
    assert named == fr.game(name)
    assert named.room is registry.room(name)


def test_digest_does_not_depend_on_rule_numbers() -> None:
    """They joined the schema after records had been published."""
    assert schema.digest(fr.game("fairy").initial()) == schema.digest(fr.game("fairy", higher=5, goal=30).initial())
    assert schema.pack(fr.game("fairy").initial()) != schema.pack(fr.game("fairy", higher=5).initial())


# What they change -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "guesses", "numbers", "score"),
    [
        ((1, 2), ("higher",), {"higher": 5}, 5),
        ((2, 1), ("lower",), {"lower": 5}, 5),
        ((1, 2), ("suit",), {"suit": 5}, 5),
        ((1, 11), ("catch",), {"catch": 9}, 9),
        ((1, 2), ("lower",), {"wrong": 3}, -3),
        ((1, 2, 3, 5), ("lower", "lower", "lower"), {"floor": -2}, -2),
    ],
)
def test_fairy_numbers_pay(cards: tuple[int, ...], guesses: tuple[str, ...], numbers: dict[str, int], score: int) -> None:
    assert scripted((*cards, 21), guesses, **numbers).view(0).score[0] == score


def test_fairy_numbers_end_the_game() -> None:
    ended = scripted((1, 2, 3), ("suit", "suit"), goal=8).outcome
    assert ended is not None
    assert ended.reason == "top"
    assert scripted((1, 2, 3), ("suit", "suit"), goal=9).outcome is None
    ended = scripted((1, 11), ("higher",), last_fairy=1, catch=0).outcome
    assert ended is not None
    assert ended.reason == "third-fairy"


def test_fairy_cards_are_spread_evenly() -> None:
    assert fairy_places(3) == FAIRIES  # R1
    for fairies in range(1, MAX_FAIRIES + 1):
        places = fairy_places(fairies)
        assert len(set(places)) == fairies
        assert sorted(CARDS + 1 - place for place in places) == list(places)
        cards = fr.game("fairy", fairy_cards=fairies, variant="fifteen").catalogue()["things"]["card"]
        assert tuple(int(card) for card, thing in cards.items() if thing["fairy"]) == places


def test_fairy_cards_are_caught_and_counted() -> None:
    assert scripted((1, 2, 21), ("catch",), fairy_cards=7).view(0).score[0] == 7
    assert scripted((1, 4, 21), ("catch",), fairy_cards=7).view(0).score[0] == -1
    ended = scripted((2, 5, 8), ("higher", "higher"), fairy_cards=7).outcome
    assert ended is not None
    assert ended.reason == "third-fairy"
    table, _ = play_out(fr.game("fairy", variant="fifteen", fairy_cards=7, goal=60))
    assert table.outcome is not None
    assert table.outcome.reason == "deck-out"  # all seven were turned


def test_crane_jackpots() -> None:
    table, events = play_out(fr.game("crane", players=4, jackpots=1, challenges=9))
    assert set(table.view(0).pots) == {"left"}
    assert "shared-out" not in {event.kind for event in events}
    paid = [event.args for event in events if event.kind == "paid"]
    assert {(args["bet"], args["cards"]) for args in paid} == {("high", 2), ("low", 2), ("just", 2)}
    bets = table.game.catalogue()["things"]["bet"]
    assert {(bet["pays_from"], bet["pays"]) for bet in bets.values()} == {("deck", 2)}
    assert "just as much" in table.game.speaker().say("help.bet")
    table, events = play_out(fr.game("crane", players=2, jackpots=2))
    assert set(table.view(0).pots) == {"left", "right"}
    assert "paid" not in {event.kind for event in events}
    taken = {event.args["pot"] for seed in range(9) for event in play_out(table.game, seed)[1] if event.kind == "won-jackpot"}
    assert taken == {"left", "right"}


def test_crane_numbers() -> None:
    table = fr.Table(fr.game("crane", players=3, bank=5), seed=1)
    assert set(table.view(0).pots.values()) == {5}
    _, events = play_out(fr.game("crane", players=6, bet_pays=4, challenges=1))
    assert {event.args["cards"] for event in events if event.kind == "paid"} == {4}
    assert 5 <= [event.kind for event in events].count("flipped") < 11  # and one before the first decision
    table, events = play_out(fr.game("crane", players=3, bundle=6))
    exchanged = [event for event in events if event.kind == "exchanged"]
    assert {event.args["cards"] for event in exchanged} == {6 * event.args["markers"] for event in exchanged} != set()
    assert all(loose <= 6 for loose in table.view(0).loose)
    assert table.game.speaker().say("zone.markers") == "×6 markers"
    game = fr.game("crane", players=2, high_bets=1, just_bets=2)
    copies = {bet: thing["copies"] for bet, thing in game.catalogue()["things"]["bet"].items()}
    assert copies == {"high": 1, "low": 2, "just": 2}
    ends = [play_out(game, seed)[0].view(0).achieved for seed in range(20)]
    assert {bet: max(achieved.get(bet, 0) for end in ends for achieved in end) for bet in copies} == copies
    highest = {}
    for seed in range(20):
        outcome = play_out(fr.game("crane", goal=12), seed)[0].outcome
        assert outcome is not None
        highest[outcome.reason] = max(outcome.scores)
    assert 12 <= highest["forty"] < 40


def test_fairy_tale_numbers() -> None:
    table, _ = play_out(fr.game("fairy-tale", players=3, hand_size=4, rounds=2, plays=1))
    texts = [decision.action.partition(" ")[0] for decision in table.record.decisions]
    assert (texts.count("card"), texts.count("draft"), texts.count("play")) == (
        2 * 3 * 4,
        2 * 3 * 3,
        2 * 3 * 1,
    )  # the last card comes by itself


def test_fariables_numbers() -> None:
    game = fr.game("fariables", goal=9, off_die_b=1, tokens=3)
    table, events = play_out(game)
    changes = {event.args["change"] for seed in range(9) for event in play_out(game, seed)[1] if event.kind == "changed"}
    assert changes == {0, 1, 2, 3, 4, 5}
    assert [event.kind for event in events].count("placed") == 6
    highest = max(value for value in table.view(0).value.values() if value is not None)
    assert 9 <= highest < 14


def test_fariables_faces() -> None:
    game = fr.game("fariables", faces=4, off_die_b=2, goal=9)
    events = [event for seed in range(9) for event in play_out(game, seed)[1]]
    first = [decision.action for seed in range(9) for decision in play_out(game, seed)[0].record.decisions[:6]]
    assert set(first) == {"roll 1", "roll 2", "roll 3", "roll 4"}
    assert {event.args["change"] for event in events if event.kind == "changed"} == {-1, 0, 1, 2}
    assert {event.args["count"] for event in events if event.kind == "may-move"} == {1, 2, 3, 4}
    assert {event.args["kind"] for event in events if event.kind == "changed"} == {"dew", "leaf", "bell", "cap", "moon", "star"}


def test_sneaky_town_numbers() -> None:
    numbers = {"own_sun": 20, "flower": 12, "other_sun": 3, "void_cost": 4, "stock": 6, "marks": 2}
    game = fr.game("sneaky-town", match="rounds:9", turn_limit=40, **numbers)
    assert fr.Table(game, seed=1).view(0).reserve == (6, 6)
    events = [event for seed in range(6) for event in play_out(game, seed)[1]]
    assert {event.args["points"] for event in events if event.kind == "captured"} == {20, 12, 3}
    assert {event.args["points"] for event in events if event.kind == "voids"} == {-4, -8}
    assert {event.args["marks"] for event in events if event.kind == "swap"} == {0, 1}


# Mistakes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "numbers", "message"),
    [
        ("fairy", {"goal": 99}, "goal=99"),
        ("fairy", {"suit": 7}, "With these points somebody could score 140, and a score card ends at 112"),
        ("fairy", {"fairy_cards": 2}, "With 2 fairies in the deck, fairy 3 never comes: lower last_fairy too"),
        ("fariables", {"faces": 4}, "Of dice with 4 faces at most 2 can be taken off die B, not 3"),
        ("fairy-tale", {"hand_size": 2, "plays": 3}, "Nobody can play 3 of 2 cards"),
        ("sneaky-town", {"void_cost": "many"}, "void_cost=many"),
    ],
)
def test_impossible_numbers_are_refused_with_a_reason(name: str, numbers: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        fr.game(name, **numbers)


# What tables show -------------------------------------------------------------------------------


def test_record_carries_house_rules() -> None:
    table, _ = play_out(fr.game("fairy", players=2, goal=12, wrong=0))
    text = table.record.dumps()
    options = json.loads(text.splitlines()[0])["options"]
    assert options == {"players": 2, "variant": "standard", "suits": "runs", "memory_aid": "no", "goal": 12, "wrong": 0}
    record = Record.loads(text)
    assert record.game().house_rules == {"goal": 12, "wrong": 0}
    record.verify()


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("fairy", {"fairy_cards": 5}),
        ("crane", {"jackpots": 2}),
        ("fariables", {"off_die_b": 2, "faces": 4}),
        ("fairy-tale", {"rounds": 2}),
        ("sneaky-town", {"marks": 3}),
    ],
)
def test_records_and_catalogues_of_every_game_carry_house_rules(name: str, numbers: dict[str, int]) -> None:
    table, _ = play_out(fr.game(name, **numbers))
    record = Record.loads(table.record.dumps())
    assert record.game().house_rules == numbers
    record.verify()
    catalogue = table.game.catalogue()
    assert catalogue["house"] == list(numbers)
    assert {key: catalogue["numbers"][key] for key in numbers} == numbers
    forms = {form["name"]: form for form in catalogue["options"]}
    assert all(forms[key]["house"] and forms[key]["min"] <= value <= forms[key]["max"] for key, value in numbers.items())


def test_catalogue_marks_house_rules() -> None:
    assert fr.game("fairy").catalogue()["house"] == []
    catalogue = fr.game("fairy", variant="fifteen", goal=12).catalogue()
    assert (catalogue["house"], catalogue["numbers"]["goal"], catalogue["numbers"]["higher"]) == (["goal"], 12, 2)
    form = next(form for form in catalogue["options"] if form["name"] == "goal")
    assert form == {"name": "goal", "kind": "number", "min": 5, "max": 60, "default": 15, "house": True}


def test_texts_say_the_numbers_of_the_table() -> None:
    game = fr.game("fairy", higher=3, goal=30, last_fairy=2)
    assert game.say_action(game.actions.parse("guess higher")) == "guess higher (+3)"
    for code in ("de", "es", "fr"):
        assert "+3" in game.say_action(game.actions.parse("guess higher"), language=code)
    assert "second fairy" in game.room.goal(options=game.options)
    assert "reach 30" in game.room.goal(options=game.options)
    assert fr.game("fariables", goal=17).speaker().say("end.fourteen").startswith("a fairy reached 17")
    assert fr.game("fariables").speaker().say("end.fourteen").startswith("a fairy reached fourteen")


def test_terminal_marks_house_rules(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["play", "fairy", "--players", "2", "--you", "none", "--bots", "normal", "--seed", "3"]
    assert main([*words, "--option", "wrong=2", "--option", "goal=30"]) == 0
    rules = "points that a wrong guess costs: 2 instead of 1 and points that end the game: 30 instead of 24"
    assert f"\nHouse rules: {rules}.\n" in capsys.readouterr().out
    assert main([*words, "--lang", "de"]) == 0
    assert "\nNach den gedruckten Regeln.\n" in capsys.readouterr().out
    assert main(["simulate", "fairy", "--games", "2", "--option", "wrong=2", "--backend", "interpreted"]) == 0
    assert capsys.readouterr().out.startswith("Fairy (house rules: wrong=2): 2 games")


def test_compiled_code_of_printed_rules_is_not_used_with_house_rules() -> None:
    printed, house = fr.game("fairy"), fr.game("fairy", wrong=2)
    assert house.room is fr.game("fairy", floor=-9).room
    assert house.room is not printed.room
    provided: Any = object()
    backends.provide(printed.room, provided)
    try:
        assert backends.current(printed.room) is provided
        assert not backends.current(house.room).is_compiled
    finally:
        backends._compiled.pop(printed.room)

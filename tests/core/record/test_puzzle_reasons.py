"""Reasons of puzzles: every game explains its shipped ones, from what the seat sees alone, in every language."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fairyring.core.fields.view import glimpse
from fairyring.core.game.registry import room
from fairyring.core.record.puzzle import Puzzle, puzzles
from fairyring.core.table.table import Table
from fairyring.core.text.messages import languages

GAMES = ("crane", "fairy", "fairy-tale", "fariables", "sneaky-town")
NAMES = ("Ann", "Bo", "Cy", "Dot")


def table_of(game: str, number: int) -> tuple[Puzzle, Table[Any]]:
    puzzle = puzzles(room(game))[number]
    record = puzzle.record(room(game))
    return puzzle, Table.rebuild(record.game(), record.decisions)


def spoken(game: str, number: int) -> tuple[list[str], list[str]]:
    puzzle, table = table_of(game, number)
    reasons, speaker = puzzle.reasons(room(game)), table.game.speaker(NAMES)
    return [speaker.say(each) for each in reasons.position], [speaker.say(each) for each in reasons.choices]


@pytest.mark.parametrize("game", GAMES)
def test_puzzle_reasons_explain_every_choice_in_every_language(game: str) -> None:
    explained = 0
    for puzzle in puzzles(room(game)).values():
        reasons = puzzle.reasons(room(game))
        assert len(reasons.choices) == len(puzzle.choices)
        assert reasons.position
        explained += len(reasons.position) > 1
        played = puzzle.record(room(game)).game()
        for language in languages():
            speaker = played.speaker(NAMES, language)
            assert all(speaker.say(message) for message in (*reasons.position, *reasons.choices))
    assert explained >= 0.95 * len(puzzles(room(game))), "not only how the game stands, but why the best choice follows"


@pytest.mark.parametrize("game", GAMES)
def test_puzzle_reasons_use_only_what_the_seat_sees(game: str) -> None:
    """Worlds that the seat cannot tell apart have the same reasons."""
    explain = room(game).presentation.explain
    assert explain is not None
    for number in (1, 7, 13, 30):
        puzzle, table = table_of(game, number)
        actions = [table.game.action(puzzle.seat, choice.action) for choice in puzzle.choices]
        expected = puzzle.reasons(room(game))
        for _ in range(3):
            world = table.imagine(puzzle.seat)
            assert explain(table.game, glimpse(world, puzzle.seat), puzzle.seat, actions) == expected


@pytest.mark.parametrize("game", GAMES)
def test_puzzle_reasons_leave_the_seats_view_as_it_was(game: str) -> None:
    explain = room(game).presentation.explain
    assert explain is not None
    puzzle, table = table_of(game, 3)
    actions = [table.game.action(puzzle.seat, choice.action) for choice in puzzle.choices]
    seen = glimpse(table.state, puzzle.seat)
    assert explain(table.game, seen, puzzle.seat, actions) == explain(table.game, seen, puzzle.seat, actions)


def test_puzzle_reasons_are_empty_without_an_explainer() -> None:
    fairy = room("fairy")
    silent = replace(fairy, presentation=replace(fairy.presentation, explain=None))
    reasons = puzzles(fairy)[1].reasons(silent)
    assert (reasons.position, reasons.choices) == ((), ())


def test_fairy_reasons_count_cards_and_say_why_to_guess_otherwise() -> None:
    """Petal 13, two points behind: 12 of 20 cards are lower, but the leader guesses lower, too."""
    position, choices = spoken("fairy", 1)
    assert position[0] == "You are 2 points behind Bo."
    assert "With the same guess you stay behind Bo" in position[1]
    assert choices[0] == "right for 8 of 20 cards; points over all of them: +4"
    assert choices[2] == "right for 12 of 20 cards; points over all of them: +16"


def test_fairy_reasons_do_not_risk_a_lead() -> None:
    position, _choices = spoken("fairy", 13)
    assert position == ["You are 3 points ahead of Bo.", "“Lower” brings most on average, and whoever leads needs no risk."]


def test_crane_reasons_say_what_the_challenger_keeps() -> None:
    position, choices = spoken("crane", 1)
    assert position[0] == "You have 7 cards, Ann has 4."
    assert "LOW pays in that very case" in position[1]
    assert choices[0] == "right 40 times in 100, for 2 cards; Ann then keeps 5 cards at most"
    assert choices[1] == "right 40 times in 100, for 2 cards; Ann then keeps none"


def test_fairy_tale_reasons_count_what_others_lose() -> None:
    position, choices = spoken("fairy-tale", 13)
    assert position[1] == "Demon brings 4 less at once, but it costs Bo 14 points or more."
    assert choices[0] == "−1 at once; counts 2: its value; it costs others at least 14 (Bo)"


def test_fairy_tale_reasons_say_what_a_card_lacks() -> None:
    _position, choices = spoken("fairy-tale", 49)
    assert choices[2] == "0 at once; counts 0: lacks Fairy Ring and Spirit of the Spring"


def test_fariables_reasons_compare_the_token_with_what_is_open() -> None:
    position, choices = spoken("fariables", 13)
    assert position[1] == "No token of yours stands on less than that on f3 (leaf), and 10 is open (star)."
    assert choices[:2] == ["worth 7 now", "worth 10 now"]


def test_sneaky_town_reasons_name_the_house_that_can_cost_most() -> None:
    position, choices = spoken("sneaky-town", 9)
    assert position[0] == "As the stones lie now, you are ahead in 17 of the 60 ways the tiles may lie, and behind in 27."
    assert position[1].startswith("A charm in house 2 can cost you 15, and none elsewhere costs more.")
    assert choices[1] == "as the stones lie, it makes no difference what is there"
    assert choices[-1] == "then you are ahead in 26 of 60 ways"

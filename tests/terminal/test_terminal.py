"""Games in a real terminal of 80 × 24: what a person sees, types and is told."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import fairyring as fr
from fairyring.bots import levels
from fairyring.core.game import registry
from fairyring.core.game.contract import NATURE
from fairyring.core.game.room import view_as_lines
from fairyring.core.game.room_file import load_room
from fairyring.core.text.messages import Named
from fairyring.terminal.fullscreen import FullScreen
from fairyring.terminal.session import has_secrets
from fairyring.terminal.stepwise_input import MANY, Steps
from tests.cli.test_cli import fairyring
from tests.paths import PEBBLES
from tests.terminal.pseudo_terminal import COLUMNS, LINES, Person

WITH_PEBBLES = f"from fairyring.core.game.room_file import load_room; load_room({str(PEBBLES)!r})"
# The first line of each table, and something from its middle.
BOARDS = {
    "crane": (r"(\w+( \d)? has to grab|Cards: deck)", r"^  Player 1 +\d+ cards"),
    "fairy": (r"On the pile: ", r"^  Player 1 +-?\d+ +·"),
    "fairy-tale": (r"Round \d of 4", r"^Player 1 \(you\): "),
    "fariables": (r"Values: 1 dew", r"e1\..* e9\."),
    "sneaky-town": (r"Round \d+, turn", r"1,1 .*5,5$"),
}


def in_sight(person: Person, name: str) -> None:
    """The whole board is on the screen, with the question below it."""
    top, middle = BOARDS[name]
    assert re.match(top, person.shown[0]), person.text
    assert re.search(middle, person.text, re.MULTILINE), person.text
    assert len(person.shown) <= LINES
    assert max(map(len, person.shown)) <= COLUMNS
    assert "R" in person.text or person.cursor_line != "> "


def answer(person: Person, rng: random.Random, round_number: int, name: str) -> str:
    if person.cursor_line != "> ":
        return ""
    end = re.search(r"(\d+)  end the round", person.text)
    if name == "sneaky-town" and end:
        return end[1] if round_number > 40 else rng.choice([n for n in person.numbers if n != end[1]])
    return rng.choice(person.numbers or person.names)


@pytest.mark.parametrize("name", registry.shipped())
def test_fullscreen_keeps_the_board_visible_in_a_whole_game(name: str) -> None:
    rng = random.Random(name)
    options = ["--option", "match=single"] if name == "sneaky-town" else []
    round_number = 0
    with Person("play", name, "--players", 2 if name == "sneaky-town" else 3, "--seed", 5, *options) as person:
        person.wait()
        while not person.over:
            in_sight(person, name)
            round_number += 1
            person.type(answer(person, rng, round_number, name))
            assert "no number" not in person.text
        assert person.code == 0
        assert round_number > 5
        assert "First place: " in person.text  # the score sheet is the last that is shown


@pytest.mark.parametrize(("name", "players"), [("fairy", 10), ("crane", 6), ("fairy-tale", 5), ("fariables", 6)])
def test_fullscreen_fits_a_full_table(name: str, players: int) -> None:
    rng = random.Random(name)
    board = ["--option", "board=moon"] if name == "fariables" else []
    with Person("play", name, "--players", players, "--seed", 2, "--level", "random", *board) as person:
        person.wait()
        for round_number in range(24):
            if person.over:
                break
            assert re.match(BOARDS[name][0], person.shown[0]), person.text
            person.type(answer(person, rng, round_number, name))


def test_session_prints_the_goal_first_and_news_once() -> None:
    with Person("play", "fairy", "--seed", 3, "--players", 2) as person:
        person.wait()
        assert "Goal: Have the most points when the third fairy appears" in person.text
        assert "The first card is" in person.text
        assert "Guess the next card (R7)" in person.text
        person.type("1")
        assert "Goal:" not in person.text
        assert "The first card is" not in person.text
        assert "Player 1 guessed higher" in person.text
        person.type("nonsense")
        assert "“nonsense” is no guess" in person.text
        assert "Player 1 guessed higher" in person.text  # still there: nothing else has happened


# Steps -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", registry.shipped())
def test_steps_reach_every_action_with_few_choices(name: str) -> None:
    table = fr.Table(fr.game(name), seed=2)
    say = table.game.speaker(table.names)
    rng = random.Random(3)
    for _ in range(60):
        if not table.pending:
            break
        seat = table.pending[0]
        legal = table.legal(seat)
        steps = Steps(table.game, seat, legal, say)
        reached, ways = [], [steps.settle()]
        while ways:
            step = steps.step(ways.pop())
            assert len(step.choices) <= MANY or not step.numbered
            for number, choice in enumerate(step.choices, start=1):
                assert not step.numbered or step.pick(str(number)) is choice
                typed = choice.typed if choice.action is None else choice.action.text
                assert steps.walk(step.path, typed) is not None  # can be typed as well
                reached += [choice.action] if choice.action else []
                ways += [] if choice.action else [steps.settle(choice.path)]
                assert choice.action or steps.back(steps.settle(choice.path)) == step.path
        assert sorted(action.id for action in reached) == sorted(action.id for action in legal)
        for action in legal:
            walked = steps.walk(steps.settle(), action.text.upper())
            assert walked is not None
            assert walked[1] is action
        table.play(seat, rng.choice(legal))


def test_steps_back_and_whole_actions_at_any_time() -> None:
    with Person("play", "sneaky-town", "--seed", 5, "--players", 2) as person:
        person.type("cast 1,1")
        assert "●1,1" in person.text
        person.type("2")
        assert "transfer 1,1: to which point?" in person.text  # there is only one to take
        person.type("cast 3,3")
        person.type("2")
        assert "Transfer your stone from which point?" in person.text
        person.type("1,1")
        assert "transfer 1,1: to which point?" in person.text
        person.type("back")
        assert "Transfer your stone from which point?" in person.text
        person.type("back")
        assert "Take one action (R7)" in person.text
        person.type("back")
        assert "There is no step to go back to" in person.text
        person.type("reveal")
        assert "Reveal which line of your opponent?" in person.text
        person.type("9,9")
        assert "“9,9” is no line for “reveal”" in person.text
        person.type("cast 1,1")
        assert "there is a stone on the point you want to go to" in person.text
        person.type("transfer 1,1 3,4")
        assert "●3,4" in person.text


def test_steps_numbers_are_unambiguous() -> None:
    """Where people tell how many cards were grabbed, “2” is two cards and not the second line."""
    table = fr.Table(fr.game("crane", players=3, grab="real", first=1), seed=3)
    table.play(1, "bet high")
    table.play(2, "bet low")
    steps = Steps(table.game, NATURE, table.legal(NATURE), table.game.speaker())
    assert not steps.step(steps.settle()).numbered
    walked = steps.walk((), "2")
    assert walked is not None
    assert str(walked[1]) == "grab 2"
    town = fr.Table(fr.game("sneaky-town"), seed=1)
    steps = Steps(town.game, 0, town.legal(0), town.game.speaker())
    assert steps.step(()).numbered
    assert steps.walk((), "3") is None  # and a number alone reveals no line
    assert not steps.step(("reveal",)).numbered


def test_steps_numbers_pick_from_numbered_lists_only() -> None:
    output = fairyring("play", "sneaky-town", "--seed", 5, text="9\n1,1\ncast\n5\n1,1\n")
    assert "There is no number 9 here" in output
    assert "“1,1” is no action of this game" in output
    assert "“5” is no point for “cast”" in output
    assert "Player 1 casts a stone on 1,1" in output


def test_fullscreen_wraps_below_the_first_word() -> None:
    screen = FullScreen("more")
    sheet = "    12  Dwarven Warrior ×2: 6 each, 3 × 2 Sky-Dance Dragon (one is The Trickster)"
    assert screen._wrapped(sheet, 80) == [sheet[: sheet.index("Trickster")].rstrip(), "        Trickster)"]
    assert screen._wrapped("  moon 2 3", 8) == ["  moon 2", "  3"]
    assert screen._wrapped("moon 2 3", 6) == ["moon 2", "3"]
    assert screen._wrapped("", 80) == []


BOARD = "phase    hide"  # of Pebbles, which draws none


def test_session_board_without_terminal_code_names_seats_as_people_do() -> None:
    room = load_room(str(PEBBLES))
    table = fr.Table(fr.game(room.name, players=3), seed=1)
    board = view_as_lines(table.game, table.view(0), table.game.speaker(("Ann",)))
    assert "waiting  Ann, Player 2, Player 3" in board
    assert "pouch    Ann: 5 | Player 2: 5 | Player 3: 5" in board
    assert "seat 0" not in "\n".join(board)


def test_session_plays_a_game_without_terminal_code() -> None:
    with Person("play", "pebbles", "--players", 3, "--you", "1,2", "--seed", 1, first=WITH_PEBBLES) as person:
        assert "Player 1, take the keyboard" in person.wait()[0]
        person.type("")
        assert BOARD in person.text
        goal = json.loads((PEBBLES.parent / "messages" / "en.json").read_text(encoding="utf-8"))["goal"]
        assert f"Goal: {goal}" in " ".join(person.text.split())
        person.type("2")
        person.type("")
        person.type("hide 1")
        person.type("")
        assert "Player 1 shows 2 pebbles." in person.text
        while not person.over:
            person.type("0" if person.cursor_line == "> " else "")
        assert "place 1" in person.text


# Before the game ---------------------------------------------------------------------------------


def test_setup_dialog_asks_for_missing_settings() -> None:
    with Person("play") as person:
        assert "Which game?" in person.wait()[0]
        person.type("chess")
        assert "Type a number from 1 to 5, or a name." in person.text
        person.type("fairy")
        assert "How many players, 2 to 10? [4]" in person.text
        person.type("99")
        assert "Type a number from 2 to 10." in person.text
        person.type("3")
        assert "Who plays here (names with commas; the rest are bots)? [Player 1]" in person.text
        person.type("Ann,Bo,Cy,Di")
        assert "4 names were given for 3 players." in person.text
        person.type("Ann, Clover")
        assert f"How good are the bots: {', '.join(levels(registry.room('fairy')))}? [normal]" in person.text
        person.type("")
        assert "Ann, take the keyboard" in person.text
        person.type("")
        assert "Clover " in person.text
        assert "Bramble" not in person.text or "Dewdrop" in person.text


def test_setup_dialog_skips_settings_of_the_command_line() -> None:
    args = ("--players", 3, "--names", "Ann", "--level", "random")
    with Person("play", "fairy", *args) as person:
        person.wait()
        assert "Ann: Guess the next card (R7)" in person.text
    with Person("play", "sneaky-town", "--seed", 1) as person:
        person.wait()
        assert "Player 1: Take one action (R7)" in person.text


# Looking things up -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", registry.shipped())
def test_lookup_finds_everything_on_the_table(name: str) -> None:
    from fairyring.terminal.lookup import look  # noqa: PLC0415

    for options in registry.room(name).checks.variants:
        game = fr.game(name, **options)
        say = game.speaker()
        for label, things in game.things.items():
            for word in things:
                output = look(game, str(word), say)
                assert output
                assert "There is no" not in output[0], (label, word)
                assert look(game, say.value(Named(label, word)), say)


def test_session_commands_keep_the_board_visible() -> None:
    with Person("play", "fariables", "--seed", 1, "--players", 2) as person:
        person.type("look e5")
        assert "e5 (flower); beside it" in person.text
        in_sight(person, "fariables")
        person.type("look e99")
        assert "There is no “e99” to look at; did you mean" in person.text
        person.type("aid")
        assert "Chance that the next roll ends the game" in person.text or person.cursor_line == "Enter goes on: "
        while person.cursor_line != "> ":
            in_sight(person, "fariables")
            person.type("")
        person.type("log")
        while person.cursor_line != "> ":
            person.type("")
        person.type("?")
        assert "Also: back, ? (help), hint, look NAME, aid" in " ".join(person.text.split())
        in_sight(person, "fariables")


def test_lookup_aids_are_plain_text() -> None:
    with Person("play", "crane", "--players", 3, "--seed", 3) as person:
        person.wait()
        while "Bet on" not in person.text:
            person.type("1")
        person.type("aid")
        assert re.search(r"each bet right: HIGH \d+ %, LOW \d+ %, JUST \d+ %", " ".join(person.text.split()))


@pytest.mark.parametrize("name", registry.shipped())
def test_lookup_aids_of_all_games_have_texts(name: str) -> None:
    from fairyring.bots import seat_bots  # noqa: PLC0415
    from fairyring.terminal.lookup import aids  # noqa: PLC0415

    table = fr.Table(fr.game(name, **({"memory_aid": "yes"} if name == "fairy" else {})), seed=3)
    bots = seat_bots(table, "normal", 3)
    say = table.game.speaker(("Ann", "Bo", "Cy", "Di"))
    while table.pending:
        seat = table.pending[0]
        for key in (seat_aids := table.aids(seat)):
            assert say.has(f"table.aid.{key}")
        assert not any("[" in line or "{" in line for line in aids(table.game, seat_aids, say))
        bots[seat].play(table)


def test_fullscreen_rules_use_the_users_pager(tmp_path: Path) -> None:
    pager_input = tmp_path / "seen"
    pager = {"PAGER": f"cat > {pager_input}"}
    with Person("play", "pebbles", "--players", 2, "--seed", 1, env=pager, first=WITH_PEBBLES) as person:
        person.type("rules")
        assert BOARD in person.text  # the board is back
        text = pager_input.read_text(encoding="utf-8")
        assert "R1" in text
        assert "**" not in text
        assert max(map(len, re.sub(r"\x1b\[[\d;]*m", "", text).splitlines())) <= 80
        person.type("rules r4")
        assert re.search(r"^R4 +\S", person.text, re.MULTILINE)  # one rule is shown beside the board
        assert not re.search(r"^R[35] ", person.text, re.MULTILINE)
        assert BOARD in person.text
        person.type("rules 99")
        assert "Pebbles has no rule 99; its rules go from R1 to" in person.text


def test_rich_is_imported_by_full_screen_only() -> None:
    script = (
        "import sys, fairyring as fr; from fairyring.cli.main import main\n"
        "fr.Table(fr.game('fairy'), seed=1)\n"
        "main(['simulate', 'fairy', '--games', '10', '--backend', 'interpreted', '--json'])\n"
        "main(['play', 'fairy', '--you', 'none', '--seed', '1'])\n"
        "assert not [name for name in sys.modules if name.split('.')[0] == 'rich']"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)


def test_has_secrets_follows_the_schema() -> None:
    secret = {"crane": True, "fairy": True, "fairy-tale": True, "fariables": False, "sneaky-town": True}
    assert {name: has_secrets(fr.game(name)) for name in secret} == secret

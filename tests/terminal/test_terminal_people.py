"""Several people at one keyboard, games that are saved and resumed, and all ways to leave."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.game import registry
from fairyring.core.text.messages import Named
from tests.cli.test_cli import fairyring
from tests.paths import PEBBLES
from tests.terminal.pseudo_terminal import Person

CTRL_C, CTRL_D = b"\x03", b"\x04"


def table_in(path: Path) -> fr.Table[Any]:
    return fr.Table.resume(fr.Record.load(path))


# Several people ----------------------------------------------------------------------------------


def test_session_sends_no_secrets_of_other_people(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    args = ("--players", 3, "--you", "1,2", "--names", "Ann,Bo", "--seed", 3, "--save", path)
    with Person("play", "fairy-tale", *args) as person:
        person.wait()
        for _ in range(12):
            while person.cursor_line != "> ":
                assert not re.search(r"[^\s]", "".join(person.shown[1:])), "a curtain hides everything"
                person.type("")
            table = table_in(path)
            seat = table.pending[0]
            assert f"{table.names[seat]}: " in person.text
            say = table.game.speaker(table.names)
            mine, others = table.view(seat), table.view(1 - seat)
            visible = {card for cards in mine.open for card in cards}
            visible |= {*mine.hand[seat], *mine.kept[seat], *(mine.closed[seat] or {})}
            secret = {*others.hand[1 - seat], *others.kept[1 - seat]} - visible
            output = person.heard.decode()
            for card in secret:
                assert say.value(Named("card", card)) not in output
                assert card not in output
            person.type("1")


def test_session_hides_the_screen_between_people() -> None:
    with Person("play", "sneaky-town", "--you", "all", "--seed", 4) as person:
        assert person.wait()[0].startswith("Player 1, take the keyboard and press Enter")
        person.type("")
        own = re.findall(r"(\w+(?: sun)?)  (\d) \+", person.text)
        assert len(own) == 5
        person.type("cast 3,3")
        assert person.text.strip() == "Player 2, take the keyboard and press Enter:"
        person.type("")
        assert b"\x1b[3J" in person.heard  # the scroll-back is empty too
        assert len(re.findall(r"\?  \d \+", person.text)) == 5  # player 1's tiles, as player 2 sees them
        assert "Your tiles" not in person.text or person.text.count("Your tiles") == 1
        for tile, line in own:
            assert f"{tile}  {line} +" not in person.heard.decode()
        person.type("quit")
        assert "Your tiles" not in person.text
        assert "1,1" not in person.text  # nothing of the game stays in sight


def test_session_without_secrets_does_not_hide() -> None:
    with Person("play", "fariables", "--you", "all", "--players", 2, "--option", "first=1", "--seed", 1) as person:
        person.wait()
        assert "Player 1: Put your first token" in person.text
        person.type("e5")
        assert "Player 2: Put your first token" in person.text


def test_session_take_back_works_until_all_have_chosen() -> None:
    with Person("play", "fairy", "--players", 2, "--names", "Ann,Bo", "--seed", 3) as person:
        person.type("")
        person.type("guess suit")
        assert "Bo, take the keyboard and press Enter. (Ann may choose anew: back)" in person.text
        person.type("back")
        assert person.text.strip() == "Ann, take the keyboard and press Enter:"
        person.type("")
        person.type("guess catch")
        person.type("")
        assert "Bo: Guess the next card" in person.text
        person.type("back")  # at the question, too
        assert "Ann, take the keyboard" in person.text
        person.type("")
        person.type("guess higher")
        person.type("")
        person.type("guess lower")
        person.type("")
        assert "Ann guessed higher" in person.text


def test_session_asks_another_person_to_confirm_outcomes(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    args = ("--players", 3, "--names", "Ann,Bo,Cy", "--option", "grab=real", "--option", "first=1", "--save", path)
    with Person("play", "crane", *args, "--seed", 3) as person:
        for bet in ("high", "low"):
            person.type("")
            person.type(bet)
        assert "Ann: Say what happened" in person.text
        assert "grab 1 … " in person.text
        assert "bets HIGH" not in person.text
        person.type("8")
        assert re.search(r"Bo: Ann reports: the hand grabs 8 cards, .*Is that right\?", " ".join(person.text.split()))
        person.type("perhaps")
        assert "Answer yes or no." in person.text
        person.type("no")
        assert "Ann: Say what happened" in person.text
        person.type("9")
        person.type("yes")
        person.type("quit")
        decision = next(step for step in fr.Record.load(path).decisions if step.action.startswith("grab"))
        assert decision.action == "grab 9"
        assert decision.extra == {"reported": 0, "confirmed": 1}


def test_session_takes_answers_without_accents(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("something else", encoding="utf-8")
    args = ("--players", 2, "--names", "Ann", "--option", "grab=real", "--option", "first=2", "--lang", "es")
    with Person("play", "crane", *args, "--seed", 3) as person:
        person.type(f"save {path}")
        assert "¿reemplazarlo? sí o no:" in person.text
        person.type("Si")
        assert "Guardado en" in person.text


def test_session_asks_one_person_for_outcomes() -> None:
    output = fairyring("play", "crane", "--players", 3, "--option", "grab=real", "--seed", 3, text="high\n8\neyes-opened\n")
    assert "grab 1 … 130" in output
    assert "grabs 8 cards: 9 short" in output
    assert "opens an eye too early" in output


# Autosave and going on -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", registry.shipped())
@pytest.mark.parametrize("people", ["2", "1,2"])
def test_autosave_command_resumes_the_game(name: str, people: str, tmp_path: Path) -> None:
    path = tmp_path / "my game.jsonl"
    names = "Ann" if people == "2" else "Ann,Bo"
    options = ["--you", people, "--names", names, "--level", "random", "--seed", 2]
    first = fairyring("play", name, *options, "--save", path, text="1\n" * 2 + "a1\n1,1\nquit\n")
    command = re.search(r"Go on with this game by: fairyring (.*)", first)
    assert command
    before = table_in(path)
    again = fairyring(*shlex.split(command[1]), text="quit\n")
    after = table_in(path)
    assert after == before
    people_there = [sitter.name for sitter in after.sitters if not sitter.bot]
    assert people_there == names.split(",")
    assert {sitter.bot for sitter in after.sitters} <= {"", "random"}
    assert any(f"{person}: " in again for person in people_there)
    seats = [seat for seat in after.pending if not after.sitters[seat].bot]
    say = after.game.speaker(after.names)
    for seat in set(after.game.seats) - set(seats[:1]):  # nobody else's table was shown
        other = "\n".join(after.game.room.presentation.terminal(after.game, after.view(seat), say))
        mine = "\n".join(after.game.room.presentation.terminal(after.game, after.view(seats[0]), say))
        assert other not in again or other == mine


def test_autosave_command_is_not_wrapped(tmp_path: Path) -> None:
    path = tmp_path / f"{'a long name ' * 5}.jsonl"
    with Person("play", "fairy", "--seed", 1, "--players", 2, "--save", path) as person:
        person.type("quit")
        command = re.search(r"Go on with this game by: fairyring ([^\r\n]*)", person.heard.decode())
        assert command  # in one line, however many of the screen it takes
        assert shlex.split(command[1]) == ["play", "--resume", str(path), "--save", str(path)]


def test_autosave_command_names_the_path_of_a_game(tmp_path: Path) -> None:
    path = tmp_path / "stones.jsonl"
    output = fairyring("play", PEBBLES, "--seed", 2, "--names", "Ann", "--save", path, text="1\nquit\n")
    command = re.search(r"Go on with this game by: fairyring (.*)", output)
    assert command
    assert "Ann: Hide up to 3 pebbles" in fairyring(*shlex.split(command[1]), text="quit\n")


def test_session_resumed_does_not_repeat_news(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    fairyring("play", "fariables", "--seed", 2, "--names", "Ann", "--save", path, text="e5\nquit\n")
    with Person("play", "--resume", path) as person:
        person.wait()
        assert person.cursor_line == "> "
        assert "Goal: " in person.text
        assert "start with a value" not in person.text
        person.type("log")
        assert "start with a value" in person.text
    ended = tmp_path / "ended.jsonl"
    fairyring("play", "fairy", "--you", "none", "--seed", 1, "--save", ended)
    assert "First place: " in fairyring("play", "--resume", ended)


def test_save_command_resumes_as_well(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    output = fairyring("play", "fairy", "--seed", 1, "--names", "Ann", text=f"1\nsave {path}\nsave {path}\nquit\n")
    assert output.count(f"Saved to {path}; go on with it by: fairyring play --resume {path} --save {path}") == 2  # its own file
    assert "Ann: Guess the next card" in fairyring("play", "--resume", path, text="quit\n")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["crane"], "is a game of fairy; leave the game out, or write fairy."),
        (["--players", "3"], "is a game of 4 players; leave --players out."),
        (["--option", "variant=fifteen"], "was begun with players=4, variant=standard"),
        (["--you", "1"], "sit at --you 2; leave --you out."),
        (["--names", "Bo"], "are Bramble, Ann, Dewdrop, Elder; leave --names out."),
        (["--level", "random"], "are, seat by seat, normal,–,normal,normal; leave --level and --bots out."),
    ],
)
def test_resume_refuses_contradicting_options(more: list[str], message: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    fairyring("play", "fairy", "--you", 2, "--names", "Ann", "--seed", 1, "--save", path, text="quit\n")
    content = path.read_bytes()
    output = fairyring("play", *more, "--resume", path, code=2)
    assert message in output
    assert output.count("\n") == 1
    assert path.read_bytes() == content


def test_resume_accepts_agreeing_options(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    same = ["fairy", "--you", 2, "--names", "Ann", "--players", 4, "--option", "variant=standard", "--level", "normal"]
    fairyring("play", *same, "--seed", 1, "--save", path, text="quit\n")
    assert "Ann: Guess" in fairyring("play", *same, "--resume", path, text="quit\n")


def test_autosave_asks_before_it_replaces_a_file(tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("Dear diary", encoding="utf-8")
    output = fairyring("play", "fairy", "--save", path, code=2)
    assert output == f"fairyring: {path} exists; name another file, or add --force to replace it.\n"
    inside = fairyring("play", "fairy", text=f"save {path}\nquit\n")
    assert f"{path} exists; name another file, or write “save {path} --force” to replace it." in inside
    assert path.read_text(encoding="utf-8") == "Dear diary"
    with Person("play", "fairy", "--seed", 1, "--save", path) as person:
        assert "exists;replaceit?yesorno:" in "".join("".join(person.wait()).split())  # long paths wrap anywhere
        person.type("no")
        assert person.code == 2
    assert path.read_text(encoding="utf-8") == "Dear diary"
    with Person("play", "fairy", "--seed", 1) as person:
        person.type("save diary.txt".replace("diary.txt", str(path)))
        person.type("no")
        assert "was left as it is" in " ".join(person.text.split())
        person.type(f"save {path}")
        person.type("y")
        assert "Saved to" in person.text
    fr.Record.load(path).verify()
    fairyring("play", "fairy", "--seed", 1, "--save", path, "--force", text="quit\n")


# Leaving -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "code"), [(CTRL_C, 130), (CTRL_D, 0)])
def test_session_quit_saves_the_game(key: bytes, code: int, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Person("play", "fairy", "--seed", 1, "--players", 2, "--save", path) as person:
        person.type("guess suit")
        person.press(key)
        assert person.code == code
        assert "Good-bye. Go on with this game by: fairyring play --resume" in " ".join(person.text.split())
        assert "Traceback" not in person.text
    assert any(step.action == "guess suit" for step in fr.Record.load(path).decisions)
    with Person("play") as person:
        person.wait()
        person.press(key)
        assert person.code == code
        assert "Traceback" not in person.text


def test_autosave_survives_a_killed_process(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Person("play", "fairy", "--seed", 1, "--players", 2, "--save", path) as person:
        person.type("guess suit")
        person.process.kill()
    record = fr.Record.load(path)
    record.verify()
    assert any(step.action == "guess suit" for step in record.decisions)
    assert table_in(path).pending == (0,)  # what the bot did before the person was asked again is there as well


def test_autosave_failure_is_reported_and_play_continues(tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    with Person("play", "fairy", "--seed", 1, "--players", 2, "--save", folder / "game.jsonl") as person:
        person.wait()
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()
        person.type("1")
        assert "The record cannot be written to" in " ".join(person.text.split())
        folder.mkdir()
        person.type("1")
        assert "cannot be written" not in person.text
        assert (folder / "game.jsonl").exists()

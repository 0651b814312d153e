"""The command line, run as people run it: in processes of its own, except for mistakes and help.

Most processes are forked from one that has imported the program; `test_streams.py` and `test_fuzz_cli.py` start interpreters.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

import fairyring as fr
from fairyring.cli.arguments import whole_number
from fairyring.cli.main import COMMANDS, main
from fairyring.core.game import registry
from tests.forking.processes import run
from tests.paths import PEBBLES


def fairyring(*args: object, text: str = "", code: int = 0) -> str:
    """Run the program; its output, after checking how it ended and that no traceback was shown."""
    done = run("fairyring", list(map(str, args)), text=text, timeout=500)
    assert "Traceback" not in done.stderr
    assert done.returncode == code, done.stderr or done.stdout
    return done.stderr if code else done.stdout


def called(capsys: pytest.CaptureFixture[str], *args: object, code: int = 0) -> str:
    """Call the program in this process, a fraction of a second cheaper; its output."""
    assert main(list(map(str, args))) == code
    streams = capsys.readouterr()
    return streams.err if code else streams.out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["play", "fary"], "There is no game “fary”; did you mean “fairy”?"),
        (["play", "fairy", "--players", "1"], "Fairy is for 2 to 10 players, not 1."),
        (["simulate", "fairy", "--players", "11"], "Fairy is for 2 to 10 players, not 11."),
        (["simulate", "fairy", "--option", "variant=x"], "variant=x is not known; it is one of standard, fifteen."),
        (["simulate", "fairy", "--option", "variant"], "--option variant should be written NAME=VALUE."),
        (["simulate", "fairy", "--bots", "genius"], "Fairy has no bot “genius”; it has random, "),
        (["simulate", "fairy", "--games", "0"], "0 games cannot be played; ask for one or more."),
        (["simulate", "fairy", "--backend", "gpu"], "There is no backend “gpu”; it is compiled or interpreted."),
        (["simulate", "fairy", "--workers", "-2"], "-2 workers cannot play; use 1 to 1024, or name no number for all cores."),
        (["simulate", "fairy", "--workers", "0"], "0 workers cannot play; use 1 to 1024, or name no number for all cores."),
        (["simulate", "fairy", "--workers", "100000"], "100000 workers cannot play; use 1 to 1024"),
        (["simulate", "fairy", "--seed", "-1"], "A seed is a whole number from 0 to 2^64 - 1."),
        (["play", "fairy", "--you", "9"], "--you 9 names no seat"),
        (["verify", "no-such-file"], "There is no file no-such-file."),
        (["play", "fairy", "--save", "no/such/folder"], "The record cannot be written to no/such/folder: No such file"),
        (["dance"], "There is no command “dance”"),
        (["fairy"], "There is no command “fairy”; did you mean “play fairy” or “rules fairy”?"),
        (["simulat"], "There is no command “simulat”; did you mean “simulate”?"),
        (["simulate", "fairy", "--games", "x"], "“x” is not a whole number"),
        (["simulate", "fairy", "--games", "1.5"], "“1.5” is not a whole number"),
        (["simulate", "fairy", "--games", "9" * 5000], "is not a whole number"),
        (["simulate", "fairy", "--games", "1e30"], "So many games cannot be played; ask for at most 1e18."),
        (["simulate", "fairy", "--games=-5"], "-5 games cannot be played; ask for one or more."),
        (["simulate", "fairy", "--players", "3", "--option", "players=3"], "How many play was said twice"),
        (["simulate", "fairy", "--option", "suits=runs", "--option", "suits=mod3"], "--option suits was given twice"),
        (["simulate", "fariables", "--option", "board=" + "x" * 300], "is neither meadow"),
        (["simulate", "fariables", "--option", "board=" + "x" * 5000], "board is too long; an option has at most 300"),
        (["kit", "poker"], "There is no game “poker”"),
        (["kit", "fairy", "--games", "0"], "0 games cannot be played; ask for one or more."),
        (["kit", "fairy", "--seed", "-3"], "A seed is a whole number from 0 to 2^64 - 1."),
        (["kit", "fairy", "--seed", str(2**64 - 1)], "A seed is a whole number from 0 to 2^64 - 1."),
        (["bench", "fairy", "--seconds", "0"], "0 seconds cannot be measured; ask for more than 0 and at most 3600."),
        (["bench", "crane", "--players", "9"], "Crane is for 2 to 6 players, not 9."),
        (["bench", "fairy", "--seconds", "-1"], "-1 seconds cannot be measured"),
        (["bench", "fairy", "--seconds", "nan"], "nan seconds cannot be measured"),
        (["bench", "fairy", "--seconds", "inf"], "inf seconds cannot be measured"),
        (["bench", "fairy", "--seconds", "soon"], "“soon” is not a number of seconds"),
        (["play", "fairy", "--player", "3"], "unrecognized arguments: --player"),
        (["serve", "--port", "80x"], "“80x” is not a whole number"),
        (["print"], "the following arguments are required: GAME; see fairyring print --help."),
        (["print", "fairy"], "“print” is for fariables, not for fairy."),
        (["play", "no/such/room.py"], "There is no file no/such/room.py"),
        (["simulate", "\x1b[31mred"], "There is no game “\\x1b[31mred”"),
    ],
)
def test_cli_answers_mistakes_in_one_sentence(args: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, *args, code=2)
    assert message in output
    assert output.count("\n") == 1


@pytest.mark.compiled
def test_simulate_counts_games_in_words_and_aligns_levels(capsys: pytest.CaptureFixture[str]) -> None:
    lines = called(capsys, "simulate", "fairy", "--games", "1", "--bots", "random,easy", code=0).splitlines()
    assert lines[0].startswith("Fairy: 1 game in ")
    assert lines[1].index(" ± ") == lines[2].index(" ± ")


TYPED = "?\n1\nhigher\nguess lower\nup\n99\n" + "guess suit\n" * 20


def test_play_replay_and_verify_a_saved_game(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    output = fairyring("play", "fairy", "--seed", 3, "--save", path, text=TYPED)
    assert "“up” is no guess for “guess”; it is one of higher, lower, suit, catch." in output
    assert "The game is over" in output
    assert "Good: " in fairyring("verify", path)
    assert json.loads(fairyring("verify", path, "--json"))["ok"] is True
    assert "nature: card" in fairyring("replay", path)
    path.write_text(path.read_text(encoding="utf-8").replace("guess suit", "guess catch"), encoding="utf-8")
    assert "the record was changed" in fairyring("verify", path, code=2)
    path.write_text(path.read_text(encoding="utf-8")[:900], encoding="utf-8")
    for command in ("verify", "replay"):
        assert fairyring(command, path, code=2).count("\n") == 1


def test_play_resumes_an_unfinished_game(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    assert "Good-bye" in fairyring("play", "fairy", "--seed", 3, "--save", path, text="1\nquit\n")
    assert "not over yet" in fairyring("verify", path)
    assert "The game is not over, so nobody's secrets are told." in fairyring("replay", path)
    assert "The game is over" in fairyring("play", "--resume", path, text="1\n" * 25)


def test_play_asks_which_game() -> None:
    output = fairyring("play", text="chess\nfairy\nquit\n")
    assert "Which game?" in output
    assert "Type a number" in output
    assert "Player 1: Guess the next card" in output


@pytest.mark.parametrize("name", registry.shipped())
def test_play_with_bots_only_ends_every_game(name: str) -> None:
    output = fairyring("play", name, "--you", "none", "--seed", 2)
    assert len(output.splitlines()) > 30  # whoever watches is told what happens, and the result
    assert "Type a number" not in output


def test_simulate_prints_one_json_object() -> None:
    args = ["simulate", "fairy", "--players", 4, "--games", 2000, "--bots", "random", "--seed", 1]
    output = json.loads(fairyring(*args, "--json"))
    expected = "game options players games seconds games_per_s decisions_per_s mean_score win_share mean_turns end_reasons"
    assert set(expected.split()) <= set(output)
    assert (output["game"], output["players"], output["games"]) == ("fairy", 4, 2000)
    assert len(output["mean_score"]) == len(output["win_share"]) == 4
    assert abs(sum(output["win_share"]) - 1) < 1e-5
    assert abs(sum(output["end_reasons"].values()) - 1) < 1e-5
    assert "wins" in fairyring(*args)


def test_bench_and_kit_print_json() -> None:
    (row,) = json.loads(fairyring("bench", "fairy", "--seconds", 0.2, "--json"))
    assert row["ratio"] > 1
    (report,) = json.loads(fairyring("kit", "fairy", "--games", 1, "--json"))
    assert report["passed"] is True
    assert "all checks passed" in fairyring("kit", PEBBLES, "--games", 1)


def test_bench_compares_with_openspiel_or_names_the_extra() -> None:
    output = fairyring("bench", "fairy", "--seconds", 0.05)
    if find_spec("pyspiel") is None:
        assert output.endswith('pip install "fairyring[openspiel]"\n')
    else:
        assert [output.count(word) for word in ("imagined games/s", "MCTS, C++", "ISMCTS, Python")] == [6, 2, 1]


def test_help_has_examples_and_commands_of_rooms(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ((), *((name,) for name in COMMANDS)):
        assert "example" in called(capsys, *command, "--help")
    output = called(capsys, "--help")
    assert "print     draw a board on one page, to print and play on (fariables)" in output
    assert "score     the score sheet for cards on a real table (fairy-tale)" in output
    assert "Seats are counted from 1 here, and from 0 in Python and JSON." in output
    assert "fairyring print [-h] GAME" in called(capsys, "print", "--help") == called(capsys, "help", "print")
    assert called(capsys, "help") == called(capsys, "--help")
    assert "--board" in called(capsys, "print", "fariables", "--help")
    assert fairyring("--version") == f"fairyring {fr.__version__}\n"


def test_cli_accepts_spellings_of_game_names() -> None:
    assert fairyring("simulate", "Sneaky Town", "--games", 10, "--backend", "interpreted").startswith("Sneaky Town: 10 games")
    assert fairyring("simulate", "FAIRY_TALE", "--games", 10, "--backend", "interpreted").startswith("Fairy Tale: 10 games")
    assert "6 points" in fairyring("score", "Fairy Tale", "--cards", "Ann: castle")


def test_simulate_takes_a_game_by_path() -> None:
    room = PEBBLES
    assert fairyring("simulate", room, "--games", 10, "--backend", "interpreted").startswith("Pebbles: 10 games")


def test_simulate_names_the_line_that_is_not_in_the_language(tmp_path: Path) -> None:
    text = PEBBLES.read_text("utf-8").replace("winner = lone_winner(s)\n", "winner = lone_winner(s) + sum(s.fist)\n")
    (tmp_path / "room.py").write_text(text, encoding="utf-8")
    line = text[: text.index("sum(s.fist)")].count("\n") + 1
    said = fairyring("simulate", tmp_path / "room.py", "--games", 10, code=2)
    assert said == f"fairyring: room.py:{line}, in open_fists: “sum” is absent; add up in a loop\n"


@pytest.mark.parametrize(("notation", "games"), [("1e3", 1000), ("1_000", 1000), ("1,000", 1000), ("+20", 20)])
def test_cli_numbers_accept_common_notations(notation: str, games: int) -> None:
    assert whole_number(notation) == games


def test_bench_of_the_shortest_time_measures() -> None:
    (row,) = json.loads(fairyring("bench", "fairy", "--seconds", "1e-9", "--players", "3", "--json"))
    assert row["players"] == 3
    assert row["compiled_decisions_per_s"] > 0


@pytest.mark.parametrize("backend", ["compiled", "interpreted"])
def test_simulate_stops_at_once_in_constant_memory(backend: str) -> None:
    fairyring("simulate", "fairy", "--games", 1)  # compiled once, so that only playing is left to do
    command = [sys.executable, "-m", "fairyring", "simulate", "fairy", "--games", "1e10", "--backend", backend]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        try:
            work_on(running.pid, 1)
            before = memory(running.pid)
            work_on(running.pid, 2)
            after = memory(running.pid)
            seconds = worked(running.pid)
            running.send_signal(signal.SIGINT)
            os.waitid(os.P_PID, running.pid, os.WEXITED | os.WNOWAIT)  # it has ended, and can still be asked
            more = worked(running.pid) - seconds
            out, err = running.communicate()
        finally:
            running.kill()
    assert running.returncode == 130
    assert out == ""
    assert re.fullmatch(r"fairyring: stopped after [1-9][\d,]* games\.\n", err)
    assert more < 4  # seconds of two cores: what was begun is brought to its end
    assert after < before + 10_000  # kilobytes; all chunks at once took more than twice that every second


def worked(process: int) -> float:
    """How many seconds of computing it has used: those of a busy machine are as long as any."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def work_on(process: int, seconds: float) -> None:
    while worked(process) < seconds:
        time.sleep(0.05)


def memory(process: int) -> int:
    """How many kilobytes it holds."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0])


def test_simulate_sums_do_not_depend_on_chunks_and_workers() -> None:
    results = [fr.simulate("fairy", games=3000, seed=5, workers=workers) for workers in (1, 2, 7)]
    results.append(fr.simulate("fairy", games=3000, seed=5, backend="interpreted"))
    assert len({(tuple(result.mean_score), tuple(result.win_share), result.mean_turns) for result in results}) == 1


def test_play_refuses_a_room_without_texts(tmp_path: Path) -> None:
    (tmp_path / "room.py").write_text(PEBBLES.read_text("utf-8"), encoding="utf-8")
    assert "This game has no texts" in fairyring("play", tmp_path / "room.py", "--you", "none", code=2)

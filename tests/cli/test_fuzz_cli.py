"""Hundreds of wrong command lines and broken records from fixed seeds: an answer every time, never a crash, never a hang.

Most run in this process, with streams of their own; some dozens as processes, on odd terminals and pipes.
"""

from __future__ import annotations

import io
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import fairyring as fr
from fairyring.cli import main
from fairyring.core.game import registry
from tests.games.make_records import play
from tests.paths import GAME_TESTS, ROOT

CODES = {0, 1, 2, 130}
LINES = 3  # of complaint, at most
PATIENCE = 200  # seconds for one command, on a busy machine
RECORDS = sorted(GAME_TESTS.glob("*/records/*.jsonl"))

NUMBERS = (
    "0", "-1", "1", "2", "2", "2", "1.5", "1e3", "1e999", "-0", "+2", " 3 ", "nan", "inf", "", "x", "٣", "１", "0x10",
    "1_0", "1,0", "9" * 30, "9" * 5000, "-" + "9" * 30, "2**64", "18446744073709551615", "18446744073709551616", "--",
    "\x1b[2J", "None",
)  # fmt: skip
WORDS = (
    "", " ", "fairy", "FAIRY", "Sneaky Town", "sneaky_town", "poker", "fariables ", "../fairy", "fairy/", "no.py", "-", "--",
    "x" * 5000, "\x1b[31m", "a\nb", "“fairy”", "花", "\udcff", "{game}", "{", "%s", "all", "none", "None", "random,random",
    "normal", "random," * 300, ",", "1,2", "0", "99",
)  # fmt: skip
OPTIONS = (
    "variant=fifteen", "variant=", "=", "players=3", "players=0", "players=x", "players=" + "9" * 5000, "colour=red", "variant",
    "deck=full", "deck=/", "deck=/dev/null", "deck=/dev/zero", "board=meadow", "board=" + "x" * 5000, "board=.", "match=lead:0",
    "match=lead:" + "9" * 99, "turn_limit=-1", "grab=real", "skill=expert", "aim=99", "\x1b=1", "suits=mod3", "a=b=c", "{x}=1",
)  # fmt: skip
# Every option of every command, with what it may be given; `play` is asked nothing, for its input is empty.
FLAGS: dict[str, dict[str, tuple[str, ...]]] = {
    "play": {"--players": NUMBERS, "--option": OPTIONS, "--you": WORDS, "--bots": WORDS, "--seed": NUMBERS, "--resume": WORDS},
    "rules": {},
    "simulate": {
        "--players": NUMBERS,
        "--option": OPTIONS,
        "--games": tuple(number for number in NUMBERS if number not in ("1e3", "18446744073709551615")),
        "--bots": WORDS,
        "--seed": NUMBERS,
        "--workers": NUMBERS,
        "--backend": (*WORDS, "compiled", "interpreted"),
        "--json": (),
    },
    "replay": {"--seat": NUMBERS, "--spoil": ()},
    "verify": {"--json": (), "--receipt": WORDS},
    "kit": {"--games": ("0", "-1", "x", "", "9" * 30), "--seed": NUMBERS, "--build": ("checked", "fast", "x"), "--json": ()},
    "bench": {"--seconds": ("0", "-1", "nan", "inf", "x", "", "1e9"), "--json": ()},
    "print": {"--board": WORDS, "--output": ("", "x", "no/x.svg", ".", "/", "x" * 5000 + ".svg"), "--force": ()},
    "score": {"--cards": (*WORDS, "Ann: castle", "Ann:", ": castle", "Ann: castle x999"), "--deck": WORDS, "--file": WORDS},
}


@contextmanager
def in_time(seconds: int) -> Iterator[None]:
    """Raises where something hangs."""

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def answer(words: list[str], monkeypatch: pytest.MonkeyPatch, encoding: str = "utf-8") -> tuple[int, str]:
    """Run a command here, with streams of its own and nothing to read; its exit code and all it said."""
    with monkeypatch.context() as patch:
        streams = {name: io.TextIOWrapper(io.BytesIO(), encoding=encoding) for name in ("stdin", "stdout", "stderr")}
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        with in_time(PATIENCE):
            code = main.main(words)
        output = {name: stream.buffer.getvalue() for name, stream in streams.items() if not stream.flush()}  # type: ignore[func-returns-value]
    complaint = output["stderr"].decode(encoding)
    assert code in CODES, (words, code)
    assert complaint.count("\n") <= LINES, (words, complaint)
    assert len(complaint) < 1500, (words, complaint)
    assert code == 0 or complaint or output["stdout"], words
    assert "\x1b" not in complaint.replace("\r\x1b[K", ""), (words, complaint)
    assert "Traceback" not in complaint
    return code, complaint


def command_line(rng: random.Random) -> list[str]:
    """A command with a game or a file, mostly, and up to four options with values of all kinds."""
    name = rng.choice([*FLAGS, *FLAGS, rng.choice(WORDS)])
    flags = FLAGS.get(name, {})
    words = [name]
    if name in ("replay", "verify"):
        words.append(rng.choice([str(rng.choice(RECORDS)), *WORDS, "/", "/dev/null", str(ROOT / "tests" / "conftest.py")]))
    elif name == "bench" or rng.random() < 0.9:
        words.append(rng.choice(WORDS if rng.random() < 0.3 and name not in ("kit", "bench") else registry.shipped()))
    if name == "rules" and rng.random() < 0.7:
        words.append(rng.choice([*NUMBERS, "R1", "r7", *WORDS]))
    for flag in rng.choices([*flags], k=rng.choice((0, 1, 1, 2, 4))) if flags else ():
        values = flags[flag]
        words += (
            [f"{flag}={rng.choice(values)}"]
            if values and rng.random() < 0.5
            else [flag, *([rng.choice(values)] if values else [])]
        )
    if name == "simulate":
        words += ["--backend", "interpreted"] if "--backend" not in " ".join(words) else []
        words += ["--games", "5"] if "--games" not in " ".join(words) else []
    if name == "kit":
        words += ["--games", rng.choice(("0", "-3", "x"))]  # a real one takes long, and other tests run it
    if name == "bench":
        words += ["--seconds", rng.choice(("0", "nan", "x"))]
    if rng.random() < 0.1:
        words.insert(rng.randint(0, len(words)), rng.choice([*WORDS, "--no-such-option", "-x", "--help"]))
    return words


@pytest.mark.parametrize("seed", range(10))
def test_fuzz_wrong_command_lines_are_answered(seed: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    rng = random.Random(seed)
    codes = [answer(command_line(rng), monkeypatch, rng.choice(("utf-8", "ascii", "latin-1")))[0] for _ in range(80)]
    assert {0, 2} <= set(codes)  # some were right after all


VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1, 10**30, 1.5, "", "x", "\x1b[2J", "a\nb", "\u202e", [], {}, [[]], {"a": 1}, "x" * 5000, [None] * 20,
)  # fmt: skip


def edit_value(rng: random.Random, value: Any) -> Any:
    """The value with something in it changed, taken away or put in."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice([*value])
        change = rng.random()
        if change < 0.15:
            return {k: v for k, v in value.items() if k != key}
        if change < 0.25:
            return {("x" + k if k == key else k): v for k, v in value.items()}
        return {**value, key: edit_value(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        change = rng.random()
        return (
            value[:at]
            + ([] if change < 0.2 else [value[at]] * 2 if change < 0.4 else [edit_value(rng, value[at])])
            + value[at + 1 :]
        )
    return rng.choice(VALUES)


def broken(rng: random.Random, text: str) -> bytes:
    """A record, edited as JSON, as text or as bytes."""
    lines = text.splitlines()
    at = rng.choice((0, len(lines) - 1, rng.randrange(len(lines))))
    match rng.randrange(8):
        case 0 | 1 | 2 | 3:
            lines[at] = json.dumps(edit_value(rng, json.loads(lines[at])), ensure_ascii=rng.random() < 0.5)
        case 4:
            lines[at : at + 1] = rng.choice(
                ([], [lines[at]] * 2, ["", lines[at]], ["[" * 20_000], ['{"a":' * 20_000], ["null"])
            )
        case 5:
            lines[at] = lines[at].replace(
                rng.choice('"{}:,a1'), rng.choice(("", "\0", '"', "\\ud800", "9" * 5000, "\u2028", "NaN")), 1
            )
        case 6:
            return "\n".join(lines).encode()[: rng.randrange(len(text))]
        case _:
            raw = bytearray("\n".join(lines).encode())
            for _ in range(rng.randint(1, 5)):
                raw[rng.randrange(len(raw))] = rng.randrange(256)
            return bytes(raw)
    return "\n".join(lines).encode("utf-8", "replace")


@pytest.mark.parametrize("seed", range(8))
def test_fuzz_broken_records_are_answered(seed: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rng = random.Random(seed)
    path = tmp_path / "game.jsonl"
    texts = [rng.choice(RECORDS).read_text(encoding="utf-8"), unfinished(rng)]
    refused = 0
    for _ in range(25):
        path.write_bytes(broken(rng, rng.choice(texts)))
        for words in (
            ["verify"],
            ["verify", "--json"],
            ["replay"],
            ["replay", "--seat", "1"],
            ["replay", "--spoil"],
            ["play", "--resume"],
        ):
            refused += answer([*words, str(path)], monkeypatch)[0] == 2
    assert refused > 50


def unfinished(rng: random.Random) -> str:
    game = fr.game(rng.choice(registry.shipped()))
    record = play(game, rng.randrange(1000))
    return fr.Table.rebuild(game, record.decisions[: rng.randrange(5, 20)]).record.dumps()


# As processes ------------------------------------------------------------------------------------

SHELLS = (
    "{}",
    "{} | head -1",
    "{} > /dev/full",
    "{} >&-",
    "{} 2>&-",
    "{} <&-",
    "{} 2>/dev/full",
    "{} | true",
    "{} >&- 2>&- <&-",
)
PLACES: tuple[dict[str, str], ...] = (
    {}, {"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C"}, {"TERM": "dumb"}, {"COLUMNS": "3"}, {"COLUMNS": "x"}, {"NO_COLOR": "1"},
    {"PYTHONUNBUFFERED": "1"}, {"PYTHONUTF8": "0", "LC_ALL": "POSIX"}, {"HOME": "/nowhere"},
)  # fmt: skip


def test_fuzz_odd_terminals_and_pipes_are_answered(tmp_path: Path) -> None:
    rng = random.Random(1)
    commands = [
        f"verify {RECORDS[0]}",
        f"replay {RECORDS[-1]}",
        "rules fairy",
        "simulate fairy --games 9 --backend interpreted",
        "play fairy",
    ]
    for _ in range(45):
        shell, command = (
            rng.choice(SHELLS),
            rng.choice([*commands, "--help", "dance", "verify nothing", "print fariables --output -"]),
        )
        program = shell.format(f'"{sys.executable}" -m fairyring {command}')
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {program}"],
            env=os.environ | rng.choice(PLACES),
            cwd=tmp_path,
            input=b"1\nquit\n",
            capture_output=True,
            timeout=PATIENCE * 3,
            check=False,
        )
        complaint = done.stderr.decode("utf-8", "replace")
        assert done.returncode in CODES, (program, done)
        assert "Traceback" not in complaint, (program, complaint)
        assert "Exception ignored" not in complaint, (program, complaint)
        assert complaint.count("\n") <= LINES, (program, complaint)

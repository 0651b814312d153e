"""Standard input and output as they are found: closed, full, cut off, or unable to show every character."""

from __future__ import annotations

import codecs
import json
import os
import sys
import unicodedata
from contextlib import suppress
from typing import Any

from fairyring.core.errors import FairyringError
from fairyring.core.text.printable import visible

# What to write instead where an encoding lacks a character; anything else loses its accents or becomes a question mark.
PLAIN = {
    "“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-", "…": "...", "×": "x", "±": "+-", "·": ".",
    "●": "@", "□": "#", "▸": ">", "█": "#", "░": ".", "✓": "ok", "✗": "!!", "→": "->", "•": "*", "─": "-", "│": "|",
}  # fmt: skip
PLAINLY = "fairyring-plainly"  # how encoders are told to do so
LONGEST = 1000  # characters of a sentence about a mistake; who quotes more is quoted in part


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(c) or _without_accents(c) or "?" for c in error.object[error.start : error.end]), error.end


def _without_accents(character: str) -> str:
    return unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()


codecs.register_error(PLAINLY, _plainly)


def prepare() -> None:
    """Make the streams safe to use: what cannot be shown is written plainly, and complaints that nobody hears go nowhere."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  (for as long as the program runs)
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            with suppress(OSError, ValueError):
                reconfigure(errors=PLAINLY)


def need_output() -> None:
    """Refuse to work for nobody: an answer that cannot be given is a failure."""
    if sys.stdout is None:
        raise FairyringError("The answer cannot be written: standard output is closed.")


def finish() -> None:
    """Make sure that everything arrived; a full disk is noticed here, and not when Python ends."""
    if sys.stdout is not None:
        sys.stdout.flush()


def silence() -> None:
    """Nothing more can be written: what is left in the buffer goes nowhere, or Python would try once more and complain."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def lost(error: OSError) -> str:
    """An error of the system as a sentence; one without a file is about the answer."""
    if error.strerror is None:
        return str(error)
    name = error.filename
    return f"{name}: {error.strerror}." if name is not None else f"The answer cannot be written: {error.strerror}."


def complain(text: str) -> None:
    """One line on standard error, if anybody can read it; what a stranger wrote into it does nothing to the terminal."""
    line = visible(text)
    if len(line) > LONGEST:
        line = f"{line[: LONGEST * 3 // 4]} … {line[-LONGEST // 4 :]}"
    with suppress(OSError):
        sys.stderr.write(f"fairyring: {line}\n")
        sys.stderr.flush()


def say(text: str = "") -> None:
    """A line of the answer."""
    print(visible(text), flush=False)


def say_json(value: Any) -> None:
    """One JSON value on one line, in characters that the encoding has."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(json.dumps(value, ensure_ascii=codecs.lookup(encoding).name != "utf-8"))

"""Standard streams that may be closed, full, cut off, or unable to encode some characters."""

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

# Replacements for characters that an encoding lacks. Others lose their accents or become question marks.
PLAIN = {
    "“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-", "…": "...", "×": "x", "±": "+-", "·": ".",
    "●": "@", "□": "#", "▸": ">", "█": "#", "░": ".", "✓": "ok", "✗": "!!", "→": "->", "•": "*", "─": "-", "│": "|",
    "«": '"', "»": '"', "¿": "", "¡": "",
}  # fmt: skip
PLAINLY = "fairyring-plainly"  # name of the error handler of codecs
LONGEST = 1000  # characters of an error message; the middle of longer ones is cut out


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(c, _without_accents(c) or "?") for c in error.object[error.start : error.end]), error.end


def _without_accents(character: str) -> str:
    return unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()


codecs.register_error(PLAINLY, _plainly)


def prepare() -> None:
    """Make the streams safe to use: characters that cannot be encoded are replaced; a closed stderr is discarded."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  (for as long as the program runs)
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            with suppress(OSError, ValueError):
                reconfigure(errors=PLAINLY)


def need_output() -> None:
    """Raise FairyringError if standard output is closed."""
    if sys.stdout is None:
        raise FairyringError("The answer cannot be written: standard output is closed.")


def finish() -> None:
    """Flush standard output, so that a full disk is reported here and not at interpreter exit."""
    if sys.stdout is not None:
        sys.stdout.flush()


def silence() -> None:
    """Discard what is left in the output buffer, so that Python does not try to write it at exit."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def lost(error: OSError) -> str:
    """Return an OSError as a sentence; an error without a file name concerns standard output."""
    if error.strerror is None:
        return str(error)
    name = error.filename
    return f"{name}: {error.strerror}." if name is not None else f"The answer cannot be written: {error.strerror}."


def complain(text: str) -> None:
    """Write one line to standard error; control characters in foreign text are made visible."""
    line = visible(text)
    if len(line) > LONGEST:
        line = f"{line[: LONGEST * 3 // 4]} … {line[-LONGEST // 4 :]}"
    with suppress(OSError):
        sys.stderr.write(f"fairyring: {line}\n")
        sys.stderr.flush()


def say(text: str = "") -> None:
    """Write one line to standard output; control characters are made visible."""
    print(visible(text), flush=False)


def say_json(value: Any) -> None:
    """Write one JSON value on one line, escaped as far as the encoding of the stream requires."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(json.dumps(value, ensure_ascii=codecs.lookup(encoding).name != "utf-8"))

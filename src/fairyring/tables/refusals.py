"""Refusals of commands: a code for programs, a message key with arguments for people."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_args

from fairyring.core.errors import DataError, FairyringError
from fairyring.core.text.messages import ENGLISH, Message, core_texts, msg, read_texts
from fairyring.tables.protocol.encode import encode
from fairyring.tables.protocol.outgoing import Code, Nack

MAX_FAULT = 400  # characters of a sentence about a file, which may quote it
CODES: tuple[Code, ...] = get_args(Code)


class Refused(Exception):
    """A command is refused and changes nothing. The text is `table.KEY` (by default `table.CODE`), or the game's own."""

    def __init__(self, code: Code, key: str = "", /, **args: Any) -> None:
        super().__init__(code)
        self.code: Code = code
        self.message = Message(f"table.{key or code}", args)
        self.text = ""  # the sentence, if it is the game's own: only the game has its texts

    @staticmethod
    def by_game(code: Code, error: FairyringError) -> Refused:
        """Return a refusal with the message of an error that the game raised."""
        refused = Refused(code)
        if isinstance(error.message, Message):
            refused.message, refused.text = error.message, str(error)
        elif isinstance(error, DataError):  # for authors of files: plain English, with the line
            refused.message, refused.text = msg("error.file.fault", why=error.message[:MAX_FAULT]), error.message
        return refused

    def nack(self, command_id: str = "") -> dict[str, Any]:
        """Return the message that tells a client of the refusal, as JSON."""
        message = self.message.wire()
        return encode(Nack(command_id, self.code, message["key"], message["args"]))


@cache
def texts(language: str = ENGLISH) -> Mapping[str, str]:
    """Return the texts of tables in a language by key, with those of the core, which refusals by a game use."""
    return {**core_texts(language), **read_texts(Path(__file__).with_name("messages"), language)}

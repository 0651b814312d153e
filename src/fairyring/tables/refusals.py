"""Refusals: a code for programs, and a message key with arguments for people."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from fairyring.core.errors import FairyringError
from fairyring.core.text.messages import ENGLISH, Message, core_texts, read_texts

CODES = (
    "past",
    "not-yours",
    "not-here",
    "not-now",
    "not-legal",
    "unknown-action",
    "not-host",
    "taken",
    "present",
    "seats-empty",
    "paused",
    "too-fast",
    "too-long",
    "bad-form",
    "id-reused",
    "full",
)


class Refused(Exception):
    """A command is refused; nothing was changed. The text is `table.KEY`, or a game's own."""

    def __init__(self, code: str, key: str = "", /, **args: Any) -> None:
        assert code in CODES
        super().__init__(code)
        self.code = code
        self.message = Message(f"table.{key or code}", args)
        self.said = ""  # the sentence, where it is a game's own: only the game has its text

    @staticmethod
    def by_game(code: str, error: FairyringError) -> Refused:
        """What the game itself says of it."""
        refused = Refused(code)
        if isinstance(error.message, Message):
            refused.message, refused.said = error.message, str(error)
        return refused


@cache
def texts(language: str = ENGLISH) -> Mapping[str, str]:
    """What the table says, in a language; with the core's texts, which refusals of a game use."""
    return {**core_texts(language), **read_texts(Path(__file__).with_name("messages"), language)}

"""Line output and input of a game, for pipes and files; `fullscreen.py` redraws a terminal instead."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from fairyring.cli.rulebook import render
from fairyring.cli.streams import PLAINLY
from fairyring.core.game.room import Room
from fairyring.core.text.messages import ENGLISH
from fairyring.core.text.printable import visible

PROMPT = "> "
WIDTH = 80  # columns of rules


class Quit(Exception):
    """The person at the keyboard has left."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A listed choice: its number ("" where a name is typed), its meaning, and what can be typed for it."""

    number: str
    sentence: str
    typed: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """A question with board, news and choices."""

    board: Sequence[str]
    news: Sequence[str]  # events since the viewer last saw the board
    ask: str
    choices: Sequence[Listed] = ()
    names: Sequence[str] = ()  # choices that are typed by name, abbreviated
    answer: Sequence[str] = ()  # reply to the last input


class Screen:
    """Lines on standard output, for pipes and files: nothing is cleared, cut or paged."""

    live = False

    def __init__(self) -> None:
        self.encoding = sys.stdout.encoding or "ascii"
        self.names: Sequence[str] = ()  # of the players
        self.private = False  # whether several people with secrets share this keyboard
        if reconfigure := getattr(sys.stdin, "reconfigure", None):
            reconfigure(errors="replace")

    def clean(self, text: str) -> str:
        """Return untrusted text without control characters, in the encoding of the output."""
        return visible(text).encode(self.encoding, PLAINLY).decode(self.encoding)

    def open(self) -> None:
        """Prepare the screen for a game."""

    def close(self) -> None:
        """Restore the screen after a game."""

    def write(self, lines: Sequence[str], whole: bool = False) -> None:
        """Print lines, one after another; `whole` ones are not broken, so that they can be copied."""
        sys.stdout.write("".join(f"{self.clean(line)}\n" for line in lines))
        sys.stdout.flush()

    def show(self, frame: Frame) -> None:
        """Show a question from its beginning."""
        lines = frame.answer or frame.news
        self.write([*lines, "", *frame.board, "", frame.ask, *listed(frame)])

    def again(self, frame: Frame) -> None:
        """Show the reply to an input; the question stays."""
        self.write(frame.answer)

    def step(self, frame: Frame) -> None:
        """Show the next step of a question."""
        self.write([*frame.answer, frame.ask, *listed(frame)])

    def read(self, prompt: str = PROMPT) -> str:
        """Return a typed line. Raises Quit at the end of the input."""
        try:
            return input(self.clean(prompt)).strip()
        except EOFError:
            raise Quit from None

    def hide(self, text: str) -> str:
        """Hide the screen for the next person, and return what is typed; here, do nothing."""
        return ""

    def book(self, room: Room, language: str = ENGLISH) -> None:
        """Show the whole rules of a game."""
        self.write(render(room, WIDTH, language=language))


def folded(text: str) -> str:
    """Return the text as it is compared with an answer: in small letters, without accents, which many people do not type."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def listed(frame: Frame) -> list[str]:
    """Return the choices, one a line."""
    wide = min(34, max((len(choice.typed) for choice in frame.choices), default=0))
    numbered = [f"  {choice.number:>2}  {choice.typed:{wide}}  {choice.sentence}".rstrip() for choice in frame.choices]
    return [*numbered, *(f"  {line}" for line in frame.names)]

"""Where a game is shown and asked: as lines for whoever reads along, or, in `live.py`, as a screen that is drawn anew."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from fairyring.cli.rulebook import render
from fairyring.cli.streams import PLAINLY
from fairyring.core.game.room import Room
from fairyring.core.text.messages import ENGLISH
from fairyring.core.text.printable import visible

PROMPT = "> "
WIDTH = 80  # of rules that are read elsewhere


class Quit(Exception):
    """The person at the keyboard has left."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One choice as it is listed: its number (nothing where a name is typed), what it means, and what can be typed for it."""

    number: str
    said: str
    typed: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """One question with everything that belongs to it."""

    board: Sequence[str]
    news: Sequence[str]  # what has happened since this viewer saw the table
    ask: str
    choices: Sequence[Listed] = ()
    names: Sequence[str] = ()  # choices that are typed by name, in short
    answer: Sequence[str] = ()  # to what was just typed


class Screen:
    """Lines on standard output, for pipes and files: nothing is cleared, nothing is cut, nobody is asked to go on."""

    live = False

    def __init__(self) -> None:
        self.encoding = sys.stdout.encoding or "ascii"
        self.names: Sequence[str] = ()  # of the players
        self.private = False  # whether several people with secrets share this keyboard
        if reconfigure := getattr(sys.stdin, "reconfigure", None):
            reconfigure(errors="replace")

    def clean(self, text: str) -> str:
        """Text of any origin, in characters that can be shown here and do nothing else."""
        return visible(text).encode(self.encoding, PLAINLY).decode(self.encoding)

    def open(self) -> None:
        """The game begins."""

    def close(self) -> None:
        """The game is over or left."""

    def write(self, lines: Sequence[str], whole: bool = False) -> None:
        """Print lines, one after another; `whole` ones are not broken, so that they can be copied."""
        sys.stdout.write("".join(f"{self.clean(line)}\n" for line in lines))
        sys.stdout.flush()

    def show(self, frame: Frame) -> None:
        """A question from its beginning."""
        told = frame.answer or frame.news
        self.write([*told, "", *frame.board, "", frame.ask, *listed(frame)])

    def again(self, frame: Frame) -> None:
        """The same question after something was answered."""
        self.write(frame.answer)

    def step(self, frame: Frame) -> None:
        """The next step of a question."""
        self.write([*frame.answer, frame.ask, *listed(frame)])

    def read(self, prompt: str = PROMPT) -> str:
        """What is typed; leaving is leaving."""
        try:
            return input(self.clean(prompt)).strip()
        except EOFError:
            raise Quit from None

    def hide(self, text: str) -> str:
        """Somebody else takes the keyboard. Here nothing can be hidden, and nobody waits."""
        return ""

    def book(self, room: Room, language: str = ENGLISH) -> None:
        """The whole rules of a game."""
        self.write(render(room, WIDTH, language=language))


def listed(frame: Frame) -> list[str]:
    """The choices, one a line, as a reader of lines sees them."""
    wide = min(34, max((len(choice.typed) for choice in frame.choices), default=0))
    numbered = [f"  {choice.number:>2}  {choice.typed:{wide}}  {choice.said}".rstrip() for choice in frame.choices]
    return [*numbered, *(f"  {line}" for line in frame.names)]

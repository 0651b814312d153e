"""A game on a real terminal: one screen, redrawn for every question, so that the board is always visible."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import replace

from rich.cells import cell_len
from rich.console import Console
from rich.pager import SystemPager
from rich.text import Text

from fairyring.cli.rulebook import render
from fairyring.core.game.room import Room
from fairyring.core.text.messages import ENGLISH
from fairyring.terminal.screen import WIDTH, Frame, Screen

CLEAR = "\x1b[2J\x1b[H"
FORGET = "\x1b[3J"  # the scroll-back too
OTHER_SCREEN, FIRST_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
SEATS = ("cyan", "magenta", "yellow", "green", "bright_blue", "red", "bright_cyan", "bright_magenta", "bright_yellow", "white")
GAP = 3  # columns between two columns of choices
INDENT = re.compile(r"(?: +(?:[\d−]+  )?)?")


class FullScreen(Screen):
    """Draws with rich; where people with secrets share the keyboard, the scroll-back is wiped as well."""

    live = True

    def __init__(self, more: str) -> None:
        super().__init__()
        self.console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
        self.more = more
        self._open = False

    @property
    def dumb(self) -> bool:
        return self.console.is_dumb_terminal or not self.console.is_terminal

    @property
    def size(self) -> tuple[int, int]:
        """Return the numbers of lines and columns."""
        return self.console.size.height, self.console.size.width

    # The terminal itself ----------------------------------------------------------------------

    def _send(self, codes: str) -> None:
        """Write control codes, without cleaning."""
        sys.stdout.write(codes)
        sys.stdout.flush()

    def open(self) -> None:
        if not self.dumb and not self._open:
            self._open = True
            self._send(OTHER_SCREEN + CLEAR)

    def close(self) -> None:
        """Restore the previous content of the terminal."""
        if self._open:
            self._open = False
            self._send(CLEAR + FIRST_SCREEN)

    def clear(self) -> None:
        if not self.dumb:
            self._send(CLEAR + (FORGET if self.private else ""))
        elif self.private:
            self._send("\n" * 2 * self.size[0])  # the best that can be done here

    # Drawing ----------------------------------------------------------------------------------

    def write(self, lines: Sequence[str], whole: bool = False) -> None:
        for line in lines:
            for part in [line] if whole else self._wrapped(line, self.size[1]) or [""]:
                self.console.print(self._styled(part))
        sys.stdout.flush()

    def _styled(self, line: str, style: str = "") -> Text:
        """Return a line with players' names in the colours of their seats."""
        text = Text(self.clean(line), style=style)
        for seat, name in enumerate(self.names):
            text.highlight_words([self.clean(name)], SEATS[seat % len(SEATS)])
        return text

    def show(self, frame: Frame) -> None:
        height, width = self.size
        news, choices = self._fit(frame, height, width)
        if news is None:  # too much to tell: it is told first, with the board in sight
            self._pages(frame, height, width)
            news, choices = self._fit(replace(frame, news=(), answer=()), height, width)
        self.clear()
        ask = self._wrapped(frame.ask, width)
        spare = height - 1 - len(frame.board) - len(news or ()) - len(ask) - len(choices)
        self._draw(frame.board, width)
        self._blank(spare > 0)
        self._draw(news or (), width)
        self._blank(spare > 1 and bool(news))
        for line in ask:
            self.console.print(self._styled(line, "bold"))
        for choice in choices:
            self.console.print(choice)

    again = show
    step = show

    def _draw(self, lines: Sequence[str], width: int) -> None:
        for line in lines:
            text = self._styled(line)
            text.truncate(width, overflow="ellipsis")
            self.console.print(text)

    def _blank(self, is_needed: bool) -> None:
        if is_needed:
            self.write([""])

    def _pages(self, frame: Frame, height: int, width: int) -> None:
        """Show long text page by page under the board."""
        texts = frame.answer or frame.news
        room = max(3, height - len(frame.board) - 2)
        lines = self._each(texts, width)
        if len(lines) > room and not frame.answer:
            lines = self._wrapped(" ".join(texts), width)
        for at in range(0, len(lines), room):
            self.clear()
            self._draw(frame.board, width)
            self._blank(True)
            self._draw(lines[at : at + room], width)
            self.read(self.more)

    def _fit(self, frame: Frame, height: int, width: int) -> tuple[list[str] | None, list[Text]]:
        """Return news and choices in the richest form that leaves the board visible; None if that needs pages."""
        room = height - 1 - len(frame.board) - len(self._wrapped(frame.ask, width))
        answer = self._each(frame.answer, width)
        candidates = [self._each(frame.news, width) + answer, answer or self._wrapped(" ".join(frame.news), width)]
        short = self._columns(frame, width)
        for choices in (self._wide(frame, width), self._lines(frame, width), short):
            for lines in candidates:
                if len(lines) + len(choices) <= room:
                    return lines, choices
        return (None if candidates[-1] else []), short

    def _each(self, texts: Sequence[str], width: int) -> list[str]:
        return [line for text in texts for line in self._wrapped(text, width)]

    def _wrapped(self, text: str, width: int) -> list[str]:
        """Return wrapped lines; indented text continues below its first word, or below the one after a number."""
        clean = self.clean(text)
        lead = INDENT.match(clean)[0]  # type: ignore[index]  # matches anything
        lines = [line.plain.rstrip() for line in Text(clean[len(lead) :]).wrap(self.console, width - cell_len(lead))]
        return [(" " * cell_len(lead) if n else lead) + line for n, line in enumerate(lines)] if clean else []

    # Choices, from the widest form to the narrowest ---------------------------------------------

    def _wide(self, frame: Frame, width: int) -> list[Text]:
        """Return one choice a line, wrapped, with what can be typed instead of its number."""
        lines: list[Text] = []
        typed = max((cell_len(choice.typed) for choice in frame.choices), default=0)
        longest = max((cell_len(choice.sentence) for choice in frame.choices), default=0)
        beside = 5 + longest + GAP + typed <= width
        for choice in frame.choices:
            wrapped = self._wrapped(choice.sentence, width - 5 - (typed + GAP) * beside)
            for n, line in enumerate(wrapped):
                text = self._numbered(choice.number if n == 0 else "", line)
                if n == 0 and beside and choice.typed:
                    text.pad_right(max(0, width - typed - 1 - text.cell_len))
                    text.append(self.clean(choice.typed), "dim")
                lines.append(text)
        return [*lines, *self._names(frame, width)]

    def _lines(self, frame: Frame, width: int) -> list[Text]:
        """Return one choice a line, cut; `look` shows the rest."""
        lines = [self._numbered(choice.number, choice.sentence) for choice in frame.choices]
        for line in lines:
            line.truncate(width, overflow="ellipsis")
        return [*lines, *self._names(frame, width)]

    def _columns(self, frame: Frame, width: int) -> list[Text]:
        """Return several choices a line, and the first of the typed names."""
        cells = [self._numbered(choice.number, choice.sentence) for choice in frame.choices]
        wide = max((cell.cell_len for cell in cells), default=0) + GAP
        many = max(1, width // wide)
        rows = -(-len(cells) // many)
        lines = []
        for row in range(rows):
            line = Text()
            for cell in cells[row::rows]:
                line.pad_right(-line.cell_len % wide)
                line.append_text(cell)
            line.truncate(width, overflow="ellipsis")
            lines.append(line)
        names = [Text(f"  {self.clean(names)}") for names in frame.names]
        for line in names:
            line.truncate(width, overflow="ellipsis")
        return [*lines, *names]

    def _names(self, frame: Frame, width: int) -> list[Text]:
        return [Text(f"  {line}") for names in frame.names for line in self._wrapped(names, width - 2)]

    def _numbered(self, number: str, phrase: str) -> Text:
        text = Text(f"{number:>3}  ", style="bold")
        return text.append(self.clean(phrase), "not bold")

    # Asking -----------------------------------------------------------------------------------

    def hide(self, text: str) -> str:
        """Clear the screen, so that nothing of the last person's view is left."""
        self.clear()
        return self.read(text)

    def book(self, room: Room, language: str = ENGLISH) -> None:
        """Show the rules in the user's pager."""
        was_open = self._open
        self.close()
        os.environ.setdefault("LESS", "-R")  # as git does: colours are shown as such
        styled = not self.dumb and not self.console.no_color and "utf" in self.encoding.casefold()
        lines = render(room, min(WIDTH, self.size[1]), styled=styled, language=language)
        SystemPager().show("\n".join(lines if styled else map(self.clean, lines)) + "\n")
        if was_open:
            self.open()

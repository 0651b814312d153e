"""What is asked before a game, of whoever did not say it in the command."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from fairyring.bots import default_level, levels
from fairyring.core.errors import FairyringError, OptionError
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room
from fairyring.core.text.messages import ENGLISH, Speaker, core_texts, msg
from fairyring.core.text.printable import printable, visible
from fairyring.core.text.slug import slug_of_input
from fairyring.terminal.screen import Quit, Screen
from fairyring.terminal.session import LONGEST_NAME

LINE = 78
T = TypeVar("T")


class Host:
    """Asks one thing after another until the answer can be used."""

    def __init__(self, screen: Screen, language: str = ENGLISH) -> None:
        self.screen = screen
        self.language = language
        self.speaker = Speaker(core_texts(language), language=language)

    def ask(self, key: str, read: Callable[[str], T], default: str, **args: Any) -> T:
        while True:
            answer = self.screen.read(self.speaker.say(key, default=default, **args)) or default
            if answer.casefold() in ("q", "quit"):
                raise Quit
            try:
                return read(answer)
            except FairyringError as error:
                self.screen.write([error.say(self.speaker)])

    def game(self) -> str:
        """Which game to play."""
        names = registry.game_names()
        self.screen.write([self.speaker.say("terminal.which"), *self._games(names)])

        def read(answer: str) -> str:
            wanted = slug_of_input(answer)
            if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
                return names[int(wanted) - 1]
            if wanted in names:
                return wanted
            raise OptionError(msg("terminal.number", last=len(names)))

        return self.ask("terminal.prompt", read, "")

    def _games(self, names: Sequence[str]) -> list[str]:
        lines = []
        for number, name in enumerate(names, start=1):
            room = registry.room(name)
            texts = room.texts(self.language)
            lo, hi = room.schema.state.seats
            text = f"  {number}  {texts['title']:12} {f'{lo}–{hi}' if lo < hi else lo!s:4}  {texts['blurb']}"
            lines += textwrap.wrap(text, LINE, subsequent_indent=" " * 24)
        return lines

    def players(self, room: Room, default: int) -> int:
        """How many seats; not asked where there is no choice."""
        lo, hi = room.schema.state.seats

        def read(answer: str) -> int:
            if answer.isdecimal() and lo <= int(answer) <= hi:
                return int(answer)
            raise OptionError(msg("terminal.players-number", lo=lo, hi=hi))

        return lo if lo == hi else self.ask("terminal.players", read, str(default), lo=lo, hi=hi)

    def names(self, players: int) -> list[str]:
        """Who sits at this keyboard: everybody else is a bot."""
        default = self.speaker.say("player", number=1)
        return self.ask("terminal.people", lambda answer: read_names(answer, players), default, players=players)

    def level(self, game: Game[Any]) -> str:
        """How strong the bots are."""
        known = levels(game)

        def read(answer: str) -> str:
            if answer.casefold() in known:
                return answer.casefold()
            raise OptionError(msg("terminal.level-name", levels=", ".join(known)))

        return self.ask("terminal.level", read, default_level(game.room), levels=", ".join(known))


def read_names(text: str, most: int) -> list[str]:
    """Names with commas between them, each fit to be shown."""
    names = [name.strip() for name in text.split(",")]
    if len(names) > most:
        raise OptionError(msg("terminal.names-many", given=len(names), players=most))
    for name in names:
        if not name or len(name) > LONGEST_NAME or not printable(name):
            raise OptionError(msg("terminal.name", name=visible(name), most=LONGEST_NAME))
    for name in names:
        if sum(name.casefold() == other.casefold() for other in names) > 1:
            raise OptionError(msg("terminal.names-alike", name=name))
    return names

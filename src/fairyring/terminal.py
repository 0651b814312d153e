"""A pleasant game in the terminal, for any registered game: built only from views, legal actions and messages."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from typing import Any

from fairyring.bots import seat_bots
from fairyring.core import registry
from fairyring.core.actions import Action
from fairyring.core.errors import ActionError, CannotParse, RecordError
from fairyring.core.messages import ENGLISH, Speaker, core_texts, msg
from fairyring.core.names import notation
from fairyring.core.rules import NATURE
from fairyring.core.table import Mark, Table

BOT_NAMES = ("Bramble", "Clover", "Dewdrop", "Elder", "Foxglove", "Gorse", "Heather", "Ivy", "Juniper", "Lichen")
CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the scroll-back too: it could hold what may not be looked up again
MANY = 16  # more actions than this are shown in short
FEW = 3
LONG = 34  # notations are lined up to this width
LINE = 78


class Quit(Exception):
    """The person at the keyboard has left."""


class Terminal:
    """One game between the people at this terminal and bots."""

    def __init__(
        self, table: Table[Any], people: Sequence[int], bots: Sequence[str], seed: int, language: str = ENGLISH
    ) -> None:
        self.table = table
        self.people = tuple(people)
        self.language = language
        self.speaker = table.game.speaker(table.names, language)
        self._bots = seat_bots(table, bots, seed, people)
        self._told: dict[int | None, Mark] = {}  # for each viewer: events up to this point have been shown
        self._last: int | None = None  # who saw the screen last
        self._tty = sys.stdout.isatty() and sys.stdin.isatty()

    def say(self, key: str, **args: Any) -> None:
        """Print a message."""
        print(self.speaker.say(key, **args))

    def run(self) -> None:
        """Play to the end."""
        self.say("terminal.hello", title=self.speaker.say("title"), blurb=self.speaker.say("blurb"))
        self.say("terminal.help")
        print()
        while pending := self.table.pending:
            waiting = [p for p in pending if p in self._bots]
            if waiting:
                self._bots[waiting[0]].play(self.table)
                if not self.people:  # somebody is watching
                    self._events(None)
            else:
                self._person_plays(pending[0])
        self._events(self.people[0] if len(self.people) == 1 else None)
        print("", *[self.speaker.say(line) for line in self.table.game.sheet(self.table.state)], sep="\n")

    def _person_plays(self, seat: int) -> None:
        viewer = self._viewer(seat)
        self._curtain(seat)
        self._events(viewer)
        self._show_table(viewer)
        self._list(seat)
        while True:
            try:
                self.table.play(seat, self._read(seat))
                return
            except ActionError as error:
                print(error.say(self.speaker))

    def _viewer(self, seat: int) -> int | None:
        """Whose eyes to show the table with: what happens outside is told by whoever sits here."""
        if seat != NATURE:
            return seat
        return self.people[0] if len(self.people) == 1 else None

    def _curtain(self, seat: int) -> None:
        """Several people at one terminal: hide what the last one saw."""
        if self._tty:
            if len(self.people) > 1 and seat not in (self._last, NATURE):
                print(CLEAR, end="")
                self._input(self.speaker.say("terminal.curtain", name=self.table.names[seat]))
            print(CLEAR, end="")
        self._last = seat

    def _events(self, viewer: int | None) -> None:
        for event in self.table.events_for(viewer, since=self._told.get(viewer)):
            if text := self.table.game.say(event, self.table.names, self.language):
                print(text)
        self._told[viewer] = self.table.mark

    def _show_table(self, viewer: int | None) -> None:
        game = self.table.game
        print("", *game.room.table(game, self.table.view(viewer), self.speaker), "", sep="\n")

    def _list(self, seat: int) -> None:
        game = self.table.game
        legal = self.table.legal(seat)
        if seat == NATURE:
            self.say("terminal.outside")
        else:
            prompt = self.table.prompt(seat)
            self.say("terminal.ask", name=self.table.names[seat], prompt=prompt.text, rule=prompt.rule)
        if len(legal) <= MANY:
            wide = min(LONG, max(len(str(action)) for action in legal))
            for n, action in enumerate(legal, start=1):
                said = game.say_action(action, seat, self.table.names, self.language)
                text = f"  {n:2}  {action!s:{wide}}  {said}"
                print(*textwrap.wrap(text, LINE, subsequent_indent=" " * (8 + wide)), sep="\n")
        else:
            print(*in_short(self.table, seat, legal), sep="\n")

    def _read(self, seat: int) -> Action | str:
        """One action; everything else that can be typed is done here and asked again."""
        while True:
            text = self._input("> ").strip()
            command, _, rest = text.partition(" ")
            if command in ("quit", "exit", "q"):
                raise Quit
            if command == "save":
                self._save(rest or f"{self.table.game.name}.jsonl")
            elif command == "rules":
                print(self.table.game.room.rules_text())
            elif command in ("table", "look"):
                self._show_table(self._viewer(seat))
            elif command in ("?", "help"):
                self._help(seat)
            elif text:
                return self._understand(seat, text.casefold())

    def _help(self, seat: int) -> None:
        self.say("terminal.help")
        if seat != NATURE:
            print(self.speaker.say(self.table.prompt(seat).help))
        self._list(seat)

    def _save(self, path: str) -> None:
        try:
            self.table.record.save(path)
            self.say("terminal.saved", path=path)
        except RecordError as error:
            print(error.say(self.speaker))

    def _understand(self, seat: int, text: str) -> Action | str:
        """A number picks from a numbered list; the first word may be left out where nothing else is possible."""
        legal = self.table.legal(seat)
        if text.isdigit() and len(legal) <= MANY and 1 <= int(text) <= len(legal):
            return legal[int(text) - 1]
        if text.split(maxsplit=1)[0] in {kind.name for kind in self.table.game.space(seat).kinds}:
            return text
        fitting = [action for action in legal if action.text.partition(" ")[2] == text]
        if seat == NATURE and len(fitting) == 1:
            return fitting[0]
        kinds = {action.kind for action in legal}
        if text.isdigit() and len(kinds) > 1:
            raise CannotParse(msg("terminal.no-number", number=text))
        return f"{kinds.pop()} {text}" if len(kinds) == 1 else text

    def _input(self, prompt: str) -> str:
        try:
            return input(prompt)
        except EOFError:
            raise Quit from None


def in_short(table: Table[Any], seat: int, legal: Sequence[Action]) -> list[str]:
    """Many actions on a few lines: those that differ only in the last word share a line, and runs of numbers are ranges."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for action in legal:
        domains = table.game.space(seat).kind(action.kind).args
        words = [notation(domains[arg], word) for arg, word in action.args.items()]
        *lead, last = (action.kind, *words)
        groups.setdefault(tuple(lead) or (last,), []).append(last if lead else "")
    lines = []
    for start, words in groups.items():
        text = f"{' '.join(start)}  {_ranges(words)}".rstrip()
        lines += textwrap.wrap(text, LINE, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False)
    return lines


def _ranges(words: Sequence[str]) -> str:
    if len(words) > FEW and all(word.isdigit() for word in words) and int(words[-1]) - int(words[0]) == len(words) - 1:
        return f"{words[0]} … {words[-1]}"
    return " ".join(words)


def choose_game(language: str = ENGLISH) -> str:
    """Ask which game to play."""
    names = registry.names()
    speaker = Speaker(core_texts(language), language=language)
    print(speaker.say("terminal.which"))
    for number, name in enumerate(names, start=1):
        room = registry.room(name)
        texts = room.texts(language)
        lo, hi = room.state.seats
        text = f"  {number}  {texts['title']:12} {f'{lo}–{hi}' if lo < hi else lo!s:4}  {texts['blurb']}"
        print(*textwrap.wrap(text, LINE, subsequent_indent=" " * 24), sep="\n")
    while True:
        try:
            answer = input("> ").strip().casefold()
        except EOFError:
            raise Quit from None
        if answer in ("q", "quit"):
            raise Quit
        if answer.isdigit() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        if answer in names:
            return answer
        print(speaker.say("terminal.number", last=len(names)))


def bot_names(players: int, people: Sequence[int], language: str = ENGLISH) -> tuple[str, ...]:
    """Names for the seats: people by number, bots by plant."""
    speaker = Speaker(core_texts(language), language=language)
    return tuple(speaker.say("player", number=p + 1) if p in people else BOT_NAMES[p] for p in range(players))

"""A pleasant game in the terminal, for any registered game: built only from views, legal actions and words."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from importlib.resources import files

from fairyring.bots import bot
from fairyring.core import registry
from fairyring.core.actions import Action
from fairyring.core.errors import ActionError, CannotParse, RecordError
from fairyring.core.rng import BOT_STREAM, Stream
from fairyring.core.rules import NATURE
from fairyring.core.table import Table

BOT_NAMES = ("Bramble", "Clover", "Dewdrop", "Elder", "Foxglove", "Gorse", "Heather", "Ivy", "Juniper", "Lichen")
HELP = "Type an action or its number. Also: ? lists the actions, table, rules, save FILE, quit."
CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the scroll-back too: it could hold what may not be looked up again
MANY = 16  # more actions than this are shown in short
FEW = 3
LONG = 34  # notations are lined up to this width
LINE = 78


class Quit(Exception):
    """The person at the keyboard has left."""


class Terminal:
    """One game between the people at this terminal and bots."""

    def __init__(self, table: Table, people: Sequence[int], bots: Sequence[str], seed: int) -> None:
        self.table = table
        self.people = tuple(people)
        self._bots = {p: bot(table.game, bots[p], p) for p in table.game.seats if p not in people}
        self._streams = {p: Stream(seed, 0, BOT_STREAM + p) for p in self._bots}
        self._told: dict[int | None, int] = {}  # for each viewer: events from before this decision have been shown
        self._last: int | None = None  # who saw the screen last
        self._tty = sys.stdout.isatty() and sys.stdin.isatty()

    def run(self) -> None:
        """Play to the end."""
        self._say(f"{self.table.game.room.title}. {self.table.game.words.TEXT['blurb']}", HELP, "")
        while pending := self.table.pending:
            waiting = [p for p in pending if p in self._bots]
            if waiting:
                self._bot_plays(waiting[0])
                if not self.people:  # somebody is watching
                    self._events(None)
            else:
                self._person_plays(pending[0])
        self._events(self.people[0] if len(self.people) == 1 else None)
        self._say("", *self.table.game.words.sheet(self.table.game, self.table.state, self.table.names))

    def _bot_plays(self, seat: int) -> None:
        legal = [action.id for action in self.table.legal(seat)]
        self.table.play(seat, self._bots[seat].decide(self.table.redacted(seat), legal, self._streams[seat]))

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
                self._say(str(error))

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
                self._input(f"{self.table.names[seat]}, take the keyboard and press Enter: ")
            print(CLEAR, end="")
        self._last = seat

    def _events(self, viewer: int | None) -> None:
        for event in self.table.events_for(viewer, since=self._told.get(viewer, 0)):
            self._say(self.table.game.say(event, self.table.names))
        self._told[viewer] = self.table.decisions

    def _show_table(self, viewer: int | None) -> None:
        self._say("", *self.table.game.words.table(self.table.game, self.table.view(viewer), self.table.names), "")

    def _list(self, seat: int) -> None:
        game = self.table.game
        legal = self.table.legal(seat)
        who = "What happened?" if seat == NATURE else f"{self.table.names[seat]}, you may:"
        if len(legal) <= MANY:
            self._say(who)
            wide = min(LONG, max(len(str(action)) for action in legal))
            for n, action in enumerate(legal, start=1):
                text = f"  {n:2}  {action!s:{wide}}  {game.say_action(action, seat)}"
                self._say(*textwrap.wrap(text, LINE, subsequent_indent=" " * (8 + wide)))
        else:
            self._say(who, *in_short(legal))

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
                self._say(rules_text(self.table.game.name))
            elif command in ("table", "look"):
                self._show_table(self._viewer(seat))
            elif command in ("?", "help"):
                self._say(HELP)
                self._list(seat)
            elif text:
                return self._understand(seat, text.casefold())

    def _save(self, path: str) -> None:
        try:
            self.table.record.save(path)
            self._say(f"Saved to {path}; go on with it by: fairyring play --resume {path}")
        except RecordError as error:
            self._say(str(error))

    def _understand(self, seat: int, text: str) -> Action | str:
        """A number picks from a numbered list; the first word may be left out where nothing else is possible."""
        legal = self.table.legal(seat)
        if text.isdigit() and len(legal) <= MANY and 1 <= int(text) <= len(legal):
            return legal[int(text) - 1]
        if text.split(maxsplit=1)[0] in {action.kind for action in self.table.game.space(seat)}:
            return text
        fitting = [action for action in legal if " ".join(action.args) == text]
        if seat == NATURE and len(fitting) == 1:
            return fitting[0]
        kinds = {action.kind for action in legal}
        if text.isdigit() and len(kinds) > 1:
            raise CannotParse(f"There is no action number {text} here; type an action as it is listed, or ? for the list.")
        return f"{kinds.pop()} {text}" if len(kinds) == 1 else text

    def _input(self, prompt: str) -> str:
        try:
            return input(prompt)
        except EOFError:
            raise Quit from None

    def _say(self, *lines: str) -> None:
        print("\n".join(lines))


def in_short(legal: Sequence[Action]) -> list[str]:
    """Many actions on a few lines: those that differ only in the last word share a line, and runs of numbers are ranges."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for action in legal:
        *lead, last = (action.kind, *action.args)
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


def choose_game() -> str:
    """Ask which game to play."""
    names = registry.names()
    print("Which game?     players")
    for number, name in enumerate(names, start=1):
        room = registry.room(name)
        lo, hi = room.state.seats
        text = f"  {number}  {room.title:12} {f'{lo}–{hi}' if lo < hi else lo!s:4}  {room.words.TEXT['blurb']}"
        print(*textwrap.wrap(text, LINE, subsequent_indent=" " * 24), sep="\n")
    while True:
        try:
            text = input("> ").strip().casefold()
        except EOFError:
            raise Quit from None
        if text in ("q", "quit"):
            raise Quit
        if text.isdigit() and 1 <= int(text) <= len(names):
            return names[int(text) - 1]
        if text in names:
            return text
        print(f"Type a number from 1 to {len(names)}, or a name.")


def rules_text(name: str) -> str:
    """A game's RULES.md."""
    return files(f"fairyring.games.{name.replace('-', '_')}").joinpath("RULES.md").read_text(encoding="utf-8")


def bot_names(players: int, people: Sequence[int]) -> tuple[str, ...]:
    """Names for the seats: people by number, bots by plant."""
    return tuple(f"Player {p + 1}" if p in people else BOT_NAMES[p] for p in range(players))

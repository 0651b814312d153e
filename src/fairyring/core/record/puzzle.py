"""Puzzles: positions of recorded games in which one choice is clearly best, with the estimates that show it.

The puzzles of a game are in `puzzles.jsonl` of its folder, one on a line; `fairyring puzzles` finds them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

from fairyring.core.errors import RecordError
from fairyring.core.fields.view import glimpse
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.game.room import Reasons, Room
from fairyring.core.record.record import Decision, Record, Sitter
from fairyring.core.table.table import Table
from fairyring.core.text.messages import msg

FILE = "puzzles.jsonl"
EASY, MEDIUM, HARD = 1, 2, 3
BOT = "normal"  # who plays the other seats, in the game and in the estimates


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action, in notation, with the estimated share of the win and its standard error."""

    action: str
    share: float
    error: float


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A decision of one seat. What the seat sees on the table is enough to find the best choice."""

    id: int  # counted from 1 in each game
    rules: int  # version
    options: Mapping[str, Any]
    seat: int
    decisions: tuple[tuple[int, str], ...]  # that lead to the position: seat and action, nature's included
    choices: tuple[Choice, ...]  # the best first, then the others from best to worst
    depth: int  # rollouts from which on the search finds the best choice
    missed_by: tuple[str, ...]  # levels of bots without search that mostly choose otherwise

    @property
    def gap(self) -> float:
        """The share of the win that the second best choice loses."""
        return self.choices[0].share - self.choices[1].share

    @property
    def level(self) -> int:
        """How hard it is: whether the usual bot misses it, and whether the search needs many rollouts."""
        if BOT not in self.missed_by:
            return EASY
        return HARD if self.depth > 1000 else MEDIUM

    def record(self, room: Room) -> Record:
        """Return the unfinished game that leads to the position. Raises RecordError without its rules."""
        table = self._table(room)
        sitters = [Sitter(f"Player {seat + 1}", BOT) for seat in table.game.seats]
        return Record.of(table.game, sitters, self._decisions, table.state)

    def reasons(self, room: Room) -> Reasons:
        """Return what the seat saw that speaks for the best choice, and what each choice brings.

        Empty for a game that explains nothing. Raises RecordError without the rules of the puzzle.
        """
        explain = room.presentation.explain
        if explain is None:
            return Reasons((), ())
        table = self._table(room)
        actions = [table.game.action(self.seat, choice.action) for choice in self.choices]
        return explain(table.game, glimpse(table.state, self.seat), self.seat, actions)

    @property
    def _decisions(self) -> list[Decision]:
        return [Decision(seat, action) for seat, action in self.decisions]

    def _table(self, room: Room) -> Table[Any]:
        version = room.of_version(self.rules)
        if version is None:
            known = room.rules.VERSION
            raise RecordError(msg("error.record.version", version=self.rules, game=room.title, known=known))
        game: Game[Any] = Game(version, dict(self.options))
        return Table.rebuild(game, self._decisions)

    def line(self) -> str:
        """Return the puzzle as a line of JSON."""
        fields = {
            "id": self.id,
            "rules": self.rules,
            "options": dict(self.options),
            "seat": self.seat,
            "depth": self.depth,
            "missed_by": list(self.missed_by),
            "choices": [[choice.action, choice.share, choice.error] for choice in self.choices],
            "decisions": [action if seat == NATURE else [seat, action] for seat, action in self.decisions],
        }
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def read(cls, line: str) -> Self:
        """Return a puzzle from its line."""
        fields = json.loads(line)
        decisions = ((NATURE, step) if isinstance(step, str) else (step[0], step[1]) for step in fields.pop("decisions"))
        choices = tuple(Choice(*choice) for choice in fields.pop("choices"))
        missed_by = tuple(fields.pop("missed_by"))
        return cls(decisions=tuple(decisions), choices=choices, missed_by=missed_by, **fields)


@cache
def puzzles(room: Room) -> Mapping[int, Puzzle]:
    """Return the puzzles that are shipped with a game, by id; none for a game without the file."""
    path = room.info.folder / FILE
    lines: Iterable[str] = path.read_text(encoding="utf-8").splitlines() if path.is_file() else ()
    return {puzzle.id: puzzle for puzzle in map(Puzzle.read, lines)}

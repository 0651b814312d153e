"""A record: a whole game as JSON lines, replayed without any RNG.

The first line names game, rules version, options and seats; then comes one line for each decision,
nature's included; the last line tells how far the game got, its outcome and the digest of its state.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from fairyring.core import registry, schema
from fairyring.core.errors import FairyringError, RecordError
from fairyring.core.game import Game
from fairyring.core.options import FileText
from fairyring.core.rules import NATURE
from fairyring.core.schema import State

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of a record. `witnesses` is known while the table lives; a record does not store it."""

    seat: int
    action: str
    witnesses: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A game, finished or not."""

    name: str
    version: int
    options: dict[str, Any]
    names: tuple[str, ...]
    decisions: tuple[Decision, ...]
    outcome: dict[str, Any] | None
    digest: str

    @staticmethod
    def of(game: Game, names: Sequence[str], decisions: Sequence[Decision], state: State) -> Record:
        outcome = game.outcome(state)
        told = None if outcome is None else json.loads(json.dumps(asdict(outcome)))
        return Record(
            game.name, game.rules.VERSION, dict(game.options), tuple(names), tuple(decisions), told, schema.digest(state)
        )

    def game(self) -> Game:
        """The game this record was played with, or an error if its rules are not the ones we have."""
        room = registry.room(self.name)
        if self.version != room.rules.VERSION:
            raise RecordError(
                f"This record was played by version {self.version} of the rules of {room.title};"
                f" only version {room.rules.VERSION} is here, so it is not replayed."
            )
        return Game(room, self.options)

    def walk(self) -> Iterator[tuple[State, Decision | None]]:
        """Every state of the game with the decision made in it, and at last the final state with None.

        The states are one object, changed from step to step: copy what you keep.
        """
        game = self.game()
        s = game.initial()
        for number, decision in enumerate(self.decisions, start=2):
            try:
                action = game.check(s, decision.seat, decision.action)
            except FairyringError as error:
                raise RecordError(f"Line {number} of the record cannot be played: {error}") from error
            yield s, decision
            game.act(s, decision.seat, action.id)
        yield s, None

    def verify(self) -> State:
        """Replay it all; the final state, or a RecordError if anything does not agree."""
        for state, _decision in self.walk():
            s = state
        if schema.digest(s) != self.digest:
            raise RecordError("The replayed game ends in another position than the record says, so the record was changed.")
        outcome = self.game().outcome(s)
        if (None if outcome is None else json.loads(json.dumps(asdict(outcome)))) != self.outcome:
            raise RecordError("The replayed game has another outcome than the record says, so the record was changed.")
        return s

    # Text -----------------------------------------------------------------------------------

    def dumps(self) -> str:
        """The record as JSON lines."""
        files = {key: value.text for key, value in self.options.items() if isinstance(value, FileText)}
        head: dict[str, Any] = {"fairyring": FORMAT, "game": self.name, "rules": self.version}
        head |= {"options": self.options, "seats": list(self.names)} | ({"files": files} if files else {})
        steps = [{"nature": d.action} if d.seat == NATURE else {"seat": d.seat, "plays": d.action} for d in self.decisions]
        end = {"decisions": len(steps), "over": self.outcome is not None, "outcome": self.outcome, "digest": self.digest}
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in [head, *steps, end])

    @staticmethod
    def loads(text: str) -> Record:
        """Read JSON lines. Checks the form only; `verify` replays the game."""
        lines = [_line(number, line) for number, line in enumerate(text.splitlines(), start=1)]
        if not lines or lines[0].get("fairyring") != FORMAT:
            raise RecordError(f"This is no Fairyring record: its first line should begin with {{'fairyring': {FORMAT}.")
        head, *steps, end = lines if len(lines) > 1 else [lines[0], {}]
        if "digest" not in end or end.get("decisions") != len(steps):
            raise RecordError("The record is cut off or has lost lines: its last line should count the decisions above it.")
        try:
            options = dict(head["options"].items())
            options |= {key: FileText.of(options[key], content) for key, content in head.get("files", {}).items()}
            decisions = tuple(_decision(number, step) for number, step in enumerate(steps, start=2))
            return Record(
                str(head["game"]), head["rules"], options, tuple(head["seats"]), decisions, end["outcome"], end["digest"]
            )
        except (KeyError, AttributeError, TypeError) as error:
            raise RecordError(f"The record's first or last line lacks or misspells an entry ({error}).") from error

    def save(self, path: str | Path) -> None:
        """Write the record to a file; an existing file is replaced only once the new one is whole."""
        target = Path(path)
        draft = target.with_name(target.name + ".part")
        try:
            draft.write_text(self.dumps(), encoding="utf-8")
            draft.replace(target)
        except OSError as error:
            raise RecordError(f"The record cannot be written to {path}: {error.strerror}.") from error

    @staticmethod
    def load(path: str | Path) -> Record:
        """Read a record from a file."""
        try:
            return Record.loads(Path(path).read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise RecordError(f"There is no file {path}.") from None
        except (OSError, UnicodeDecodeError) as error:
            raise RecordError(f"{path} cannot be read as a record: {error}.") from error


def _line(number: int, line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        raise RecordError(f"Line {number} of the record is not JSON ({error.msg} at column {error.colno}).") from error
    if not isinstance(value, dict):
        raise RecordError(f"Line {number} of the record should be an object in braces.")
    return value


def _decision(number: int, step: dict[str, Any]) -> Decision:
    if isinstance(step.get("nature"), str):
        return Decision(NATURE, step["nature"])
    if isinstance(step.get("plays"), str) and isinstance(step.get("seat"), int):
        return Decision(step["seat"], step["plays"])
    raise RecordError(f"Line {number} of the record should be a decision: a seat and what it plays, or nature's outcome.")

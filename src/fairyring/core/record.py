"""A record: a whole game as JSON lines, replayed without any RNG.

The first line names game, rules version, options and who sat where; then comes one line for each decision, nature's
included; the last line tells how far the game got, its outcome and the digest of its state. Entries that this version
does not know are kept as they are.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from fairyring.core import registry, schema, seal
from fairyring.core.errors import FairyringError, RecordError
from fairyring.core.game import Game
from fairyring.core.messages import msg
from fairyring.core.nature import Sealed
from fairyring.core.options import FileText
from fairyring.core.rules import NATURE
from fairyring.core.schema import State

FORMAT = 2
HEAD = ("fairyring", "game", "rules", "options", "seats", "files")
END = ("decisions", "over", "outcome", "digest", "seal")


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at a seat: a person, or a bot of a level."""

    name: str
    bot: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)

    def line(self) -> dict[str, Any]:
        return {"name": self.name, **({"bot": self.bot} if self.bot else {}), **self.extra}


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of a record. `witnesses` is known while the table lives; a record does not store it.

    `extra` holds what else the line says: who reported an outcome and who confirmed it, and what is not known here.
    """

    seat: int
    action: str
    witnesses: tuple[int, ...] = field(default=(), compare=False)
    extra: Mapping[str, Any] = field(default_factory=dict)

    def line(self) -> dict[str, Any]:
        made = {"nature": self.action} if self.seat == NATURE else {"seat": self.seat, "plays": self.action}
        return made | dict(self.extra)


@dataclass(frozen=True, slots=True)
class Record:
    """A game, finished or not."""

    name: str
    version: int
    options: dict[str, Any]
    sitters: tuple[Sitter, ...]
    decisions: tuple[Decision, ...]
    outcome: dict[str, Any] | None
    digest: str
    seal: dict[str, Any] | None = None
    extra_head: Mapping[str, Any] = field(default_factory=dict)
    extra_end: Mapping[str, Any] = field(default_factory=dict)

    @staticmethod
    def of(
        game: Game[Any],
        sitters: Sequence[Sitter],
        decisions: Sequence[Decision],
        state: State,
        sealed: dict[str, Any] | None = None,
    ) -> Record:
        told = _outcome(game, state)
        return Record(
            game.name,
            game.rules.VERSION,
            dict(game.options),
            tuple(sitters),
            tuple(decisions),
            told,
            schema.digest(state),
            sealed,
        )

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sitter.name for sitter in self.sitters)

    def game(self) -> Game[Any]:
        """The game this record was played with, or an error if its rules are not the ones we have."""
        room = registry.room(self.name)
        if self.version != room.rules.VERSION:
            raise RecordError(msg("error.record.version", version=self.version, game=room.title, known=room.rules.VERSION))
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
                raise RecordError(msg("error.record.line", line=number, why=str(error))) from error
            yield s, decision
            game.rules.act(s, decision.seat, action.id)
        yield s, None

    def verify(self) -> State:
        """Replay it all; the final state, or a RecordError if anything does not agree."""
        for state, _decision in self.walk():
            s = state
        if schema.digest(s) != self.digest:
            raise RecordError(msg("error.record.position"))
        if _outcome(self.game(), s) != self.outcome:
            raise RecordError(msg("error.record.outcome"))
        if self.seal and "secret" in self.seal:
            self._verify_seal(self.seal)
        return s

    def _verify_seal(self, about: dict[str, Any]) -> None:
        """The promises were kept, and every outcome that was not reported from outside is the sealed one."""
        try:
            nature = Sealed.opened(about)
            head = json.loads(nature.head)
            agreed = (head["game"], head["rules"], head["options"])
        except (KeyError, TypeError, ValueError) as error:
            raise RecordError(msg("error.record.entry", entry=str(error))) from error
        if seal.commitment(nature.table, nature.game, nature.secret).hex() != about["commitment"]:
            raise RecordError(msg("error.seal.commitment"))
        for share in nature.shares:
            if share.opened and seal.promise(nature.table, nature.game, share.guest, share.opened) != share.promise:
                raise RecordError(msg("error.seal.share", guest=share.guest))
        chosen = {key: self.options.get(key) for key in agreed[2]}
        if agreed != (self.name, self.version, chosen):
            raise RecordError(msg("error.seal.head"))
        game = self.game()
        for line, (s, decision) in enumerate(self.walk(), start=2):
            if decision is not None and decision.seat == NATURE and not game.rules.reporters(s):
                drawn = game.chance[nature.pick(game, s)]
                if drawn.text != decision.action:
                    raise RecordError(msg("error.seal.draw", line=line, outcome=drawn.text))

    # Text -----------------------------------------------------------------------------------

    def dumps(self) -> str:
        """The record as JSON lines."""
        files = {key: value.text for key, value in self.options.items() if isinstance(value, FileText)}
        head: dict[str, Any] = {"fairyring": FORMAT, "game": self.name, "rules": self.version, "options": self.options}
        head |= (
            {"seats": [sitter.line() for sitter in self.sitters]} | ({"files": files} if files else {}) | dict(self.extra_head)
        )
        steps = [decision.line() for decision in self.decisions]
        end: dict[str, Any] = {"decisions": len(steps), "over": self.outcome is not None, "outcome": self.outcome}
        end |= {"digest": self.digest} | ({"seal": self.seal} if self.seal else {}) | dict(self.extra_end)
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in [head, *steps, end])

    @staticmethod
    def loads(text: str) -> Record:
        """Read JSON lines. Checks the form only; `verify` replays the game."""
        lines = [_line(number, line) for number, line in enumerate(text.splitlines(), start=1)]
        if not lines or lines[0].get("fairyring") != FORMAT:
            raise RecordError(msg("error.record.none", format=FORMAT))
        head, *steps, end = lines if len(lines) > 1 else [lines[0], {}]
        if "digest" not in end or end.get("decisions") != len(steps):
            raise RecordError(msg("error.record.cut"))
        try:
            options = dict(head["options"].items())
            options |= {key: FileText.of(options[key], content) for key, content in head.get("files", {}).items()}
            return Record(
                name=str(head["game"]),
                version=head["rules"],
                options=options,
                sitters=tuple(_sitter(entry) for entry in head["seats"]),
                decisions=tuple(_decision(number, step) for number, step in enumerate(steps, start=2)),
                outcome=end["outcome"],
                digest=end["digest"],
                seal=end.get("seal"),
                extra_head=_rest(head, HEAD),
                extra_end=_rest(end, END),
            )
        except (KeyError, AttributeError, TypeError) as error:
            raise RecordError(msg("error.record.entry", entry=str(error))) from error

    def save(self, path: str | Path) -> None:
        """Write the record to a file; an existing file is replaced only once the new one is whole."""
        target = Path(path)
        draft = target.with_name(target.name + ".part")
        try:
            draft.write_text(self.dumps(), encoding="utf-8")
            draft.replace(target)
        except OSError as error:
            raise RecordError(msg("error.record.write", path=str(path), why=error.strerror)) from error

    @staticmethod
    def load(path: str | Path) -> Record:
        """Read a record from a file."""
        try:
            return Record.loads(Path(path).read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise RecordError(msg("error.record.missing", path=str(path))) from None
        except (OSError, UnicodeDecodeError) as error:
            raise RecordError(msg("error.record.read", path=str(path), why=str(error))) from error


def _outcome(game: Game[Any], s: State) -> dict[str, Any] | None:
    outcome = game.outcome(s)
    told: dict[str, Any] | None = None if outcome is None else json.loads(json.dumps(asdict(outcome)))
    return told


def _rest(line: Mapping[str, Any], known: Sequence[str]) -> dict[str, Any]:
    return {key: value for key, value in line.items() if key not in known}


def _line(number: int, line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        raise RecordError(msg("error.record.json", line=number, why=error.msg, column=error.colno)) from error
    if not isinstance(value, dict):
        raise RecordError(msg("error.record.object", line=number))
    return value


def _sitter(entry: dict[str, Any]) -> Sitter:
    return Sitter(str(entry["name"]), str(entry.get("bot", "")), _rest(entry, ("name", "bot")))


def _decision(number: int, step: dict[str, Any]) -> Decision:
    if isinstance(step.get("nature"), str):
        return Decision(NATURE, step["nature"], extra=_rest(step, ("nature",)))
    if isinstance(step.get("plays"), str) and isinstance(step.get("seat"), int):
        return Decision(step["seat"], step["plays"], extra=_rest(step, ("seat", "plays")))
    raise RecordError(msg("error.record.decision", line=number))

"""Records: whole games as JSON lines, replayed without an RNG.

The first line holds game, rules version, options and players; then comes a line for each decision, nature's included; the
last line holds the number of decisions, the outcome and the digest of the final state. Unknown entries are kept.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from fairyring.core.errors import DataError, FairyringError, RecordError
from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game import registry
from fairyring.core.game.contract import NATURE
from fairyring.core.game.events import LoggedEvent
from fairyring.core.game.game import Game
from fairyring.core.game.options import FileText
from fairyring.core.record import file
from fairyring.core.record.file import FORMAT, is_line, line_of, need, whole
from fairyring.core.steps import run_to_end
from fairyring.core.table import seal
from fairyring.core.table.nature import Sealed
from fairyring.core.text.messages import Message, msg
from fairyring.core.text.printable import printable

HEAD = ("fairyring", "game", "rules", "options", "seats", "files")
END = ("decisions", "over", "outcome", "digest", "seal")
MAX_NAME = 100  # characters
SEAL_ERRORS = (
    KeyError,
    TypeError,
    ValueError,
    AttributeError,
    OverflowError,
    RecursionError,
)  # that a malformed seal can cause


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player in a seat: a person, or a bot of a level."""

    name: str
    bot: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not (isinstance(self.name, str) and self.name.strip() and printable(self.name) and len(self.name) <= MAX_NAME):
            raise FairyringError(msg("error.name", longest=MAX_NAME))

    def line(self) -> dict[str, Any]:
        """Return the entry of the record's first line."""
        return {"name": self.name, **({"bot": self.bot} if self.bot else {}), **self.extra}


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision in a record.

    `extra` holds other entries of its line: the seats that reported and confirmed an outcome, gestures, unknown entries.
    """

    seat: int
    action: str
    extra: Mapping[str, Any] = field(default_factory=dict)

    def line(self) -> dict[str, Any]:
        """Return the line of the record."""
        entry = {"nature": self.action} if self.seat == NATURE else {"seat": self.seat, "plays": self.action}
        return entry | dict(self.extra)


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game, finished or not. `verify` replays it; loading checks only the form."""

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
        """Return the record of a game after these decisions, which led to `state`."""
        return Record(
            game.name,
            game.rules.VERSION,
            dict(game.options),
            tuple(sitters),
            tuple(decisions),
            _outcome(game, state),
            schema.digest(state),
            sealed,
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        return tuple(sitter.name for sitter in self.sitters)

    def renamed(self, names: Sequence[str] = ()) -> Self:
        """Return the record with other names of players; by default “Player 1” and so on."""
        named = names or [f"Player {seat + 1}" for seat in range(len(self.sitters))]
        sitters = tuple(replace(sitter, name=name) for sitter, name in zip(self.sitters, named, strict=True))
        return replace(self, sitters=sitters)

    def game(self) -> Game[Any]:
        """Return the game of this record, with the rules that it was played by. Raises RecordError if they are not here."""
        newest = registry.room(self.name)
        room = newest.of_version(self.version)
        if room is None:
            known = newest.rules.VERSION
            raise RecordError(msg("error.record.version", version=self.version, game=newest.title, known=known))
        game: Game[Any] = Game(room, self.options)
        if len(self.sitters) != game.players:
            raise RecordError(msg("error.record.seats", given=len(self.sitters), seats=game.players))
        return game

    def walk(self, game: Game[Any] | None = None) -> Iterator[tuple[State, Decision | None, Sequence[LoggedEvent]]]:
        """Replay the game: yield each state with the decision made in it, and the events that led to the state.

        All that reads a record goes through this; `Table.rebuild` replays decisions where a table is needed to play on.
        The last state comes with the decision None. The state is one object that changes from step to step: copy it to keep
        it. `game` is the result of `game()`, for callers that have it. Raises RecordError at the first line that cannot be
        played.
        """
        game = game or self.game()
        s = game.initial()
        events: Sequence[LoggedEvent] = ()
        for number, decision in enumerate(self.decisions, start=2):
            try:
                action = game.check(s, decision.seat, decision.action)
            except FairyringError as error:
                raise unplayable(number, error) from error
            yield s, decision, events
            events = game.act(s, decision.seat, action.id)
        yield s, None, events

    def verify(self) -> State:
        """Replay the game once, compare everything that the record says, and return the final state.

        Checks legality, gestures, weights, the final digest and outcome, and, where the chance is opened, the seal and every
        draw. Raises RecordError.
        """
        game, nature = self.game(), self._opened()
        wrong: RecordError | None = None  # the first draw, or claim of weights, that is wrong
        for line, (s, decision, _events) in enumerate(self.walk(game), start=2):
            if decision is None:
                break
            if game.gesture is not None and game.holder(s) is not None:
                try:
                    game.gesture.check(game, s, decision, nature.master if nature else None)
                except RecordError as error:
                    raise RecordError(msg("error.record.line", line=line, why=str(error))) from error
            if decision.seat == NATURE and wrong is None:
                wrong = _wrong_weights(game, s, decision, line) or _wrong_draw(game, s, decision, line, nature)
        if schema.digest(s) != self.digest:
            raise RecordError(msg("error.record.position"))
        if _outcome(game, s) != self.outcome:
            raise RecordError(msg("error.record.outcome"))
        if self.seal is not None and self.chance_known:
            self._verify_promises(self.seal, nature)
        if wrong is not None:  # after the promises: a wrong secret explains wrong draws
            raise wrong
        return s

    @property
    def chance_known(self) -> bool:
        """Whether chance was sealed and its secret is open, so that `verify` derives every draw again."""
        return self.seal is not None and "secret" in self.seal

    def _opened(self) -> Sealed | None:
        """Return the sealed chance if it is open and well-formed; `_verify_promises` reports what is wrong with it."""
        try:
            return Sealed.opened(self.seal) if self.seal is not None and self.chance_known else None
        except SEAL_ERRORS:
            return None

    def _verify_promises(self, about: dict[str, Any], nature: Sealed | None) -> None:
        """Raise a RecordError unless commitment, shares and head of the seal agree with the record."""
        try:
            if nature is None:
                raise ValueError("the seal is malformed")
            head = json.loads(nature.head)
            agreed = (head["game"], head["rules"], dict(head["options"]), len(head["seats"]))
            kept = seal.commitment(nature.table, nature.game, nature.secret).hex() == about["commitment"]
            broken = [
                share.guest
                for share in nature.shares
                if share.opened and seal.promise(nature.table, nature.game, share.guest, share.opened) != share.promise
            ]
        except SEAL_ERRORS as error:
            raise RecordError(msg("error.record.entry", entry="seal")) from error
        if not kept:
            raise RecordError(msg("error.seal.commitment"))
        if broken:
            raise RecordError(msg("error.seal.share", guest=broken[0]))
        chosen = {key: as_sealed(self.options.get(key)) for key in agreed[2]}
        if agreed != (self.name, self.version, chosen, len(self.sitters)):
            raise RecordError(msg("error.seal.head"))

    # Text -----------------------------------------------------------------------------------

    def dumps(self) -> str:
        """Return the record as JSON lines."""
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
        """Return the record of JSON lines. Checks the form only. Raises RecordError."""
        return run_to_end(Record.loads_steps(text))

    @staticmethod
    def loads_steps(text: str) -> Generator[None, None, Record]:
        """Return the record of JSON lines as `loads` does; yields after every hundred lines, so that a host can go on."""
        head, steps, end = yield from file.split_steps(text)
        decisions: list[Decision] = []
        for line, step in enumerate(steps, start=2):
            decisions.append(_decision(line, step))
            if line % file.LINES_PER_STEP == 0:
                yield
        if need(end, "over", bool) != (end.get("outcome") is not None):
            raise RecordError(msg("error.record.entry", entry="over"))
        return Record(
            name=line_of(head, "game"),
            version=whole(head, "rules"),
            options=_options(head),
            sitters=tuple(_sitter(seat, entry) for seat, entry in enumerate(need(head, "seats", list))),
            decisions=tuple(decisions),
            outcome=None if end["outcome"] is None else need(end, "outcome", dict),
            digest=line_of(end, "digest"),
            seal=None if end.get("seal") is None else need(end, "seal", dict),
            extra_head=_rest(head, HEAD),
            extra_end=_rest(end, END),
        )

    def save(self, path: str | Path, *, overwrite: bool = True) -> None:
        """Write the record to a file, atomically. Raises RecordError, also for an existing file without `overwrite`."""
        file.write(path, self.dumps(), overwrite)

    @staticmethod
    def load(path: str | Path) -> Record:
        """Return the record of a file. Checks the form only. Raises RecordError."""
        return Record.loads(file.read(path))


def unplayable(line: int, error: FairyringError) -> RecordError:
    """Return the error of a line of a record whose decision the rules refuse."""
    names_seats = isinstance(error.message, Message) and error.message.key in ("error.seat", "error.turn.wait")
    return RecordError(msg("error.record.turn" if names_seats else "error.record.line", line=line, why=str(error)))


def weights_of(game: Game[Any], s: State, outcome: str) -> tuple[int, tuple[int, int]]:
    """Return the total weight of nature's outcomes now, and which units of it this outcome owns; (0, 0) if none."""
    total, owned = 0, (0, 0)
    for number, weight in game.chances(s):
        if game.chance[number].text == outcome:
            owned = (total, total + weight)
        total += weight
    return total, owned


def _wrong_weights(game: Game[Any], s: State, decision: Decision, line: int) -> RecordError | None:
    """Return what is wrong with the weights that a drawn outcome claims, or that it was reported; None if nothing is."""
    extra, reporters = decision.extra, game.rules.reporters(s)
    if not reporters and "reported" in extra:
        return RecordError(msg("error.seal.reported", line=line))
    if "of" not in extra and "owns" not in extra:
        return None
    total, owned = weights_of(game, s, decision.action)
    if reporters or (extra.get("of"), extra.get("owns")) != (total, list(owned)):
        return RecordError(msg("error.seal.weights", line=line, first=owned[0] + 1, last=owned[1], total=total))
    return None


def _wrong_draw(game: Game[Any], s: State, decision: Decision, line: int, nature: Sealed | None) -> RecordError | None:
    """Return the error of an outcome that is not what sealed chance draws next; None if it is, or was not drawn."""
    if nature is None or game.rules.reporters(s):
        return None
    drawn = game.chance[nature.pick(game, s)]
    return None if drawn.text == decision.action else RecordError(msg("error.seal.draw", line=line, outcome=drawn.text))


def _outcome(game: Game[Any], s: State) -> dict[str, Any] | None:
    outcome = game.outcome(s)
    values: dict[str, Any] | None = None if outcome is None else json.loads(json.dumps(asdict(outcome)))
    return values


def as_sealed(value: Any) -> Any:
    """Return an option as the head of a sealed game holds it: a file with its text."""
    return {"file": str(value), "text": value.text} if isinstance(value, FileText) else value


def _rest(line: Mapping[str, Any], known: Sequence[str]) -> dict[str, Any]:
    return {key: value for key, value in line.items() if key not in known}


def _options(head: dict[str, Any]) -> dict[str, Any]:
    options = dict(need(head, "options", dict))
    for key, value in options.items():
        if not printable(key) or not (is_line(value) or whole(options, key, least=-(1 << 63)) == value):
            raise RecordError(msg("error.record.type", entry="options", kind="object"))
    files = need(head, "files", dict) if "files" in head else {}
    for key in files:
        try:
            options[key] = FileText.of(line_of(options, key), need(files, key, str))
        except DataError as error:
            raise RecordError(error.message) from error
    return options


def _sitter(seat: int, entry: Any) -> Sitter:
    try:
        bot = entry.get("bot", "") if isinstance(entry, dict) else None
        if not is_line(bot):
            raise FairyringError(msg("error.record.sitter"))
        return Sitter(entry.get("name"), bot, _rest(entry, ("name", "bot")))
    except FairyringError as error:
        raise RecordError(msg("error.record.seat", number=seat + 1, why=str(error))) from None


def _decision(line: int, step: dict[str, Any]) -> Decision:
    seat, action = step.get("seat"), step.get("nature", step.get("plays"))
    by_nature = "nature" in step
    if is_line(action) and by_nature != ("plays" in step) and by_nature != ("seat" in step):
        if by_nature:
            return Decision(NATURE, action, extra=_rest(step, ("nature",)))
        if type(seat) is int and 0 <= seat < 1 << 31:
            return Decision(seat, action, extra=_rest(step, ("seat", "plays")))
    raise RecordError(msg("error.record.decision", line=line))

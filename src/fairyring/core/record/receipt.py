"""Receipts: notes of one device about a live game, written while it is played, to compare the record with afterwards.

A record alone proves that some game was played by the rules with some sealed chance. The receipt proves that it was this one:
the promises, the opened shares, the agreed options, the announced result and the events that the device was shown. Receipts
are JSON objects, written by the page and by `fairyring.client`; docs/fairness.md describes them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fairyring.core.errors import FairyringError, RecordError
from fairyring.core.files import write_atomically
from fairyring.core.game.contract import NATURE
from fairyring.core.record.file import MAX_BYTES
from fairyring.core.record.record import SEAL_ERRORS, Record, as_sealed
from fairyring.core.table import seal
from fairyring.core.table.nature import Sealed
from fairyring.core.table.odds import odds, weights_after
from fairyring.core.text.messages import Message, msg

FORMAT = 1
MAX_EVENTS = 4000  # that a receipt holds: far beyond any game

TAKEN_BACK = "took-back"  # the event of a choice that was withdrawn, which no record holds

Problem = Message
Event = dict[str, Any]


@dataclass
class Segment:
    """Events that one viewer was shown in this order, without an interruption."""

    seat: int | None  # None: what everybody sees
    events: list[Event] = field(default_factory=list)  # kind and args


@dataclass
class Receipt:
    """What one device noted of a game. Empty values were not published while it watched."""

    table: str
    game: int  # number of the game at its table
    guest: int
    share: str  # E of this device, in hexadecimal
    commitment: str  # C
    early: bool = True  # noted before the secret was open; otherwise it proves nothing
    head: str = ""
    keys: dict[str, str] = field(default_factory=dict)  # K by guest, frozen at the start
    opened: dict[str, str] = field(default_factory=dict)  # E by guest, as opened at the start
    odds: dict[str, Any] | None = None  # published before the own share was opened
    moves: str = ""  # announced when the game ended, as the next two
    steps: str = ""
    chain: str = ""
    shown: list[Segment] = field(default_factory=list)
    gaps: bool = False  # events were shown that are not noted here, for want of space

    @property
    def key(self) -> str:
        """K: the promise of the own share."""
        return seal.promise(self.table, self.game, self.guest, bytes.fromhex(self.share)).hex()

    @property
    def took_part(self) -> bool:
        """Whether the promise of this device was frozen at the start."""
        return self.keys.get(str(self.guest)) == self.key

    # File -----------------------------------------------------------------------------------

    def dumps(self) -> str:
        """Return the receipt as JSON."""
        values = {"receipt": FORMAT} | {name: getattr(self, name) for name in self.__dataclass_fields__}
        values["shown"] = [{"seat": segment.seat, "events": segment.events} for segment in self.shown]
        return json.dumps(values, ensure_ascii=False, separators=(",", ":")) + "\n"

    @staticmethod
    def loads(text: str) -> Receipt:
        """Return the receipt of a JSON text. Raises RecordError."""
        try:
            values = json.loads(text)
            if not isinstance(values, dict) or values.get("receipt") != FORMAT:
                raise ValueError
            shown = [Segment(part["seat"], list(part["events"])) for part in values.get("shown") or ()]
            known = {name: values[name] for name in Receipt.__dataclass_fields__ if values.get(name) is not None}
            receipt = Receipt(**{**known, "shown": shown})
            receipt._check_types()
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise RecordError(msg("receipt.form")) from error
        return receipt

    @staticmethod
    def load(path: str | Path) -> Receipt:
        """Return the receipt of a file. Raises RecordError."""
        try:
            with Path(path).open("rb") as file:
                data = file.read(MAX_BYTES + 1)
            return Receipt.loads(data.decode() if len(data) <= MAX_BYTES else "")
        except OSError as error:
            raise RecordError(msg("receipt.read", path=str(path), why=error.strerror or str(error))) from error
        except UnicodeDecodeError as error:
            raise RecordError(msg("receipt.form")) from error

    def save(self, path: str | Path) -> None:
        """Write the receipt to a file, atomically."""
        write_atomically(Path(path), self.dumps().encode())

    def _check_types(self) -> None:
        """Raise ValueError or TypeError unless all values have their types: the file may come from anybody."""
        texts = (self.table, self.share, self.commitment, self.head, self.moves, self.steps, self.chain)
        by_guest = [*self.keys.items(), *self.opened.items()]
        events = [event for segment in self.shown for event in segment.events]
        good = (
            all(type(text) is str for text in texts)
            and all(type(number) is int and 0 <= number < 1 << 31 for number in (self.game, self.guest))
            and all(type(guest) is str and type(value) is str for guest, value in by_guest)
            and all(segment.seat is None or type(segment.seat) is int for segment in self.shown)
            and len(events) <= MAX_EVENTS
            and all(type(event["kind"]) is str and type(event["args"]) is dict for event in events)
        )
        if not good or len(bytes.fromhex(self.share)) > 1 << 10:
            raise ValueError

    # Comparing ------------------------------------------------------------------------------

    def problems(self, record: Record) -> list[Problem]:
        """Return everything in which the record differs from what this device noted; the rules are not needed."""
        about = record.seal
        if not self.early:
            return [msg("receipt.late")]
        if about is None or "secret" not in about:
            return [msg("receipt.unsealed")]
        if (about["table"], about["game"]) != (self.table, self.game):
            return [msg("receipt.table")]
        checks = (
            ("receipt.commitment", about["commitment"] == self.commitment),
            ("receipt.head", not self.head or about["head"] == self.head),
        )
        problems = [msg(key) for key, is_equal in checks if not is_equal]
        problems += self._share_problems(about["shares"])
        if not agrees_with_head(record, about["head"]):
            problems.append(msg("receipt.first-line"))
        secret = bytes.fromhex(about["secret"])
        if not problems and seal.commitment(self.table, self.game, secret).hex() != self.commitment:
            problems.append(msg("error.seal.commitment"))
        if not problems:  # with another seal no draw can be right
            problems += self._draw_problems(record, about)
        return [*problems, *self._announced(record)]

    def _share_problems(self, shares: Sequence[Mapping[str, Any]]) -> list[Problem]:
        """Return how the record's promises and opened shares differ, as a whole: one that was left out counts, too."""
        if not self.keys:
            return []
        promises = {str(share["guest"]): share["promise"] for share in shares}
        opened = {str(share["guest"]): share["opened"] for share in shares if share["opened"]}
        mine, problems = str(self.guest), []
        if self.took_part and (promises.get(mine), opened.get(mine)) != (self.key, self.opened.get(mine)):
            problems.append(msg("receipt.mine"))
        others = sorted({*promises, *self.keys} - {mine})
        changed = [guest for guest in others if promises.get(guest) != self.keys.get(guest)]
        if changed or len(promises) != len(shares):
            problems.append(msg("receipt.promises", guest=(changed or [mine])[0]))
        problems += [
            msg("receipt.opened", guest=guest)
            for guest in others
            if guest not in changed and opened.get(guest) != self.opened.get(guest)
        ]
        return problems

    def _draw_problems(self, record: Record, about: dict[str, Any]) -> list[Problem]:
        """Return the first draw that does not follow from the seal or has other odds than noted; the rules are not needed."""
        nature, known = Sealed.opened(about), self.odds or {}
        drawn: Counter[str] = Counter()
        for line, decision in enumerate(record.decisions, start=2):
            if decision.seat != NATURE:
                continue
            kind, extra = known.get(decision.action.split(" ")[0], {}), decision.extra
            if "of" not in extra or "owns" not in extra:
                if self.odds is None or kind.get("reported"):
                    continue
                return [msg("receipt.reported" if "reported" in extra else "receipt.bare", line=line)]
            total, owned = extra["of"], extra["owns"]
            unit = seal.draw(nature.master, nature.drawn, total)
            nature.drawn += 1
            if "outcomes" in kind:
                first = {entry["outcome"]: entry["weight"] for entry in kind["outcomes"]}
                if (total, owned) != share_of(weights_after(kind["model"], first, drawn), decision.action):
                    return [msg("receipt.odds", line=line)]
                drawn[decision.action] += 1
            if not owned[0] <= unit < owned[1]:
                return [msg("receipt.draw", line=line)]
        return []

    def _announced(self, record: Record) -> list[Problem]:
        """Return in what the record differs from what the table announced when the game ended."""
        decisions = [(decision.seat, decision.action) for decision in record.decisions]
        problems = []
        if self.moves and seal.moves_hash(decisions).hex() != self.moves:
            problems.append(msg("receipt.moves"))
        elif self.steps and seal.steps_hash(decisions, record.digest).hex() != self.steps:
            problems.append(msg("receipt.steps"))
        if self.chain and record.extra_end.get("chain") != self.chain:
            problems.append(msg("receipt.chain"))
        return problems

    def rule_problems(self, record: Record) -> list[Problem]:
        """Replay the record; return differences from the odds and events that the device received. Raises RecordError."""
        game = record.game()
        problems = []
        if self.odds is not None and self.odds != json.loads(json.dumps(odds(game))):
            problems.append(msg("receipt.rule-odds"))
        choices = {kind.name for kind in game.room.schema.events if kind.choice} | {TAKEN_BACK}
        events: dict[int | None, list[Event]] = {segment.seat: [] for segment in self.shown}
        for _state, _decision, happened in record.walk(game):
            for seat, seen in events.items():
                seen += [event.wire(seat) for event in happened if event.seen_by(seat) and not event.kind.choice]
        for segment in self.shown:
            missing = first_missing([event for event in segment.events if event["kind"] not in choices], events[segment.seat])
            if missing is not None:
                return [*problems, msg("receipt.shown", event=missing["kind"], details=_plain(missing["args"]))]
        return problems


def compare(record: Record, receipt: Receipt) -> list[Problem]:
    """Return everything that is wrong with a record: by its receipt, by its seal and by the rules; [] if nothing is."""
    problems: list[Problem] = []
    try:
        problems += receipt.problems(record)
    except SEAL_ERRORS:
        problems.append(msg("error.record.entry", entry="seal"))
    try:
        record.verify()
    except FairyringError as error:
        problems.append(_message(error))
    try:
        problems += receipt.rule_problems(record)
    except FairyringError as error:  # it cannot be replayed, and `verify` has said so
        problems.append(_message(error))
    return [problem for number, problem in enumerate(problems) if problem not in problems[:number]]


def agrees_with_head(record: Record, head: str) -> bool:
    """Return whether the record's first line has the game, rules, options and number of seats that were sealed."""
    agreed = json.loads(head)
    options = {name: as_sealed(record.options.get(name)) for name in agreed["options"]}
    return (record.name, record.version, options, len(record.sitters)) == (
        agreed["game"],
        agreed["rules"],
        agreed["options"],
        len(agreed["seats"]),
    )


def share_of(weights: Mapping[str, int], outcome: str) -> tuple[int, list[int]]:
    """Return the total weight, and the units of it that an outcome owns; none if it is not among them."""
    low = 0
    for name, weight in weights.items():
        if name == outcome:
            return sum(weights.values()), [low, low + weight]
        low += weight
    return low, [0, 0]


def _message(error: FairyringError) -> Message:
    return error.message if isinstance(error.message, Message) else msg("receipt.other", why=str(error))


def first_missing(shown: Sequence[Event], happened: Sequence[Event]) -> Event | None:
    """Return the first event that was shown and did not happen in this order; None if all did."""
    rest = iter(happened)
    for event in shown:
        if not any(other["kind"] == event["kind"] and other["args"] == event["args"] for other in rest):
            return event
    return None


def _plain(args: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in args.items())[:200]

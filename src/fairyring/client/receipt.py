"""A player's part in sealed chance: the share, when to promise and to open it, and a receipt to verify the game with.

Nothing here trusts the server; docs/fairness.md describes the procedure.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fairyring.core.declared.declare import UNSET
from fairyring.core.record import receipt as saved
from fairyring.core.record.receipt import MAX_EVENTS, Segment, first_missing
from fairyring.core.table import seal
from fairyring.tables.protocol.encode import encode
from fairyring.tables.protocol.outgoing import Beat, Chance, Table


@dataclass
class Receipt:
    """What was published of one game's chance, noted when it was first seen, and every event that was shown."""

    table: str
    n: int
    guest: int
    commitment: str
    share: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    early: bool = True  # begun before the secret was open
    promised: bool = False
    head: str = ""
    keys: Mapping[str, str] = field(default_factory=dict)
    opened: Mapping[str, str] = field(default_factory=dict)
    secret: str = ""
    moves: str = ""
    steps: str = ""
    chain: str = ""
    shown: list[Segment] = field(default_factory=list, repr=False)
    gaps: bool = False  # more events were shown than are noted
    interrupted: bool = False  # events may have been missed since the last one that is noted

    @property
    def key(self) -> str:
        """The promise of the share, in hexadecimal."""
        return seal.promise(self.table, self.n, self.guest, self.share).hex()

    def note(self, chance: Chance) -> None:
        """Note what is published; never replace what was noted before."""
        if chance.head is not UNSET:
            self.head = self.head or chance.head
        if chance.keys is not UNSET:
            self.keys = self.keys or dict(chance.keys)
        if chance.opened is not UNSET and not self.secret:
            self.opened = {**chance.opened, **self.opened}
        for name in ("secret", "chain", "moves", "steps"):
            value = getattr(chance, name)
            if value is not UNSET:
                setattr(self, name, getattr(self, name) or value)

    def note_events(self, beat: Beat, welcome: bool = False) -> None:
        """Note the events of a beat. After a snapshot or a lost connection a new list begins: others may be missing between."""
        seat = next((int(seat) for seat in beat.seats), None)
        events = [{"kind": event.kind, "args": encode(event)["args"]} for event in beat.events]
        last = next((segment for segment in reversed(self.shown) if segment.seat == seat), None)
        self.interrupted = self.interrupted or welcome or beat.after is None
        if not events or (beat.after is None and last is not None and first_missing(events, last.events) is None):
            return
        if sum(len(segment.events) for segment in self.shown) + len(events) > MAX_EVENTS:
            self.gaps = True
            return
        if last is None or last is not self.shown[-1] or self.interrupted:
            last = Segment(seat)
            self.shown.append(last)
        self.interrupted = False
        last.events += events

    def command(self, table: Table, seated: bool) -> tuple[str, dict[str, Any]] | None:
        """Return the command that is due: `share` while people gather, `open` once the own promise counts; None if none is."""
        chance, me = table.chance, str(self.guest)
        if table.phase == "gathering" and seated and chance.promises is not UNSET and me not in chance.promises:
            self.promised = True
            return "share", {"n": self.n, "key": self.key}
        unchanged = chance.commitment == self.commitment and chance.keys is not UNSET and chance.keys.get(me) == self.key
        if table.phase == "sealing" and unchanged and chance.opened is not UNSET and me not in chance.opened:
            return "open", {"n": self.n, "share": self.share.hex()}
        return None

    def file(self) -> saved.Receipt:
        """Return the receipt as it is saved: for `save`, and for `fairyring verify --receipt`."""
        return saved.Receipt(
            table=self.table,
            game=self.n,
            guest=self.guest,
            share=self.share.hex(),
            commitment=self.commitment,
            early=self.early,
            head=self.head,
            keys=dict(self.keys),
            opened=dict(self.opened),
            moves=self.moves,
            steps=self.steps,
            chain=self.chain,
            shown=self.shown,
            gaps=self.gaps,
        )

    def problems(self, sealed: Mapping[str, Any] | None = None) -> list[str]:
        """Return what was violated, as far as it can be decided without the rules and without the record.

        `sealed` is the entry `seal` of the game's record, to compare with. With the record, use `core.record.receipt.compare`
        on `file()`: it verifies everything.
        """
        if not self.secret:
            return ["the secret is not open yet"]
        problems: list[str] = []
        if seal.commitment(self.table, self.n, bytes.fromhex(self.secret)).hex() != self.commitment:
            problems.append("the secret is not the one that was promised")
        for guest, share in self.opened.items():
            if seal.promise(self.table, self.n, int(guest), bytes.fromhex(share)).hex() != self.keys.get(guest):
                problems.append(f"the share of guest {guest} is not the one that was promised")
        if self.promised and self.keys.get(str(self.guest)) != self.key:
            problems.append("my promise was left out")
        elif self.promised and self.opened.get(str(self.guest)) != self.share.hex():
            problems.append("my share was left out")
        return problems + (self._differences(sealed) if sealed is not None else [])

    def _differences(self, sealed: Mapping[str, Any]) -> list[str]:
        """Return what the record has otherwise than it was published during the game."""
        shares = {str(share["guest"]): share for share in sealed["shares"]}
        equal = {
            "table": sealed["table"] == self.table,
            "game": sealed["game"] == self.n,
            "head": sealed["head"] == self.head,
            "commitment": sealed["commitment"] == self.commitment,
            "secret": sealed["secret"] == self.secret,
            "promises": {guest: share["promise"] for guest, share in shares.items()} == dict(self.keys),
            "shares": {guest: share["opened"] for guest, share in shares.items() if share["opened"]} == dict(self.opened),
        }
        return [f"the record has another {name} than was published" for name, is_equal in equal.items() if not is_equal]

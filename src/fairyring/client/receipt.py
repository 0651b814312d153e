"""A player's part in sealed chance: the share, when to promise and to open it, and a receipt to verify the game with.

Nothing here trusts the server; docs/fairness.md describes the procedure.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fairyring.core.table import seal
from fairyring.tables.protocol.declare import UNSET
from fairyring.tables.protocol.outgoing import Chance, Table


@dataclass
class Receipt:
    """What was published of one game's chance, noted when it was first seen."""

    table: str
    n: int
    guest: int
    commitment: str
    share: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    promised: bool = False
    head: str = ""
    keys: Mapping[str, str] = field(default_factory=dict)
    opened: Mapping[str, str] = field(default_factory=dict)
    secret: str = ""
    chain: str = ""

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
        if chance.secret is not UNSET:
            self.secret = self.secret or chance.secret
        if chance.chain is not UNSET:
            self.chain = self.chain or chance.chain

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

    def problems(self, sealed: Mapping[str, Any] | None = None) -> list[str]:
        """Return what was violated, as far as it can be told without the rules.

        `sealed` is the entry `seal` of the game's record, to compare with.
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

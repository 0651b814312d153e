"""A player's own part of sealed chance: the share, when to open it, and the receipt that shows afterwards whether all was kept.

Nothing here trusts the server: it is what docs/fairness.md describes, for programs that play.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import UNSET

from fairyring.core.table import seal
from fairyring.tables.protocol.outgoing import Chance, Table


@dataclass
class Receipt:
    """What was published of one game's chance, noted when it was seen first."""

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
        """The promise of the share."""
        return seal.promise(self.table, self.n, self.guest, self.share).hex()

    def note(self, chance: Chance) -> None:
        """Keep what is published; what was there before is never replaced."""
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
        """What chance asks of this player now: a promise while people gather; the share, once one's own promise counts."""
        chance, me = table.chance, str(self.guest)
        if table.phase == "gathering" and seated and chance.promises is not UNSET and me not in chance.promises:
            self.promised = True
            return "share", {"n": self.n, "key": self.key}
        kept = chance.commitment == self.commitment and chance.keys is not UNSET and chance.keys.get(me) == self.key
        if table.phase == "sealing" and kept and chance.opened is not UNSET and me not in chance.opened:
            return "open", {"n": self.n, "share": self.share.hex()}
        return None

    def problems(self, sealed: Mapping[str, Any] | None = None) -> list[str]:
        """What was not kept, as far as can be told without the rules; `sealed` is the entry `seal` of the game's record."""
        if not self.secret:
            return ["the secret is not open yet"]
        found: list[str] = []
        if seal.commitment(self.table, self.n, bytes.fromhex(self.secret)).hex() != self.commitment:
            found.append("the secret is not the one that was promised")
        for guest, share in self.opened.items():
            if seal.promise(self.table, self.n, int(guest), bytes.fromhex(share)).hex() != self.keys.get(guest):
                found.append(f"the share of guest {guest} is not the one that was promised")
        if self.promised and self.keys.get(str(self.guest)) != self.key:
            found.append("my promise was left out")
        elif self.promised and self.opened.get(str(self.guest)) != self.share.hex():
            found.append("my share was left out")
        return found + (self._against(sealed) if sealed is not None else [])

    def _against(self, sealed: Mapping[str, Any]) -> list[str]:
        """The record must hold what was published while we played."""
        shares = {str(share["guest"]): share for share in sealed["shares"]}
        same = {
            "table": sealed["table"] == self.table,
            "game": sealed["game"] == self.n,
            "head": sealed["head"] == self.head,
            "commitment": sealed["commitment"] == self.commitment,
            "secret": sealed["secret"] == self.secret,
            "promises": {guest: share["promise"] for guest, share in shares.items()} == dict(self.keys),
            "shares": {guest: share["opened"] for guest, share in shares.items() if share["opened"]} == dict(self.opened),
        }
        return [f"the record has another {name} than was published" for name, kept in same.items() if not kept]

"""Natures: sources of a table's chance, seeded, scripted or sealed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from fairyring.core.errors import ChanceError
from fairyring.core.fields.schema import State
from fairyring.core.game.game import Game
from fairyring.core.rng import NATURE_STREAM, Stream
from fairyring.core.table import seal
from fairyring.core.text.messages import msg


class Nature(Protocol):
    """Draws outcomes by their weights."""

    def pick(self, game: Game[Any], s: State) -> int:
        """Return the next outcome, and advance."""

    def catch_up(self, game: Game[Any], s: State) -> None:
        """Advance past an outcome that was drawn in this state earlier."""

    def about(self, over: bool) -> dict[str, Any] | None:
        """Return what a record holds of it; secrets only when the game is over."""


@dataclass
class Seeded:
    """Chance from a seed; `index` is the number of the game."""

    seed: int
    index: int = 0

    def __post_init__(self) -> None:
        self.stream = Stream(self.seed, self.index, NATURE_STREAM)

    @property
    def master(self) -> bytes:
        """The master key of gestures, as that of sealed chance."""
        return hashlib.sha256(f"fairyring/seeded/1 {self.seed} {self.index}".encode()).digest()

    def pick(self, game: Game[Any], s: State) -> int:
        return game.draw(s, self.stream)

    def catch_up(self, game: Game[Any], s: State) -> None:
        self.pick(game, s)

    def about(self, over: bool) -> None:
        return None


class Scripted:
    """Chance from a list of outcomes, for tests and tutorials. Raises ChanceError when it is used up."""

    def __init__(self, outcomes: Iterable[str | int]) -> None:
        self.left = list(outcomes)
        self.used = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scripted) and self.left == other.left

    __hash__ = None  # type: ignore[assignment]  # it changes

    def pick(self, game: Game[Any], s: State) -> int:
        if not self.left:
            raise ChanceError(msg("error.chance.script", decisions=self.used))
        action = game.check(s, -1, self.left[0])
        self.left.pop(0)
        self.used += 1
        return action.id

    def catch_up(self, game: Game[Any], s: State) -> None:
        """Do nothing: the script holds only outcomes to come."""

    def about(self, over: bool) -> None:
        return None


@dataclass
class Sealed:
    """Chance from the server's secret and the players' shares, verifiable afterwards: see `core.table.seal`."""

    table: str
    game: int  # the number of the game at this table
    head: str  # the agreed text: game, rules, options, seats
    secret: bytes
    shares: tuple[seal.Share, ...]
    drawn: int = 0

    def __post_init__(self) -> None:
        self.master = seal.master(self.secret, self.table, self.game, self.head, self.shares)

    def pick(self, game: Game[Any], s: State) -> int:
        unit = seal.draw(self.master, self.drawn, game.rules.chance_count(s))
        self.drawn += 1
        return game.rules.chance_nth(s, unit)

    def catch_up(self, game: Game[Any], s: State) -> None:
        self.drawn += 1

    def about(self, over: bool) -> dict[str, Any]:
        about: dict[str, Any] = {"table": self.table, "game": self.game, "head": self.head}
        about["commitment"] = seal.commitment(self.table, self.game, self.secret).hex()
        about["shares"] = [
            {"guest": share.guest, "promise": share.promise.hex(), "opened": share.opened.hex() if share.opened else None}
            for share in self.shares
        ]
        return about | {"secret": self.secret.hex()} if over else about

    @staticmethod
    def opened(about: dict[str, Any]) -> Sealed:
        """Return the sealed chance of a finished game from its record. Raises KeyError, TypeError or ValueError."""
        shares = tuple(
            seal.Share(
                entry["guest"], bytes.fromhex(entry["promise"]), bytes.fromhex(entry["opened"]) if entry["opened"] else None
            )
            for entry in about["shares"]
        )
        return Sealed(about["table"], about["game"], about["head"], bytes.fromhex(about["secret"]), shares)

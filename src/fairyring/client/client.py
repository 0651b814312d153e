"""A client for programs: sits at a table of a server, keeps up with it, and plays.

    async with Client.join("http://localhost:8765", table) as me:
        await me.sit(1, "Robo")
        async for _beat in me:
            if me.owes:
                await me.play(random.choice(me.legal))
            if me.table.phase == "over":
                break

It keeps the cursor and the token, comes back when the connection is lost, sends again what was not answered (under the same id,
so that it happens once), and does its part of fair chance by itself. docs/protocol.md describes what it does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from msgspec import UNSET

from fairyring.client.connection import Gone, Refusal, Talk
from fairyring.client.receipt import Receipt
from fairyring.tables.protocol import outgoing
from fairyring.tables.protocol.outgoing import Action, Beat, Own, Table, Welcome

__all__ = ["Client", "Gone", "Refusal"]
KEPT = 1000  # beats that nobody iterated over


class Client(Talk):
    """One guest at one table. Everything that is shown is the newest; `async with` connects and says goodbye."""

    table: Table
    beat: Beat
    guest: int

    def __init__(self, url: str, table: str, token: str | None = None, take: str | None = None) -> None:
        super().__init__(url, table, token, take)
        self.chat: list[outgoing.Chat] = []
        self.presence: outgoing.Presence | None = None
        self.receipts: dict[int, Receipt] = {}  # by the number of the game
        self._beats: deque[Beat] = deque(maxlen=KEPT)
        self._chance: set[tuple[int, str]] = set()  # what was said of which game's chance

    @classmethod
    def join(cls, url: str, table: str, token: str | None = None, take: str | None = None) -> Self:
        """A client for `async with`; a token makes it the guest it was before, a code of a seat link takes that seat."""
        return cls(url, table, token, take)

    async def __aenter__(self) -> Self:
        self._connect()
        try:
            await self.until(lambda: self.at is not None)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # What is shown -------------------------------------------------------------------------

    @property
    def view(self) -> dict[str, Any] | None:
        """The game as we see it, in names; None until one was dealt."""
        return self.beat.view

    @property
    def seats(self) -> list[int]:
        """Our seats."""
        sitting = enumerate(self.table.seats)
        return [p for p, seat in sitting if isinstance(seat, outgoing.Person) and seat.guest == self.guest]

    @property
    def seat(self) -> int | None:
        """The seat that is shown: our only one, or the one whose curtain is lifted."""
        return next((int(seat) for seat in self.beat.seats), None)

    @property
    def own(self) -> Own | None:
        """What that seat alone is told."""
        return next(iter(self.beat.seats.values()), None)

    @property
    def legal(self) -> list[Action]:
        """What we may choose now, or instead of what we chose."""
        return [] if self.own is None or self.own.legal is UNSET else self.own.legal

    @property
    def owes(self) -> bool:
        """Whether a decision of ours is awaited."""
        return bool(self.legal) and self.own is not None and self.own.chosen is UNSET

    @property
    def receipt(self) -> Receipt | None:
        """Our receipt for the chance of this game."""
        return self.receipts.get(self.table.n)

    async def __aiter__(self) -> AsyncIterator[Beat]:
        """Every beat from now on; ends with `Gone` when the table cannot be reached any more. The first is what is so now."""
        self._beats.clear()
        yield self.beat
        while True:
            await self.until(lambda: bool(self._beats))
            yield self._beats.popleft()

    # What we say ---------------------------------------------------------------------------

    async def sit(self, seat: int, name: str | None = None, animal: str | None = None) -> None:
        await self.do("sit", seat=seat, name=name, animal=animal)
        if self.table.phase == "gathering":
            await self.until(lambda: seat in self.seats)

    async def bot(self, seat: int, level: str | None = None) -> None:
        await self.do("bot", seat=seat, level=level)

    async def start(self) -> None:
        """Start the game, once our own promise of a share is there; returns when it is dealt."""
        if self.seats:
            await self.until(lambda: self.table.chance.promises is UNSET or str(self.guest) in self.table.chance.promises)
        await self.do("start")
        await self.until(lambda: self.table.phase in ("playing", "over"))

    async def play(self, action: Action | int | str | dict[str, Any], seat: int | None = None) -> None:
        """Decide, or decide anew: by one of `legal`, its id, its notation, or kind and arguments."""
        await self._answer("play", seat, action=action.id if isinstance(action, Action) else action)

    async def take_back(self, seat: int | None = None) -> None:
        await self._answer("take_back", seat)

    async def _answer(self, do: str, seat: int | None, **fields: Any) -> None:
        ask = "" if self.own is None or self.own.ask is UNSET else self.own.ask
        await self.do(do, seat=self.seat if seat is None else seat, ask=ask, **fields)

    async def here(self, seat: int) -> None:
        """Lift the curtain for one of several seats; returns when it is shown."""
        await self.do("here", seat=seat)
        await self.until(lambda: self.seat == seat or self.view is None)

    async def say(self, text: str) -> None:
        await self.do("chat", text=text)

    # What we are told ----------------------------------------------------------------------

    def _told(self, message: outgoing.Told) -> None:
        match message:
            case Welcome():
                self._welcomed(message)
            case Beat():
                self._follow(message)
            case outgoing.Presence():
                self.presence = message
            case outgoing.Chat():
                self.chat.append(message)
            case outgoing.Forgotten():
                self.chat = [line for line in self.chat if line.guest != message.guest]
            case _:
                pass

    def _welcomed(self, welcome: Welcome) -> None:
        self.guest = welcome.you.guest
        self.token = self.token if welcome.you.token is UNSET else welcome.you.token
        self.chat = welcome.chat
        self._welcome()
        self._show(welcome.beat)

    def _follow(self, beat: Beat) -> None:
        """A beat that follows on another one than ours: something is missing, and a new hello brings it."""
        if beat.after is not None and beat.after != self.at:
            self._say_hello_again()
        else:
            self._show(beat)

    def _show(self, beat: Beat) -> None:
        self.at, self.beat = beat.at, beat
        self._beats.append(beat)
        if beat.table is not UNSET:
            self.table = beat.table
            self._share()

    def _share(self) -> None:
        """Our part of fair chance."""
        table = self.table
        receipt = self.receipts.get(table.n)
        if receipt is None or receipt.guest != self.guest:
            receipt = self.receipts[table.n] = Receipt(table.id, table.n, self.guest, table.chance.commitment)
        receipt.note(table.chance)
        wish = receipt.command(table, bool(self.seats))
        if wish is not None and (table.n, wish[0]) not in self._chance:
            self._chance.add((table.n, wish[0]))
            self._task(self._say_chance(*wish))

    async def _say_chance(self, do: str, fields: dict[str, Any]) -> None:
        with suppress(Refusal, Gone):  # another device of ours was faster, or the game has begun
            await self.do(do, **fields)

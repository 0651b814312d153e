"""Client for programs: sits down at a table of a server, follows it, and plays.

    import random
    from fairyring.client.client import Client

    async def play(url: str, table: str) -> None:
        async with Client.join(url, table) as me:
            await me.sit(1, "Robo")
            async for _beat in me:
                if me.owes:
                    await me.play(random.choice(me.legal))
                if me.table.phase == "over":
                    break

It keeps cursor and token, reconnects when the connection is lost, resends unanswered commands under the same id (so that each
is executed once), and takes part in sealed chance. docs/protocol.md describes the protocol.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from fairyring.client.connection import CommandRefused, Connection, Disconnected
from fairyring.client.receipt import Receipt
from fairyring.core.declared.declare import UNSET
from fairyring.tables.protocol import outgoing
from fairyring.tables.protocol.outgoing import Action, Beat, Own, Table, Welcome

__all__ = ["Client", "CommandRefused", "Disconnected"]
MAX_BEATS = 1000  # kept for `async for`; older ones are dropped


class Client(Connection):
    """One guest at one table. Properties return the newest state; `async with` connects and disconnects."""

    table: Table
    beat: Beat
    guest: int

    def __init__(self, url: str, table: str, token: str | None = None, take: str | None = None) -> None:
        super().__init__(url, table, token, take)
        self.chat: list[outgoing.Chat] = []
        self.presence: outgoing.Presence | None = None
        self.receipts: dict[int, Receipt] = {}  # by the number of the game
        self._beats: deque[Beat] = deque(maxlen=MAX_BEATS)
        self._chance: set[tuple[int, str]] = set()  # commands of sealed chance that were sent: game number and command

    @classmethod
    def join(cls, url: str, table: str, token: str | None = None, take: str | None = None) -> Self:
        """Return a client for `async with`.

        A device token makes it the guest it was before; `take` is the code of a seat link.
        """
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

    # State ------------------------------------------------------------------------------

    @property
    def view(self) -> dict[str, Any] | None:
        """The game as this guest sees it, with words for values; None until it is dealt."""
        return self.beat.view

    @property
    def seats(self) -> list[int]:
        """The guest's seats."""
        sitting = enumerate(self.table.seats)
        return [p for p, seat in sitting if isinstance(seat, outgoing.Person) and seat.guest == self.guest]

    @property
    def seat(self) -> int | None:
        """The seat that is shown: the only one, or the one with a lifted curtain."""
        return next((int(seat) for seat in self.beat.seats), None)

    @property
    def own(self) -> Own | None:
        """What only that seat is sent."""
        return next(iter(self.beat.seats.values()), None)

    @property
    def legal(self) -> list[Action]:
        """What the seat may choose now, or instead of its unresolved choice."""
        return [] if self.own is None or self.own.legal is UNSET else self.own.legal

    @property
    def owes(self) -> bool:
        """Whether the seat owes a decision."""
        return bool(self.legal) and self.own is not None and self.own.chosen is UNSET

    @property
    def receipt(self) -> Receipt | None:
        """The receipt for the chance of this game."""
        return self.receipts.get(self.table.n)

    async def __aiter__(self) -> AsyncIterator[Beat]:
        """Yield the current beat, then every new one; raise Disconnected when the connection is closed for good."""
        self._beats.clear()
        yield self.beat
        while True:
            await self.until(lambda: bool(self._beats))
            yield self._beats.popleft()

    # Commands -----------------------------------------------------------------------------

    async def sit(self, seat: int, name: str | None = None, animal: str | None = None) -> None:
        """Sit down; returns when the seat is the guest's. While a game runs, only requests the seat of the host."""
        await self.do("sit", seat=seat, name=name, animal=animal)
        if self.table.phase == "gathering":
            await self.until(lambda: seat in self.seats)

    async def bot(self, seat: int, level: str | None = None) -> None:
        """Put a bot on a seat, as host; the level "" empties it."""
        await self.do("bot", seat=seat, level=level)

    async def start(self) -> None:
        """Start the game, as host, once the own share of chance is promised; returns when it is dealt."""
        if self.seats:
            await self.until(lambda: self.table.chance.promises is UNSET or str(self.guest) in self.table.chance.promises)
        await self.do("start")
        await self.until(lambda: self.table.phase in ("playing", "over"))

    async def play(self, action: Action | int | str | dict[str, Any], seat: int | None = None) -> None:
        """Decide, or replace the decision: by one of `legal`, its id, its notation, or kind and arguments."""
        await self._decide("play", seat, action=action.id if isinstance(action, Action) else action)

    async def take_back(self, seat: int | None = None) -> None:
        """Withdraw a choice that is not resolved."""
        await self._decide("take_back", seat)

    async def _decide(self, do: str, seat: int | None, **fields: Any) -> None:
        ask = "" if self.own is None or self.own.ask is UNSET else self.own.ask
        await self.do(do, seat=self.seat if seat is None else seat, ask=ask, **fields)

    async def here(self, seat: int) -> None:
        """Lift the curtain for one of several seats; returns when the seat is shown."""
        await self.do("here", seat=seat)
        await self.until(lambda: self.seat == seat or self.view is None)

    async def say(self, text: str) -> None:
        """Send a line of chat."""
        await self.do("chat", text=text)

    # Messages ----------------------------------------------------------------------------

    def _receive(self, message: outgoing.ServerMessage) -> None:
        match message:
            case Welcome():
                self._show_welcome(message)
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

    def _show_welcome(self, welcome: Welcome) -> None:
        self.guest = welcome.you.guest
        self.token = self.token if welcome.you.token is UNSET else welcome.you.token
        self.chat = welcome.chat
        self._accept_welcome()
        self._show(welcome.beat, welcome=True)

    def _follow(self, beat: Beat) -> None:
        """Show a beat; reconnect if it follows on another one than ours, because then one was lost."""
        if beat.after is not None and beat.after != self.at:
            self._reconnect()
        else:
            self._show(beat)

    def _show(self, beat: Beat, welcome: bool = False) -> None:
        self.at, self.beat = beat.at, beat
        self._beats.append(beat)
        if beat.table is not UNSET:
            self.table = beat.table
            self._take_part_in_chance()
        if self.receipt is not None and beat.view is not None:
            self.receipt.note_events(beat, welcome)

    def _take_part_in_chance(self) -> None:
        """Promise or open the own share of sealed chance, when it is time."""
        table = self.table
        receipt = self.receipts.get(table.n)
        if receipt is None or receipt.guest != self.guest:
            receipt = self.receipts[table.n] = Receipt(
                table.id, table.n, self.guest, table.chance.commitment, early=table.chance.secret is UNSET
            )
        receipt.note(table.chance)
        command = receipt.command(table, bool(self.seats))
        if command is not None and (table.n, command[0]) not in self._chance:
            self._chance.add((table.n, command[0]))
            self._start(self._send_share(*command))

    async def _send_share(self, do: str, fields: dict[str, Any]) -> None:
        with suppress(CommandRefused, Disconnected):  # another device of this guest was faster, or the game has begun
            await self.do(do, **fields)

"""Durable state of a table, folded from its log and from nothing else. All values are immutable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.game.actions import Action
from fairyring.core.game.contract import NATURE
from fairyring.core.game.events import LoggedEvent
from fairyring.core.record.record import Record
from fairyring.core.table.seal import Share
from fairyring.core.table.table import Table
from fairyring.core.values import value_class
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.rows import FIRST_PREVIOUS_HASH

GATHERING, SEALING, PLAYING, OVER = "gathering", "sealing", "playing", "over"  # phases
EMPTY, PERSON, BOT = "empty", "person", "bot"  # kinds of seats
FIRST_WATCHER = 1 << 30  # guests who came as watchers have random numbers from here on, below 2³¹


@dataclass(frozen=True, slots=True)
class Guest:
    """A person who opened the table's link."""

    number: int
    animal: str
    name: str = ""  # empty: the animal is shown instead
    devices: tuple[str, ...] = ()  # hashes of device tokens
    barred: int = 0  # number of the game in which the guest may not sit (kicked)
    seating: int = 0  # order in which people sat down; 0: never
    arrival: int = 0  # order in which guests came


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: empty, a person's (perhaps with a stand-in), or a bot's."""

    kind: str = EMPTY
    guest: int = 0
    level: str = ""  # of the bot or of the stand-in
    stand_in: bool = False

    @property
    def played_by_bot(self) -> bool:
        return self.kind == BOT or self.stand_in

    def head(self) -> int | str | None:
        """Return the seat as it is written in the agreed head."""
        return self.guest if self.kind == PERSON else f"bot:{self.level}" if self.kind == BOT else None


@dataclass(frozen=True, slots=True)
class SeatLink:
    """An unused seat link: it adds a device, or moves one seat."""

    guest: int
    seat: int | None
    until: int


@value_class
class ChatLine:
    """A line of chat."""

    guest: int
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class TableSettings:
    """What the host may choose besides the game's options."""

    public: bool = False
    aids: bool = True
    mute: bool = False  # watchers may not chat
    clock: Mapping[str, int] = field(default_factory=dict)  # {} off, {"per": ms}, or {"bank": ms, "add": ms}
    guided: bool = False  # a tutorial: chance is scripted; see `tables.tutorial`
    deal: str = ""  # an open deal: chance is the same at every table; see `tables.open_deals`
    puzzle: int = 0  # number of the game's puzzle that the table began with; see `core.record.puzzle`

    def plain(self) -> dict[str, Any]:
        """Return the settings as JSON."""
        settings = {"public": self.public, "aids": self.aids, "mute": self.mute, "clock": dict(self.clock)}
        special = {"guided": self.guided, "deal": self.deal, "puzzle": self.puzzle}
        return settings | {name: value for name, value in special.items() if value}

    @property
    def unsealed(self) -> bool:
        """Whether chance follows from no seal: a tutorial, or an open deal. Only one person may sit there."""
        return self.guided or bool(self.deal)


@dataclass(frozen=True, slots=True)
class Chance:
    """Sealed chance of a game; see `core.table.seal`."""

    secret: bytes = b""
    commitment: bytes = b""
    promises: Mapping[int, bytes] = field(default_factory=dict)  # by guest
    head: str = ""  # frozen at the start, like the keys
    keys: Mapping[int, bytes] = field(default_factory=dict)
    opened: Mapping[int, bytes] = field(default_factory=dict)
    master: bytes = b""

    @property
    def shares(self) -> tuple[Share, ...]:
        return tuple(Share(guest, key, self.opened.get(guest)) for guest, key in sorted(self.keys.items()))


@value_class
class Choice:
    """A choice that is not resolved yet, because other seats have not chosen."""

    action: str
    happenings: tuple[LoggedEvent, ...]
    charge: int = 0  # what it cost on the clock, in milliseconds


@value_class
class News:
    """Something in the newest row that viewers may see: what happened, or that a choice was withdrawn or replaced."""

    happening: LoggedEvent | None
    instead: tuple[LoggedEvent, ...] = ()  # of the choice that this one replaces
    back: int | None = None  # the seat that withdrew its choice
    was: tuple[LoggedEvent, ...] = ()  # of the withdrawn choice


@dataclass(frozen=True, slots=True)
class Run:
    """One game that is being played or was played."""

    name: str
    rules: int
    table: Table[Any] | None  # None if this version of the rules is not installed: the game is read-only
    decisions: tuple[Mapping[str, Any], ...] = ()  # raw, so that nothing is lost in that case
    chosen: Mapping[int, Choice] = field(default_factory=dict)
    turns: tuple[int, ...] = ()  # by seat: how many of its decisions are resolved; part of the next decision's id
    drawn: int = 0  # outcomes drawn from sealed chance
    banks: tuple[int, ...] = ()
    spent: Mapping[int, int] = field(default_factory=dict)  # by seat: spent on the open decision before its clock was stopped
    expired: frozenset[int] = frozenset()  # seats whose open decision a bot makes, because the clock ran out
    over: Mapping[str, Any] | None = None  # the `end` entry
    chain: bytes = b""  # hash of the row that ended the game
    imported: bool = False
    imported_record: Record | None = None  # without its decisions
    imported_by: int = 0  # a guest
    imported_steps: int = 0  # how many decisions the record had
    sat: Mapping[int, frozenset[int]] = field(default_factory=dict)  # by guest: the seats it has or had in this game
    substitute: int | None = None  # the seat that reported for a seat played by a bot
    loading: bool = False  # while a log is loaded nobody else has the table, so entries change it in place

    @property
    def open(self) -> bool:
        """Whether the game goes on and its rules are installed."""
        return self.table is not None and self.over is None

    @property
    def imported_unchanged(self) -> Record | None:
        """The imported record, if no decision was added to it here."""
        same = self.table is not None and len(self.table.history) == self.imported_steps
        return self.imported_record if same else None

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that owe a decision or a gesture."""
        table = self.table
        if table is None or self.over is not None:
            return ()
        holder = table.holder
        if holder is not None:
            return (holder,)
        return () if table.pending == (NATURE,) else table.pending


@dataclass(frozen=True, slots=True)
class TableState:
    """A table after some row of its log."""

    table: str = ""
    seq: int = 0
    hash: bytes = FIRST_PREVIOUS_HASH
    at: int = 0
    writer: str = ""  # process that wrote the newest row: the timer owner
    label_key: bytes = b""  # of opaque ids; never leaves the server
    phase: str = GATHERING
    n: int = 1  # number of the game at this table
    game: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    settings: TableSettings = field(default_factory=TableSettings)
    seats: tuple[Seat, ...] = ()
    guests: Mapping[int, Guest] = field(default_factory=dict)
    guests_ever: int = 0
    gone_watchers: frozenset[int] = frozenset()  # guests removed from the log who began as watchers; their tokens are void
    seatings: int = 0  # how often people sat down
    host: int = 0
    links: Mapping[str, SeatLink] = field(default_factory=dict)  # by the hash of the code
    accepted_ids: Mapping[int, Mapping[str, str]] = field(default_factory=dict)  # by guest: command ids with body hashes
    chat: tuple[ChatLine, ...] = ()
    paused: bool = False
    archived: bool = False
    started: bool = False  # whether a game was ever dealt
    chance: Chance = field(default_factory=Chance)
    run: Run | None = None
    earlier_games: tuple[Mapping[str, Any], ...] = ()  # how they ended
    news: tuple[News, ...] = field(default=(), compare=False)  # of the newest row

    def seats_of(self, guest: int) -> tuple[int, ...]:
        return tuple([p for p, seat in enumerate(self.seats) if seat.guest == guest and seat.kind == PERSON])

    @property
    def people(self) -> tuple[int, ...]:
        """The seated guests, in the order in which they sat down."""
        seated = {seat.guest for seat in self.seats if seat.kind == PERSON}
        return tuple(sorted(seated, key=lambda guest: self.guests[guest].seating))

    def with_guest(self, guest: Guest) -> TableState:
        return replace(self, guests={**self.guests, guest.number: guest})

    def with_seat(self, number: int, seat: Seat) -> TableState:
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    @property
    def playing(self) -> Table[Any] | None:
        """The core table of the running game; None if there is none."""
        run = self.run
        return run.table if run is not None and run.over is None and self.phase == PLAYING else None


def without_own_choice(table: Table[Any], seat: int) -> Table[Any]:
    """Return the core table without the seat's own unresolved choice, if it has one."""
    if not table.can_take_back(seat):
        return table
    twin = table.copy()
    twin.take_back(seat)
    return twin


def available_actions(table: Table[Any], seat: int) -> tuple[Action, ...]:
    """Return what the seat may choose now, or instead of its unresolved choice."""
    return without_own_choice(table, seat).legal(seat)


def comparable_state(state: TableState) -> dict[str, Any]:
    """Return everything as values that can be compared: equal in all processes that folded the same rows."""
    run = state.run
    values = {name: getattr(state, name) for name in TableState.__slots__ if name not in ("news", "run")}
    if run is not None:
        values["run"] = {name: getattr(run, name) for name in Run.__slots__ if name not in ("table", "chosen")}
        values["chosen"] = {seat: (choice.action, choice.charge) for seat, choice in run.chosen.items()}
        if run.table is not None:
            values["position"] = (schema.digest(run.table.state), run.table.history, run.table.reported)
    return values

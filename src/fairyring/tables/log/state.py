"""What is durable about a table: all of it folded from the log, and nothing else. Values are never changed in place."""

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
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.rows import FIRST

GATHERING, SEALING, PLAYING, OVER = "gathering", "sealing", "playing", "over"
EMPTY, PERSON, BOT = "empty", "person", "bot"


@dataclass(frozen=True, slots=True)
class Guest:
    """Whoever opened the link."""

    number: int
    animal: str
    name: str = ""  # empty after its deletion was asked for; then the animal is shown
    devices: tuple[str, ...] = ()  # hashes of tokens
    barred: int = 0  # the number of the game in which the guest may not sit: kicked
    sat: int = 0  # in which order people sat down; 0 who did not
    seen: int = 0  # in which order guests came


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: nobody's, a person's (perhaps with a stand-in), or a bot's."""

    kind: str = EMPTY
    guest: int = 0
    level: str = ""  # of the bot, or of the stand-in
    stand_in: bool = False

    @property
    def played_by_bot(self) -> bool:
        return self.kind == BOT or self.stand_in

    def head(self) -> int | str | None:
        """As the head of a record has it."""
        return self.guest if self.kind == PERSON else f"bot:{self.level}" if self.kind == BOT else None


@dataclass(frozen=True, slots=True)
class Link:
    """A seat link that was not used yet: it adds a device, or moves one seat."""

    guest: int
    seat: int | None
    until: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line of chat."""

    guest: int
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Settings:
    """What the host may choose besides the game's own options."""

    public: bool = False
    aids: bool = True
    mute: bool = False  # watchers may not chat
    clock: Mapping[str, int] = field(default_factory=dict)  # {} off, {"per": ms}, or {"bank": ms, "add": ms}
    guided: bool = False  # a lesson: chance follows a script, and says so; see `tables.guided`

    def plain(self) -> dict[str, Any]:
        told = {"public": self.public, "aids": self.aids, "mute": self.mute, "clock": dict(self.clock)}
        return told | ({"guided": True} if self.guided else {})


@dataclass(frozen=True, slots=True)
class Chance:
    """How chance is sealed: see `core.seal`."""

    secret: bytes = b""
    commitment: bytes = b""
    promises: Mapping[int, bytes] = field(default_factory=dict)  # by guest
    head: str = ""  # frozen at the start, as are the keys
    keys: Mapping[int, bytes] = field(default_factory=dict)
    opened: Mapping[int, bytes] = field(default_factory=dict)
    master: bytes = b""

    @property
    def shares(self) -> tuple[Share, ...]:
        return tuple(Share(guest, key, self.opened.get(guest)) for guest, key in sorted(self.keys.items()))


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice made beside others, while not all are in."""

    action: str
    told: tuple[LoggedEvent, ...]
    charge: int = 0  # what it cost on the clock


@dataclass(frozen=True, slots=True)
class News:
    """Something of the newest row that viewers may be told: what happened, or that a choice was taken back or replaced."""

    happening: LoggedEvent | None
    instead: tuple[LoggedEvent, ...] = ()  # what was told of the choice that this one replaces
    back: int | None = None  # the seat that took its choice back
    was: tuple[LoggedEvent, ...] = ()  # and what was told of it


@dataclass(frozen=True, slots=True)
class Run:
    """One game being played, or played."""

    name: str
    rules: int
    table: Table[Any] | None  # None where this version of the rules is missing: read-only
    decisions: tuple[Mapping[str, Any], ...] = ()  # raw, so that nothing is lost then
    chosen: Mapping[int, Choice] = field(default_factory=dict)
    turns: tuple[int, ...] = ()  # for each seat, how many of its decisions are behind it: names the next one
    drawn: int = 0  # outcomes that sealed chance gave
    banks: tuple[int, ...] = ()
    spent: Mapping[int, int] = field(default_factory=dict)  # of the running decision, before its clock was stopped
    expired: frozenset[int] = frozenset()  # seats whose running decision a bot makes, because the clock ran out
    over: Mapping[str, Any] | None = None  # the `end` entry
    chain: bytes = b""  # the hash of the row with the end
    imported: bool = False
    brought: Record | None = None  # what was imported, without its decisions
    brought_by: int = 0  # by which guest
    brought_steps: int = 0  # and how many those were
    stead: int | None = None  # the seat that reported in the place of one that a bot plays

    @property
    def open(self) -> bool:
        """Whether it can be played on."""
        return self.table is not None and self.over is None

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that owe a decision, or a hand on a screen."""
        if self.table is None or not self.open:
            return ()
        holder = self.table.holder
        return tuple(p for p in self.table.pending if p != NATURE) if holder is None else (holder,)


@dataclass(frozen=True, slots=True)
class Durable:
    """A table."""

    table: str = ""
    seq: int = 0
    hash: bytes = FIRST
    at: int = 0
    by: str = ""
    key: bytes = b""  # of labels and cursors; never leaves the server
    phase: str = GATHERING
    n: int = 1  # the number of the game
    game: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    settings: Settings = field(default_factory=Settings)
    seats: tuple[Seat, ...] = ()
    guests: Mapping[int, Guest] = field(default_factory=dict)
    came: int = 0  # guests ever
    sat: int = 0  # times somebody sat down
    host: int = 0
    links: Mapping[str, Link] = field(default_factory=dict)  # by the hash of the code
    ids: Mapping[int, Mapping[str, str]] = field(default_factory=dict)  # by guest: accepted ids, with body hashes
    chat: tuple[Line, ...] = ()
    paused: bool = False
    archived: bool = False
    started: bool = False  # whether any game ever was
    chance: Chance = field(default_factory=Chance)
    run: Run | None = None
    past: tuple[Mapping[str, Any], ...] = ()  # how earlier games at this table ended
    news: tuple[News, ...] = field(default=(), compare=False)  # of the newest row

    def seats_of(self, guest: int) -> tuple[int, ...]:
        return tuple(p for p, seat in enumerate(self.seats) if seat.kind == PERSON and seat.guest == guest)

    @property
    def people(self) -> tuple[int, ...]:
        """The seated guests, those who sat down first before the others."""
        seated = {seat.guest for seat in self.seats if seat.kind == PERSON}
        return tuple(sorted(seated, key=lambda guest: self.guests[guest].sat))

    def with_guest(self, guest: Guest) -> Durable:
        return replace(self, guests={**self.guests, guest.number: guest})

    def with_seat(self, number: int, seat: Seat) -> Durable:
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    @property
    def playing(self) -> Table[Any] | None:
        """The game's table, where there is one that goes on."""
        return self.run.table if self.run is not None and self.run.open and self.phase == PLAYING else None


def taken_back(table: Table[Any], seat: int) -> Table[Any]:
    """The table as it is for a seat that may still choose: its own unresolved choice away."""
    if not table.can_take_back(seat):
        return table
    twin = table.copy()
    twin.take_back(seat)
    return twin


def offered(table: Table[Any], seat: int) -> tuple[Action, ...]:
    """What the seat may choose now, or instead of what it chose."""
    return taken_back(table, seat).legal(seat)


def essence(durable: Durable) -> dict[str, Any]:
    """Everything, in values that can be compared: two processes that folded the same rows have the same."""
    run = durable.run
    told = {name: getattr(durable, name) for name in Durable.__slots__ if name not in ("news", "run")}
    if run is not None:
        told["run"] = {name: getattr(run, name) for name in Run.__slots__ if name not in ("table", "chosen")}
        told["chosen"] = {seat: (choice.action, choice.charge) for seat, choice in run.chosen.items()}
        if run.table is not None:
            told["position"] = (schema.digest(run.table.state), run.table.history, run.table.reported)
    return told

"""Types of HTTP requests and responses; the OpenAPI schema is generated from them. Comments behind fields document them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

CODE_LENGTH = 6  # characters of a room code; the page has it from `client/src/wire/api.ts`
Text = Annotated[str, Meta(max_length=64)]
Long = Annotated[str, Meta(max_length=1 << 20)]
# Objects that differ from game to game, with their types in TypeScript (`client/src/wire/api.ts` is written from this module).
Fields = Annotated[dict[str, Any], Meta(extra={"ts": "Record<string, unknown>"})]
Action = Annotated[dict[str, Any], Meta(extra={"ts": "AnyAction"})]
Event = Annotated[dict[str, Any], Meta(extra={"ts": "AnyEvent"})]
Message = Annotated[dict[str, Any], Meta(extra={"ts": "Message"})]
Seat = Annotated[dict[str, Any], Meta(extra={"ts": "{ name: string; bot?: string }"})]


class ErrorBody(msgspec.Struct):
    """An error: a code for programs, a sentence for people."""

    code: str
    message: str


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to create. An option that is a file is {"file": name, "text": its text}."""

    game: Text
    options: Fields = {}
    public: bool = False
    aids: bool = True
    mute: bool = False
    clock: dict[str, int] = {}
    guided: bool = False  # a tutorial for one person: scripted chance, and options of its own
    deal: Annotated[str, Meta(max_length=68)] = ""  # “day”: the deal of the day; “key/KEY”: a game dealt again, for one person
    puzzle: Annotated[str, Meta(max_length=6)] = ""  # number of a puzzle of the game: begins in its position, for one person


class CreatedTable(msgspec.Struct):
    """A new table, and the token of its host, which is sent only once."""

    table: str
    token: str
    unlisted: bool = False  # public, but its address has as many tables in the list as it may have


class FoundTable(msgspec.Struct):
    """The table that a room code leads to."""

    table: str


class Listed(msgspec.Struct):
    """A table in the list of public tables."""

    table: str
    game: str
    phase: str
    seats: int
    people: int
    bots: int
    animal: str
    clock: dict[str, int]
    touched: int
    options: dict[str, str] = {}  # those that are not the default; files of somebody's own are not named
    present: int | None = None  # people at the table with an open page; None: unknown, other processes may have it in memory


class RecordText(msgspec.Struct, forbid_unknown_fields=True):
    """A record, as `fairyring` saves it: JSON lines."""

    record: Long


class VerifiedRecord(msgspec.Struct):
    """The result of verifying a record."""

    game: str
    decisions: int
    outcome: Fields | None
    digest: str
    chance: str  # checked, not sealed, not opened


class Step(msgspec.Struct):
    """A position of a replay: the decision that led to it, its events, and the view."""

    at: int
    seat: int | None  # that decided: -1 is nature; None for the first position
    plays: Action | None  # None if the viewer did not see it
    events: list[Event]
    view: Fields
    seats: list[Fields]  # with open cards, the view of each seat


class Moment(msgspec.Struct):
    """A position of a story: the events that led to it, and the scores."""

    at: int
    seat: int | None  # that decided: -1 is nature; None for the first position
    scores: list[int]
    events: list[Event]  # nothing is hidden: the game is over


class Story(msgspec.Struct):
    """The course of a finished game."""

    game: str
    seats: list[Seat]
    moments: list[Moment]


class Mark(msgspec.Struct):
    """A costly decision, by what its seat knew then."""

    at: int  # the position that it led to
    seat: int
    done: Action
    better: Action
    cost: int  # percent of the win


class Analysis(msgspec.Struct):
    """The costliest decisions of a finished game, in order."""

    game: str
    decisions: int  # of people, with more than one legal action
    looked: int  # how many of them were judged
    marks: list[Mark]


class Turn(msgspec.Struct):
    """Whose turn it is at a table."""

    phase: str
    n: int  # number of the game at the table
    waiting: list[int]  # seats that owe a decision


class PuzzleChoice(msgspec.Struct):
    """A legal choice in a puzzle."""

    action: Action
    share: int  # percent of games won from here
    brings: Message | None  # what it brings, as far as the seat sees it; none in a game that explains nothing


class Puzzle(msgspec.Struct):
    """A position of a game of bots in which one choice is clearly best."""

    id: int
    level: int  # 1 easy, 2 medium, 3 hard
    players: int
    seat: int
    choices: list[PuzzleChoice]  # the best first
    why: list[Message]  # how the game stands for the seat, and why the best choice follows


class DaySpread(msgspec.Struct):
    """What bots reached at the first seat with the deal of a day."""

    game: str
    deal: str
    scores: list[int]  # of each game, ascending
    wins: int  # games that the first seat won


class Replay(msgspec.Struct):
    """Positions of a game, as a seat saw them or with open cards."""

    game: str
    options: Fields
    seats: list[Seat]
    steps: int
    first: int
    positions: list[Step]


class Link(msgspec.Struct, forbid_unknown_fields=True):
    """An address of the page."""

    link: Annotated[str, Meta(min_length=1, max_length=300)]


class Reach(msgspec.Struct):
    """How other devices reach the server. Told to this machine only; all others get an empty one."""

    urls: list[str] = []  # of the first page, for devices in the same network
    may_open: bool = False  # whether POST lets them in


class PushOffer(msgspec.Struct):
    """Whether the server sends notices to browsers that are closed (Web Push)."""

    key: str = ""  # its public key, base64url; empty if it sends none


class NewPushSubscription(msgspec.Struct, forbid_unknown_fields=True):
    """Where a browser gets notices, as its push service says."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1024)]
    p256dh: Annotated[str, Meta(min_length=1, max_length=128)]  # public key of the browser, base64url
    auth: Annotated[str, Meta(min_length=1, max_length=64)]  # secret of the browser, base64url
    language: Annotated[str, Meta(max_length=16)] = "en"  # of the notices


class Health(msgspec.Struct):
    """Whether the server works."""

    ok: bool
    version: str
    stalled: bool
    stopped: list[str] = []  # background tasks that do not run; see the server's log

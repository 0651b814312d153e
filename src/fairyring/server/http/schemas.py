"""Types of HTTP requests and responses; the OpenAPI schema is generated from them. Comments behind fields document them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Text = Annotated[str, Meta(max_length=64)]
Long = Annotated[str, Meta(max_length=1 << 20)]
# Objects that differ from game to game, with their types in TypeScript (`client/src/wire/api.ts` is written from this module).
Fields = Annotated[dict[str, Any], Meta(extra={"ts": "Record<string, unknown>"})]
Action = Annotated[dict[str, Any], Meta(extra={"ts": "AnyAction"})]
Event = Annotated[dict[str, Any], Meta(extra={"ts": "AnyEvent"})]
Seat = Annotated[dict[str, Any], Meta(extra={"ts": "{ name: string; bot?: string }"})]


class ErrorBody(msgspec.Struct):
    """What went wrong: a code for programs, a sentence for people."""

    code: str
    message: str


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to be made. Options as the game's form has them; one that is a file is {"file": name, "text": its text}."""

    game: Text
    options: Fields = {}
    public: bool = False
    aids: bool = True
    mute: bool = False
    clock: dict[str, int] = {}
    guided: bool = False  # a lesson for one person: chance follows a script, and options are the lesson's own


class CreatedTable(msgspec.Struct):
    """A table, and the token of whoever made it: keep it, it is told once."""

    table: str
    token: str


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


class RecordText(msgspec.Struct, forbid_unknown_fields=True):
    """A record, as `fairyring` saves it: JSON lines."""

    record: Long


class VerifiedRecord(msgspec.Struct):
    """What became of checking a record."""

    game: str
    decisions: int
    outcome: Fields | None
    digest: str
    chance: str  # checked, not sealed, not opened


class Step(msgspec.Struct):
    """A position of a replay: what was decided to get there, what was told of it, and what is seen."""

    at: int
    seat: int | None  # who decided: -1 is nature; None for the first position
    plays: Action | None  # None where these eyes did not see what
    events: list[Event]
    view: Fields
    seats: list[Fields]  # with all cards open, what each seat sees


class Moment(msgspec.Struct):
    """A position of a story: what happened to get there, and how all seats would be scored now."""

    at: int
    seat: int | None  # who decided: -1 is nature; None for the first position
    scores: list[int]
    events: list[Event]  # with nothing hidden: the game is over


class Story(msgspec.Struct):
    """A whole game that is over, for a picture of how it went."""

    game: str
    seats: list[Seat]
    moments: list[Moment]


class Mark(msgspec.Struct):
    """A decision that cost much, by what its seat knew then."""

    at: int  # the position that it led to
    seat: int
    done: Action
    better: Action
    cost: int  # percent of the win


class Analysis(msgspec.Struct):
    """A game that is over, looked at again: the decisions that cost most, in their order."""

    game: str
    decisions: int  # that people made, and where there was a choice
    looked: int  # at so many of them there was time to look
    marks: list[Mark]


class Replay(msgspec.Struct):
    """Positions `first` to `last` of `steps`, as a seat saw them, or with all cards open."""

    game: str
    options: Fields
    seats: list[Seat]
    steps: int
    first: int
    positions: list[Step]


class Link(msgspec.Struct, forbid_unknown_fields=True):
    """An address of the page."""

    link: Annotated[str, Meta(min_length=1, max_length=500)]


class Health(msgspec.Struct):
    """Whether the server serves."""

    ok: bool
    version: str
    stalled: bool

"""The protocol, as types: every message that a table sends to a socket. What a socket may say is in `protocol_said`.

The table makes its messages by itself (`fairyring.tables`). These types describe them: for clients, for
`client/src/wire/table.ts`, which is written from them, and for a test that compares them with all that tables send.
A field that may be missing is `… | UnsetType = UNSET`; all others are always there. The comment behind a field documents it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, json

# What differs from game to game is plain here; in TypeScript it has the type of the game that is played.
View = Annotated[dict[str, Any], Meta(extra={"ts": 'Games[G]["view"]'})]
Args = Annotated[dict[str, Any], Meta(extra={"ts": "Record<string, Value>"})]
Json = Annotated[Any, Meta(extra={"ts": "Json"})]
Guest = str  # the number of a guest, where JSON wants a text
Seat = str  # likewise of a seat

Code = Literal[
    "past",
    "not-yours",
    "not-here",
    "not-now",
    "not-legal",
    "unknown-action",
    "not-host",
    "taken",
    "present",
    "seats-empty",
    "paused",
    "too-fast",
    "too-long",
    "bad-form",
    "id-reused",
    "full",
]
Phase = Literal["gathering", "sealing", "playing", "over"]
Here = Literal["here", "hidden", "away"]
About = Literal["stand-in", "pause", "abandon", "again"]


# Words and events, as `shared.ts` has them ------------------------------------------------------------


class Message(Struct, frozen=True):
    """Something to say: a key and its arguments, in no language yet."""

    key: str
    args: Args


class Prompt(Struct, frozen=True):
    """What a seat is asked now, or whom it waits for."""

    prompt: Message
    help: Message
    rule: str  # the number of the rule that matters now, as “R7”


class Place(Struct, frozen=True):
    """Where something lies: a zone, whose, and at which of its places."""

    zone: str
    seat: int | UnsetType = UNSET
    place: str | int | UnsetType = UNSET


class Moved(Struct, frozen=True, rename={"source": "from", "target": "to"}):
    """Something went from one place to another."""

    source: Place
    target: Place
    thing: str | int | None  # what moved; null where the viewer cannot know it, or where all are alike
    count: int


class Event(Struct, frozen=True):
    """Something that happened, as this viewer may know it."""

    kind: str
    args: dict[str, Any]
    moves: list[Moved]


class Action(Struct, frozen=True):
    """Something that can be chosen: any of `id`, `kind` with `args`, or the notation says which."""

    kind: str
    args: dict[str, Any]
    id: int


GameEvent = Annotated[Event, Meta(extra={"ts": 'Games[G]["event"] | TookBack'})]
GameAction = Annotated[Action, Meta(extra={"ts": 'Games[G]["action"]'})]
AnyAction = Annotated[Action, Meta(extra={"ts": "{ kind: string; args: Record<string, string | number>; id: number }"})]
GameChance = Annotated[Action, Meta(extra={"ts": 'Games[G]["chance"]'})]


# The table ----------------------------------------------------------------------------------------------


class Empty(Struct, frozen=True, tag_field="kind", tag="empty"):
    """A seat where nobody sits."""


class Person(Struct, frozen=True, tag_field="kind", tag="person", rename={"stand_in": "standIn"}):
    """A person's seat; it stays theirs while a bot stands in."""

    guest: int
    stand_in: bool
    level: str | UnsetType = UNSET  # of the bot that stands in


class Bot(Struct, frozen=True, tag_field="kind", tag="bot"):
    """A bot's seat."""

    level: str


class Called(Struct, frozen=True):
    """What a guest is called: by the animal where there is no name."""

    name: str
    animal: str


class Clock(Struct, frozen=True):
    """How long people may think, in milliseconds: nothing, `per` decision, or a `bank` with what each decision `add`s."""

    per: int | UnsetType = UNSET
    bank: int | UnsetType = UNSET
    add: int | UnsetType = UNSET


class Settings(Struct, frozen=True):
    """What the host may choose besides the game's own options."""

    public: bool  # listed for everybody
    aids: bool  # whether seats are told what a careful player could work out
    mute: bool  # whether watchers must not chat
    clock: Clock
    guided: Literal[True] | UnsetType = UNSET  # a lesson for one person: its chance follows a script and is not sealed


class Chance(Struct, frozen=True):
    """How chance is sealed, as far as it is published; all in hexadecimal. See docs/fairness.md."""

    commitment: str  # C, published before anybody adds a share
    promises: dict[Guest, str] | UnsetType = UNSET  # K by guest, while people gather
    head: str | UnsetType = UNSET  # the exact text that is agreed on, from the start on
    keys: dict[Guest, str] | UnsetType = UNSET  # the promises that count, from the start on
    opened: dict[Guest, str] | UnsetType = UNSET  # E by guest, as far as opened
    secret: str | UnsetType = UNSET  # S, when the game is over
    chain: str | UnsetType = UNSET  # the hash of the table's log at the end of the game


class Outcome(Struct, frozen=True):
    """How a game ended; everything by seat."""

    reason: str
    scores: list[int]
    places: list[int]  # 1 is first; equal places are shared


class Result(Struct, frozen=True):
    """An outcome with the digest of the last position; or the game was given up."""

    outcome: Outcome | UnsetType = UNSET
    digest: str | UnsetType = UNSET
    abandoned: Literal[True] | UnsetType = UNSET


class Table(Struct, frozen=True):
    """What everybody knows of the table besides the game on it."""

    id: str
    phase: Phase
    n: int  # the number of the game at this table, from 1
    game: Annotated[str, Meta(extra={"ts": "G"})]
    options: dict[str, Json]
    settings: Settings
    host: int  # a guest
    paused: bool
    seats: list[Empty | Person | Bot]
    guests: dict[Guest, Called]
    chance: Chance
    levels: list[str] | UnsetType = UNSET  # of bots that there are with these options, the weakest first; while people gather
    rules: int | UnsetType = UNSET  # the version of the rules that is played; this and the next four once a game was dealt
    readable: bool | UnsetType = UNSET  # whether that version is here; if not, the game can only be kept
    imported: bool | UnsetType = UNSET  # whether the game was brought from elsewhere
    banks: list[int] | UnsetType = UNSET  # what each seat's clock has left, in milliseconds; empty without clocks
    expired: list[int] | UnsetType = UNSET  # seats whose running decision is a bot's, because the clock ran out
    result: Result | UnsetType = UNSET  # when the game is over
    sheet: list[Message] | UnsetType = UNSET  # the score sheet, when there is an outcome


# What a viewer sees -------------------------------------------------------------------------------------


class Report(Struct, frozen=True):
    """The seat is asked what the world brought."""

    ask: str
    outcomes: list[GameChance]


class Confirm(Struct, frozen=True):
    """The seat is asked whether that is right."""

    ask: str
    outcome: GameChance


class Riffle(Struct, frozen=True):
    """The seat's hand is awaited on the edge of an unseen deck: where its ticks lie and how they sound."""

    ask: str
    c: int  # which challenge of the game
    at: list[int]  # ascending; 1000 is the width of a card
    v: str  # a voice for each tick: 0 faint, 1 crisp, 2 thick


class Own(Struct, frozen=True):
    """What a seat alone is told."""

    aids: dict[str, Json]  # what a careful player could work out
    ask: str | UnsetType = UNSET  # the name of the decision that the seat owes, or can still change
    legal: list[GameAction] | UnsetType = UNSET  # always with `ask`
    chosen: GameAction | UnsetType = UNSET  # what it chose, while that can be changed
    report: Report | UnsetType = UNSET
    confirm: Confirm | UnsetType = UNSET
    riffle: Riffle | UnsetType = UNSET


class Beat(Struct, frozen=True, tag="beat"):
    """The whole of what a viewer sees now, and what happened since the last one."""

    after: str | None  # the cursor before; null for a whole picture that follows on nothing
    at: str  # the cursor now: opaque, to be sent as `since`
    events: list[GameEvent]
    view: View | None  # null until a game was dealt
    prompt: Prompt | None
    seats: dict[Seat, Own]  # the seat that is shown, if any
    table: Table | UnsetType = UNSET  # left out where nothing in it changed
    cause: str | UnsetType = UNSET  # the id of the receiver's own command that caused this


class You(Struct, frozen=True):
    """Who the receiver is."""

    guest: int
    seats: list[int]
    token: str | UnsetType = UNSET  # a new device's token, told once: keep it, and send it in every later hello


class Chat(Struct, frozen=True, tag="chat"):
    """A line of chat."""

    guest: int
    text: str
    at: int  # the server's milliseconds; good for the order and for differences only


class Welcome(Struct, frozen=True, tag="welcome"):
    """The answer to hello."""

    proto: int
    you: You
    beat: Beat
    chat: list[Chat]  # the newest lines


class Ack(Struct, frozen=True, tag="ack"):
    """The command is in the log, for ever; or it needed no entry."""

    id: str
    code: str | UnsetType = UNSET  # of a seat link: the answer to `device`
    legal: list[AnyAction] | UnsetType = UNSET  # the answer to `foresee`, as is
    view: dict[str, Json] | UnsetType = UNSET  # what the seat would see then


class Nack(Struct, frozen=True, tag="nack"):
    """The command is refused and changed nothing. With an empty id it answers the hello, or something without an id."""

    id: str
    code: Code  # for programs
    key: str  # for people, with `args`: a message
    args: Args


class Presence(Struct, frozen=True, tag="presence"):
    """Who is here, what is voted on and wished for; the whole of it each time."""

    guests: dict[Guest, Here]  # those who sit or are connected
    votes: list[tuple[About, int, list[int]]]  # about what, which seat (−1: none), and which guests want it
    wishes: dict[Guest, int]  # guests who ask for a bot's seat


class Shout(Struct, frozen=True, tag="shout"):
    """A quick shout, by its number."""

    guest: int
    n: int


class Clocks(Struct, frozen=True, tag="clocks"):
    """The clocks that run now, when they begin, stop or change; between two of these they run down by themselves."""

    left: dict[Seat, int]  # milliseconds, when this was sent


class Forgotten(Struct, frozen=True, tag="forgotten"):
    """A guest took name and chat back: drop what you have of them."""

    guest: int


class Band(Struct, frozen=True, tag="band"):
    """How thick a stack looks that a hand holds: to those who sit and watch it; to everybody once it is counted."""

    c: int
    b: int


class Hint(Struct, frozen=True, tag="hint"):
    """What a good bot would do in your seat, the best first; the answer to `hint`, besides its ack, a moment later."""

    seat: int
    ask: str
    actions: list[int]  # ids among `legal`; none: nobody could think about it
    percents: list[int]  # for each, how much of the win it is worth; none where the adviser does not say
    often: list[int] | UnsetType = UNSET  # for each, how often it is done, in percent, where perfect play is known


class Reload(Struct, frozen=True, tag="reload"):
    """The server speaks another version of this protocol."""


class Stalled(Struct, frozen=True, tag="stalled"):
    """The store does not answer: nothing is lost, answers will take a while."""


class Flowing(Struct, frozen=True, tag="flowing"):
    """The store answers again."""


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to ping."""


Told = (
    Welcome | Beat | Ack | Nack | Presence | Chat | Shout | Clocks | Forgotten | Band | Hint | Reload | Stalled | Flowing | Pong
)


class _Kind(Struct):
    type: str = ""


_KIND = json.Decoder(_Kind)
_TOLD: json.Decoder[Told] = json.Decoder(Told)
_KINDS = {kind.__struct_config__.tag for kind in Told.__args__}


def kind_of(text: bytes | str) -> str:
    """The type that a message says it is; raises msgspec.DecodeError where it is none."""
    return _KIND.decode(text).type


def decode_told(text: bytes | str) -> Told | None:
    """A message of a table; None for a kind of a later version. What is not known in it is skipped."""
    return _TOLD.decode(text) if kind_of(text) in _KINDS else None

"""Messages from a table to a client, and the values in them.

Tables send instances of these classes (`encode`), the Python client decodes into them, and the TypeScript types follow from
them. A field of type `X | Unset` may be left out; all others are always there. The comment behind a field documents it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fairyring.tables.protocol.declare import UNSET, TypeScript, Unset, declare, tag_of
from fairyring.tables.protocol.decode import DecodeError, decode_union

# What differs from game to game is plain here; in TypeScript it has the type of the game that is played.
View = Annotated[dict[str, Any], TypeScript('Games[G]["view"]')]
Args = Annotated[dict[str, Any], TypeScript("Record<string, Value>")]
Json = Annotated[Any, TypeScript("Json")]
Guest = str  # the number of a guest, where JSON wants a text
Seat = str  # likewise of a seat

Code = Literal[
    "past", "not-yours", "not-here", "not-now", "not-legal", "unknown-action", "not-host", "taken", "present",
    "seats-empty", "paused", "too-fast", "too-long", "bad-form", "id-reused", "full",
]  # fmt: skip
Phase = Literal["gathering", "sealing", "playing", "over"]
Here = Literal["here", "hidden", "away"]
About = Literal["stand-in", "pause", "abandon", "again"]


# Words and events, as `shared.ts` has them ------------------------------------------------------------


@declare()
class Message:
    """Something to say: a key and its arguments, in no language yet."""

    key: str
    args: Args


@declare()
class Prompt:
    """What a seat is asked now, or whom it waits for."""

    prompt: Message
    help: Message
    rule: str  # the number of the rule that matters now, as “R7”


@declare()
class Place:
    """Where something lies: a zone, whose, and at which of its places."""

    zone: str
    seat: int | Unset = UNSET
    place: str | int | Unset = UNSET


@declare(rename={"source": "from", "target": "to"})
class Moved:
    """Something went from one place to another."""

    source: Place
    target: Place
    thing: str | int | None  # what moved; null where the viewer cannot know it, or where all are alike
    count: int


@declare()
class Event:
    """Something that happened, as this viewer may know it."""

    kind: str
    args: dict[str, Any]
    moves: list[Moved]


@declare()
class Action:
    """Something that can be chosen: any of `id`, `kind` with `args`, or the notation says which."""

    kind: str
    args: dict[str, Any]
    id: int


GameEvent = Annotated[Event, TypeScript('Games[G]["event"] | TookBack')]
GameAction = Annotated[Action, TypeScript('Games[G]["action"]')]
AnyAction = Annotated[Action, TypeScript("{ kind: string; args: Record<string, string | number>; id: number }")]
GameChance = Annotated[Action, TypeScript('Games[G]["chance"]')]


# The table ----------------------------------------------------------------------------------------------


@declare(tag_field="kind", tag="empty")
class Empty:
    """A seat where nobody sits."""


@declare(tag_field="kind", tag="person", rename={"stand_in": "standIn"})
class Person:
    """A person's seat; it stays theirs while a bot stands in."""

    guest: int
    stand_in: bool
    level: str | Unset = UNSET  # of the bot that stands in


@declare(tag_field="kind", tag="bot")
class Bot:
    """A bot's seat."""

    level: str


@declare()
class Called:
    """What a guest is called: by the animal where there is no name."""

    name: str
    animal: str


@declare(forbid_unknown=True)
class Clock:
    """How long people may think, in milliseconds: nothing, `per` decision, or a `bank` with what each decision `add`s."""

    per: int | Unset = UNSET
    bank: int | Unset = UNSET
    add: int | Unset = UNSET


@declare()
class Settings:
    """What the host may choose besides the game's own options."""

    public: bool  # listed for everybody
    aids: bool  # whether seats are told what a careful player could work out
    mute: bool  # whether watchers must not chat
    clock: Clock
    guided: Literal[True] | Unset = UNSET  # a lesson for one person: its chance follows a script and is not sealed


@declare()
class Chance:
    """How chance is sealed, as far as it is published; all in hexadecimal. See docs/fairness.md."""

    commitment: str  # C, published before anybody adds a share
    promises: dict[Guest, str] | Unset = UNSET  # K by guest, while people gather
    head: str | Unset = UNSET  # the exact text that is agreed on, from the start on
    keys: dict[Guest, str] | Unset = UNSET  # the promises that count, from the start on
    opened: dict[Guest, str] | Unset = UNSET  # E by guest, as far as opened
    secret: str | Unset = UNSET  # S, when the game is over
    chain: str | Unset = UNSET  # the hash of the table's log at the end of the game


@declare()
class Outcome:
    """How a game ended; everything by seat."""

    reason: str
    scores: list[int]
    places: list[int]  # 1 is first; equal places are shared


@declare()
class Result:
    """An outcome with the digest of the last position; or the game was given up."""

    outcome: Outcome | Unset = UNSET
    digest: str | Unset = UNSET
    abandoned: Literal[True] | Unset = UNSET


@declare()
class Table:
    """What everybody knows of the table besides the game on it."""

    id: str
    phase: Phase
    n: int  # the number of the game at this table, from 1
    game: Annotated[str, TypeScript("G")]
    options: dict[str, Json]
    settings: Settings
    host: int  # a guest
    paused: bool
    seats: list[Empty | Person | Bot]
    guests: dict[Guest, Called]
    chance: Chance
    levels: list[str] | Unset = UNSET  # of bots that there are with these options, the weakest first; while people gather
    rules: int | Unset = UNSET  # the version of the rules that is played; this and the next four once a game was dealt
    readable: bool | Unset = UNSET  # whether that version is here; if not, the game can only be kept
    imported: bool | Unset = UNSET  # whether the game was brought from elsewhere
    banks: list[int] | Unset = UNSET  # what each seat's clock has left, in milliseconds; empty without clocks
    expired: list[int] | Unset = UNSET  # seats whose running decision is a bot's, because the clock ran out
    result: Result | Unset = UNSET  # when the game is over
    sheet: list[Message] | Unset = UNSET  # the score sheet, when there is an outcome


# What a viewer sees -------------------------------------------------------------------------------------


@declare()
class Report:
    """The seat is asked what the world brought."""

    ask: str
    outcomes: list[GameChance]


@declare()
class Confirm:
    """The seat is asked whether that is right."""

    ask: str
    outcome: GameChance


@declare()
class Riffle:
    """The seat's hand is awaited on the edge of an unseen deck: where its ticks lie and how they sound."""

    ask: str
    c: int  # which challenge of the game
    at: list[int]  # ascending; 1000 is the width of a card
    v: str  # a voice for each tick: 0 faint, 1 crisp, 2 thick


@declare()
class Own:
    """What a seat alone is told."""

    aids: dict[str, Json]  # what a careful player could work out
    ask: str | Unset = UNSET  # the name of the decision that the seat owes, or can still change
    legal: list[GameAction] | Unset = UNSET  # always with `ask`
    chosen: GameAction | Unset = UNSET  # what it chose, while that can be changed
    report: Report | Unset = UNSET
    confirm: Confirm | Unset = UNSET
    riffle: Riffle | Unset = UNSET


@declare(tag="beat")
class Beat:
    """The whole of what a viewer sees now, and what happened since the last one."""

    after: str | None  # the cursor before; null for a whole picture that follows on nothing
    at: str  # the cursor now: opaque, to be sent as `since`
    events: list[GameEvent]
    view: View | None  # null until a game was dealt
    prompt: Prompt | None
    seats: dict[Seat, Own]  # the seat that is shown, if any
    table: Table | Unset = UNSET  # left out where nothing in it changed
    cause: str | Unset = UNSET  # the id of the receiver's own command that caused this


@declare()
class You:
    """Who the receiver is."""

    guest: int
    seats: list[int]
    token: str | Unset = UNSET  # a new device's token, told once: keep it, and send it in every later hello


@declare(tag="chat")
class Chat:
    """A line of chat."""

    guest: int
    text: str
    at: int  # the server's milliseconds; good for the order and for differences only


@declare(tag="welcome")
class Welcome:
    """The answer to hello."""

    proto: int
    you: You
    beat: Beat
    chat: list[Chat]  # the newest lines


@declare(tag="ack")
class Ack:
    """The command is in the log, for ever; or it needed no entry."""

    id: str
    code: str | Unset = UNSET  # of a seat link: the answer to `device`
    legal: list[AnyAction] | Unset = UNSET  # the answer to `foresee`, as is
    view: dict[str, Json] | Unset = UNSET  # what the seat would see then


@declare(tag="nack")
class Nack:
    """The command is refused and changed nothing. With an empty id it answers the hello, or something without an id."""

    id: str
    code: Code  # for programs
    key: str  # for people, with `args`: a message
    args: Args


@declare(tag="presence")
class Presence:
    """Who is here, what is voted on and wished for; the whole of it each time."""

    guests: dict[Guest, Here]  # those who sit or are connected
    votes: list[tuple[About, int, list[int]]]  # about what, which seat (−1: none), and which guests want it
    wishes: dict[Guest, int]  # guests who ask for a bot's seat


@declare(tag="shout")
class Shout:
    """A quick shout, by its number."""

    guest: int
    n: int


@declare(tag="clocks")
class Clocks:
    """The clocks that run now, when they begin, stop or change; between two of these they run down by themselves."""

    left: dict[Seat, int]  # milliseconds, when this was sent


@declare(tag="forgotten")
class Forgotten:
    """A guest took name and chat back: drop what you have of them."""

    guest: int


@declare(tag="band")
class Band:
    """How thick a stack looks that a hand holds: to those who sit and watch it; to everybody once it is counted."""

    c: int
    b: int


@declare(tag="hint")
class Hint:
    """What a good bot would do in your seat, the best first; the answer to `hint`, besides its ack, a moment later."""

    seat: int
    ask: str
    actions: list[int]  # ids among `legal`; none: nobody could think about it
    percents: list[int]  # for each, how much of the win it is worth; none where the adviser does not say
    often: list[int] | Unset = UNSET  # for each, how often it is done, in percent, where perfect play is known


@declare(tag="reload")
class Reload:
    """The server speaks another version of this protocol."""


@declare(tag="stalled")
class Stalled:
    """The store does not answer: nothing is lost, answers will take a while."""


@declare(tag="flowing")
class Flowing:
    """The store answers again."""


@declare(tag="pong")
class Pong:
    """The answer to ping."""


ServerMessage = (
    Welcome | Beat | Ack | Nack | Presence | Chat | Shout | Clocks | Forgotten | Band | Hint | Reload | Stalled | Flowing | Pong
)
_TAGS = {tag_of(kind) for kind in ServerMessage.__args__}


def decode_server_message(value: Any) -> ServerMessage | None:
    """Return a message of a table, from JSON; None for a type that this version does not know. Raises DecodeError."""
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise DecodeError("expected a message")
    if value["type"] not in _TAGS:
        return None
    message: ServerMessage = decode_union(ServerMessage, value)
    return message

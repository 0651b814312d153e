"""Messages from a table to a client, and the values in them.

Tables send instances of these classes (`encode`), the Python client decodes into them, and the TypeScript types follow from
them. A field of type `X | Unset` may be left out; all others are always there. The comment behind a field documents it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fairyring.core.declared.declare import UNSET, TypeScript, Unset, declare

# Values that depend on the game: plain JSON here, the types of the game in TypeScript.
View = Annotated[dict[str, Any], TypeScript('Games[G]["view"]')]
Args = Annotated[dict[str, Any], TypeScript("Record<string, Value>")]
Json = Annotated[Any, TypeScript("Json")]
Guest = str  # number of a guest as a JSON key
Seat = str  # likewise of a seat

Code = Literal[
    "past", "not-yours", "not-here", "not-now", "not-legal", "unknown-action", "not-host", "taken", "present",
    "seats-empty", "paused", "too-fast", "too-long", "bad-form", "id-reused", "full", "failed",
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
    """An empty seat."""


@declare(tag_field="kind", tag="person", rename={"stand_in": "standIn"})
class Person:
    """A person's seat, which stays theirs while a bot stands in."""

    guest: int
    stand_in: bool
    level: str | Unset = UNSET  # of the stand-in


@declare(tag_field="kind", tag="bot")
class Bot:
    """A bot's seat."""

    level: str


@declare()
class Called:
    """Name and animal of a guest; the animal is shown if the name is empty."""

    name: str
    animal: str


@declare(forbid_unknown=True)
class Clock:
    """Clock in milliseconds: none, `per` decision, or a `bank` to which each decision `add`s."""

    per: int | Unset = UNSET
    bank: int | Unset = UNSET
    add: int | Unset = UNSET


@declare()
class Settings:
    """What the host may choose besides the game's options."""

    public: bool  # listed among the public tables
    aids: bool  # whether seats are sent what a careful player could work out
    mute: bool  # whether watchers may not chat
    clock: Clock
    guided: Literal[True] | Unset = UNSET  # a tutorial for one person: its chance is scripted and not sealed
    deal: str | Unset = UNSET  # an open deal for one person, “day/DAY/GAME” or “key/KEY”: the same chance at every table
    puzzle: int | Unset = UNSET  # number of the game's puzzle that this table began with


@declare()
class Chance:
    """The published part of sealed chance, in hexadecimal. See docs/fairness.md."""

    commitment: str  # C, published before any share is promised
    promises: dict[Guest, str] | Unset = UNSET  # K by guest, while gathering
    head: str | Unset = UNSET  # the exact text that all shares are bound to, from the start on
    keys: dict[Guest, str] | Unset = UNSET  # the promises that were frozen at the start
    opened: dict[Guest, str] | Unset = UNSET  # E by guest, once opened
    secret: str | Unset = UNSET  # S, once the game is over
    chain: str | Unset = UNSET  # the hash of the table's log at the end of the game
    moves: str | Unset = UNSET  # the hash of the seats' decisions, once the game is over
    steps: str | Unset = UNSET  # the hash of all decisions and of the final position, once the game is over


@declare()
class Outcome:
    """How a game ended, by seat."""

    reason: str
    scores: list[int]
    places: list[int]  # 1 is first; equal places are shared


@declare()
class Result:
    """Outcome and digest of the last position; or the game was abandoned."""

    outcome: Outcome | Unset = UNSET
    digest: str | Unset = UNSET
    abandoned: Literal[True] | Unset = UNSET


@declare()
class Table:
    """What everybody knows of the table besides the game."""

    id: str
    phase: Phase
    n: int  # number of the game at this table, from 1
    game: Annotated[str, TypeScript("G")]
    options: dict[str, Json]
    settings: Settings
    host: int  # a guest
    paused: bool
    seats: list[Empty | Person | Bot]
    guests: dict[Guest, Called]
    chance: Chance
    levels: list[str] | Unset = UNSET  # of bots with these options, the weakest first; while gathering
    rules: int | Unset = UNSET  # version of the rules; this and the next four once a game was dealt
    readable: bool | Unset = UNSET  # whether that version is installed; if not, the game is read-only
    imported: bool | Unset = UNSET  # whether the game was imported from a record
    players: list[str] | Unset = UNSET  # at an imported game that is over: names of the people who played, empty for bots
    banks: list[int] | Unset = UNSET  # what each seat's clock has left, in milliseconds; empty without clocks
    expired: list[int] | Unset = UNSET  # seats whose open decision a bot makes, because the clock ran out
    result: Result | Unset = UNSET  # when the game is over
    sheet: list[Message] | Unset = UNSET  # the score sheet, once there is an outcome


# What a viewer sees -------------------------------------------------------------------------------------


@declare()
class Report:
    """The seat is asked to report an outcome."""

    ask: str
    outcomes: list[GameChance]


@declare()
class Confirm:
    """The seat is asked to confirm an outcome."""

    ask: str
    outcome: GameChance


@declare()
class Riffle:
    """The riffle is awaited of the seat: where the ticks of the unseen deck lie and how they sound."""

    ask: str
    c: int  # number of the challenge in the game
    at: list[int]  # ascending; 1000 is the width of a card
    v: str  # a voice for each tick: 0 faint, 1 crisp, 2 thick


@declare()
class Own:
    """What only one seat is sent."""

    aids: dict[str, Json]  # what a careful player could work out
    ask: str | Unset = UNSET  # id of the decision that the seat owes or can still change
    legal: list[GameAction] | Unset = UNSET  # always with `ask`
    chosen: GameAction | Unset = UNSET  # its choice, while that can be changed
    report: Report | Unset = UNSET
    confirm: Confirm | Unset = UNSET
    riffle: Riffle | Unset = UNSET


@declare(tag="beat")
class Beat:
    """Everything a viewer sees now, and the events since the last beat."""

    after: str | None  # the previous cursor; null for a snapshot
    at: str  # the cursor of this beat: opaque, to be sent as `since`
    events: list[GameEvent]
    view: View | None  # null until a game is dealt
    prompt: Prompt | None
    seats: dict[Seat, Own]  # of the seat that is shown, if any
    table: Table | Unset = UNSET  # left out if nothing in it changed
    cause: str | Unset = UNSET  # id of the receiver's command that caused it
    log: list[GameEvent] | Unset = UNSET  # a new page began: all that can still be looked up, this beat's events included


@declare()
class You:
    """The receiver."""

    guest: int
    seats: list[int]
    token: str | Unset = UNSET  # of a new device, sent once: keep it, and send it in every later hello


@declare(tag="chat")
class Chat:
    """A line of chat."""

    guest: int
    text: str
    at: int  # milliseconds of the server; only for order and differences


@declare(tag="welcome")
class Welcome:
    """The answer to hello."""

    proto: int
    you: You
    beat: Beat
    chat: list[Chat]  # the newest lines


@declare(tag="ack")
class Ack:
    """The command is durable in the log, or needed no entry."""

    id: str
    code: str | Unset = UNSET  # of a seat link; the answer to `device`
    legal: list[AnyAction] | Unset = UNSET  # the answer to `foresee`, with the next
    view: dict[str, Json] | Unset = UNSET  # what the seat would see


@declare(tag="nack")
class Nack:
    """The command is refused and changed nothing. With an empty id it answers the hello, or a message without an id."""

    id: str
    code: Code  # for programs
    key: str  # for people, with `args`: a message
    args: Args


@declare(tag="presence")
class Presence:
    """Presence, votes, and requests for seats; complete each time."""

    guests: dict[Guest, Here]  # guests of the table who sit or are connected
    votes: list[tuple[About, int, list[int]]]  # subject, seat (−1: none), and the guests who voted
    wishes: dict[Guest, int]  # by guest: the bot's seat requested
    watchers: dict[Guest, str] | Unset = UNSET  # others who are connected and did nothing yet: animals; at most 32, if any


@declare(tag="shout")
class Shout:
    """A quick shout, by its number."""

    guest: int  # 0: a bot
    n: int
    seat: int | Unset = UNSET  # of the bot


@declare(tag="note")
class Note:
    """A remark about the table for people, by the key of its text; nothing has to be done about it."""

    key: str
    args: Args


@declare(tag="clocks")
class Clocks:
    """Running clocks, sent when they begin, stop or change; in between, clients count down."""

    left: dict[Seat, int]  # milliseconds left when this was sent


@declare(tag="forgotten")
class Forgotten:
    """A guest deleted name and chat: drop what you have of them."""

    guest: int


@declare(tag="band")
class Band:
    """How thick the stack of a gesture looks: for the seated audience; for everybody once it is counted."""

    c: int  # number of the gesture in the game
    b: int  # the band


@declare(tag="hint")
class Hint:
    """What a good bot would do in your seat, the best action first; follows the ack of `hint`."""

    seat: int
    ask: str
    actions: list[int]  # ids among `legal`; none: no worker was available
    percents: list[int]  # share of the win of each; none if the bot does not estimate it
    often: list[int] | Unset = UNSET  # how often perfect play does each, in percent, if known
    basis: Literal["table", "memory"] | Unset = UNSET  # what it knew, if that matters: what lies there now, or all ever seen


@declare(tag="reload")
class Reload:
    """The server has another version of the protocol."""


@declare(tag="stalled")
class Stalled:
    """The store does not answer; nothing is lost, and answers take a while."""


@declare(tag="flowing")
class Flowing:
    """The store answers again."""


@declare(tag="pong")
class Pong:
    """The answer to ping."""


ServerMessage = (
    Welcome | Beat | Ack | Nack | Presence | Chat | Shout | Note | Clocks | Forgotten | Band | Hint
    | Reload | Stalled | Flowing | Pong
)  # fmt: skip

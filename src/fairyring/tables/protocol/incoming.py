"""Messages from a client to a table: `hello` once, then commands, pings, visibility and traces.

The table decodes into these classes; `tables.commands.registry` says what each command does. The TypeScript types and the
tables of docs/protocol.md follow from the same declarations. A field of type `X | Unset` may be left out; the comment behind a
field documents it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fairyring.core.declared.declare import UNSET, Length, Range, TypeScript, Unset, declare
from fairyring.core.declared.decode import decode_union
from fairyring.tables.protocol.outgoing import Clock, Json

MAX_INTEGER = (1 << 31) - 1
MAX_ID_CHARACTERS = 32
Int = Annotated[int, Range(-MAX_INTEGER, MAX_INTEGER)]
# An action or outcome by its id, by its notation (“guess higher”), or by kind and arguments.
ActionChoice = Annotated[Int | str | dict[str, Any], TypeScript("number | string | { kind: string; args: Json }")]


@declare(tag="hello")
class Hello:
    """The first message of a connection."""

    proto: int  # 1
    table: str
    visible: bool = True  # whether the page can be seen
    token: str | Unset = UNSET  # of this device; left out by a new guest
    since: str | Unset = UNSET  # the newest cursor, to catch up
    take: str | Unset = UNSET  # the code of a seat link


@declare(tag="ping")
class Ping:
    """Answered by `pong`."""


@declare(tag="visible")
class Visible:
    """Whether the page can be seen."""

    on: bool


@declare(tag="trace")
class Trace:
    """How far a gesture is, for the picture of the audience: sampled, unanswered, never stored."""

    c: Int  # number of the gesture in the game
    n: Int  # ticks held now; 0: let go
    k: Int | Unset = UNSET  # the try
    x: list[int] | Unset = UNSET  # at most three positions


@declare()
class Command:
    """Fields of all commands. The id is an idempotency key: new for each command, the same when it is resent."""

    type: Literal["cmd"]
    id: Annotated[str, Length(1, MAX_ID_CHARACTERS)]  # 1 to 32 characters; 96 random bits are recommended


# Seats ------------------------------------------------------------------------------------------------


@declare(tag="sit", tag_field="do")
class Sit(Command):
    """Sit down on a free seat; while a game runs, request a bot's seat from the host."""

    seat: Int
    name: str | Unset = UNSET
    animal: str | Unset = UNSET


@declare(tag="stand", tag_field="do")
class Stand(Command):
    """Give up a seat before or after a game."""

    seat: Int


@declare(tag="rename", tag_field="do")
class Rename(Command):
    """Change name and animal."""

    name: str
    animal: str | Unset = UNSET


@declare(tag="leave", tag_field="do")
class Leave(Command):
    """Give up all seats; in a running game bots take them."""


@declare(tag="bot", tag_field="do")
class SeatBot(Command):
    """Host: put a bot on a seat where no person sits; the level "" empties the seat."""

    seat: Int
    level: str | Unset = UNSET


@declare(tag="options", tag_field="do")
class ChooseOptions(Command):
    """Host: change game, options or settings; fields left out stay as they are."""

    game: str | Unset = UNSET
    options: dict[str, Json] | Unset = UNSET
    public: bool | Unset = UNSET
    aids: bool | Unset = UNSET
    mute: bool | Unset = UNSET
    clock: Clock | Unset = UNSET


# The game -----------------------------------------------------------------------------------------------


@declare(tag="start", tag_field="do")
class Start(Command):
    """Host: freeze seats and options; shares of chance are opened, and the game is dealt."""


@declare(tag="share", tag_field="do")
class PromiseShare(Command):
    """Promise a share of chance: its hash K, in hexadecimal."""

    n: Int
    key: str


@declare(tag="open", tag_field="do")
class OpenShare(Command):
    """Open the promised share E, in hexadecimal."""

    n: Int
    share: str


@declare(tag="play", tag_field="do")
class Play(Command):
    """Decide; or, while other seats have not decided, replace the decision."""

    seat: Int
    ask: str
    action: ActionChoice


@declare(tag="take_back", tag_field="do")
class TakeBack(Command):
    """Withdraw a choice that is not resolved."""

    seat: Int
    ask: str


@declare(tag="foresee", tag_field="do")
class Foresee(Command):
    """Preview own actions in a game with turns of several steps; nothing changes."""

    seat: Int
    ask: str
    actions: list[int | str]


@declare(tag="hint", tag_field="do")
class AskHint(Command):
    """Ask what a good bot would do, in a game against bots only; a `hint` follows."""

    seat: Int
    ask: str


@declare(tag="report", tag_field="do")
class ReportOutcome(Command):
    """Report an outcome of a real deck."""

    seat: Int
    ask: str
    outcome: ActionChoice


@declare(tag="confirm", tag_field="do")
class ConfirmOutcome(Command):
    """Confirm or reject the reported outcome."""

    seat: Int
    ask: str
    right: bool


# People -------------------------------------------------------------------------------------------------


@declare(tag="riffle", tag_field="do")
class FinishRiffle(Command):
    """Finish the riffle: `n` ticks are held, which decides the outcome; or the eyes were opened."""

    seat: Int
    ask: str
    n: Int | Unset = UNSET
    eyes: bool | Unset = UNSET
    tries: Int | Unset = UNSET
    by: str | Unset = UNSET  # drag, key, step, switch
    trace: list[int] | Unset = UNSET  # signed milliseconds between ticks, at most 400


@declare(tag="here", tag_field="do")
class LiftCurtain(Command):
    """Lift the curtain for this seat. Not to be resent after a reconnect."""

    seat: Int


@declare(tag="away", tag_field="do")
class LowerCurtain(Command):
    """Lower the curtain. Not to be resent after a reconnect."""


@declare(tag="stand_in", tag_field="do")
class StandIn(Command):
    """Let a bot play for the own seat, or end that."""

    seat: Int
    on: bool


@declare(tag="vote", tag_field="do")
class Vote(Command):
    """Vote for a stand-in for a seat, a pause, or abandoning the game."""

    about: Annotated[str, TypeScript('"abandon" | "pause" | "stand-in"')]
    seat: Int | Unset = UNSET


@declare(tag="kick", tag_field="do")
class Kick(Command):
    """Host: take all seats of a guest, who may watch until the next game."""

    who: Int


@declare(tag="host", tag_field="do")
class MakeHost(Command):
    """Host: make another guest the host."""

    who: Int


@declare(tag="reseat", tag_field="do")
class Reseat(Command):
    """Host: give a bot's or an absent person's seat to another guest."""

    seat: Int
    who: Int


@declare(tag="device", tag_field="do")
class LinkDevice(Command):
    """Make a seat link for another device, or for one of several seats; the ack has its code."""

    seat: Int | Unset = UNSET


@declare(tag="only_here", tag_field="do")
class OnlyHere(Command):
    """Revoke all other devices of this guest."""


@declare(tag="forget", tag_field="do")
class Forget(Command):
    """Delete the own name and chat from the log."""


@declare(tag="pause", tag_field="do")
class Pause(Command):
    """Stop the clocks."""


@declare(tag="resume", tag_field="do")
class Resume(Command):
    """Let the clocks run."""


@declare(tag="again", tag_field="do")
class Again(Command):
    """Begin or vote for a rematch."""


@declare(tag="abandon", tag_field="do")
class Abandon(Command):
    """Abandon the game, or vote for it."""


@declare(tag="chat", tag_field="do")
class Say(Command):
    """Send a line of chat."""

    text: str


@declare(tag="shout", tag_field="do")
class ShoutOut(Command):
    """Send a quick shout, 0 to 9."""

    n: Int


AnyCommand = (
    Sit
    | Stand
    | Rename
    | Leave
    | SeatBot
    | ChooseOptions
    | Start
    | PromiseShare
    | OpenShare
    | Play
    | TakeBack
    | Foresee
    | AskHint
    | ReportOutcome
    | ConfirmOutcome
    | FinishRiffle
    | LiftCurtain
    | LowerCurtain
    | StandIn
    | Vote
    | Kick
    | MakeHost
    | Reseat
    | LinkDevice
    | OnlyHere
    | Forget
    | Pause
    | Resume
    | Again
    | Abandon
    | Say
    | ShoutOut
)
ClientMessage = Hello | Ping | Visible | Trace | AnyCommand


def decode_client_message(value: Any) -> ClientMessage:
    """Return a message of a client, from JSON; raise DecodeError if it is none."""
    if isinstance(value, dict) and value.get("type") == "cmd":
        command: ClientMessage = decode_union(AnyCommand, value)
        return command
    message: ClientMessage = decode_union(Hello | Ping | Visible | Trace, value)
    return message


def is_command(message: Any) -> bool:
    """Return whether a message (JSON) is answered by an ack or a nack: everything but pings, visibility and traces."""
    return not (isinstance(message, dict) and message.get("type") in ("ping", "visible", "trace"))


def command_id(message: Any) -> str:
    """Return the id of a command (JSON) if it has a valid one, else an empty text."""
    id_ = message.get("id") if isinstance(message, dict) else None
    return id_ if isinstance(id_, str) and 0 < len(id_) <= MAX_ID_CHARACTERS else ""

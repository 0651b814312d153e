"""What a socket may say, as types: hello once, then commands, pings, and whether the page can be seen.

The table reads and refuses these by forms of its own (`tables.commands`), so that a refusal names the field; a test compares.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, json

from fairyring.tables.protocol.outgoing import Clock, Json, kind_of

# An action or outcome by its id, by its notation (“guess higher”), or by kind and arguments.
ActionSaid = Annotated[int | str | dict[str, Any], Meta(extra={"ts": "number | string | { kind: string; args: Json }"})]


class Hello(Struct, frozen=True, tag="hello"):
    """The first message, and the first only."""

    proto: int  # 1
    table: str
    visible: bool
    token: str | UnsetType = UNSET  # the device's own; left out by who is new
    since: str | UnsetType = UNSET  # the newest cursor
    take: str | UnsetType = UNSET  # the code of a seat link


class Ping(Struct, frozen=True, tag="ping"):
    """Asks whether the table still answers."""


class Visible(Struct, frozen=True, tag="visible"):
    """Whether the page can be seen."""

    on: bool


class Trace(Struct, frozen=True, tag="trace"):
    """How a hand moves on a screen: sampled, unanswered, never stored; it only lets the others see the stack grow."""

    c: int
    n: int  # ticks held now; 0: let go
    k: int | UnsetType = UNSET  # the try
    x: list[int] | UnsetType = UNSET  # at most three positions


class Command(Struct, tag_field="do"):
    """What all commands have. Its id is new for each, and the same when it is sent again."""

    type: Literal["cmd"]
    id: str  # 1 to 32 characters; 96 random bits are right


# Seats ------------------------------------------------------------------------------------------------


class Sit(Command, tag="sit"):
    """Sit down on a free seat; while a game runs, ask the host for a bot's seat."""

    seat: int
    name: str | UnsetType = UNSET
    animal: str | UnsetType = UNSET


class Stand(Command, tag="stand"):
    """Give up a seat before or after a game."""

    seat: int


class Rename(Command, tag="rename"):
    """Be called otherwise."""

    name: str
    animal: str | UnsetType = UNSET


class Leave(Command, tag="leave"):
    """Give up all seats; in a running game bots take them."""


class SeatBot(Command, tag="bot"):
    """Host: a bot for a seat where no person sits; the level "" empties it."""

    seat: int
    level: str | UnsetType = UNSET


class ChooseOptions(Command, tag="options"):
    """Host: another game, other options, other settings; what is left out stays."""

    game: str | UnsetType = UNSET
    options: dict[str, Json] | UnsetType = UNSET
    public: bool | UnsetType = UNSET
    aids: bool | UnsetType = UNSET
    mute: bool | UnsetType = UNSET
    clock: Clock | UnsetType = UNSET


# The game -----------------------------------------------------------------------------------------------


class Start(Command, tag="start"):
    """Host: freeze who plays what; the shares of chance are opened, and the game is dealt."""


class PromiseShare(Command, tag="share"):
    """Promise a share of chance: its key K, in hexadecimal."""

    n: int
    key: str


class OpenShare(Command, tag="open"):
    """Open the share E that was promised."""

    n: int
    share: str


class Play(Command, tag="play"):
    """Decide; or, as long as not all have, decide anew."""

    seat: int
    ask: str
    action: ActionSaid


class TakeBack(Command, tag="take_back"):
    """Unmake a choice that is not resolved."""

    seat: int
    ask: str


class Foresee(Command, tag="foresee"):
    """Ask what could follow on some actions of one's own, in a game that has turns of several steps; nothing happens."""

    seat: int
    ask: str
    actions: list[int | str]


class AskHint(Command, tag="hint"):
    """Ask what a good bot would do here, in a game against bots only; a `hint` follows."""

    seat: int
    ask: str


class ReportOutcome(Command, tag="report"):
    """Say what the world brought."""

    seat: int
    ask: str
    outcome: ActionSaid


class ConfirmOutcome(Command, tag="confirm"):
    """Say whether that is right."""

    seat: int
    ask: str
    right: bool


# People -------------------------------------------------------------------------------------------------


class FinishRiffle(Command, tag="riffle"):
    """The hand is done: `n` ticks are held, and that alone counts; or the eyes were opened."""

    seat: int
    ask: str
    n: int | UnsetType = UNSET
    eyes: bool | UnsetType = UNSET
    tries: int | UnsetType = UNSET
    by: str | UnsetType = UNSET  # drag, key, step, switch
    trace: list[int] | UnsetType = UNSET  # signed milliseconds between ticks, at most 400


class LiftCurtain(Command, tag="here"):
    """The person of this seat has the device; not to be sent again after a reconnect."""

    seat: int


class LowerCurtain(Command, tag="away"):
    """Nobody looks for now; not to be sent again after a reconnect."""


class StandIn(Command, tag="stand_in"):
    """Let a bot play one's own seat, or play again."""

    seat: int
    on: bool


class Vote(Command, tag="vote"):
    """About a stand-in for somebody's seat, a pause, or giving up."""

    about: Literal["stand-in", "pause", "abandon"]
    seat: int | UnsetType = UNSET


class Kick(Command, tag="kick"):
    """Host: somebody loses the seats and may watch until the next game."""

    who: int


class MakeHost(Command, tag="host"):
    """Host: somebody else is host."""

    who: int


class Reseat(Command, tag="reseat"):
    """Host: give a bot's or an absent person's seat to another guest."""

    seat: int
    who: int


class LinkDevice(Command, tag="device"):
    """A link for another device, or for one of several seats; the ack has its code."""

    seat: int | UnsetType = UNSET


class OnlyHere(Command, tag="only_here"):
    """Revoke all other devices of this guest."""


class Forget(Command, tag="forget"):
    """Take one's name and chat out of the log."""


class Pause(Command, tag="pause"):
    """Stop the clocks."""


class Resume(Command, tag="resume"):
    """Let the clocks run."""


class Again(Command, tag="again"):
    """Another game with the same people."""


class Abandon(Command, tag="abandon"):
    """Give the game up."""


class Say(Command, tag="chat"):
    """A line of chat."""

    text: str


class ShoutOut(Command, tag="shout"):
    """A quick shout, from 0 to 9."""

    n: int


Cmd = (
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
Said = Hello | Ping | Visible | Trace | Cmd


_CMD: json.Decoder[Cmd] = json.Decoder(Cmd)
_OTHER: json.Decoder[Hello | Ping | Visible | Trace] = json.Decoder(Hello | Ping | Visible | Trace)


def decode_said(text: bytes | str) -> Said:
    """A message of a socket; raises msgspec.ValidationError, or its base DecodeError, where it is none."""
    return _CMD.decode(text) if kind_of(text) == "cmd" else _OTHER.decode(text)

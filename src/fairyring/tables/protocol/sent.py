"""Messages to sockets: plain dataclasses that turn into JSON. Beats are made in `viewers`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fairyring.core.text.messages import Message


@dataclass(frozen=True, slots=True)
class Ack:
    """The command is in the log, for ever; or it needed no entry."""

    id: str
    more: Mapping[str, Any] = field(default_factory=dict)

    def wire(self) -> dict[str, Any]:
        return {"type": "ack", "id": self.id, **self.more}


@dataclass(frozen=True, slots=True)
class Nack:
    """The command is refused and changed nothing."""

    id: str
    code: str
    why: Message

    def wire(self) -> dict[str, Any]:
        return {"type": "nack", "id": self.id, "code": self.code, **self.why.wire()}


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is here, and what people ask for and vote on."""

    told: Mapping[str, Any]

    def wire(self) -> dict[str, Any]:
        return {"type": "presence", **self.told}


@dataclass(frozen=True, slots=True)
class Chatted:
    """A line of chat."""

    guest: int
    text: str
    at: int

    def wire(self) -> dict[str, Any]:
        return {"type": "chat", "guest": self.guest, "text": self.text, "at": self.at}


@dataclass(frozen=True, slots=True)
class Shouted:
    """A quick shout, by its number."""

    guest: int
    shout: int

    def wire(self) -> dict[str, Any]:
        return {"type": "shout", "guest": self.guest, "n": self.shout}


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A guest took name and chat back: pages drop what they have of them."""

    guest: int

    def wire(self) -> dict[str, Any]:
        return {"type": "forgotten", "guest": self.guest}


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks that run now: what each seat has left, in milliseconds, when this is sent."""

    left: Mapping[int, int]

    def wire(self) -> dict[str, Any]:
        return {"type": "clocks", "left": {str(seat): ms for seat, ms in self.left.items()}}


@dataclass(frozen=True, slots=True)
class Band:
    """How a hand that moves on a screen looks, roughly: `c` says which hand of the game."""

    number: int
    band: int

    def wire(self) -> dict[str, Any]:
        return {"type": "band", "c": self.number, "b": self.band}


@dataclass(frozen=True, slots=True)
class Hint:
    """What a good bot would do in a seat, the best first; to whoever asked, alone."""

    seat: int
    ask: str
    actions: tuple[int, ...]  # none: nobody could think about it
    percents: tuple[int, ...]  # the share of the win of each; none: the adviser does not say
    often: tuple[int, ...] = ()  # where perfect play is known, how often it does each, in percent

    def wire(self) -> dict[str, Any]:
        told = {"type": "hint", "seat": self.seat, "ask": self.ask}
        mixed = {"often": list(self.often)} if self.often else {}
        return told | {"actions": list(self.actions), "percents": list(self.percents)} | mixed


@dataclass(frozen=True, slots=True)
class Plain:
    """A message that is only its name: reload, stalled, flowing, pong."""

    type: str

    def wire(self) -> dict[str, Any]:
        return {"type": self.type}

"""Events: what happened, with data and not with words. Each has an audience, and says what moved from where to where.

    class Event(Events):
        FLIPPED = event(card=one_of(CARD), moves=[move(Zone.DECK, Zone.PILE, thing="card")])
        DEALT = event(seat=seat(), card=own(one_of(CARD)))     # everybody sees that, only the seat sees what

Rules say `note(s, Event.DEALT, seat, card)`. In the compiled host that is nothing at all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fairyring.core.fields.scalars import Space, What
from fairyring.core.fields.types import plain
from fairyring.core.fields.vocabulary import Given
from fairyring.core.game.contract import PUBLIC
from fairyring.core.game.zones import Moved, Mover
from fairyring.core.generated import compile_generated
from fairyring.core.text.messages import Message, spoken
from fairyring.core.text.slug import slug_of_identifier


@dataclass(frozen=True, slots=True)
class Own:
    """An argument that only one seat learns: the one that another argument names."""

    what: What
    of: str


def own(what: What, of: str = "seat") -> Any:
    """Only the seat that the argument `of` names learns this one; for the others it is None."""
    return Own(what, of)


# Which events of a table's story a viewer may no longer look up, by their numbers: a room's own function, of the whole story.
Fading = Callable[[Sequence["LoggedEvent"], int | None], Collection[int]]
Fades = str | bool | Fading


class EventKind:
    """A kind of event.

    Some games allow no looking back (Fairy's discard pile). There, an event of a kind with `new_page` turns the page,
    and events of a kind that `fades` can be looked up only until then: all of them (True), or unless the option that `fades`
    names says “yes”, or those that a function names, which may ask how things are now.
    """

    name = ""  # set by Events

    def __init__(self, args: Mapping[str, What | Own], moves: Sequence[Mover], fades: Fades, new_page: bool) -> None:
        self.args = {arg: what.what if isinstance(what, Own) else what for arg, what in args.items()}
        self.owners = {arg: what.of for arg, what in args.items() if isinstance(what, Own)}
        self.moves = tuple(moves)
        self.fades = fades
        self.new_page = new_page
        self.speech = {arg: what.speech() for arg, what in self.args.items()}

    def decoder(self, given: Given, constants: object) -> Callable[..., tuple[Any, ...]]:
        """A function from the integers that the rules noted to the values that are shown."""
        space = Space(given)
        names = [f"a{i}" for i in range(len(self.args))]
        shown = [what.code(name, space) for name, what in zip(names, self.args.values(), strict=True)]
        text = f"def decode({', '.join(names)}): return ({', '.join(shown)}{',' * bool(shown)})"
        decoder: Callable[..., tuple[Any, ...]] = compile_generated(
            f"event {self.name}", text, space.values | {"s": constants}
        )["decode"]
        return decoder


def event(*, moves: Sequence[Mover] = (), fades: Fades = "", new_page: bool = False, **args: What | Own) -> Any:
    """Declare a kind of event: its arguments, what it moves, and whether it may be looked up later."""
    return EventKind(args, moves, fades, new_page)


class _EventsMeta(type):
    kinds: tuple[EventKind, ...]

    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> _EventsMeta:
        cls = super().__new__(mcs, name, bases, space)
        cls.kinds = tuple(value for value in space.values() if isinstance(value, EventKind))
        for key, value in space.items():
            if isinstance(value, EventKind):
                value.name = slug_of_identifier(key)
        return cls

    def __iter__(cls) -> Iterator[EventKind]:
        return iter(cls.kinds)


class Events(metaclass=_EventsMeta):
    """Base of a game's declaration of events."""


# What `note` leaves behind: audience, kind, the integers (lists are copied).
Noted = tuple[int, EventKind, tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as one viewer may know it."""

    kind: str
    args: Mapping[str, Any]
    moves: tuple[Moved, ...]
    message: Message  # to be said; its text may be empty

    def wire(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"kind": self.kind, "args": plain(self.args), "moves": [moved.wire() for moved in self.moves]}


class LoggedEvent:
    """Something that happened, as it was: the table keeps these, and shows each viewer an `Event` of it."""

    __slots__ = ("args", "audience", "kind", "players")

    def __init__(self, audience: int, kind: EventKind, args: Mapping[str, Any], players: int) -> None:
        self.audience = audience
        self.kind = kind
        self.args = args
        self.players = players

    def seen_by(self, viewer: int | None) -> bool:
        return self.audience in (PUBLIC, viewer)

    def shown_to(self, viewer: int | None) -> Event:
        """The event without what only others may know."""
        args = self._shown(viewer)
        return self._event(args, f"event.{self.kind.name}" if args is self.args else f"event.{self.kind.name}.hidden")

    def wire(self, viewer: int | None) -> dict[str, Any]:
        """The same as JSON has it: `shown_to(viewer).wire()`, without the words."""
        args = self._shown(viewer)
        moves = [moved.wire() for mover in self.kind.moves for moved in mover(args, self.players)]
        return {"kind": self.kind.name, "args": plain(args), "moves": moves}

    def _shown(self, viewer: int | None) -> Mapping[str, Any]:
        args = self.args
        hidden = [arg for arg, owner in self.kind.owners.items() if args[owner] != viewer]
        return {arg: None if arg in hidden else value for arg, value in args.items()} if hidden else args

    def whole(self) -> Event:
        """The event with everything: for records that are over, and for tests."""
        return self._event(self.args, f"event.{self.kind.name}")

    def _event(self, args: Mapping[str, Any], key: str) -> Event:
        moves = tuple(moved for mover in self.kind.moves for moved in mover(args, self.players))
        speech = self.kind.speech
        return Event(self.kind.name, args, moves, Message(key, {arg: spoken(speech[arg], args[arg]) for arg in args}))

"""Events: data about what happened. Each kind declares its arguments, its audience and the moves between zones.

    class Event(Events):
        FLIPPED = event(card=one_of(CARD), moves=[move(Zone.DECK, Zone.PILE, thing="card")])
        DEALT = event(seat=seat(), card=own(one_of(CARD)))     # everybody sees that, only the seat sees what

Rules call `note(s, Event.DEALT, seat, card)`. Compiled code leaves these calls out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fairyring.core.fields.scalars import FieldType, Space
from fairyring.core.fields.types import plain
from fairyring.core.fields.vocabulary import Vocabulary
from fairyring.core.game.contract import PUBLIC
from fairyring.core.game.zones import Moved, Mover
from fairyring.core.generated import compile_generated
from fairyring.core.text.messages import Message, spoken
from fairyring.core.text.slug import slug_of_identifier


@dataclass(frozen=True, slots=True)
class Own:
    """An argument that only one seat learns: the seat in the argument `of`."""

    field_type: FieldType
    of: str


def own(field_type: FieldType, of: str = "seat") -> Any:
    """Declare an argument that only the seat in the argument `of` learns; for other viewers it is None."""
    return Own(field_type, of)


# (log, viewer) -> the positions in the log of events that the viewer may no longer look up.
Fading = Callable[[Sequence["LoggedEvent"], int | None], Collection[int]]
Fades = str | bool | Fading


class EventKind:
    """A kind of event.

    Some games allow no looking back (Fairy's discard pile). An event of a kind with `new_page` starts a new page of the log.
    Events of kinds that `fades` are hidden from earlier pages: always (True), unless the option named by `fades` is “yes”, or
    those that a function selects.

    A `choice` announces a simultaneous choice that its seat can still take back: a viewer may see it although the record of
    the game has it later, or not at all.
    """

    name = ""  # set by Events

    def __init__(
        self, args: Mapping[str, FieldType | Own], moves: Sequence[Mover], fades: Fades, new_page: bool, choice: bool
    ) -> None:
        self.args = {arg: declared.field_type if isinstance(declared, Own) else declared for arg, declared in args.items()}
        self.owners = {arg: declared.of for arg, declared in args.items() if isinstance(declared, Own)}
        self.moves = tuple(moves)
        self.fades = fades
        self.new_page = new_page
        self.choice = choice
        self.speech = {arg: field_type.speech() for arg, field_type in self.args.items()}

    def decoder(self, vocabulary: Vocabulary, constants: object) -> Callable[..., tuple[Any, ...]]:
        """Return a function from the integers of a `note` to the values that viewers see."""
        space = Space(vocabulary)
        names = [f"a{i}" for i in range(len(self.args))]
        shown = [field_type.code(name, space) for name, field_type in zip(names, self.args.values(), strict=True)]
        text = f"def decode({', '.join(names)}): return ({', '.join(shown)}{',' * bool(shown)})"
        decoder: Callable[..., tuple[Any, ...]] = compile_generated(
            f"event {self.name}", text, space.values | {"s": constants}
        )["decode"]
        return decoder


def event(
    *, moves: Sequence[Mover] = (), fades: Fades = "", new_page: bool = False, choice: bool = False, **args: FieldType | Own
) -> Any:
    """Declare a kind of event: its arguments, its moves, whether it fades from the log, whether it announces a choice."""
    return EventKind(args, moves, fades, new_page, choice)


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
    """Base class of the events of a game."""


# One call of `note` or `tell`: audience, kind, integers (lists are copied).
Noted = tuple[int, EventKind, tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Event:
    """An event as one viewer may know it."""

    kind: str
    args: Mapping[str, Any]
    moves: tuple[Moved, ...]
    message: Message  # its text may be empty

    def wire(self) -> dict[str, Any]:
        """Return the event as JSON values, without its message."""
        return {"kind": self.kind, "args": plain(self.args), "moves": [moved.wire() for moved in self.moves]}


class LoggedEvent:
    """An event with all its arguments, as tables log it. A viewer gets an `Event`."""

    __slots__ = ("_wire", "args", "audience", "kind", "players")

    def __init__(self, audience: int, kind: EventKind, args: Mapping[str, Any], players: int) -> None:
        self.audience = audience
        self.kind = kind
        self.args = args
        self.players = players
        self._wire: dict[tuple[str, ...], dict[str, Any]] | None = None  # by the arguments that are hidden

    def seen_by(self, viewer: int | None) -> bool:
        """Return whether the viewer learns that it happened."""
        return self.audience in (PUBLIC, viewer)

    def addressed_viewers(self) -> set[int | None]:
        """Return the viewers who may learn more of it than all the rest: its audience, and owners of its arguments."""
        viewers: set[int | None] = {self.args[owner] for owner in self.kind.owners.values()}
        if self.audience != PUBLIC:
            viewers.add(self.audience)
        return viewers

    def shown_to(self, viewer: int | None) -> Event:
        """Return the event without the arguments that the viewer may not know."""
        args = self._without(self._hidden(viewer))
        return self._event(args, f"event.{self.kind.name}" if args is self.args else f"event.{self.kind.name}.hidden")

    def wire(self, viewer: int | None) -> dict[str, Any]:
        """Return `shown_to(viewer).wire()`, without building the message: servers need only this.

        Viewers to whom the same is hidden share one object, which callers must not change, until `forget_wire`.
        """
        owners, own = self.kind.owners, self.args
        hidden = tuple([arg for arg, owner in owners.items() if own[owner] != viewer]) if owners else ()
        known = self._wire
        if known is None:
            known = self._wire = {}
        if hidden not in known:
            args = self._without(hidden) if hidden else own
            moves = [moved.wire() for mover in self.kind.moves for moved in mover(args, self.players)]
            known[hidden] = {"kind": self.kind.name, "args": plain(args), "moves": moves}
        return known[hidden]

    def forget_wire(self) -> None:
        """Free what `wire` has made: an event is sent to all viewers at once, and seldom again."""
        self._wire = None

    def _hidden(self, viewer: int | None) -> tuple[str, ...]:
        """Return the arguments that the viewer may not know."""
        owners = self.kind.owners
        return tuple([arg for arg, owner in owners.items() if self.args[owner] != viewer]) if owners else ()

    def _without(self, hidden: tuple[str, ...]) -> Mapping[str, Any]:
        return {arg: None if arg in hidden else value for arg, value in self.args.items()} if hidden else self.args

    def whole(self) -> Event:
        """Return the event with all its arguments: for finished games and tests."""
        return self._event(self.args, f"event.{self.kind.name}")

    def _event(self, args: Mapping[str, Any], key: str) -> Event:
        moves = tuple(moved for mover in self.kind.moves for moved in mover(args, self.players))
        speech = self.kind.speech
        return Event(self.kind.name, args, moves, Message(key, {arg: spoken(speech[arg], args[arg]) for arg in args}))

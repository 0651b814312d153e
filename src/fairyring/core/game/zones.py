"""Zones: where things lie, so that a generic client can lay out and animate any game.

    class Zone(Zones):
        DECK = zone(CARD)                                     # face down, not counted
        PILE = zone(CARD, shows="top", top_only=True)         # what lies on top is in the view's field `top`
        HAND = zone(CARD, shows="hand", per_seat=True)
        LATTICE = zone(STONE, shows="stones", per_seat=True, places=POINT)

A zone of each seat, and a place in a zone, are named by the arguments of the event that moves something there:
`move(Zone.DECK, Zone.HAND("seat"), thing="card")`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fairyring.core.fields.vocabulary import Domain
from fairyring.core.text.slug import slug_of_identifier
from fairyring.core.values import value_class


class ZoneKind:
    """A zone, or one zone for each seat."""

    name = ""  # set by Zones

    def __init__(
        self,
        things: Domain | None,
        shows: str,
        count: str,
        per_seat: bool,
        places: Domain | None,
        top_only: bool,
        open: str = "",
        free: str = "",
    ) -> None:
        self.things = things  # what lies here; None for tokens that are all alike
        self.shows = shows  # the view's field that says what lies here
        self.count = count  # the view's field that says only how many
        self.per_seat = per_seat
        self.places = places  # the spots of a board
        self.top_only = top_only  # a pile of which only the top is shown
        self.open = open  # the view's field that says what of it lies open to everybody, where `shows` is its owner's
        self.free = free  # the view's field that says which places hold nothing; things lie on all the others

    def __call__(self, seat: str = "", place: str = "") -> Spot:
        """Return this zone with the names of the event arguments that hold its seat and place."""
        return Spot(self, seat, place)


@dataclass(frozen=True, slots=True)
class Spot:
    """A zone with the event arguments that hold its seat and place."""

    zone: ZoneKind
    seat: str = ""
    place: str = ""


def zone(
    things: Domain | None = None,
    *,
    shows: str = "",
    count: str = "",
    per_seat: bool = False,
    places: Domain | None = None,
    top_only: bool = False,
    open: str = "",
    free: str = "",
) -> Any:
    """Declare a zone: the domain of the things in it, and the view fields that show it."""
    return ZoneKind(things, shows, count, per_seat, places, top_only, open, free)


class _ZonesMeta(type):
    kinds: tuple[ZoneKind, ...]

    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> _ZonesMeta:
        cls = super().__new__(mcs, name, bases, space)
        cls.kinds = tuple(value for value in space.values() if isinstance(value, ZoneKind))
        for key, value in space.items():
            if isinstance(value, ZoneKind):
                value.name = slug_of_identifier(key)
        return cls

    def __iter__(cls) -> Iterator[ZoneKind]:
        return iter(cls.kinds)


class Zones(metaclass=_ZonesMeta):
    """Base class of the zones of a game."""


@value_class
class Place:
    """A location: a zone, its seat, and a place in it."""

    zone: str
    seat: int | None = None
    place: str | int | None = None

    def wire(self) -> dict[str, Any]:
        """Return the location as JSON values."""
        values: dict[str, Any] = {"zone": self.zone}
        if self.seat is not None:
            values["seat"] = self.seat
        if self.place is not None:
            values["place"] = self.place
        return values


@value_class
class Moved:
    """A move between zones; `thing` is None where the viewer cannot know it or all are alike.

    Equal `source` and `target` mean that the thing was turned over in place.
    """

    source: Place
    target: Place
    thing: str | int | None = None
    count: int = 1

    def wire(self) -> dict[str, Any]:
        return {"from": self.source.wire(), "to": self.target.wire(), "thing": self.thing, "count": self.count}


# A declared move: (event arguments, number of players) -> the moves.
Mover = Callable[[Mapping[str, Any], int], tuple[Moved, ...]]


def move(source: ZoneKind | Spot, target: ZoneKind | Spot, thing: str = "", count: str = "") -> Mover:
    """Declare that one thing, or as many as the argument `count` says, moves from a zone to another."""
    start, end = (spot if isinstance(spot, Spot) else Spot(spot) for spot in (source, target))

    def moved(args: Mapping[str, Any], _players: int) -> tuple[Moved, ...]:
        many = args[count] if count else 1
        if not many:
            return ()
        return (Moved(_at(start, args), _at(end, args), args[thing] if thing else None, many),)

    return moved


def _at(spot: Spot, args: Mapping[str, Any]) -> Place:
    seat = args[spot.seat] if spot.seat else None
    return Place(spot.zone.name, seat, args[spot.place] if spot.place else None)

"""What an entry of the state, an argument of an event or of an action means: integers inside, names outside.

This is the vocabulary of `schema.py`; how each of these stores and shows itself is in `core.values` and `core.lists`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.core.fields.containers import By, OnlyWith, Row, SetOf, Some
from fairyring.core.fields.scalars import MOST_SEATS, Flag, Maybe, Number, OneOf, Seat, SeatSet, What
from fairyring.core.fields.vocabulary import Domain

SCALARS = frozenset({str, int, bool, type(None)})


def number(lo: int, hi: int) -> What:
    """A whole number between bounds."""
    return Number(lo, hi)


def flag() -> What:
    """Yes or no: 1 or 0."""
    return Flag()


def one_of(domain: Domain) -> What:
    """One of some names, by its number."""
    return OneOf(domain)


def maybe(domain: Domain) -> What:
    """One of some names, or none: 0 is none, and the names are counted from 1."""
    return Maybe(domain)


def seat() -> What:
    """A seat, counted from 0."""
    return Seat(False, MOST_SEATS)


def maybe_seat() -> What:
    """A seat or none: 0 is none, else the seat + 1."""
    return Seat(True, MOST_SEATS)


def seat_set() -> What:
    """A set of seats, a bit each."""
    return SeatSet(MOST_SEATS)


def by_seat(what: What) -> What:
    """One of something for each seat at the table."""
    return Row(0, what, "players")


def set_of(domain: Domain, parts: int = 1, bits: int = 0) -> What:
    """A set of some names, a bit each; a large one in several parts of so many bits."""
    return SetOf(domain, parts, bits or domain.size)


def row(most: int, what: What, length: str = "") -> What:
    """So many of something; with `length`, as many as the field of that name says."""
    return Row(most, what, length)


def some(most: int, domain: Domain) -> What:
    """Up to so many of some names, each counted from 1; 0 is an empty place."""
    return Some(most, domain)


def by(domain: Domain, what: What, length: str = "") -> What:
    """One of something for each name; with `length`, for as many names as the field of that name says."""
    return By(domain, what, sparse=False, length=length)


def only_with(field: str, what: What) -> What:
    """Something that means nothing while another field is 0; then none is shown."""
    return OnlyWith(field, what)


def counted(domain: Domain, most: int) -> What:
    """How many there are of each name; what there is none of is not shown."""
    return By(domain, Number(0, most), sparse=True)


def plain(value: Any) -> Any:
    """A shown value as JSON has it: lists and dicts."""
    kind = type(value)
    if kind in SCALARS:  # nearly all are, and asking is what costs
        return value
    if kind is tuple or isinstance(value, tuple):
        return [item if type(item) in SCALARS else plain(item) for item in value]
    if kind is dict or isinstance(value, Mapping):
        return {str(key): item if type(item) in SCALARS else plain(item) for key, item in value.items()}
    return value

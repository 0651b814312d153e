"""Constructors of field types, for `schema.py` of a game: integers inside, names outside.

`scalars` and `containers` implement how each type is stored and shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.core.fields.containers import By, ListOf, OnlyWith, SetOf, Some
from fairyring.core.fields.scalars import MAX_SEATS, FieldType, Flag, Maybe, Number, OneOf, Seat, SeatSet
from fairyring.core.fields.vocabulary import Domain

SCALARS = frozenset({str, int, bool, type(None)})


def number(lo: int, hi: int) -> FieldType:
    """A whole number from `lo` to `hi`."""
    return Number(lo, hi)


def flag() -> FieldType:
    """A flag, stored as 1 or 0."""
    return Flag()


def one_of(domain: Domain) -> FieldType:
    """A word of a domain, stored as its number."""
    return OneOf(domain)


def maybe(domain: Domain) -> FieldType:
    """A word of a domain or none: 0 is none, and the words count from 1."""
    return Maybe(domain)


def seat() -> FieldType:
    """A seat, stored counted from 0."""
    return Seat(False, MAX_SEATS)


def maybe_seat() -> FieldType:
    """A seat or none: 0 is none, else the seat + 1."""
    return Seat(True, MAX_SEATS)


def seat_set() -> FieldType:
    """A set of seats, stored as bits."""
    return SeatSet(MAX_SEATS)


def by_seat(item_type: FieldType) -> FieldType:
    """A value for each seat at the table."""
    return ListOf(0, item_type, "players")


def set_of(domain: Domain, parts: int = 1, bits: int = 0) -> FieldType:
    """A set of words, stored as bits; a large set in `parts` integers of `bits` bits."""
    return SetOf(domain, parts, bits or domain.size)


def row(most: int, item_type: FieldType, length: str = "") -> FieldType:
    """A list of up to `most` values; the field named by `length` holds its length, else it is `most`."""
    return ListOf(most, item_type, length)


def some(most: int, domain: Domain) -> FieldType:
    """A list of up to `most` words, counted from 1; 0 is an empty place."""
    return Some(most, domain)


def by(domain: Domain, item_type: FieldType, length: str = "") -> FieldType:
    """A value for each word of a domain; the field named by `length` holds how many words are used, else all."""
    return By(domain, item_type, sparse=False, length=length)


def only_with(field: str, item_type: FieldType) -> FieldType:
    """A value that is shown as none while another field is 0."""
    return OnlyWith(field, item_type)


def counted(domain: Domain, most: int) -> FieldType:
    """A count for each word of a domain; counts of 0 are not shown."""
    return By(domain, Number(0, most), sparse=True)


def plain(value: Any) -> Any:
    """Return a shown value as JSON values: lists and dicts."""
    kind = type(value)
    if kind in SCALARS:  # the common case, tested first for speed
        return value
    if kind is tuple or isinstance(value, tuple):
        return [item if type(item) in SCALARS else plain(item) for item in value]
    if kind is dict or isinstance(value, Mapping):
        return {str(key): item if type(item) in SCALARS else plain(item) for key, item in value.items()}
    return value

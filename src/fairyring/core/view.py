"""Who may know what: views for people and redacted states for minds, both made from the schema alone."""

from __future__ import annotations

from collections import namedtuple
from functools import cache
from typing import Any

from fairyring.core import schema
from fairyring.core.schema import Field, State, Who

View = tuple[Any, ...]  # in truth a named tuple per game, with one attribute for each field that anybody may see


@cache
def view_type(kind: type[State]) -> type[View]:
    """The named tuple that a game's views are: an allow-list, so a new field is absent until somebody may see it."""
    shown = [f.name for f in kind.fields.values() if f.who.shown is not Who.NOBODY]
    return namedtuple("View", ["seat", *shown])  # noqa: PYI024  (its names are known at run time only)


def view(s: State, seat: int | None) -> Any:
    """What the seat sees on the table; `None` is a spectator, who sees what every seat sees.

    Arrays by seat are cut to the seats in play; entries that belong to others are None.
    """
    kind = view_type(type(s))
    values: list[Any] = [seat]
    for name in kind._fields[1:]:  # type: ignore[attr-defined]
        field = s.fields[name]
        value = getattr(s, name)
        if field.seats:
            mine = field.who.shown is Who.OWNER
            values.append(tuple(None if mine and p != seat else _still(value[p]) for p in range(s.players)))
        else:
            values.append(_still(value))
    return kind(*values)


def _still(value: Any) -> Any:
    """Lists become tuples: a view cannot be used to change the table."""
    return value if isinstance(value, int) else tuple(_still(item) for item in value)


def redact(s: schema.S, seat: int | None) -> schema.S:
    """A state of the same kind with everything blanked that the seat cannot know, however good its memory."""
    r = schema.copy(s)
    for field in s.fields.values():
        if field.who.known is Who.NOBODY:
            setattr(r, field.name, field.empty())
        elif field.who.known is Who.OWNER:
            setattr(r, field.name, _own_rows(field, getattr(r, field.name), seat))
    return r


def _own_rows(field: Field, value: Any, seat: int | None) -> Any:
    empty = field.empty()
    if seat is not None:
        empty[seat] = value[seat]
    return empty

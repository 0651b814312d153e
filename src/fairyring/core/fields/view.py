"""Who may know what: views for people and redacted states for minds, both made from the schema alone."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, cast

from fairyring.core.fields import schema
from fairyring.core.fields.scalars import Space
from fairyring.core.fields.schema import Field, State, Who
from fairyring.core.fields.types import plain
from fairyring.core.fields.vocabulary import Given
from fairyring.core.generated import compile_generated

LINE = 110  # characters of a line of a printed view


class View:
    """What one seat sees on the table, in names; `seat` is None for a spectator, who sees what every seat sees.

    A field that belongs to each seat is a tuple, with None in the places of those whose entry is not for this viewer.
    """

    __slots__ = ("seat",)
    seat: int | None

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(getattr(self, name) == getattr(other, name) for name in names_of(self))

    __hash__ = None  # type: ignore[assignment]  # there are dicts inside

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a view cannot be changed, so {name} stays as it is")

    def __repr__(self) -> str:
        told = [(name.replace("_", " "), getattr(self, name)) for name in names_of(self)[1:]]
        told = [(name, value) for name, value in told if _told(value)]
        wide = max((len(name) for name, _value in told), default=0)
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return "\n".join([f"what {who} sees", *(line for name, value in told for line in _lines(f"  {name:{wide}}  ", value))])


def names_of(view: View) -> tuple[str, ...]:
    """The names of what a view shows; the first is its seat."""
    return type(view).__slots__ if "seat" in type(view).__slots__ else ("seat", *type(view).__slots__)


def _lines(start: str, value: Any) -> list[str]:
    """A field on one line; where that is too long, a line for each seat or more."""
    text = _told(value)
    if len(start) + len(text) <= LINE:
        return [start + text]
    parts = [_told(item) or "–" for item in value] if isinstance(value, tuple) else [text]
    room, blank, lines = LINE - len(start), " " * len(start), list[str]()
    for part in parts:
        rows = textwrap.wrap(part, room, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
        lines += [(blank if lines or row else start) + line for row, line in enumerate(rows)]
    return lines


def _told(value: Any) -> str:
    """A value as people read it; nothing for what is none, no or empty."""
    if value is None or value is False or value == () or value == {}:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, Mapping):
        each = any(item is None or item == 0 for item in value.values())  # not a count, where what there is none of is left out
        return ", ".join(str(key) if item == 1 and not each else f"{key} {_told(item) or '–'}" for key, item in value.items())
    if isinstance(value, tuple):
        if all(item is None or item in ((), {}) for item in value):
            return ""
        deep = any(isinstance(item, tuple | Mapping) for item in value)
        return (" | " if deep else " ").join(_told(item) or "–" for item in value)
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)


def wire(view: View) -> dict[str, Any]:
    """A view as JSON has it: plain dicts, lists, names and numbers."""
    return {name: plain(getattr(view, name)) for name in names_of(view)}


def shown_fields(kind: type[State]) -> list[Field]:
    """The fields that a view has: an allow-list, so a new field is absent until somebody may see it."""
    return [field for field in kind.fields.values() if field.who.shown is not Who.NOBODY]


_types: dict[tuple[type[State], type[View]], type[View]] = {}


def view_type(kind: type[State], base: type[View]) -> type[View]:
    """The class of a game's views."""
    if (kind, base) not in _types:
        slots = tuple(field.name for field in shown_fields(kind))
        _types[kind, base] = type("View", (base,), {"__slots__": slots, "__doc__": base.__doc__})
    return _types[kind, base]


def viewer(kind: type[State], base: type[View], given: Given) -> Callable[[State, int | None], Any]:
    """The function that makes views of a state, written out once for the names that the options give."""
    space = Space(given)
    lines = ["def view(s, seat):", "    v = new(kind)", "    put(v, 'seat', seat)", "    players = range(s.players)"]
    for field in shown_fields(kind):
        name = field.name
        if not field.seats:
            shown = field.what.code(f"s.{name}", space)
        else:
            entry = field.what.code(f"s.{name}[p]", space)
            entry = entry if field.who.shown is Who.EVERYBODY else f"{entry} if p == seat else None"
            shown = f"tuple([{entry} for p in players])"
        lines.append(f"    put(v, {name!r}, {shown})")
    space.values |= {"new": object.__new__, "kind": view_type(kind, base), "put": object.__setattr__}
    compile_generated(f"view of {kind.__module__}", "\n".join([*lines, "    return v"]), space.values)
    made: Callable[[State, int | None], Any] = space.values["view"]
    return made


def redact(s: schema.S, seat: int | None) -> schema.S:
    """A state of the same kind with everything blanked that the seat cannot know, however good its memory."""
    return cast(schema.S, _redacter(type(s))(s, seat))


def glimpse(s: schema.S, seat: int | None) -> schema.S:
    """A state of the same kind with everything blanked that the seat does not see on the table now: what aids are given."""
    return cast(schema.S, _glimpser(type(s))(s, seat))


Blanker = Callable[[State, int | None], State]


@cache
def _redacter(kind: type[State]) -> Blanker:
    return _blanker(kind, lambda field: field.who.known)


@cache
def _glimpser(kind: type[State]) -> Blanker:
    return _blanker(kind, lambda field: Who.EVERYBODY if field.who.derived else field.who.shown)


def _blanker(kind: type[State], who: Callable[[Field], Who]) -> Blanker:
    """The function that blanks, written out once for each kind of state: a server does little else more often."""
    lines = ["def blank(s, seat):", "    r = copy(s)"]
    for field in kind.fields.values():
        if field.const:
            continue
        if who(field) is Who.NOBODY:
            lines.append(f"    r.{field.name} = {_empty(field.shape, field.blank)}")
        elif who(field) is Who.OWNER:
            lines.append(f"    r.{field.name} = own(r.{field.name}, {_empty(field.shape, field.blank)}, seat)")
    space: dict[str, Any] = {"copy": schema.copy, "own": _own_row}
    compile_generated(f"redaction of {kind.__module__}", "\n".join([*lines, "    return r"]), space)
    made: Blanker = space["blank"]
    return made


def _own_row(value: Any, empty: Any, seat: int | None) -> Any:
    if seat is not None:
        empty[seat] = value[seat]
    return empty


def _empty(shape: tuple[int, ...], value: int) -> str:
    """The text of an entry that holds nothing."""
    if len(shape) <= 1:
        return f"[{value}] * {shape[0]}" if shape else str(value)
    return f"[{_empty(shape[1:], value)} for _ in range({shape[0]})]"

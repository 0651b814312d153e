"""Views for people and redacted states for bots, both generated from the schema alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from html import escape
from typing import Any, cast

from fairyring.core.fields import schema
from fairyring.core.fields.scalars import Space
from fairyring.core.fields.schema import Field, SeenBy, State
from fairyring.core.fields.types import plain
from fairyring.core.fields.vocabulary import Vocabulary
from fairyring.core.generated import compile_generated

SEAT = ("seat", {"one": "seat"})  # how the types of a seat and of a set of seats say what they hold
MAX_LINE = 108  # characters of a line of a printed view


class View:
    """What one seat sees on the table, in names; `seat` is None for a spectator, who sees what is public.

    A field with an entry for each seat is a tuple, with None for entries that the viewer does not see.
    """

    __slots__ = ("seat",)
    seat: int | None

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(getattr(self, name) == getattr(other, name) for name in names_of(self))

    __hash__ = None  # type: ignore[assignment]  # there are dicts inside

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a view cannot be changed, so {name} stays as it is")

    def _repr_html_(self) -> str:
        return f"<pre>{escape(repr(self))}</pre>"  # notebooks ask for this

    def __repr__(self) -> str:
        viewer = "a spectator" if self.seat is None else f"seat {self.seat}"
        values = {name: getattr(self, name) for name in names_of(self)[1:]}
        return "\n".join([f"what {viewer} sees", *(f"  {line}" for line in _column(values))])


def names_of(view: View) -> tuple[str, ...]:
    """Return the names of the fields of a view; the first is `seat`."""
    return type(view).__slots__ if "seat" in type(view).__slots__ else ("seat", *type(view).__slots__)


def lines_for_people(view: View, kind: type[State], player: Callable[[int], str]) -> list[str]:
    """Return the fields of a view in a column; `player` returns the name of a seat, which programs count from 0."""
    values = {}
    for name in names_of(view)[1:]:
        field, value = kind.fields[name], getattr(view, name)
        speech = field.field_type.speech()
        values[name] = _by_name(value, {"seats": speech} if field.seats else speech, player)
    return _column(values)


def _by_name(value: Any, speech: Any, player: Callable[[int], str]) -> Any:
    """Return a shown value with names in place of seats; `speech` is the result of `FieldType.speech`."""
    if value is None:
        return None
    if speech in SEAT:
        return player(value)
    if not isinstance(speech, dict) or "one" in speech:
        return value
    ((shape, inner),) = speech.items()
    items = [_by_name(item, inner, player) for item in value]
    if shape != "seats":
        return ", ".join(item for item in items if item) if inner in SEAT else tuple(items)
    return tuple((f"{player(seat)}: {text}",) for seat, item in enumerate(items) if (text := _as_text(item)))


def _column(values: Mapping[str, Any]) -> list[str]:
    """Return the values that are not empty, each behind its name."""
    shown = [(name.replace("_", " "), value) for name, value in values.items() if _as_text(value)]
    wide = max((len(name) for name, _value in shown), default=0)
    return [line for name, value in shown for line in _lines(f"{name:{wide}}  ", value)]


def _lines(start: str, value: Any) -> list[str]:
    """Return a field on one line; if that is too long, on a line or more for each seat."""
    text = _as_text(value)
    if len(start) + len(text) <= MAX_LINE:
        return [start + text]
    from textwrap import wrap  # noqa: PLC0415  (slow to import, and of no use in a page)

    parts = [_as_text(item) or "–" for item in value] if isinstance(value, tuple) else [text]
    room, blank, lines = MAX_LINE - len(start), " " * len(start), list[str]()
    for part in parts:
        rows = wrap(part, room, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
        lines += [(blank if lines or row else start) + line for row, line in enumerate(rows)]
    return lines


def _as_text(value: Any) -> str:
    """Return a value as text; "" for none, false or empty values."""
    if value is None or value is False or value == () or value == {}:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, Mapping):
        each = any(item is None or item == 0 for item in value.values())  # not a count, where what there is none of is left out
        return ", ".join(
            str(key) if item == 1 and not each else f"{key} {_as_text(item) or '–'}" for key, item in value.items()
        )
    if isinstance(value, tuple):
        if all(item is None or item in ((), {}) for item in value):
            return ""
        deep = any(isinstance(item, tuple | Mapping) for item in value)
        return (" | " if deep else " ").join(_as_text(item) or "–" for item in value)
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)


def wire(view: View) -> dict[str, Any]:
    """Return a view as JSON values: dicts, lists, words and numbers."""
    return {name: plain(getattr(view, name)) for name in names_of(view)}


def shown_fields(kind: type[State]) -> list[Field]:
    """Return the fields of a view: an allow-list, so a new field is absent until its visibility is declared."""
    return [field for field in kind.fields.values() if field.visibility.shown is not SeenBy.NOBODY]


_types: dict[tuple[type[State], type[View]], type[View]] = {}


def view_type(kind: type[State], base: type[View]) -> type[View]:
    """Return the class of the views of a state class."""
    if (kind, base) not in _types:
        slots = tuple(field.name for field in shown_fields(kind))
        _types[kind, base] = type("View", (base,), {"__slots__": slots, "__doc__": base.__doc__})
    return _types[kind, base]


def viewer(kind: type[State], base: type[View], vocabulary: Vocabulary) -> Callable[[State, int | None], Any]:
    """Return a generated function (s, seat) -> view, for the words of these options."""
    space = Space(vocabulary)
    lines = ["def view(s, seat):", "    v = new(kind)", "    put(v, 'seat', seat)", "    players = range(s.players)"]
    for field in shown_fields(kind):
        name = field.name
        if not field.seats:
            shown = field.field_type.code(f"s.{name}", space)
        else:
            entry = field.field_type.code(f"s.{name}[p]", space)
            entry = entry if field.visibility.shown is SeenBy.EVERYBODY else f"{entry} if p == seat else None"
            shown = f"tuple([{entry} for p in players])"
        lines.append(f"    put(v, {name!r}, {shown})")
    space.values |= {"new": object.__new__, "kind": view_type(kind, base), "put": object.__setattr__}
    compile_generated(f"view of {kind.__module__}", "\n".join([*lines, "    return v"]), space.values)
    view: Callable[[State, int | None], Any] = space.values["view"]
    return view


class WireViewer:
    """Generated views as JSON values, equal to `wire(viewer(s, seat))`; viewers of a state share its public fields."""

    def __init__(self, kind: type[State], vocabulary: Vocabulary) -> None:
        space = Space(vocabulary, json=True)
        shared, entries, public = list[str](), list[str](), list[str]()
        for field in shown_fields(kind):
            name = field.name
            if not field.seats:
                shared.append(field.field_type.code(f"s.{name}", space))
            elif field.visibility.shown is SeenBy.EVERYBODY:
                shared.append(f"[{field.field_type.code(f's.{name}[p]', space)} for p in players]")
            else:
                entry = field.field_type.code(f"s.{name}[seat]", space)
                entries.append(f"{name!r}: own(seat, {entry}, hidden)")
                public.append(f"{name!r}: hidden")
                continue
            entries.append(f"{name!r}: shared[{len(shared) - 1}]")
            public.append(entries[-1])
        lines = ["def share(s):", "    players = range(s.players)", f"    return ({''.join(f'{value}, ' for value in shared)})"]
        lines += ["def seen(s, seat, shared, hidden):", f"    return {{'seat': seat, {', '.join(entries)}}}"]
        lines += ["def public(shared, hidden):", f"    return {{'seat': None, {', '.join(public)}}}"]
        space.values["own"] = _with_own_entry
        functions = compile_generated(f"wire {kind.__module__}", "\n".join(lines), space.values)
        self.share: Callable[[State], tuple[Any, ...]] = functions["share"]
        self._seen: Callable[[State, int, tuple[Any, ...], list[None]], dict[str, Any]] = functions["seen"]
        self._public: Callable[[tuple[Any, ...], list[None]], dict[str, Any]] = functions["public"]

    def view(self, s: State, seat: int | None, shared: tuple[Any, ...]) -> dict[str, Any]:
        """Return the view of a seat; `shared` is `share(s)`."""
        hidden = [None] * s.players
        return self._public(shared, hidden) if seat is None else self._seen(s, seat, shared, hidden)


def _with_own_entry(seat: int, value: Any, hidden: list[None]) -> list[Any]:
    entries: list[Any] = hidden.copy()
    entries[seat] = value
    return entries


def redact(s: schema.S, seat: int | None) -> schema.S:
    """Return a copy of a state with every field blank that the seat cannot know, however good its memory."""
    return cast(schema.S, _redacter(type(s))(s, () if seat is None else (seat,)))


def glimpse(s: schema.S, seat: int | None) -> schema.S:
    """Return a copy of a state with every field blank that the seat does not see on the table now; aids are derived from it."""
    return cast(schema.S, _glimpser(type(s))(s, () if seat is None else (seat,)))


def look(s: schema.S, seat: int | None) -> schema.S:
    """Return the same as `glimpse`, but sharing its rows with `s`: to be read, and not kept.

    Servers look for every seat after every move. The kit checks that `prompt` and `aids`, which get it, change nothing.
    """
    return cast(schema.S, _looker(type(s))(s, () if seat is None else (seat,)))


Blanker = Callable[[State, tuple[int, ...]], State]  # the seats whose own entries are kept: one or none


@cache
def _redacter(kind: type[State]) -> Blanker:
    return _blanker(kind, lambda field: field.visibility.known)


@cache
def _glimpser(kind: type[State]) -> Blanker:
    return _blanker(kind, _audience_at_the_table)


@cache
def _looker(kind: type[State]) -> Blanker:
    return _blanker(kind, _audience_at_the_table, share=True)


def _audience_at_the_table(field: Field) -> SeenBy:
    return SeenBy.EVERYBODY if field.visibility.derived else field.visibility.shown


def _blanker(kind: type[State], audience_of: Callable[[Field], SeenBy], share: bool = False) -> Blanker:
    """Return a generated function that copies, or shares, what its audience may see; it is a hot spot of servers."""
    lines = ["def blank(s, owners):", "    r = new(kind)", "    r.notes = None"]
    for field in kind.fields.values():
        name, depth, audience = field.name, 0 if share else len(field.shape), audience_of(field)
        if field.const:
            lines.append(f"    r.{name} = s.{name}")
        elif audience is SeenBy.EVERYBODY:
            lines.append(f"    r.{name} = {schema.copy_code(f's.{name}', depth)}")
        else:
            lines.append(f"    value = {_empty(field.shape, field.blank)}")
            if audience is SeenBy.OWNER:
                lines.append(f"    for p in owners: value[p] = {schema.copy_code(f's.{name}[p]', max(0, depth - 1))}")
            lines.append(f"    r.{name} = value")
    space: dict[str, Any] = {"new": kind.__new__, "kind": kind}
    compile_generated(f"redaction of {kind.__module__}", "\n".join([*lines, "    return r"]), space)
    blank: Blanker = space["blank"]
    return blank


def _empty(shape: tuple[int, ...], value: int) -> str:
    """Return an expression for a blank entry."""
    if len(shape) <= 1:
        return f"[{value}] * {shape[0]}" if shape else str(value)
    return f"[{_empty(shape[1:], value)} for _ in range({shape[0]})]"

"""Encoder: instances of declared classes to JSON values, with their tags and wire names, without fields that are UNSET.

Fields that hold no declared class are passed on as they are. So are objects that are JSON already: views, events and actions
of a game come encoded from `fairyring.core`, and walking them again for every viewer would double the cost of a beat.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from fairyring.core.declared.declare import UNSET, fields_of, is_declared, shape_of

Encoder = Callable[[Any], Any]


class Fragment(dict[str, Any]):
    """A JSON object that is part of several messages. It is not changed any more.

    Whoever writes messages as text keeps the text here, so that each fragment is written once.
    """

    __slots__ = ("text",)
    text: bytes  # unset until it is written for the first time


def encode(message: Any) -> dict[str, Any]:
    """Return a declared message as a JSON object: the tag first, then the fields in their order."""
    tag_field, tag, fields = _plan(message.__class__)
    encoded = {tag_field: tag} if tag else {}
    for name, wire_name, encoder in fields:
        value = getattr(message, name)
        if value is not UNSET:
            encoded[wire_name] = value if encoder is None or value is None else encoder(value)
    return encoded


@cache
def _plan(kind: Any) -> tuple[str, str, list[tuple[str, str, Encoder | None]]]:
    shape = shape_of(kind)
    fields = [(field.name, field.wire_name, _encoder(field.type)) for field in fields_of(kind)]
    return shape.tag_field, shape.tag, fields


def _encoder(kind: Any) -> Encoder | None:
    """Return the encoder of a type; None if its values are JSON already."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _encoder(arguments[0])
    if origin in (Union, UnionType):
        return _object if any(_encoder(member) is _object for member in arguments) else _first_encoder(arguments)
    if origin is list and (item := _encoder(arguments[0])) is not None:
        return lambda value: [item(entry) for entry in value]
    if origin is dict and (entry_encoder := _encoder(arguments[1])) is not None:
        return lambda value: {key: entry_encoder(entry) for key, entry in value.items()}
    return _object if is_declared(kind) else None


def _first_encoder(members: tuple[Any, ...]) -> Encoder | None:
    return next((encoder for member in members if (encoder := _encoder(member)) is not None), None)


def _object(value: Any) -> Any:
    return value if isinstance(value, dict) else encode(value)

"""Bodies of the tools of rooms as structs: OpenAPI is made from them, and requests are validated by them."""

from __future__ import annotations

import dataclasses
from dataclasses import MISSING
from functools import cache
from typing import Annotated, Any, get_args, get_origin

import msgspec
from msgspec import Meta

from fairyring.core.declared.declare import Length, fields_of, is_declared, shape_of


@cache
def struct_of(declared: type[Any]) -> type[msgspec.Struct]:
    """Return a struct with the fields of a declared class, its limits included."""
    defaults = {field.name: (field.default,) for field in dataclasses.fields(declared) if field.default is not MISSING}
    return msgspec.defstruct(
        declared.__name__,
        [(field.name, _converted(field.type), *defaults.get(field.name, ())) for field in fields_of(declared)],
        namespace={"__doc__": declared.__doc__},
        module=declared.__module__,
        forbid_unknown_fields=shape_of(declared).forbid_unknown,
    )


def _converted(kind: Any) -> Any:
    """Return a type with structs instead of declared classes, and limits as msgspec has them."""
    if is_declared(kind):
        return struct_of(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        metadata = [_meta(limit) if isinstance(limit, Length) else limit for limit in kind.__metadata__]
        return Annotated[(_converted(arguments[0]), *metadata)]
    return origin[tuple(_converted(argument) for argument in arguments)] if origin in (list, dict) else kind


def _meta(limit: Length) -> Meta:
    return Meta(min_length=limit.low or None, max_length=limit.high)

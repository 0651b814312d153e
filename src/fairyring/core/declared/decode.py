"""Strict decoder: JSON values (as `json.loads` returns them) to declared classes.

Types are exact (`true` is no integer, `1.0` neither). A field that is missing, has the wrong type, or is beyond its limits,
raises DecodeError with its path. Work is linear in the size of the value; recursion is bounded by the depth of the
declarations, since values of type `Any` are not walked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from fairyring.core.declared.declare import Length, Range, Unset, fields_of, is_declared, shape_of

T = TypeVar("T")
Decoder = Callable[[Any], Any]


class DecodeError(ValueError):
    """A value does not fit its declaration. `path` leads to the field: names of fields, and indices of lists."""

    def __init__(self, problem: str, path: tuple[str | int, ...] = ()) -> None:
        where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
        super().__init__(f"{problem} at ${where}")
        self.problem, self.path = problem, path

    @property
    def field(self) -> str:
        """The outermost field that is wrong; empty if the value itself is."""
        return str(self.path[0]) if self.path else ""


def decode(kind: type[T], value: Any) -> T:
    """Return the value as an instance of a declared class; raise DecodeError if it does not fit."""
    declared: Any = kind
    decoded: T = _decoder(declared)(value)
    return decoded


def decode_union(kinds: Any, value: Any) -> Any:
    """Return the value as an instance of one of the tagged classes of a union; raise DecodeError if it fits none."""
    return _decoder(kinds)(value)


def exceeds_depth(value: Any, levels: int) -> bool:
    """Return whether lists and objects are nested in the value more than `levels` deep. Recurses at most that deep."""
    if isinstance(value, dict):
        inner: Iterable[Any] = value.values()
    elif isinstance(value, list):
        inner = value
    else:
        return False
    if levels <= 0:
        return True
    return any(exceeds_depth(item, levels - 1) for item in inner if isinstance(item, dict | list))


# Decoders of types, made once for each type ---------------------------------------------------------------


@cache
def _decoder(kind: Any) -> Decoder:
    """Return the decoder of a type."""
    origin = get_origin(kind)
    if origin is Annotated:
        base, *metadata = get_args(kind)
        decoder = _decoder(base)
        for limit in metadata:
            decoder = _limited(decoder, limit) if isinstance(limit, Range | Length) else decoder
        return decoder
    if origin in (Union, UnionType):
        return _union([member for member in get_args(kind) if member is not Unset])
    if origin is Literal:
        return _literal(get_args(kind))
    if origin is list:
        return _list(_decoder(get_args(kind)[0]))
    if origin is tuple:
        return _tuple([_decoder(item) for item in get_args(kind)])
    if origin is dict:
        value_type = get_args(kind)[1]
        return _exact(dict) if value_type is Any else _dict(_decoder(value_type))
    if is_declared(kind):
        return _object(kind)
    if kind is Any:
        return lambda value: value
    if kind in (int, str, bool, NoneType):
        return _exact(kind)
    raise TypeError(f"no decoder for {kind}")


def _exact(kind: type[Any]) -> Decoder:
    def decode_exact(value: Any) -> Any:
        if type(value) is not kind:
            raise DecodeError(f"expected {_json_name(kind)}, got {_json_name(type(value))}")
        return value

    return decode_exact


def _json_name(kind: type[Any]) -> str:
    names = {int: "an integer", str: "a string", bool: "a boolean", dict: "an object", list: "an array", NoneType: "null"}
    return names.get(kind, "a number")


def _limited(base: Decoder, limit: Range | Length) -> Decoder:
    by_length = isinstance(limit, Length)

    def decode_limited(value: Any) -> Any:
        decoded = base(value)
        if not limit.low <= (len(decoded) if by_length else decoded) <= limit.high:
            unit = "" if not by_length else " characters" if isinstance(decoded, str) else " items"
            raise DecodeError(f"expected {limit.low} to {limit.high}{unit}")
        return decoded

    return decode_limited


def _literal(words: tuple[Any, ...]) -> Decoder:
    def decode_literal(value: Any) -> Any:
        for word in words:
            if type(value) is type(word) and value == word:
                return word
        raise DecodeError(f"expected one of {', '.join(map(repr, words))}")

    return decode_literal


def _list(item: Decoder) -> Decoder:
    check = _exact(list)

    def decode_list(value: Any) -> Any:
        return [_at(index, item, entry) for index, entry in enumerate(check(value))]

    return decode_list


def _tuple(items: list[Decoder]) -> Decoder:
    check = _exact(list)

    def decode_tuple(value: Any) -> Any:
        if len(check(value)) != len(items):
            raise DecodeError(f"expected {len(items)} items")
        return tuple(_at(index, item, entry) for index, (item, entry) in enumerate(zip(items, value, strict=True)))

    return decode_tuple


def _dict(item: Decoder) -> Decoder:
    check = _exact(dict)

    def decode_dict(value: Any) -> Any:
        return {key: _at(key, item, entry) for key, entry in check(value).items()}

    return decode_dict


def _at(step: str | int, decoder: Decoder, value: Any) -> Any:
    try:
        return decoder(value)
    except DecodeError as error:
        raise DecodeError(error.problem, (step, *error.path)) from None


def _object(kind: Any) -> Decoder:
    shape, check = shape_of(kind), _exact(dict)
    fields = [(field, _decoder(field.type)) for field in fields_of(kind)]
    known = {field.wire_name for field, _ in fields} | ({shape.tag_field} if shape.tag else set())

    def decode_object(value: Any) -> Any:
        check(value)
        if shape.tag and value.get(shape.tag_field) != shape.tag:
            raise DecodeError(f"expected {shape.tag!r}", (shape.tag_field,))
        if shape.forbid_unknown and (unknown := [name for name in value if name not in known]):
            raise DecodeError("unknown field", (unknown[0],))
        arguments = {}
        for field, decoder in fields:
            entry = value.get(field.wire_name)
            if field.optional and entry is None:
                continue  # null is the same as left out
            if field.wire_name not in value:
                if field.has_default:
                    continue
                raise DecodeError("missing field", (field.wire_name,))
            try:
                arguments[field.name] = decoder(entry)
            except DecodeError as error:
                raise DecodeError(error.problem, (field.wire_name, *error.path)) from None
        return kind(**arguments)

    return decode_object


def _union(members: list[Any]) -> Decoder:
    """Dispatch by tag among objects that have one, and by JSON type among all others."""
    tagged = [member for member in members if is_declared(member) and shape_of(member).tag]
    by_tag = {(shape_of(member).tag_field, shape_of(member).tag): _decoder(member) for member in tagged}
    tag_fields = {tag_field for tag_field, _ in by_tag}
    by_type = {_json_type(member): _decoder(member) for member in members if member not in tagged}

    def decode_member(value: Any) -> Any:
        if type(value) is dict and by_tag:
            for tag_field in tag_fields:
                tag = value.get(tag_field)
                if isinstance(tag, str) and (tag_field, tag) in by_tag:
                    return by_tag[tag_field, tag](value)
            if dict not in by_type:
                raise DecodeError("unknown tag", (next(iter(tag_fields)),))
        if type(value) not in by_type:
            raise DecodeError(f"{_json_name(type(value))} is not allowed")
        return by_type[type(value)](value)

    return decode_member


def _json_type(kind: Any) -> type[Any]:
    """Return the Python type of the JSON values that a type accepts."""
    origin = get_origin(kind)
    if origin is Annotated:
        return _json_type(get_args(kind)[0])
    if origin is Literal:
        return type(get_args(kind)[0])
    if is_declared(kind):
        return dict
    return list if origin is tuple else origin or kind

"""Observations: what a seat knows of a state as a row of integers, of a length that is fixed for a game and its seats.

A row holds the number of the seat, then every field that the seat knows (`redact`), in the order of the schema: all entries of
fields that everybody knows, the own entry of fields that only their owner knows. Constants of the options are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from math import prod
from typing import Any

from fairyring.core.fields.schema import Field, SeenBy, State
from fairyring.core.generated import compile_generated
from fairyring.kernel.game_functions import INDENT, known_entries

SEAT = "seat"  # name of the first entry


def observed_fields(kind: type[State]) -> list[Field]:
    """Return the fields of an observation: an allow-list by visibility."""
    return [field for field in kind.fields.values() if not field.const and field.visibility.known is not SeenBy.NOBODY]


def observation_slices(kind: type[State], players: int) -> dict[str, slice]:
    """Return the place of each field in a row, by name."""
    slices, start = {SEAT: slice(0, 1)}, 1
    for field in observed_fields(kind):
        length = prod(_lengths(field, players))
        slices[field.name] = slice(start, start + length)
        start += length
    return slices


def observation_length(kind: type[State], players: int) -> int:
    """Return the number of integers of a row."""
    return 1 + sum(prod(_lengths(field, players)) for field in observed_fields(kind))


def observation_code(kind: type[State]) -> str:
    """Return the `struct` letter of the narrowest type that holds all entries."""
    return max((field.code for field in observed_fields(kind)), key="bhiq".index, default="b")


def _lengths(field: Field, players: int) -> Iterator[int]:
    """Return the extents of a field in a row: seats that are not at the table are left out."""
    for depth, size in enumerate(field.shape):
        if depth or not field.seats:
            yield size
        elif field.visibility.known is not SeenBy.OWNER:
            yield players


@cache
def observation_function(kind: type[State]) -> Callable[[Any, int, Any, int], int]:
    """Return `observe(s, seat, row, start)`, which writes an observation and returns the place after it.

    It is in the language of rules, so that both backends run it.
    """
    lines = ["def observe(s, seat, row, start):", "    row[start] = seat", "    at = start + 1"]
    for field in observed_fields(kind):
        heads, entry = known_entries(field)
        indent = INDENT * (1 + len(heads))
        lines += [*heads, f"{indent}row[at] = {entry}", f"{indent}at += 1"]
    observe: Callable[[Any, int, Any, int], int]
    observe = compile_generated(f"observation of {kind.__module__}", "\n".join([*lines, "    return at"]), {})["observe"]
    return observe

"""Functions of the language that compiled code has of its own (compiler/library.py); the interpreter runs these."""

from __future__ import annotations

import time
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.fields.bits import count_bits, equal_entries, nth_bit, occupied
from fairyring.core.fields.view import redact
from fairyring.core.game.contract import below
from fairyring.core.rng import Stream

MASK = (1 << 64) - 1
KEY_FACTOR = 0xBF58476D1CE4E5B9
REFUSED = -(1 << 63)  # result of a method's entry point for arguments that are not allowed: the method raises ValueError


def copy_state(target: Any, to: int, source: Any, place: int) -> None:
    """Copy state number `place` of `source` to number `to` of `target`, whose constants are the same."""
    target[to] = schema.copy(source[place])


def copy_redacted(target: Any, to: int, source: Any, place: int, seat: int) -> None:
    """Copy a state as `copy_state` does, with every field blank that the seat cannot know."""
    target[to] = redact(source[place], seat)


def start_stream(streams: Any, place: int, seed: int, game: int, purpose: int) -> None:
    """Set random stream number `place` to its beginning: see `core.rng.Stream`."""
    streams[place] = Stream(seed, game, purpose)


def lowest_bit(bits: int) -> int:
    """Return the position of the lowest set bit; there must be one."""
    return (bits & -bits).bit_length() - 1


def join_key(key: int, value: int) -> int:
    """Return a 63-bit hash of a key and a value."""
    z = (key ^ value & MASK) * KEY_FACTOR & MASK
    return (z ^ z >> 31) >> 1


def out_of_time(clock: float) -> bool:
    """Return whether the clock has passed. Compiled code never looks at it: its caller does, between chunks."""
    return time.perf_counter() > clock


# All functions that are not lowered, but written in IR.
PRIMITIVES: tuple[Any, ...] = (
    below, start_stream, copy_state, copy_redacted, lowest_bit, count_bits, nth_bit, occupied, equal_entries,
    join_key, out_of_time,
)  # fmt: skip

"""Entry points of a module: functions that a host calls.

An entry point takes the address of a block of 64-bit words. Word 0 receives the address of a message if a check fails, word 1
the result; the arguments follow: an integer as it is, an array as its address and, if the type leaves it open, its
length, anything else as its address.

Loading compiled code needs this and types.py; the rest of the compiler is imported when something is compiled.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import FunctionType

from fairyring.kernel.compiler.types import Array, Bundle, Known, Type

FAILURE, RESULT, FIRST_ARGUMENT = range(3)  # words of the block


@dataclass(frozen=True)
class EntryPoint:
    """A function that the host calls, with the types of its arguments."""

    function: FunctionType
    types: tuple[Type, ...]
    seldom: tuple[object, ...] = ()  # functions that run seldom: inlining them would only take time to compile
    inlined: tuple[object, ...] = ()  # functions that the loop calls at every move: they are inlined in it, and in each other
    inlined_for_nature: tuple[object, ...] = ()  # large functions that are inlined where the seat is a constant

    @property
    def words(self) -> int:
        """The number of words that the host passes."""
        return sum(map(_words, self.types))


def _words(kind: Type) -> int:
    if isinstance(kind, Bundle):
        return sum(_words(inner) for _part, inner in kind.parts)
    return 0 if isinstance(kind, Known) else 2 if isinstance(kind, Array) and kind.shape[0] < 0 else 1

"""Lowering of whole functions, and calls between them."""

from __future__ import annotations

from dataclasses import dataclass
from types import FunctionType
from typing import Protocol

from fairyring.core.game.contract import note, tell
from fairyring.kernel.compiler.expressions import Expressions
from fairyring.kernel.compiler.ir import ModuleText
from fairyring.kernel.compiler.statements import Statements
from fairyring.kernel.compiler.types import (
    INT,
    Bool,
    Bundle,
    Int,
    Known,
    Type,
    Value,
    integer,
)
from fairyring.kernel.language import place_of


@dataclass
class Lowered:
    """A function that is already in the module: its name, and the range of its result (none if it returns nothing)."""

    name: str
    result: Value | None


class Functions(Protocol):
    """The functions of the module, as far as a lowering needs them."""

    def find(self, function: FunctionType, types: tuple[Type, ...], caller: str) -> Lowered:
        """Return a function for these types of arguments, lowered if it is new."""

    def is_inlined(self, caller: FunctionType, function: FunctionType, args: list[Value]) -> bool:
        """Return whether a call is inlined whatever the size of the function."""

    def primitive(self, code: Expressions, function: FunctionType, args: list[Value]) -> tuple[bool, Value | None]:
        """Return whether a function is written in IR, and its result then."""


class Lowering(Statements):
    """Lowers one function, specialised for the types of its arguments."""

    def __init__(
        self,
        function: FunctionType,
        types: tuple[Type, ...],
        name: str,
        module: ModuleText,
        functions: Functions,
        checked: bool,
    ) -> None:
        super().__init__(function, types, module, checked)
        self._functions, self._name_in_module = functions, name
        self._calls: set[str] = set()

    def lower(self) -> Lowered:
        """Lower the function into the module."""
        self._block(self._tree.body)
        if self._results and (self.out.is_open or self._returns_nothing):
            self.line = self._tree.body[-1].lineno
            raise self.error("not every path returns a result; add a return, or write “while True” where a loop has no end")
        if self.out.is_open:
            self.out.jump(self._exit)
        self.out.lines.append(f"{self._exit}:")
        self.out.is_open = True
        result = self.out.value(f"load i64, ptr {self._result_slot}")
        self.out.finish(f"ret i64 {result}")
        head = f"define internal fastcc i64 @{self._name_in_module}({', '.join(self._parameters)}) "
        self.module.add_function(self._name_in_module, head, [*self.out.slots, *self.out.lines], self._calls)
        if not self._results:
            return Lowered(self._name_in_module, None)
        lo, hi = min(value.lo for value in self._results), max(value.hi for value in self._results)
        return Lowered(self._name_in_module, Value(INT, "", lo, hi))

    # Calls ----------------------------------------------------------------------------------------

    def call(self, function: FunctionType, args: list[Value]) -> Value | None:
        if function is note or function is tell:
            raise self.error("note and tell are statements")
        takes = function.__code__.co_argcount
        if len(args) != takes:
            raise self.error(
                f"{function.__name__} takes {takes} argument{'' if takes == 1 else 's'}, and is called with {len(args)}"
            )
        args = [self.as_int(arg) if isinstance(arg.type, Bool) else arg for arg in args]
        is_primitive, result = self._functions.primitive(self, function, args)
        if is_primitive:
            return result
        caller = place_of(self.function, self.line)
        lowered = self._functions.find(function, tuple(arg.type for arg in args), caller)
        passed = ["ptr %failure"] if self.checked else []
        for arg in args:
            passed += _flatten(arg)
        self._calls.add(lowered.name)
        inlined = " alwaysinline" if not self.checked and self._functions.is_inlined(self.function, function, args) else ""
        text = self.out.value(f"call fastcc i64 @{lowered.name}({', '.join(passed)}){inlined}")
        if self.checked:
            self._stop_if_failed()
        if lowered.result is None:
            return None
        return integer(text, lowered.result.lo, lowered.result.hi)

    def _stop_if_failed(self) -> None:
        """Return at once if the function that was called has failed."""
        failed, going_on = self.out.label(), self.out.label()
        message = self.out.value("load i64, ptr %failure")
        self.out.branch(self.out.value(f"icmp ne i64 {message}, 0"), failed, going_on)
        self.out.place(failed)
        self.out.finish("ret i64 0")
        self.out.place(going_on)


def _flatten(value: Value) -> list[str]:
    """Return what is passed for an argument."""
    match value.type:
        case Known():
            return []
        case Bundle():
            return [text for part in value.parts.values() for text in _flatten(part)]
        case Int():
            return [f"i64 {value.text}"]
    lengths = [f"i64 {value.length.text}"] if value.length is not None else []
    return [f"ptr {value.text}", *lengths]

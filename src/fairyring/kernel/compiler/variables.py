"""Lowering of variables: arguments, slots on the stack, and whether a variable is assigned on every path."""

from __future__ import annotations

import ast
from collections import Counter
from functools import lru_cache
from types import FunctionType

from fairyring.kernel.compiler.expressions import Expressions
from fairyring.kernel.compiler.ir import ModuleText
from fairyring.kernel.compiler.types import (
    INT,
    INT_MAX,
    INT_MIN,
    LOCAL_CELL,
    POINTERS,
    Array,
    Bool,
    Bundle,
    Int,
    Known,
    Record,
    Type,
    Value,
    integer,
)
from fairyring.kernel.language import LanguageError, find_problems, function_tree, place_of


class Variables(Expressions):
    """Binds the arguments of one function; reads and assigns its variables."""

    def __init__(self, function: FunctionType, types: tuple[Type, ...], module: ModuleText, checked: bool) -> None:
        problems = find_problems(function)
        if problems:
            line, reason = problems[0]
            raise LanguageError(f"{place_of(function, line)}: {reason}")
        super().__init__(function, module, checked)
        self._tree = function_tree(function)
        self._variables: dict[str, Value] = {}  # by name: type, address of the slot, known range
        self._flags: dict[str, str] = {}  # checked build: whether a variable is assigned
        self._assigned: set[str] = set()
        self._bindings = _count_bindings(self._tree)
        self._result_slot = self.out.slot("i64", "0")
        self._exit = self.out.label()
        self._parameters = self._bind_arguments(types)

    # Arguments ------------------------------------------------------------------------------------

    def _bind_arguments(self, types: tuple[Type, ...]) -> list[str]:
        names = [arg.arg for arg in self._tree.args.args]
        if len(names) != len(types):
            raise self.error(f"{self.function.__name__} takes {len(names)} arguments, and is called with {len(types)}")
        parameters = ["ptr noalias %failure"] if self.checked else []
        rows = sum(isinstance(kind, Record) or _may_lie_in_record(kind) for kind in types)
        alone = rows == 1  # else a row may lie in the record
        for name, kind in zip(names, types, strict=True):
            value = self._argument(kind, parameters, alone)
            if isinstance(kind, Int):
                slot = self.out.slot("i64", value.text)
                self._variables[name] = Value(INT, slot)
            else:
                self._variables[name] = value
                if self._bindings[name]:
                    raise self.error(f"the argument {name} is not an integer, so it cannot be assigned")
            self._assigned.add(name)
        return parameters

    def _argument(self, kind: Type, parameters: list[str], alone: bool) -> Value:
        """Return an argument, and add what is passed for it to the parameters."""
        name = f"%p{len(parameters)}"
        match kind:
            case Known():
                return Value(kind)
            case Bundle(parts=parts):
                return Value(kind, parts={part: self._argument(inner, parameters, False) for part, inner in parts})
            case Int():
                parameters.append(f"i64 {name}")
                return integer(name)
            case Array(shape=(-1, *_)):
                parameters.append(f"ptr noalias {name}")
                length = f"%p{len(parameters)}"
                parameters.append(f"i64 {length}")
                return Value(kind, name, length=integer(length, 0))
            case Record(kind=state):
                noalias = " noalias" if alone else ""
                parameters.append(f"ptr{noalias} align 64 dereferenceable({state.layout.size}) {name}")
                return Value(kind, name)
        parameters.append(f"ptr {name}")
        return Value(kind, name)

    # Variables ------------------------------------------------------------------------------------

    def read(self, name: str) -> Value | None:
        variable = self._variables.get(name)
        if variable is None:
            if not self._bindings[name]:
                return None
            variable = self._declare(name, integer(""))  # assigned further below, in a loop
        if not isinstance(variable.type, Int):
            if isinstance(variable.type, POINTERS) and name in self._bindings and name not in self._assigned:
                raise self.error(f"{name} is not assigned on every path to this line")
            if name in self._flags:  # a variable: its slot holds the address
                return Value(variable.type, self.out.value(f"load ptr, ptr {variable.text}"))
            return variable
        lo, hi = variable.lo, variable.hi
        if name not in self._assigned:
            lo, hi = INT_MIN, INT_MAX
            if self.checked:
                flag = self.out.value(f"load i1, ptr {self._flags[name]}")
                self.fail_if(self.out.value(f"xor i1 {flag}, true"), f"{name} is not assigned yet")
        return integer(self.out.value(f"load i64, ptr {variable.text}"), lo, hi)

    def assign(self, name: str, value: Value) -> None:
        """Assign a variable. One that is assigned in a single place has the range of its value there."""
        if isinstance(value.type, Bool):
            value = self.as_int(value)
        known = self._variables.get(name)
        if known is None:
            known = self._declare(name, value)
        elif known.type != value.type:
            raise self.error(f"{name} holds something else than before; use another name")
        kind = "i64" if isinstance(value.type, Int) else "ptr"
        self.out.emit(f"store {kind} {value.text}, ptr {known.text}")
        if self._flags.get(name):
            self.out.emit(f"store i1 true, ptr {self._flags[name]}")
        self._assigned.add(name)

    def _declare(self, name: str, value: Value) -> Value:
        if isinstance(value.type, Int):
            lo, hi = (value.lo, value.hi) if self._bindings[name] == 1 else (INT_MIN, INT_MAX)
            variable = Value(INT, self.out.slot("i64", "0"), lo, hi)
        elif isinstance(value.type, POINTERS) and value.length is None:
            variable = Value(value.type, self.out.slot("ptr", "null"))
        else:
            raise self.error(f"{name} cannot hold this; only integers, states, rows and streams have a name of their own")
        self._variables[name] = variable
        self._flags[name] = self.out.slot("i1", "false") if self.checked else ""
        return variable


def _may_lie_in_record(kind: Type) -> bool:
    return isinstance(kind, Array) and kind.shape[0] >= 0 and kind.cell is not LOCAL_CELL


@lru_cache(1024)
def _count_bindings(tree: ast.FunctionDef) -> Counter[str]:
    """Return in how many places each variable is assigned."""
    return Counter(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))

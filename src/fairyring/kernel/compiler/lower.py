"""Lowering of functions: variables, statements and calls."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Protocol

from fairyring.core.game.contract import note, tell
from fairyring.kernel.compiler import arithmetic
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
    Cell,
    Int,
    Known,
    Record,
    Type,
    Value,
    constant,
    integer,
)
from fairyring.kernel.language import (
    MAX_LOCAL_ENTRIES,
    LanguageError,
    find_problems,
    function_tree,
    local_array,
    place_of,
)


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


@dataclass
class Loop:
    """Where `break` and `continue` of a loop lead, and the variables that every `break` has assigned."""

    end: str
    again: str
    assigned: set[str] | None = None


class Lowering(Expressions):
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
        problems = find_problems(function)
        if problems:
            line, reason = problems[0]
            raise LanguageError(f"{place_of(function, line)}: {reason}")
        super().__init__(function, module, checked)
        self._functions, self._name_in_module = functions, name
        self._tree = function_tree(function)
        self._variables: dict[str, Value] = {}  # by name: type, address of the slot, known range
        self._flags: dict[str, str] = {}  # checked build: whether a variable is assigned
        self._assigned: set[str] = set()
        self._bindings = _count_bindings(self._tree)
        self._calls: set[str] = set()
        self._loops: list[Loop] = []
        self._results: list[Value] = []
        self._returns_nothing = False
        self._result_slot = self.out.slot("i64", "0")
        self._exit = self.out.label()
        self._parameters = self._bind_arguments(types)

    # The whole function ---------------------------------------------------------------------------

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

    # Statements -----------------------------------------------------------------------------------

    def _block(self, body: list[ast.stmt]) -> None:
        for node in body:
            if not self.out.is_open:
                return  # after return, break or continue
            self.line = node.lineno
            self._statement(node)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=[target], value=value):
                self._assign_to(target, value)
            case ast.AnnAssign(target=target, value=value):
                if value is not None:
                    self._assign_to(target, value)
            case ast.AugAssign(target=target, op=operator, value=value):
                self._augment(target, operator, value)
            case ast.If():
                self._if(node)
            case ast.While(test=test, body=body):
                self._while(test, body)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(args=args), body=body):
                self._for_range(name, [self.int_of(arg) for arg in args], body)
            case ast.For(target=ast.Name(id=name), iter=table, body=body):
                self._for_table(name, table, body)
            case ast.Return(value=value):
                self._return(value)
            case ast.Assert(test=test, msg=message):
                self._assert(test, message)
            case ast.Expr(value=ast.Call() as call):
                if not self._is_event(call):
                    self.call_node(call)
            case ast.Break():
                loop = self._loops[-1]
                loop.assigned = set(self._assigned) if loop.assigned is None else loop.assigned & self._assigned
                self.out.jump(loop.end)
            case ast.Continue():
                self.out.jump(self._loops[-1].again)
            case ast.Pass() | ast.Expr():
                pass

    def _is_event(self, call: ast.Call) -> bool:
        called = self.function.__globals__.get(call.func.id) if isinstance(call.func, ast.Name) else None
        return called is note or called is tell

    def _assign_to(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self.assign(target.id, self._assigned_value(value))
            return
        number = self.int_of(value)
        cell, pointer = self._address(target)
        self.store(cell, pointer, number)

    def _assigned_value(self, node: ast.expr) -> Value:
        """Lower what is assigned to a variable: an expression, or a new local array."""
        parts = local_array(node)
        if parts is not None:
            return self._new_array(*parts)
        value = self.expression(node)
        if isinstance(value.type, Array) and value.type.cell is LOCAL_CELL:
            # Each place that makes an array has one piece of the stack, which is used again when it makes the next.
            raise self.error("a local array has one name; pass it to a function, or copy its entries in a loop")
        return value

    def _new_array(self, value: ast.expr, length: ast.expr) -> Value:
        first, size = self.int_of(value), self.int_of(length)
        if size.constant is None or not 1 <= size.constant <= MAX_LOCAL_ENTRIES:
            raise self.error(
                f"the size of a local array is a constant from 1 to {MAX_LOCAL_ENTRIES}; take the largest that is needed,"
                " or declare a field in the schema"
            )
        array = Value(Array(LOCAL_CELL, (size.constant,)), self.out.slot(f"[{size.constant} x i64]"))
        if first.constant == 0:
            fill = self.module.intrinsic("llvm.memset.p0.i64")
            self.out.emit(f"call void {fill}(ptr align 8 {array.text}, i8 0, i64 {8 * size.constant}, i1 false)")
        else:
            self._count(constant(0), size, constant(1), lambda place: self._fill(array, place, first), [])
        return array

    def _fill(self, array: Value, place: Value, value: Value) -> None:
        self.store(LOCAL_CELL, self.element_pointer(array, place), value)

    def _address(self, target: ast.expr) -> tuple[Cell, str]:
        """Return the cell of a field or element that is assigned, and its address."""
        self.line = target.lineno
        match target:
            case ast.Attribute(value=owner, attr=name):
                record = self.expression(owner)
                if isinstance(record.type, Record) and name in record.type.kind.fields:
                    field, layout = record.type.kind.fields[name], record.type.kind.layout
                    if field.const:
                        raise self.error(f"{name} is a constant of the options; rules never change it")
                    if not field.shape:
                        pointer = f"getelementptr inbounds i8, ptr {record.text}, i64 {layout.offsets[name]}"
                        return Cell.of_field(record.type.kind, field), self.out.value(pointer)
                    raise self.error(f"{name} has several entries; assign them one by one")
            case ast.Subscript(value=owner, slice=index):
                row = self.expression(owner)
                place = self.int_of(index)
                if isinstance(row.type, Array):
                    if len(row.type.shape) > 1:
                        raise self.error("a row has several entries; assign them one by one")
                    return row.type.cell, self.element_pointer(row, place)
        raise self.error(f"“{ast.unparse(target)}” cannot be assigned; only variables and fields of the state can")

    def _augment(self, target: ast.expr, operator: ast.operator, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            before = self.read(target.id)
            if before is None:
                raise self.error(f"{target.id} is read before it is assigned")
            self.assign(target.id, arithmetic.binary(self, operator, self.as_int(before), self.int_of(value)))
            return
        cell, pointer = self._address(target)
        number = self.load(cell, pointer)
        more = self.int_of(value)
        self.line = target.lineno
        self.store(cell, pointer, arithmetic.binary(self, operator, number, more))

    def _if(self, node: ast.If) -> None:
        yes, no, end = self.out.label(), self.out.label(), self.out.label()
        known = self.decide(node.test, yes, no)
        if known is not None:
            self.out.place(yes if known else no)
            self._block(node.body if known else node.orelse)
            return
        before, after = set(self._assigned), list[set[str]]()
        for label, body in ((yes, node.body), (no, node.orelse)):
            self._assigned = set(before)
            self.out.place(label)
            self._block(body)
            if self.out.is_open:
                after.append(self._assigned)
                self.out.jump(end)
        if after:
            self._assigned = set.intersection(*after)
            self.out.place(end)

    def _while(self, test: ast.expr, body: list[ast.stmt]) -> None:
        again, inside, end = self.out.label(), self.out.label(), self.out.label()
        self.out.place(again)
        known = self.decide(test, inside, end)
        before = set(self._assigned)
        if known is not False:
            self.out.place(inside)
            loop = self._run_body(body, again, end)
            if known is True and loop.assigned is None:
                return  # it never ends: what follows is not reached
            self._assigned = loop.assigned if known is True and loop.assigned is not None else before
        self.out.place(end)

    def _run_body(self, body: list[ast.stmt], again: str, end: str) -> Loop:
        loop = Loop(end, again)
        self._loops.append(loop)
        self._block(body)
        self._loops.pop()
        if self.out.is_open:
            self.out.jump(again)
        return loop

    def _for_range(self, name: str, args: list[Value], body: list[ast.stmt]) -> None:
        start, stop = (constant(0), args[0]) if len(args) == 1 else args[:2]
        step = args[2] if len(args) > 2 else constant(1)
        if step.constant is None or step.constant == 0:
            raise self.error("the step of a range is a constant other than 0")
        self._count(start, stop, step, lambda number: self.assign(name, number), body)

    def _for_table(self, name: str, node: ast.expr, body: list[ast.stmt]) -> None:
        """Lower a loop over a constant table, a row or a field; it reads each entry when it comes to it, as Python does."""
        owner = self.expression(node)
        table = self.table(owner.type.value) if isinstance(owner.type, Known) and isinstance(owner.type.value, tuple) else owner
        if not isinstance(table.type, Array):
            raise self.error("only “for … in range(…)”, or over a constant table")
        if table.type.cell is LOCAL_CELL and isinstance(node, ast.Name) and _assigns(body, node.id):
            raise self.error(f"the loop over {node.id} makes it anew; use another name inside")
        stop = self.length(table)
        self._count(constant(0), stop, constant(1), lambda index: self.assign(name, self.element(table, index)), body)

    def _count(self, start: Value, stop: Value, step: Value, enter: Callable[[Value], None], body: list[ast.stmt]) -> None:
        """Lower a counting loop. The counter is hidden: assigning the variable does not change it."""
        up = step.lo > 0
        counter = self.out.slot("i64")
        self.out.emit(f"store i64 {start.text}, ptr {counter}")
        test, inside, again, end = (self.out.label() for _ in range(4))
        self.out.place(test)
        lo, hi = (start.lo, max(stop.hi - 1, start.lo)) if up else (min(stop.lo + 1, start.hi), start.hi)
        number = self.out.value(f"load i64, ptr {counter}")
        self.out.branch(self.out.value(f"icmp {'slt' if up else 'sgt'} i64 {number}, {stop.text}"), inside, end)
        before = set(self._assigned)
        self.out.place(inside)
        enter(integer(number, lo, hi))
        self._run_body(body, again, end)
        self.out.place(again)
        following = arithmetic.add(self, integer(self.out.value(f"load i64, ptr {counter}"), lo, hi), step)
        self.out.emit(f"store i64 {following.text}, ptr {counter}")
        self.out.jump(test)
        self._assigned = before
        self.out.place(end)

    def _return(self, value: ast.expr | None) -> None:
        if value is not None:
            number = self.int_of(value)
            self._results.append(number)
            self.out.emit(f"store i64 {number.text}, ptr {self._result_slot}")
        else:
            self._returns_nothing = True
        self.out.jump(self._exit)

    def _assert(self, test: ast.expr, message: ast.expr | None) -> None:
        if not self.checked:
            if any(isinstance(node, ast.Call) for node in ast.walk(test)):
                self.expression(test)  # a function may change the state; the checked build, and Python, see to the rest
            return
        text = str(message.value) if isinstance(message, ast.Constant) else ast.unparse(test)
        value = self.as_truth(self.expression(test))
        self.fail_if(self.out.value(f"xor i1 {value.text}, true"), f"assertion failed: {text}")

    # Calls ----------------------------------------------------------------------------------------

    def call(self, function: FunctionType, args: list[Value]) -> Value | None:
        if function is note or function is tell:
            raise self.error("note and tell are statements")
        args = [self.as_int(arg) if isinstance(arg.type, Bool) else arg for arg in args]
        found, result = self._functions.primitive(self, function, args)
        if found:
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


def _assigns(body: list[ast.stmt], name: str) -> bool:
    """Return whether lines assign a variable."""
    nodes = (node for line in body for node in ast.walk(line))
    return any(isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store) for node in nodes)


def _may_lie_in_record(kind: Type) -> bool:
    return isinstance(kind, Array) and kind.shape[0] >= 0 and kind.cell is not LOCAL_CELL


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


def _count_bindings(tree: ast.FunctionDef) -> Counter[str]:
    """Return in how many places each variable is assigned."""
    return Counter(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))

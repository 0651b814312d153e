"""Lowering of statements: assignments, branches and loops."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType

from fairyring.core.game.contract import note, tell
from fairyring.kernel.compiler import arithmetic
from fairyring.kernel.compiler.ir import ModuleText
from fairyring.kernel.compiler.types import (
    LOCAL_CELL,
    Array,
    Cell,
    Known,
    Record,
    Type,
    Value,
    constant,
    integer,
)
from fairyring.kernel.compiler.variables import Variables
from fairyring.kernel.language import MAX_LOCAL_ENTRIES, local_array


@dataclass
class Loop:
    """Where `break` and `continue` of a loop lead, and the variables that every `break` has assigned."""

    end: str
    again: str
    assigned: set[str] | None = None


class Statements(Variables):
    """Lowers the statements of one function."""

    def __init__(self, function: FunctionType, types: tuple[Type, ...], module: ModuleText, checked: bool) -> None:
        super().__init__(function, types, module, checked)
        self._loops: list[Loop] = []
        self._results: list[Value] = []
        self._returns_nothing = False

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

    # Assignments ----------------------------------------------------------------------------------

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
                if isinstance(record.type, Record):
                    self.need_field(record.type.kind, name)
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
        raise self.error(f"“{ast.unparse(target)}” cannot be assigned; declare a field in the schema for what changes")

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

    # Branches and loops ---------------------------------------------------------------------------

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

    # The end of a function ------------------------------------------------------------------------

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


def _assigns(body: list[ast.stmt], name: str) -> bool:
    """Return whether lines assign a variable."""
    nodes = (node for line in body for node in ast.walk(line))
    return any(isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store) for node in nodes)

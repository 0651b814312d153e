"""Lowering of expressions: values, conditions and memory."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from fairyring.core.fields.schema import State
from fairyring.core.fields.vocabulary import Names
from fairyring.core.game.actions import ActionKind
from fairyring.kernel.compiler import arithmetic
from fairyring.kernel.compiler.ir import FunctionText, ModuleText
from fairyring.kernel.compiler.types import (
    BOOL,
    STREAM,
    Array,
    Bool,
    Bundle,
    Cell,
    Int,
    Known,
    RandomStreams,
    Record,
    Records,
    Value,
    constant,
    integer,
    known_truth,
    truth,
)
from fairyring.kernel.language import BUILTINS, LanguageError, place_of


class Expressions:
    """Lowers expressions of one function. Names of variables, and calls, are the business of the subclass (lower.py)."""

    def __init__(self, function: FunctionType, module: ModuleText, checked: bool) -> None:
        self.function = function
        self.module = module
        self.checked = checked
        self.out = FunctionText()
        self.line = function.__code__.co_firstlineno

    def read(self, name: str) -> Value | None:
        """Return the value of a variable; None if the function has none of this name."""
        raise NotImplementedError

    def call(self, function: FunctionType, args: list[Value]) -> Value | None:
        """Return the result of a call; None if the function returns nothing."""
        raise NotImplementedError

    def error(self, reason: str) -> LanguageError:
        """Return the error for the current line."""
        return LanguageError(f"{place_of(self.function, self.line)}: {reason}")

    def fail_if(self, condition: str, reason: str) -> None:
        """In the checked build, stop with a message if the condition holds; nothing in the fast build."""
        if not self.checked:
            return
        failed, going_on = self.out.label(), self.out.label()
        self.out.branch(condition, failed, going_on)
        self.out.place(failed)
        text = self.module.text(f"{place_of(self.function, self.line)}: {reason}")
        self.out.emit(f"store i64 ptrtoint (ptr {text} to i64), ptr %failure")
        self.out.finish("ret i64 0")
        self.out.place(going_on)

    # Values ---------------------------------------------------------------------------------------

    def expression(self, node: ast.expr) -> Value:
        """Lower an expression of any type."""
        self.line = node.lineno
        match node:
            case ast.Constant(value=bool(value)):
                return known_truth(value)
            case ast.Constant(value=int(value)):
                return self.wrap(value)
            case ast.Name(id=name):
                return self._name(name)
            case ast.Attribute(value=owner, attr=name):
                return self._attribute(self.expression(owner), name)
            case ast.Subscript(value=owner, slice=index):
                return self.element(self.expression(owner), self.int_of(index))
            case ast.BinOp(left=left, op=operator, right=right):
                first = self.int_of(left)
                second = self.int_of(right)
                self.line = node.lineno
                return arithmetic.binary(self, operator, first, second)
            case ast.UnaryOp(op=ast.Not()) | ast.Compare():
                return self._truth_of(node)
            case ast.BoolOp():
                return self._bool_op(node)
            case ast.UnaryOp(op=operator, operand=operand):
                argument = self.expression(operand)
                if isinstance(operator, ast.Invert) and isinstance(argument.type, Bool):
                    raise self.error("“~” of a truth value is absent, as in Python from 3.16 on; write “not”")
                number = self.as_int(argument)
                if isinstance(operator, ast.UAdd):
                    return number
                return (arithmetic.negate if isinstance(operator, ast.USub) else arithmetic.invert)(self, number)
            case ast.IfExp():
                return self._if_expression(node)
            case ast.Call():
                result = self.call_node(node)
                if result is None:
                    raise self.error(f"“{ast.unparse(node.func)}” returns nothing, so it is a line of its own")
                return result
        raise self.error(f"“{ast.unparse(node)}” is not in the language")

    def int_of(self, node: ast.expr) -> Value:
        """Lower an expression that must be an integer."""
        return self.as_int(self.expression(node))

    def as_int(self, value: Value) -> Value:
        """Return a truth value as 0 or 1; raise LanguageError for other types than integers."""
        if isinstance(value.type, Int):
            return value
        if isinstance(value.type, Bool):
            if value.constant is not None:
                return constant(value.constant)
            return integer(self.out.value(f"zext i1 {value.text} to i64"), 0, 1)
        raise self.error("a single integer is needed here; write an index, or call the function")

    def wrap(self, value: Any) -> Value:
        """Return a Python object as a value."""
        if isinstance(value, bool):
            return known_truth(value)
        if isinstance(value, int):
            if not arithmetic.fits(value, value):
                raise self.error(f"the constant {value} does not fit 64 bits")
            return constant(value)
        return Value(Known(value))

    def _name(self, name: str) -> Value:
        value = self.read(name)
        if value is not None:
            return value
        if name in self.function.__globals__:
            return self.wrap(self.function.__globals__[name])
        raise self.error(f"there is no “{name}”; a global is a function, an integer or a tuple of the module")

    def _attribute(self, owner: Value, name: str) -> Value:
        match owner.type:
            case Record(kind=kind):
                if name not in kind.fields:
                    raise self.error(f"the state has no field “{name}”; it has {', '.join(kind.fields)}")
                return self._field(owner, kind, name)
            case Bundle():
                return owner.parts[name]
            case Known(value=value) if hasattr(value, name) and _has_constants(value):
                return self.wrap(getattr(value, name))
        raise self.error(f"there is no “.{name}” here; only the state, a class of Names and an action have names after a dot")

    def _field(self, owner: Value, kind: type[State], name: str) -> Value:
        field, offset = kind.fields[name], kind.layout.offsets[name]
        pointer = self.out.value(f"getelementptr inbounds i8, ptr {owner.text}, i64 {offset}") if offset else owner.text
        cell = Cell.of_field(kind, field)
        return Value(Array(cell, field.shape), pointer) if field.shape else self.load(cell, pointer)

    def load(self, cell: Cell, pointer: str) -> Value:
        """Load an integer, widened to 64 bits."""
        tags = self.module.memory_tag(cell.memory) + self.module.range_tag(cell)
        loaded = self.out.value(f"load i{cell.bits}, ptr {pointer}{tags}")
        if cell.bits == 64:
            return integer(loaded, cell.lo, cell.hi)
        widen = "zext" if cell.lo >= 0 else "sext"
        return integer(self.out.value(f"{widen} i{cell.bits} {loaded} to i64"), cell.lo, cell.hi)

    def store(self, cell: Cell, pointer: str, value: Value) -> None:
        """Store an integer, narrowed; the checked build checks the bounds of the field."""
        if value.lo < cell.lo or value.hi > cell.hi:
            reason = f"{cell.memory.rpartition('.')[2]} would be outside {cell.lo}..{cell.hi}"
            if value.lo < cell.lo:
                self.fail_if(self.out.value(f"icmp slt i64 {value.text}, {cell.lo}"), reason)
            if value.hi > cell.hi:
                self.fail_if(self.out.value(f"icmp sgt i64 {value.text}, {cell.hi}"), reason)
        text = value.text
        if cell.bits < 64:
            text = self.out.value(f"trunc i64 {text} to i{cell.bits}")
        self.out.emit(f"store i{cell.bits} {text}, ptr {pointer}{self.module.memory_tag(cell.memory)}")

    def element(self, owner: Value, index: Value) -> Value:
        match owner.type:
            case Array(cell=cell, shape=shape):
                pointer = self.element_pointer(owner, index)
                return Value(Array(cell, shape[1:]), pointer) if shape[1:] else self.load(cell, pointer)
            case Records(kind=kind):
                pointer = f"getelementptr inbounds [{kind.layout.size} x i8], ptr {owner.text}, i64 {index.text}"
                return Value(Record(kind), self.out.value(pointer))
            case RandomStreams():
                return Value(STREAM, self.out.value(f"getelementptr inbounds i64, ptr {owner.text}, i64 {index.text}"))
            case Known(value=tuple() as table):
                return self._known_element(table, index)
        raise self.error("only tables, fields with several entries and rows have an index")

    def element_pointer(self, owner: Value, index: Value) -> str:
        """Return the address of an element or row. A constant index below 0 counts from the end."""
        assert isinstance(owner.type, Array)
        cell, (length, *inner) = owner.type.cell, owner.type.shape
        size = constant(length) if length >= 0 else owner.length
        assert size is not None
        if index.constant is not None and index.constant < 0 and size.constant is not None:
            index = constant(index.constant + size.constant)
        self._check_index(index, size)
        kind = f"i{cell.bits}"
        for extent in reversed(inner):
            kind = f"[{extent} x {kind}]"
        return self.out.value(f"getelementptr inbounds {kind}, ptr {owner.text}, i64 {index.text}")

    def _check_index(self, index: Value, size: Value) -> None:
        if size.constant is not None:
            if index.constant is not None and not 0 <= index.constant < size.constant:
                raise self.error(f"the index {index.constant} is outside 0..{size.constant - 1}")
            if index.lo >= 0 and index.hi < size.constant:
                return
        top = "the length" if size.constant is None else str(size.constant)
        self.fail_if(self.out.value(f"icmp uge i64 {index.text}, {size.text}"), f"an index below 0, or not below {top}")

    def _known_element(self, table: tuple[Any, ...], index: Value) -> Value:
        if index.constant is not None:
            if not -len(table) <= index.constant < len(table):
                raise self.error(f"the index {index.constant} is outside 0..{len(table) - 1}")
            return self.wrap(table[index.constant])
        return self.element(self.table(table), index)

    def table(self, table: tuple[Any, ...]) -> Value:
        """Return a constant table in memory. Raises LanguageError for ragged ones."""
        shape, numbers = _flatten(table)
        if numbers is None:
            raise self.error("a table is a tuple of integers, or of equally long rows; pad the short ones")
        name, cell = self.module.table(numbers)
        return Value(Array(cell, shape), name)

    # Conditions -----------------------------------------------------------------------------------

    def as_truth(self, value: Value) -> Value:
        """Return whether an integer is other than 0."""
        if isinstance(value.type, Bool):
            return value
        number = self.as_int(value)
        return arithmetic.compare(self, ast.NotEq(), number, constant(0))

    def decide(self, node: ast.expr, yes: str, no: str) -> bool | None:
        """Branch on a condition, with short circuit; return what it is if that is known while compiling."""
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                known = self.decide(operand, no, yes)
                return None if known is None else not known
            case ast.BoolOp(op=operator, values=values):
                return self._decide_all(values, isinstance(operator, ast.And), yes, no)
            case ast.Compare() if len(node.ops) > 1:
                self._decide_chain(node, yes, no)
                return None
        value = self.as_truth(self.expression(node))
        if value.constant is not None:
            self.out.jump(yes if value.constant else no)
            return bool(value.constant)
        self.out.branch(value.text, yes, no)
        return None

    def _decide_all(self, values: list[ast.expr], every: bool, yes: str, no: str) -> bool | None:
        """Branch on `and` (every) or `or`; what follows a value that decides is not lowered."""
        certain = True
        for node in values[:-1]:
            going_on = self.out.label()
            known = self.decide(node, going_on if every else yes, no if every else going_on)
            if known is (not every):
                return known
            certain &= known is not None
            self.out.place(going_on)
        known = self.decide(values[-1], yes, no)
        return known if certain or known is (not every) else None

    def _decide_chain(self, node: ast.Compare, yes: str, no: str) -> None:
        left = self.int_of(node.left)
        for place, (operator, right_node) in enumerate(zip(node.ops, node.comparators, strict=True), start=1):
            right = self.int_of(right_node)
            result = arithmetic.compare(self, operator, left, right)
            going_on = yes if place == len(node.ops) else self.out.label()
            self.out.branch(result.text, going_on, no)
            if going_on != yes:
                self.out.place(going_on)
            left = right

    def _truth_of(self, node: ast.expr) -> Value:
        """Lower a condition to a value."""
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left = self.int_of(node.left)
            right = self.int_of(node.comparators[0])
            return arithmetic.compare(self, node.ops[0], left, right)
        if isinstance(node, ast.UnaryOp):
            value = self.as_truth(self.expression(node.operand))
            if value.constant is not None:
                return known_truth(not value.constant)
            return truth(self.out.value(f"xor i1 {value.text}, true"))
        yes, no, end = self.out.label(), self.out.label(), self.out.label()
        self.decide(node, yes, no)
        self.out.place(yes)
        self.out.jump(end)
        self.out.place(no)
        self.out.jump(end)
        self.out.place(end)
        return truth(self.out.value(f"phi i1 [ true, %{yes} ], [ false, %{no} ]"))

    def _bool_op(self, node: ast.BoolOp) -> Value:
        """Lower `and`, `or` as a value: that of the operand that decides."""
        slot, end = self.out.slot("i64"), self.out.label()
        results = []
        for operand in node.values:
            value = self.expression(operand)
            number = self.as_int(value)
            results.append((value, number))
            self.out.emit(f"store i64 {number.text}, ptr {slot}")
            if operand is not node.values[-1]:
                going_on = self.out.label()
                condition = self.as_truth(value).text
                self.out.branch(condition, *((going_on, end) if isinstance(node.op, ast.And) else (end, going_on)))
                self.out.place(going_on)
        self.out.place(end)
        loaded = self.out.value(f"load i64, ptr {slot}")
        if all(value.type is BOOL for value, _number in results):
            return truth(self.out.value(f"icmp ne i64 {loaded}, 0"))
        return _union(loaded, [number for _value, number in results])

    def _if_expression(self, node: ast.IfExp) -> Value:
        yes, no, end = self.out.label(), self.out.label(), self.out.label()
        known = self.decide(node.test, yes, no)
        if known is not None:
            self.out.place(yes if known else no)
            return self.expression(node.body if known else node.orelse)
        slot, results = self.out.slot("i64"), []
        for label, branch in ((yes, node.body), (no, node.orelse)):
            self.out.place(label)
            number = self.int_of(branch)
            self.out.emit(f"store i64 {number.text}, ptr {slot}")
            self.out.jump(end)
            results.append(number)
        self.out.place(end)
        return _union(self.out.value(f"load i64, ptr {slot}"), results)

    # Calls ----------------------------------------------------------------------------------------

    def call_node(self, node: ast.Call) -> Value | None:
        """Lower a call of a function, of a builtin, or of a function from a table of functions."""
        if isinstance(node.func, ast.Name) and node.func.id in BUILTINS and node.func.id not in self.function.__globals__:
            return self._builtin(node.func.id, [self.expression(arg) for arg in node.args])
        if isinstance(node.func, ast.Subscript):
            return self._call_from_table(node, node.func)
        if isinstance(node.func, ast.Attribute):
            owner = self.expression(node.func.value)
            if isinstance(owner.type, Known) and isinstance(owner.type.value, ActionKind):
                return self._action(owner.type.value, node.func.attr, [self.int_of(arg) for arg in node.args])
            callee = self._attribute(owner, node.func.attr)
        else:
            callee = self.expression(node.func)
        if not isinstance(callee.type, Known) or not isinstance(callee.type.value, FunctionType):
            raise self.error(
                f"“{ast.unparse(node.func)}” is not a plain function; only those, {', '.join(BUILTINS)} are called"
            )
        args = [self.expression(arg) for arg in node.args]
        self.line = node.lineno
        return self.call(callee.type.value, args)

    def _call_from_table(self, node: ast.Call, place: ast.Subscript) -> Value:
        owner = self.expression(place.value)
        functions = owner.type.value if isinstance(owner.type, Known) else None
        if not isinstance(functions, tuple) or not all(isinstance(function, FunctionType) for function in functions):
            raise self.error(f"“{ast.unparse(place.value)}” is not a constant tuple of functions")
        index = self.int_of(place.slice)
        self.fail_if(self.out.value(f"icmp uge i64 {index.text}, {len(functions)}"), f"an index not below {len(functions)}")
        args = [self.expression(arg) for arg in node.args]
        slot, end = self.out.slot("i64", "0"), self.out.label()
        labels = [self.out.label() for _ in functions]
        cases = " ".join(f"i64 {number}, label %{label}" for number, label in enumerate(labels))
        self.out.finish(f"switch i64 {index.text}, label %{end} [ {cases} ]")
        for label, function in zip(labels, functions, strict=True):
            self.out.place(label)
            result = self.call(function, args)
            if result is None:
                raise self.error(f"{function.__name__} returns nothing")
            self.out.emit(f"store i64 {result.text}, ptr {slot}")
            self.out.jump(end)
        self.out.place(end)
        return integer(self.out.value(f"load i64, ptr {slot}"))

    def _builtin(self, name: str, args: list[Value]) -> Value:
        if name == "len" and len(args) == 1:
            return self.length(args[0])
        numbers = [self.as_int(arg) for arg in args]
        if name == "abs" and len(numbers) == 1:
            return arithmetic.absolute(self, numbers[0])
        if name in ("min", "max") and len(numbers) > 1:
            result = numbers[0]
            for number in numbers[1:]:
                result = arithmetic.extreme(self, name, result, number)
            return result
        raise self.error(f"“{name}” is called with other arguments than the language has")

    def length(self, value: Value) -> Value:
        match value.type:
            case Array(shape=(length, *_)):
                return constant(length) if length >= 0 else value.length or constant(0)
            case Known(value=known) if hasattr(known, "__len__"):
                return constant(len(known))
        raise self.error("only tables, rows and fields with several entries have a length")

    def _action(self, kind: ActionKind, name: str, args: list[Value]) -> Value:
        """Lower the methods of a kind of action, which are arithmetic on its block of ids."""
        if name == "id":
            total = constant(kind.first - sum(domain.first * kind.strides[arg] for arg, domain in kind.args.items()))
            for value, arg in zip(args, kind.args, strict=True):
                term = arithmetic.multiply(self, value, constant(kind.strides[arg]))
                total = arithmetic.add(self, total, term)
            return total
        (action,) = args
        place = self.out.value(f"sub i64 {action.text}, {kind.first}")
        if name == "has":
            return truth(self.out.value(f"icmp ult i64 {place}, {kind.count}"))
        if name not in kind.args:
            raise self.error(f"the action {kind.name} has no argument “{name}”; it has {', '.join(kind.args) or 'none'}")
        self.fail_if(self.out.value(f"icmp uge i64 {place}, {kind.count}"), f"the action is not of the kind {kind.name}")
        domain, stride = kind.args[name], kind.strides[name]
        inside = integer(place, 0, kind.count - 1)
        value = arithmetic.floor_divide(self, inside, constant(stride))
        if name != next(iter(kind.args)):
            value = arithmetic.modulo(self, value, constant(domain.size))
        return arithmetic.add(self, value, constant(domain.first))


def _has_constants(value: Any) -> bool:
    """Return whether the attributes of an object are constants: names of a domain, functions of a game (fingerprint.py)."""
    return (isinstance(value, type) and issubclass(value, Names)) or hasattr(type(value), "__dataclass_fields__")


def _union(text: str, values: list[Value]) -> Value:
    """Return a value that is one of these."""
    return integer(text, min(value.lo for value in values), max(value.hi for value in values))


def _flatten(table: tuple[Any, ...]) -> tuple[tuple[int, ...], list[int] | None]:
    """Return the shape and the numbers of a nested tuple; None if it is ragged or holds something else."""
    if all(isinstance(item, int) for item in table):
        return (len(table),), [int(item) for item in table]
    if not all(isinstance(item, tuple) for item in table):
        return (), None
    shapes, numbers = zip(*(_flatten(item) for item in table), strict=True)
    if len(set(shapes)) != 1 or any(row is None for row in numbers):
        return (), None
    return (len(table), *shapes[0]), [number for row in numbers for number in row]

"""Lowering of expressions: constants, names, operators, and calls up to what is called."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from fairyring.core.fields.vocabulary import Names
from fairyring.core.game.actions import ActionKind
from fairyring.kernel.compiler import arithmetic
from fairyring.kernel.compiler.conditions import Conditions
from fairyring.kernel.compiler.types import (
    Bool,
    Bundle,
    Known,
    Record,
    Value,
    constant,
    integer,
    known_truth,
    truth,
)
from fairyring.kernel.language import BUILTINS


class Expressions(Conditions):
    """Lowers expressions of one function. Subclasses know its variables (variables.py) and the other functions (lower.py)."""

    def read(self, name: str) -> Value | None:
        """Return the value of a variable; None if the function has none of this name."""
        raise NotImplementedError

    def call(self, function: FunctionType, args: list[Value]) -> Value | None:
        """Return the result of a call; None if the function returns nothing."""
        raise NotImplementedError

    # Values ---------------------------------------------------------------------------------------

    def expression(self, node: ast.expr) -> Value:
        """Lower an expression of any type."""
        self.line = node.lineno
        match node:
            case ast.Constant(value=bool(value)):
                return known_truth(value)
            case ast.Constant(value=int(value)):
                return self.wrap(value)
            case ast.Constant(value=str()):
                raise self.error("texts are absent; use a number, or a name of the schema such as Phase.DONE")
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

    def _name(self, name: str) -> Value:
        value = self.read(name)
        if value is not None:
            return value
        if name in self.function.__globals__:
            return self.wrap(self.function.__globals__[name])
        raise self.error(
            f"there is no “{name}”; assign it first, or define it at the top of the module as a function, an integer or a tuple"
        )

    def _attribute(self, owner: Value, name: str) -> Value:
        match owner.type:
            case Record(kind=kind):
                self.need_field(kind, name)
                return self._field(owner, kind, name)
            case Bundle():
                return owner.parts[name]
            case Known(value=value) if hasattr(value, name) and _has_constants(value):
                return self.wrap(getattr(value, name))
        raise self.error(f"there is no “.{name}” here; only the state, a class of Names and an action have names after a dot")

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

"""Lowering of conditions: truth values, branches with short circuit, `and`, `or` and `if` as values."""

from __future__ import annotations

import ast

from fairyring.kernel.compiler import arithmetic
from fairyring.kernel.compiler.memory import Memory
from fairyring.kernel.compiler.types import (
    BOOL,
    Bool,
    Value,
    constant,
    integer,
    known_truth,
    truth,
)


class Conditions(Memory):
    """Lowers conditions of one function; the expressions inside them are the business of the subclass (expressions.py)."""

    def expression(self, node: ast.expr) -> Value:
        """Lower an expression of any type."""
        raise NotImplementedError

    def int_of(self, node: ast.expr) -> Value:
        """Lower an expression that must be an integer."""
        return self.as_int(self.expression(node))

    # Branches -------------------------------------------------------------------------------------

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

    # Values ---------------------------------------------------------------------------------------

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


def _union(text: str, values: list[Value]) -> Value:
    """Return a value that is one of these."""
    return integer(text, min(value.lo for value in values), max(value.hi for value in values))

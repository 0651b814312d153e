"""Operators of integers as Python defines them, with the range of each result. `code` is the function being lowered.

Ranges decide which checks are needed, and let `//` and `%` of numbers that cannot be negative be one instruction. A range is
always sound: a result whose bounds leave 64 bits has none.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Protocol

from fairyring.kernel.compiler.ir import FunctionText, ModuleText
from fairyring.kernel.compiler.types import INT_MAX, INT_MIN, Value, constant, integer, known_truth, truth
from fairyring.kernel.language import MAX_SHIFT

FOLD: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
    ast.LShift: lambda a, b: a << b,
    ast.RShift: lambda a, b: a >> b,
    ast.BitAnd: lambda a, b: a & b,
    ast.BitOr: lambda a, b: a | b,
    ast.BitXor: lambda a, b: a ^ b,
}
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge",
}  # fmt: skip


class Code(Protocol):
    """What operators need of the function that is being lowered."""

    out: FunctionText
    module: ModuleText
    checked: bool

    def fail_if(self, condition: str, reason: str) -> None:
        """In the checked build, stop with a message if the condition holds; nothing in the fast build."""


def fits(lo: int, hi: int) -> bool:
    """Return whether a range lies within 64 bits."""
    return lo >= INT_MIN and hi <= INT_MAX


def binary(code: Code, operator: ast.operator, a: Value, b: Value) -> Value:
    """Return the result of a binary operator."""
    kind = type(operator)
    if a.constant is not None and b.constant is not None and _folds(kind, b.constant):
        result = FOLD[kind](a.constant, b.constant)
        if fits(result, result):
            return constant(result)
    return OPERATORS[kind](code, a, b)


def _folds(kind: type[ast.operator], b: int) -> bool:
    if kind in (ast.FloorDiv, ast.Mod):
        return b != 0
    return 0 <= b <= MAX_SHIFT if kind in (ast.LShift, ast.RShift) else True


def _overflowing(code: Code, name: str, a: Value, b: Value, lo: int, hi: int) -> Value:
    """Add, subtract or multiply; checked unless the range shows that the result fits."""
    if fits(lo, hi) or not code.checked:
        return integer(code.out.value(f"{name} i64 {a.text}, {b.text}"), lo, hi)
    function = code.module.intrinsic(f"llvm.s{name}.with.overflow.i64")
    pair = code.out.value(f"call {{ i64, i1 }} {function}(i64 {a.text}, i64 {b.text})")
    result = code.out.value(f"extractvalue {{ i64, i1 }} {pair}, 0")
    code.fail_if(code.out.value(f"extractvalue {{ i64, i1 }} {pair}, 1"), "the result does not fit 64 bits")
    return integer(result)


def add(code: Code, a: Value, b: Value) -> Value:
    if b.constant == 0:
        return a
    return b if a.constant == 0 else _overflowing(code, "add", a, b, a.lo + b.lo, a.hi + b.hi)


def subtract(code: Code, a: Value, b: Value) -> Value:
    return a if b.constant == 0 else _overflowing(code, "sub", a, b, a.lo - b.hi, a.hi - b.lo)


def multiply(code: Code, a: Value, b: Value) -> Value:
    if b.constant == 1:
        return a
    if a.constant == 1:
        return b
    corners = [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
    return _overflowing(code, "mul", a, b, min(corners), max(corners))


def _power_of_two(value: Value) -> int:
    """Return n for the constant 2**n; -1 for any other value."""
    number = value.constant
    return number.bit_length() - 1 if number is not None and number > 0 and number & (number - 1) == 0 else -1


def _safe_divisor(code: Code, b: Value) -> str:
    """Return the divisor with 0 and -1 replaced by 1, if it can be one of them; the processor stops at both."""
    if b.lo <= 0 <= b.hi:
        code.fail_if(code.out.value(f"icmp eq i64 {b.text}, 0"), "division by zero")
    if not _odd_divisor(b):
        return b.text
    shifted = code.out.value(f"add i64 {b.text}, 1")
    odd = code.out.value(f"icmp ule i64 {shifted}, 1")
    return code.out.value(f"select i1 {odd}, i64 1, i64 {b.text}")


def _odd_divisor(b: Value) -> bool:
    return b.lo <= 0 and b.hi >= -1


def floor_divide(code: Code, a: Value, b: Value) -> Value:
    out, power = code.out, _power_of_two(b)
    if power >= 0:
        name = "lshr" if a.lo >= 0 else "ashr"
        return a if power == 0 else integer(out.value(f"{name} i64 {a.text}, {power}"), a.lo >> power, a.hi >> power)
    safe = _safe_divisor(code, b)
    if b.lo <= -1 <= b.hi and a.lo == INT_MIN:
        lowest = out.value(f"icmp eq i64 {a.text}, {INT_MIN}")
        minus = out.value(f"icmp eq i64 {b.text}, -1")
        code.fail_if(out.value(f"and i1 {lowest}, {minus}"), "the result does not fit 64 bits")
    if a.lo >= 0 and b.lo >= 0:
        result = out.value(f"udiv i64 {a.text}, {safe}")
    else:
        quotient = out.value(f"sdiv i64 {a.text}, {safe}")
        rest = out.value(f"srem i64 {a.text}, {safe}")
        step = out.value(f"sext i1 {_rest_has_wrong_sign(code, rest, safe, b)} to i64")
        result = out.value(f"add i64 {quotient}, {step}")
    if _odd_divisor(b):  # by definition, the fast build divides by zero to 0
        negated = out.value(f"sub i64 0, {a.text}")
        by_minus = out.value(f"icmp eq i64 {b.text}, -1")
        result = out.value(f"select i1 {by_minus}, i64 {negated}, i64 {result}")
        by_zero = out.value(f"icmp eq i64 {b.text}, 0")
        result = out.value(f"select i1 {by_zero}, i64 0, i64 {result}")
    if b.lo <= 0:
        return integer(result, 0, a.hi) if a.lo >= 0 and b.lo >= 0 else integer(result)
    corners = [x // y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
    return integer(result, min(corners), max(corners))


def _rest_has_wrong_sign(code: Code, rest: str, divisor: str, b: Value) -> str:
    """Python rounds down: the rest has the sign of the divisor."""
    out = code.out
    if b.lo > 0:
        return out.value(f"icmp slt i64 {rest}, 0")
    differs = out.value(f"icmp slt i64 {out.value(f'xor i64 {rest}, {divisor}')}, 0")
    return out.value(f"and i1 {out.value(f'icmp ne i64 {rest}, 0')}, {differs}")


def modulo(code: Code, a: Value, b: Value) -> Value:
    out, power = code.out, _power_of_two(b)
    if power >= 0:
        return integer(out.value(f"and i64 {a.text}, {(1 << power) - 1}"), 0, (1 << power) - 1)
    if a.lo >= 0 and b.lo > a.hi:
        return a
    safe = _safe_divisor(code, b)
    if a.lo >= 0 and b.lo >= 0:
        result = out.value(f"urem i64 {a.text}, {safe}")
    else:
        rest = out.value(f"srem i64 {a.text}, {safe}")
        more = out.value(f"add i64 {rest}, {safe}")
        result = out.value(f"select i1 {_rest_has_wrong_sign(code, rest, safe, b)}, i64 {more}, i64 {rest}")
    if b.lo <= 0:  # a divisor of 0 or -1 was replaced by 1, which leaves the rest 0
        return integer(result)
    return integer(result, 0, min(b.hi - 1, a.hi) if a.lo >= 0 else b.hi - 1)


def _safe_shift(code: Code, b: Value) -> Value:
    """Return the number of bits of a shift, from 0 to 63."""
    if b.lo >= 0 and b.hi <= MAX_SHIFT:
        return b
    code.fail_if(code.out.value(f"icmp ugt i64 {b.text}, {MAX_SHIFT}"), f"a shift by less than 0 or more than {MAX_SHIFT}")
    return integer(code.out.value(f"and i64 {b.text}, {MAX_SHIFT}"), 0, MAX_SHIFT)


def shift_left(code: Code, a: Value, b: Value) -> Value:
    bits = _safe_shift(code, b)
    result = code.out.value(f"shl i64 {a.text}, {bits.text}")
    corners = [x << y for x in (a.lo, a.hi) for y in (bits.lo, bits.hi)]
    lo, hi = min(corners), max(corners)
    if not fits(lo, hi) and code.checked:
        back = code.out.value(f"ashr i64 {result}, {bits.text}")
        code.fail_if(code.out.value(f"icmp ne i64 {back}, {a.text}"), "the result does not fit 64 bits")
    return integer(result, lo, hi)


def shift_right(code: Code, a: Value, b: Value) -> Value:
    bits = _safe_shift(code, b)
    corners = [x >> y for x in (a.lo, a.hi) for y in (bits.lo, bits.hi)]
    name = "lshr" if a.lo >= 0 else "ashr"
    return integer(code.out.value(f"{name} i64 {a.text}, {bits.text}"), min(corners), max(corners))


def bit_and(code: Code, a: Value, b: Value) -> Value:
    tops = [value.hi for value in (a, b) if value.lo >= 0]
    result = code.out.value(f"and i64 {a.text}, {b.text}")
    return integer(result, 0, min(tops)) if tops else integer(result)


def _bitwise(code: Code, name: str, a: Value, b: Value) -> Value:
    result = code.out.value(f"{name} i64 {a.text}, {b.text}")
    if a.lo < 0 or b.lo < 0:
        return integer(result)
    return integer(result, 0, (1 << max(a.hi.bit_length(), b.hi.bit_length())) - 1)


def bit_or(code: Code, a: Value, b: Value) -> Value:
    return _bitwise(code, "or", a, b)


def bit_xor(code: Code, a: Value, b: Value) -> Value:
    return _bitwise(code, "xor", a, b)


OPERATORS: dict[type[ast.operator], Callable[[Code, Value, Value], Value]] = {
    ast.Add: add,
    ast.Sub: subtract,
    ast.Mult: multiply,
    ast.FloorDiv: floor_divide,
    ast.Mod: modulo,
    ast.LShift: shift_left,
    ast.RShift: shift_right,
    ast.BitAnd: bit_and,
    ast.BitOr: bit_or,
    ast.BitXor: bit_xor,
}


def negate(code: Code, a: Value) -> Value:
    return constant(-a.constant) if a.constant is not None and a.constant > INT_MIN else subtract(code, constant(0), a)


def invert(code: Code, a: Value) -> Value:
    return integer(code.out.value(f"xor i64 {a.text}, -1"), ~a.hi, ~a.lo)


def compare(code: Code, operator: ast.cmpop, a: Value, b: Value) -> Value:
    """Return the truth value of one comparison, constant where the ranges decide."""
    decided = _decided(type(operator), a, b)
    if decided is not None:
        return known_truth(decided)
    return truth(code.out.value(f"icmp {COMPARISONS[type(operator)]} i64 {a.text}, {b.text}"))


def _decided(kind: type[ast.cmpop], a: Value, b: Value) -> bool | None:
    apart = a.hi < b.lo or b.hi < a.lo
    same = a.constant is not None and a.constant == b.constant
    if kind is ast.Eq:
        return True if same else False if apart else None
    if kind is ast.NotEq:
        return False if same else True if apart else None
    if kind in (ast.Gt, ast.GtE):
        a, b = b, a
    if kind in (ast.Lt, ast.Gt):
        return True if a.hi < b.lo else False if a.lo >= b.hi else None
    return True if a.hi <= b.lo else False if a.lo > b.hi else None


def extreme(code: Code, name: str, a: Value, b: Value) -> Value:
    """Return the smaller (`min`) or larger (`max`) of two integers."""
    choose = min if name == "min" else max
    lo, hi = choose(a.lo, b.lo), choose(a.hi, b.hi)
    function = code.module.intrinsic(f"llvm.s{name}.i64")
    return integer(code.out.value(f"call i64 {function}(i64 {a.text}, i64 {b.text})"), lo, hi)


def absolute(code: Code, a: Value) -> Value:
    if a.lo >= 0:
        return a
    if a.lo == INT_MIN:
        code.fail_if(code.out.value(f"icmp eq i64 {a.text}, {INT_MIN}"), "the result does not fit 64 bits")
    function = code.module.intrinsic("llvm.abs.i64")
    return integer(code.out.value(f"call i64 {function}(i64 {a.text}, i1 false)"), 0, max(-a.lo, a.hi))

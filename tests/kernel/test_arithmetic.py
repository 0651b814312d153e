"""Operators of compiled code: Python's meaning, in both builds; the checked build stops where Python has no 64-bit result."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fairyring.kernel.native import CheckFailed
from tests.kernel.support import BUILDS, Compiled

INT_MIN, INT_MAX = -(1 << 63), (1 << 63) - 1
EDGES = (0, 1, -1, 2, -2, 7, -7, 63, 64, -64, INT_MIN, INT_MIN + 1, INT_MAX, INT_MAX - 1, 1 << 32, -(1 << 32))
NUMBERS = st.one_of(st.sampled_from(EDGES), st.integers(-20, 20), st.integers(INT_MIN, INT_MAX))


def add(a: int, b: int) -> int:
    return a + b


def subtract(a: int, b: int) -> int:
    return a - b


def multiply(a: int, b: int) -> int:
    return a * b


def floor_divide(a: int, b: int) -> int:
    return a // b


def modulo(a: int, b: int) -> int:
    return a % b


def shift_left(a: int, b: int) -> int:
    return a << b


def shift_right(a: int, b: int) -> int:
    return a >> b


def bits(a: int, b: int) -> int:
    return (a & b) + (a | b) * 3 - (a ^ ~b)


def by_constants(a: int, b: int) -> int:
    return a // 8 + a % 8 + b // 7 * 2 + b % 7 + a // -3 + b % -3 + a // 1 + b % 1


def by_small(a: int, b: int) -> int:
    small = (a & 15) - 5
    positive = (b & 7) + 1
    return small // positive * 100 + small % positive * 1000 + (a & 63) // positive + (a & 63) % positive + (small >> positive)


def negate(a: int, b: int) -> int:
    return -a if b > 0 else -(a >> 1)


def absolute(a: int, b: int) -> int:
    return abs(a) if b > 0 else abs(a >> 1)


def extremes(a: int, b: int) -> int:
    return min(a, b, 5) // 4 + max(a, b, -5) // 4 + max(a & 3, b & 7) - min(a & 3, b & 7)


def compared(a: int, b: int) -> int:
    return (a < b) + (a <= b) * 2 + (a > b) * 4 + (a >= b) * 8 + (a == b) * 16 + (a != b) * 32


def chained(a: int, b: int) -> int:
    return (0 <= a < b) + (a < b <= 10 != a) * 2


def chosen(a: int, b: int) -> int:
    return (a and b) // 4 + (a or b) // 4 + (not a) + (1 if (a and not b) or b > 5 else 2)


OPERATORS: tuple[Callable[[int, int], int], ...] = (
    add, subtract, multiply, floor_divide, modulo, shift_left, shift_right, bits, by_constants, by_small, negate, absolute,
    extremes, compared, chained, chosen,
)  # fmt: skip
BIG_RESULTS = {bits, by_constants}  # intermediate results may leave 64 bits: compared modulo 2**64 in the fast build


@cache
def compiled(checked: bool) -> Compiled:
    return Compiled(OPERATORS, checked)


def wrapped(value: int) -> int:
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)


@pytest.mark.parametrize("operator", OPERATORS)
@given(a=NUMBERS, b=NUMBERS)
@example(a=INT_MIN, b=-1)
@example(a=7, b=0)
@example(a=-7, b=2)
@example(a=1, b=63)
@example(a=1, b=64)
def test_operators_have_the_semantics_of_python(operator: Callable[[int, int], int], a: int, b: int) -> None:
    if (operator in (shift_left, shift_right) and not 0 <= b < 64) or (operator in (floor_divide, modulo) and b == 0):
        with pytest.raises(CheckFailed):
            compiled(True)(operator, a, b)
        compiled(False)(operator, a, b)  # defined, whatever it is: the process goes on
        return
    expected = operator(a, b)
    assert compiled(False)(operator, a, b) == wrapped(expected)
    if operator in BIG_RESULTS:
        return
    if INT_MIN <= expected <= INT_MAX:
        assert compiled(True)(operator, a, b) == expected
    else:
        with pytest.raises(CheckFailed, match="does not fit 64 bits"):
            compiled(True)(operator, a, b)


def test_fast_division_by_zero_is_zero() -> None:
    assert [compiled(False)(operator, 7, 0) for operator in (floor_divide, modulo)] == [0, 0]


@pytest.mark.parametrize("checked", BUILDS)
def test_ranges_of_intermediate_results_are_sound(checked: bool) -> None:
    """Every value of small arguments: a wrong range would fold a comparison or drop a check."""
    run = compiled(checked)
    for a in range(-40, 40):
        for b in range(-9, 9):
            assert run(by_small, a, b) == by_small(a, b)
            assert run(by_constants, a, b) == by_constants(a, b)
            assert run(extremes, a, b) == extremes(a, b)


def test_messages_name_file_line_and_function() -> None:
    line = floor_divide.__code__.co_firstlineno + 1
    with pytest.raises(CheckFailed, match=f"^test_arithmetic.py:{line}, in floor_divide: division by zero$"):
        compiled(True)(floor_divide, 1, 0)

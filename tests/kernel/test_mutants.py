"""Deliberate mistakes in the compiler: each one makes compiled programs differ from Python, or pass a check that must fail."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, cast

import pytest

import fairyring.kernel.compiler
from fairyring.kernel.language import LanguageError
from fairyring.kernel.native import CheckFailed, Library, compile_ir
from tests.kernel.support import define
from tests.kernel.test_arithmetic import (
    EDGES,
    INT_MAX,
    INT_MIN,
    OPERATORS,
    floor_divide,
    modulo,
    shift_left,
    shift_right,
    wrapped,
)
from tests.kernel.test_language import ARGUMENTS, FAILING, PROGRAMS, program

SOURCE = Path(fairyring.kernel.compiler.__file__).parent
MUTANTS = {  # file, text, and what replaces it
    "floor division rounds to zero": ("arithmetic.py", "add i64 {quotient}, {step}", "add i64 {quotient}, 0"),
    "modulo has the sign of the dividend": ("arithmetic.py", "i64 {more}, i64 {rest}", "i64 {rest}, i64 {rest}"),
    "division by -1 forgotten": ("arithmetic.py", "i64 {negated}, i64 {result}", "i64 {result}, i64 {result}"),
    "power of two taken for any even number": ("arithmetic.py", "number & (number - 1) == 0", "number % 2 == 0"),
    "signed numbers divided as unsigned": (
        "arithmetic.py",
        'if a.lo >= 0 and b.lo >= 0:\n        result = out.value(f"udiv',
        'if b.lo >= 0:\n        result = out.value(f"udiv',
    ),
    "right shift fills with zeros": (
        "arithmetic.py",
        'name = "lshr" if a.lo >= 0 else "ashr"\n    return integer(code.out',
        'name = "lshr"\n    return integer(code.out',
    ),
    "range of a difference": ("arithmetic.py", "a.lo - b.hi, a.hi - b.lo", "a.lo - b.lo, a.hi - b.hi"),
    "range of bitwise and": (
        "arithmetic.py",
        "integer(result, 0, min(tops)) if tops",
        "integer(result, 0, min(tops) // 2) if tops",
    ),
    "range of or": ("arithmetic.py", "(1 << max(a.hi.bit_length(), b.hi.bit_length())) - 1", "max(a.hi, b.hi)"),
    "range of modulo": ("arithmetic.py", "min(b.hi - 1, a.hi) if a.lo >= 0 else b.hi - 1", "b.lo - 1"),
    "at most taken for less": ("arithmetic.py", 'ast.LtE: "sle"', 'ast.LtE: "slt"'),
    "comparison decided by a touching range": (
        "arithmetic.py",
        "return True if a.hi < b.lo else False if a.lo >= b.hi else None",
        "return True if a.hi <= b.lo else False if a.lo >= b.hi else None",
    ),
    "min and max exchanged": ("arithmetic.py", 'f"llvm.s{name}.i64"', '''f"llvm.s{'max' if name == 'min' else 'min'}.i64"'''),
    "overflow not checked": ("arithmetic.py", "if fits(lo, hi) or not code.checked:", "if True:"),
    "shift not checked": (
        "arithmetic.py",
        '    code.fail_if(code.out.value(f"icmp ugt i64 {b.text}, {MAX_SHIFT}")',
        '    max(code.out.value(f"icmp ugt i64 {b.text}, {MAX_SHIFT}")',
    ),
    "index not checked": ("memory.py", "if index.lo >= 0 and index.hi < size.constant:", "if index.hi < 1 << 63:"),
    "index compared as signed": (
        "memory.py",
        "icmp uge i64 {index.text}, {size.text}",
        "icmp sge i64 {index.text}, {size.text}",
    ),
    "negative constant index not turned": (
        "memory.py",
        "return self.wrap(table[index.constant])",
        "return self.wrap(table[abs(index.constant)])",
    ),
    "rows one entry too short": ("memory.py", 'kind = f"[{extent} x {kind}]"', 'kind = f"[{extent - 1} x {kind}]"'),
    "and decided like or": (
        "conditions.py",
        "(going_on, end) if isinstance(node.op, ast.And) else (end, going_on)",
        "(going_on, end)",
    ),
    "not forgotten in conditions": (
        "conditions.py",
        "known = self.decide(operand, no, yes)",
        "known = self.decide(operand, yes, no)",
    ),
    "chained comparison keeps its first operand": ("conditions.py", "            left = right\n", ""),
    "loop includes its end": ("statements.py", "{'slt' if up else 'sgt'}", "{'sle' if up else 'sge'}"),
    "range of a loop variable": (
        "statements.py",
        "(start.lo, max(stop.hi - 1, start.lo))",
        "(start.lo, max(stop.hi - 2, start.lo))",
    ),
    "range of a variable with two values": (
        "variables.py",
        "if self._bindings[name] == 1 else",
        "if self._bindings[name] <= 2 else",
    ),
    "local array not cleared": ("statements.py", "i64 {8 * size.constant}, i1 false", "i64 {8 * size.constant - 8}, i1 false"),
    "local array not filled to its end": ("statements.py", "self._count(constant(0), size,", "self._count(constant(1), size,"),
    "unassigned variable not checked": (
        "variables.py",
        "            if self.checked:\n                flag",
        "            if not self.checked:\n                flag",
    ),
    "failure of a helper ignored": ("lower.py", "        if self.checked:\n            self._stop_if_failed()\n", ""),
    "assertion left out": (
        "statements.py",
        "        if not self.checked:\n            if any(isinstance(node, ast.Call)",
        "        if self.checked:\n            if any(isinstance(node, ast.Call)",
    ),
}


@pytest.fixture(scope="module")
def functions(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """The programs of test_language.py."""
    return [
        define(tmp_path_factory.mktemp("program"), program(body).replace("def f(", f"def f{place}("), f"f{place}")
        for place, body in enumerate(PROGRAMS.values())
    ]


@pytest.fixture(scope="module")
def failing(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    helper = "\ndef helper(n: int) -> int:\n    return 7 % (n - 9)\n"
    return [
        define(tmp_path_factory.mktemp("failing"), (program(body) + helper).replace("def f(", f"def g{place}("), f"g{place}")
        for place, (body, _words) in enumerate(FAILING.values())
    ]


def differences(package: str, functions: list[Any], failing: list[Any]) -> Iterator[str]:
    """Compile with a copy of the compiler; yield what differs from Python."""
    module, types = (importlib.import_module(f"{package}.{name}") for name in ("module", "types"))
    for checked in (False, True):
        used = [*functions, *OPERATORS, *(failing if checked else ())]
        entries = {
            function.__name__: module.EntryPoint(cast(FunctionType, function), (types.INT, types.INT)) for function in used
        }
        library = Library(compile_ir(module.module_text(entries, checked), level=1), entries)
        for function in functions:
            for a, b in ARGUMENTS:
                if library.call(function.__name__, (a, b)) != int(function(a, b)):
                    yield f"{function.__name__}({a}, {b})"
        for operator in OPERATORS:
            for a in EDGES:
                for b in EDGES:
                    if (operator in (shift_left, shift_right) and not 0 <= b < 64) or (
                        operator in (floor_divide, modulo) and not b
                    ):
                        continue
                    expected = operator(a, b)
                    if not checked and library.call(operator.__name__, (a, b)) != wrapped(expected):
                        yield f"{operator.__name__}({a}, {b})"
        for function, (_body, words) in zip(failing if checked else (), FAILING.values(), strict=checked):
            yield from _not_failing(library, function, words=words)
        if checked:
            yield from _not_failing(library, shift_left, 1, 64)
            yield from _not_failing(library, OPERATORS[0], INT_MAX, 1)
            yield from _not_failing(library, floor_divide, INT_MIN, -1)


def _not_failing(library: Library, function: Any, a: int = 9, b: int = 1, words: str = "") -> Iterator[str]:
    try:
        library.call(function.__name__, (a, b))
    except CheckFailed as error:
        if words in str(error):
            return
    yield f"{function.__name__}({a}, {b}) does not fail so"


def copy_compiler(folder: Path, name: str, file: str = "", text: str = "", replacement: str = "") -> None:
    """Write a copy of the compiler as a package of its own, with one text replaced."""
    shutil.copytree(SOURCE, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (folder / name).glob("*.py"):
        content = path.read_text(encoding="utf-8")
        if path.name == file:
            assert content.count(text) == 1, f"{file} has {content.count(text)} times {text!r}"
            content = content.replace(text, replacement)
        path.write_text(content.replace("fairyring.kernel.compiler", name), encoding="utf-8")


def differs(folder: Path, name: str, functions: list[Any], failing: list[Any]) -> str:
    sys.path.insert(0, str(folder))
    try:
        return next(differences(name, functions, failing), "")
    except (RuntimeError, CheckFailed, AssertionError, LanguageError) as error:  # refused, or a check fails where none must
        return type(error).__name__
    finally:
        sys.path.remove(str(folder))
        for module in [module for module in sys.modules if module.split(".")[0] == name]:
            del sys.modules[module]


def test_compiler_unchanged_compiles_correctly(tmp_path: Path, functions: list[Any], failing: list[Any]) -> None:
    copy_compiler(tmp_path, "unchanged_compiler")
    assert differs(tmp_path, "unchanged_compiler", functions, failing) == ""


def test_mistakes_are_at_least_twenty() -> None:
    assert len(MUTANTS) >= 20


@pytest.mark.parametrize("name", MUTANTS)
def test_mistakes_in_the_compiler_are_caught(tmp_path: Path, name: str, functions: list[Any], failing: list[Any]) -> None:
    package = f"mutant_{list(MUTANTS).index(name)}"
    copy_compiler(tmp_path, package, *MUTANTS[name])
    assert differs(tmp_path, package, functions, failing)

"""The language of rules: what it has means what Python means, and what it lacks is refused with line and way out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fairyring.core.errors import FairyringError
from fairyring.core.fields import schema
from fairyring.core.fields.schema import EVERYBODY, field, per_seat
from fairyring.core.fields.types import number, row
from fairyring.kernel.compiler.entry import EntryPoint
from fairyring.kernel.compiler.module import module_text
from fairyring.kernel.compiler.types import INT, Record
from fairyring.kernel.language import LanguageError
from fairyring.kernel.native import CheckFailed
from tests.kernel.support import BUILDS, Compiled, define

ARGUMENTS = [(a, b) for a in (-3, 0, 1, 2, 5, 9) for b in (-2, 0, 1, 4)]
CONSTANTS = "TABLE = (3, -1, 4, 1, -5)\nROWS = ((1, 2, 3), (40, 50, 600))\nLIMIT = 4\n"

PROGRAMS = {  # bodies of f(a, b)
    "early return": "if a > 2:\n    return b\nif b:\n    return a\nreturn -1",
    "elif": "if a < 0:\n    x = 1\nelif a == 0:\n    x = 2\nelif a < 3:\n    x = 3\nelse:\n    x = 4\nreturn x * 10 + b",
    "augmented assignment": (
        "x = a\nx += b\nx *= 3\nx -= 1\nx //= 2\nx %= 7\nx <<= 2\nx |= 1\nx ^= 5\nx &= 30\nx >>= 1\nreturn x"
    ),
    "nested loops": "x = 0\nfor i in range(a):\n    for j in range(i, 3):\n        x += i * j + b\nreturn x",
    "range with step": "x = 0\nfor i in range(9, a, -2):\n    x = x * 3 + i\nfor i in range(a, 9, 3):\n    x += i\nreturn x",
    "loop variable after the loop": "i = 7\nfor i in range(a):\n    pass\nreturn i",
    "loop variable assigned inside": "x = 0\nfor i in range(4):\n    x += i\n    i = a\n    x += i\nreturn x",
    "bound of a range evaluated once": "n = 3\nx = 0\nfor i in range(n):\n    n += 1\n    x += n\nreturn x + a",
    "break and continue": (
        "x = 0\nfor i in range(9):\n    if i == a:\n        continue\n    if i > b + 3:\n        break\n    x += i\nreturn x"
    ),
    "division by an even number": "return a // 6 * 100 + b % 12 + a % 10",
    "comparison with a loop variable": "x = 0\nfor i in range(4):\n    if i < 3:\n        x += 1\nreturn x + a",
    "comparison with a union of bits": "x = (a & 4) | (b & 3)\nreturn 1 if x > 4 else 0",
    "while": "x = 0\nn = a\nwhile n > 0 and x < 20:\n    x += n\n    n -= 1\nreturn x",
    "while True": (
        "n = 0\nwhile True:\n    n += 1\n    if n * n > a + 10:\n        return n\n    if n == b:\n        break\nreturn -n"
    ),
    "while with break": "n = 0\nwhile True:\n    n += 1\n    if n > 5:\n        x = n + a\n        break\nreturn x",
    "loop over a table": "x = 0\nfor v in TABLE:\n    x = x * 2 + v * a\nreturn x",
    "index of a table": (
        "return TABLE[(a + 3) % 5] + ROWS[b & 1][(a + 3) % 3] + ROWS[-1][-2] + TABLE[-1] + len(TABLE) + len(ROWS[0])"
    ),
    "local row": "r = ROWS[b & 1]\nreturn r[0] + r[(a + 3) % 3] + len(r)",
    "table of rows, row by row": "x = 0\nfor i in range(2):\n    for v in ROWS[i]:\n        x = x * 3 + v * a\nreturn x + b",
    "local array": (
        "x = [0] * LIMIT\nfor i in range(9):\n    x[(i + a) % 4] += i * b\n"
        "return x[0] + 3 * x[1] + 5 * x[2] + 7 * x[-1] + len(x)"
    ),
    "local array of other values": (
        "x: list[int] = [a * b] * (LIMIT - 1)\nx[1] -= 1\ny = 0\nfor v in x:\n    y = y * 3 + v\nreturn y"
    ),
    "local array made anew in each round": (
        "y = 0\nfor i in range(3):\n    x = [0] * 3\n    y = y * 7 + x[i]\n    for j in range(3):\n        x[j] += a + j\n"
        "    y += x[i] * b\nreturn y"
    ),
    "local array of two places": "x = [1] * 3\nif a > b:\n    x = [a] * 3\nx[0] += b\nreturn x[0] * 10 + x[2]",
    "local array passed to helpers": (
        "x = [0] * 5\ny = [a] * 3\nput(x, 2, a)\nput(x, 4, b)\nput(y, 0, 7)\nreturn total(x) * 100 + total(y) + total(TABLE)"
    ),
    "local array as bits": "x = [0] * 7\nx[(a + 3) % 7] = b\nx[6] = 1\nreturn occupied(x)",
    "entries that equal a value": "x = [0] * 7\nx[2] = a\nx[(a + 3) % 7] = b\nx[6] = 1\nreturn equal_entries(x, b)",
    "two local arrays": "x = [0] * 2\ny = [0] * 2\nx[a & 1] = 5\ny[b & 1] = 9\nreturn x[0] * 100 + x[1] * 10 + y[0] - y[1]",
    "short circuit": "return 1 if a and 10 // a > b else 2 if not a or b // a else 3",
    "operands of and, or": "return (a and b) * 100 + (a or b) * 10 + (a and b or 7)",
    "truth values": "x = a > b\ny = not x\nreturn x + y * 2 + (x and y) + (x or y) * 4 + (a == b) * 8",
    "chained comparison": "return (0 <= a < 5) + (b < a <= LIMIT) * 2 + (a != b != 1) * 4",
    "conditional expression": "return (a if a > b else b) + (1 if a else 2 if b else 3)",
    "min, max, abs": "return min(a, b, 2) * 100 + max(a, b) * 10 + abs(a - b)",
    "helper": "return double(a) + double(double(b)) + pick(a > b, a, b)",
    "variable of one branch": "if a > 0:\n    x = 3\nelse:\n    x = b\nreturn x",
    "variable of an earlier round": (
        "first = 1\nx = 0\nfor i in range(4):\n    if not first:\n        x += last\n    last = i + a\n    first = 0\nreturn x"
    ),
    "annotated variable": "x: int = a\nx = x + b\nreturn x",
    "shadowed builtin": "maximum = max(a, b)\nreturn maximum - min(a, b)",
    "docstring, pass and assert": '"""Text."""\npass\nassert a < 100, "small"\nreturn a',
}
HELPERS = """
def double(n: int) -> int:
    return n + n

def pick(first: int, a: int, b: int) -> int:
    if first:
        return a
    return b

def put(row: list[int], place: int, value: int) -> None:
    row[place] = double(value)

def total(row: list[int]) -> int:
    x = 0
    for i in range(len(row)):
        x = x * 2 + row[i]
    return x
"""


def program(body: str) -> str:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    imports = "from fairyring.core.fields.bits import equal_entries, occupied"
    return f"{imports}\n{CONSTANTS}{HELPERS}\ndef f(a: int, b: int) -> int:\n{lines}"


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, tuple[list[Any], Compiled]]:
    """All programs, and one module for each build."""
    functions = []
    for place, body in enumerate(PROGRAMS.values()):
        function = define(tmp_path_factory.mktemp("program"), program(body).replace("def f(", f"def f{place}("), f"f{place}")
        functions.append(function)
    return {checked: (functions, Compiled(functions, checked)) for checked in BUILDS}


@pytest.mark.parametrize("checked", BUILDS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_have_the_semantics_of_python(
    programs: dict[bool, tuple[list[Any], Compiled]], name: str, checked: bool
) -> None:
    functions, run = programs[checked]
    function = functions[list(PROGRAMS).index(name)]
    assert [run(function, a, b) for a, b in ARGUMENTS] == [int(function(a, b)) for a, b in ARGUMENTS]


REFUSED = {  # body of f(a, b), the line of the body, and words of the message
    "fraction": ("return a / b", 1, "use “//”"),
    "power": ("x = 1\nreturn a ** 2", 2, "multiply, shift"),
    "membership": ("return a in TABLE", 1, "test a bit"),
    "list": ("x = [1, 2]\nreturn a", 1, "write “x = [0] * SIZE” in a line of its own"),
    "list as an argument": ("return total([0] * 3)", 1, "write “x = [0] * SIZE” in a line of its own"),
    "list in an expression": ("x = a + ([0] * 3)[0]\nreturn x", 1, "write “x = [0] * SIZE” in a line of its own"),
    "list of lists": ("x = [[0] * 3] * 4\nreturn a", 1, "write “x = [0] * SIZE” in a line of its own"),
    "list in a field": ("x = [0] * 3\nx[0] = [0] * 2\nreturn a", 2, "write “x = [0] * SIZE” in a line of its own"),
    "local array of variable size": ("x = [0] * a\nreturn x[0]", 1, "a constant from 1 to 256; take the largest"),
    "local array of no size": ("x = [0] * 0\nreturn a", 1, "a constant from 1 to 256"),
    "large local array": ("x = [0] * 257\nreturn x[a]", 1, "declare a field in the schema"),
    "local array with two names": ("x = [0] * 3\ny = x\nreturn y[a]", 2, "a local array has one name; pass it to a function"),
    "local array made anew in a loop over it": (
        "x = [a] * 3\nfor v in x:\n    x = [v] * 3\nreturn x[0]",
        2,
        "use another name inside",
    ),
    "local array of two sizes": ("x = [0] * 3\nx = [0] * 4\nreturn x[a]", 2, "use another name"),
    "local array of some paths": ("if a:\n    x = [0] * 3\nreturn x[0]", 3, "is not assigned on every path"),
    "local array as a number": ("x = [0] * 3\nreturn x + a", 2, "a single integer is needed here"),
    "local array returned": ("x = [0] * 3\nreturn x", 2, "a single integer is needed here"),
    "index beyond a local array": ("x = [0] * 3\nreturn x[3]", 2, "outside 0..2"),
    "method of a local array": ("x = [0] * 3\nx.append(a)\nreturn a", 2, "only the state"),
    "comprehension": ("return len([i for i in range(a)])", 1, "comprehensions are absent"),
    "tuple": ("x = (a, b)\nreturn a", 1, "a constant at the top"),
    "two targets": ("x, y = a, b\nreturn x", 1, "one target at a time"),
    "chained targets": ("x = y = a\nreturn x", 1, "one target at a time"),
    "text": ("x = f'{a}'\nreturn a", 1, "texts are absent"),
    "float": ("return a * 2.5", 1, "is not an integer"),
    "none": ("return None", 1, "is not an integer"),
    "exception": ("raise ValueError", 1, "exceptions are absent"),
    "try": ("try:\n    x = a\nfinally:\n    x = b\nreturn x", 1, "exceptions are absent"),
    "lambda": ("x = lambda: a\nreturn x()", 1, "at the top of the module"),
    "inner function": ("def inner():\n    return a\nreturn inner()", 1, "at the top of the module"),
    "slice": ("return len(TABLE[1:])", 1, "slices are absent"),
    "walrus": ("return (x := a)", 1, "“:=” is absent"),
    "keyword": ("return double(n=a)", 1, "write them in order"),
    "loop over a range of two variables": ("for i, x in TABLE:\n    pass\nreturn a", 1, "one plain variable"),
    "enumerate": ("for i in enumerate(TABLE):\n    pass\nreturn a", 1, "read the entry by its index"),
    "else of a loop": ("for i in range(a):\n    pass\nelse:\n    return 1\nreturn 2", 1, "“else” of a loop"),
    "unknown function": ("return clamp(a)", 1, "is no “clamp”; assign it first, or define it"),
    "sum": ("return sum(TABLE)", 1, "“sum” is absent; add up in a loop"),
    "print": ("x = a\nprint(x)\nreturn x", 2, "“print” is absent; report with note"),
    "sorted": ("x = sorted(TABLE)\nreturn a", 1, "look for the largest in a loop"),
    "compared with a text": ("return a == 'most'", 1, "texts are absent; use a number, or a name of the schema"),
    "unknown name": ("return a + unknown", 1, "is no “unknown”"),
    "index out of range": ("return TABLE[7]", 1, "outside 0..4"),
    "ragged table": ("x = ((1, 2), (3,))\nreturn a", 1, "a constant at the top"),
    "missing return": ("if a:\n    return 1", 1, "not every path returns"),
    "recursion": ("return f(a - 1, b)", 1, "calls itself"),
    "result of nothing": ("return nothing(a)", 1, "returns nothing"),
    "wrong number of arguments": ("return double(a, b)", 1, "double takes 1 argument, and is called with 2"),
    "large constant": ("return a + 10000000000000000000", 1, "does not fit 64 bits"),
    "variable step": ("for i in range(0, a, b):\n    pass\nreturn a", 1, "the step of a range"),
    "changed constant": ("TABLE[0] = a\nreturn a", 1, "cannot be assigned; declare a field in the schema"),
    "deleted": ("x = a\ndel x\nreturn a", 2, "“del” is absent"),
    "global": ("global LIMIT\nreturn a", 1, "declare a field"),
    "match": ("match a:\n    case 1:\n        return 1\nreturn 2", 1, "use if and elif"),
    "identity": ("return a is b", 1, "compare with"),
    "inverted truth value": ("return ~(a > b)", 1, "write “not”"),
    "line without effect": ("a + b\nreturn a", 1, "does nothing"),
    "attribute of a module": ("return module.x", 1, "no “.x” here"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals_name_line_and_way_out(tmp_path: Path, name: str) -> None:
    body, line, words = REFUSED[name]
    text = program(body) + "\ndef nothing(n: int) -> None:\n    pass\n"
    function = define(tmp_path, text, module=pytest)
    first = function.__code__.co_firstlineno
    with pytest.raises(LanguageError) as caught:
        Compiled([function], checked=False)
    message = str(caught.value)
    assert words in message
    assert message.startswith(f"example.py:{first + line}, in f: ")


FAILING = {  # body of f(a, b) that fails for a = 9, and words of the message
    "index": ("return TABLE[a]", "an index below 0, or not below 5"),
    "index of a local array": ("x = [7] * 9\nreturn x[a]", "an index below 0, or not below 9"),
    "stored beyond a local array": ("x = [0] * 9\nx[a] = 1\nreturn x[0]", "an index below 0, or not below 9"),
    "index in a helper": ("x = [7] * 9\nput(x, a, b)\nreturn x[4]", "in put: an index below 0, or not below 9"),
    "negative index": ("return TABLE[b - a]", "an index below 0"),
    "division by zero": ("return b // (a - 9)", "division by zero"),
    "overflow": ("x = 1 << 56\nfor i in range(a):\n    x += x\nreturn x", "does not fit 64 bits"),
    "shift": ("return 1 << a * 9", "a shift by less than 0 or more than 63"),
    "unassigned": ("if a < 9:\n    x = 1\nreturn x", "x is not assigned yet"),
    "assertion": ("assert a < 9, 'a is small'\nreturn a", "assertion failed: a is small"),
    "in a helper": ("return double(helper(a))", "division by zero"),
    "once": ("x = helper(a) * 0\nreturn TABLE[x + (99 if a == 9 else 1)]", "division by zero"),
}


@pytest.mark.parametrize("name", FAILING)
def test_checked_build_stops_where_python_would(tmp_path: Path, name: str) -> None:
    body, words = FAILING[name]
    function = define(tmp_path, program(body) + "\ndef helper(n: int) -> int:\n    return 7 % (n - 9)\n")
    run = Compiled([function], checked=True)
    with pytest.raises(CheckFailed, match=words):
        run(function, 9, 1)
    assert run(function, 4, 5) == function(4, 5)


class State(schema.State, seats=(2, 4)):
    """Fields of all widths."""

    small: int = field(number(-3, 3), EVERYBODY)
    medium: int = field(number(0, 300), EVERYBODY)
    large: int = field(number(-70_000, 70_000), EVERYBODY)
    huge: int = field(number(-(1 << 40), 1 << 40), EVERYBODY)
    each: list[int] = per_seat(row(3, number(0, 200)), EVERYBODY)


def change(s: Any, value: int) -> int:
    s.small = value // 4
    s.medium += value * value
    s.large = -s.medium * 10
    s.huge = s.large * value - 1
    s.each[s.players - 1][value & 1] = s.medium
    s.each[0][2] += 3
    return s.huge + s.each[s.players - 1][1] + s.small  # type: ignore[no-any-return]


@pytest.mark.parametrize("checked", BUILDS)
def test_fields_keep_their_bytes(checked: bool) -> None:
    import ctypes  # noqa: PLC0415

    from fairyring.kernel.native import Library, compile_ir  # noqa: PLC0415

    entries = {"change": EntryPoint(change, (Record(State), INT))}  # type: ignore[arg-type]
    library = Library(compile_ir(module_text(entries, checked)), entries)
    for value in (-12, -3, 0, 5, 11):
        s = schema.blank(State, {"players": 3})
        packed = ctypes.create_string_buffer(schema.pack(s), State.layout.size + 64)
        start = ctypes.addressof(packed)
        aligned = start + -start % 64
        ctypes.memmove(aligned, schema.pack(s), State.layout.size)
        assert library.call("change", (aligned, value)) == change(s, value)
        assert ctypes.string_at(aligned, State.layout.size) == schema.pack(s)
        if checked:
            with pytest.raises(CheckFailed, match=r"small would be outside -3\.\.3"):
                library.call("change", (aligned, 100))


def test_constants_of_the_options_cannot_be_assigned(tmp_path: Path) -> None:
    function = define(tmp_path, "def f(s, a):\n    s.players = a\n")
    with pytest.raises(LanguageError, match=r"example\.py:2, in f: players is a constant of the options"):
        module_text({"f": EntryPoint(function, (Record(State), INT))}, checked=False)


def test_unknown_fields_are_refused(tmp_path: Path) -> None:
    function = define(tmp_path, "def f(s, a):\n    return s.smal\n")
    with pytest.raises(LanguageError, match=r"example\.py:2, in f: the state has no field “smal”; did you mean “small”\?"):
        module_text({"f": EntryPoint(function, (Record(State), INT))}, checked=False)


def test_assigned_unknown_fields_are_refused_with_a_way_out(tmp_path: Path) -> None:
    function = define(tmp_path, "def f(s, a):\n    s.pebbles = a\n")
    with pytest.raises(LanguageError, match=r"no field “pebbles”; declare it in the schema, or use one of players, small"):
        module_text({"f": EntryPoint(function, (Record(State), INT))}, checked=False)


def test_errors_of_the_language_and_of_checks_are_told_as_one_sentence() -> None:
    assert issubclass(LanguageError, FairyringError)
    assert issubclass(CheckFailed, FairyringError)


def test_functions_of_the_module_may_have_names_of_python(tmp_path: Path) -> None:
    text = "def sum(n: int) -> int:\n    return n + 1\n\n\ndef f(a: int, b: int) -> int:\n    return sum(a)\n"
    function = define(tmp_path, text)
    assert Compiled([function], checked=True)(function, 3, 0) == 4

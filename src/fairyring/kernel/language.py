"""The language of rules, policies and loops: a table of what it has, and of what to write instead of what it lacks.

It is a part of Python: functions over integers and over the fields of a state, so that the same text runs interpreted and
compiled. The kit's check of a game and the compiler (kernel/compiler) both read this table; nothing else decides what
belongs to the language.

    values      integers of 64 bits, truth values, the state and its fields, random streams, constant tables (tuples),
                small local arrays: x = [0] * SIZE, SIZE a constant; an array has one name, and can be passed to functions
    statements  assignment (also += and the like), if, for … in range(…) or over a table, while, break, continue, return,
                assert, pass, calls
    operators   + - * // % << >> & | ^ ~ and or not == != < <= > >= (chained, too), x if c else y
    functions   plain functions at the top of a module; min, max, abs, len, range; below(rng, n) in policies and `imagine`
"""

from __future__ import annotations

import ast
import linecache
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any

from fairyring.core.errors import FairyringError

BUILTINS = ("abs", "len", "max", "min", "range")
EVENT_CALLS = ("note", "tell")  # statements; compiled code leaves them out
PROVIDED_FUNCTIONS = {"below", *EVENT_CALLS}
MAX_SHIFT = 63  # bits; a shift by more, or by less than 0, is an error
MAX_LOCAL_ENTRIES = 256  # of a local array, 2 kB: it lies on the stack, which has 64 kB in WebAssembly

STATEMENTS = (
    ast.FunctionDef, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.If, ast.For, ast.While, ast.Return, ast.Assert, ast.Expr,
    ast.Pass, ast.Break, ast.Continue,
)  # fmt: skip
EXPRESSIONS = (
    ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.Call,
)  # fmt: skip
OPERATORS = (
    ast.And, ast.Or, ast.Not, ast.Invert, ast.USub, ast.UAdd,
    ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor,
    ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE,
)  # fmt: skip
PARTS = (ast.arguments, ast.arg, ast.Load, ast.Store)
ALLOWED = STATEMENTS + EXPRESSIONS + OPERATORS + PARTS

WAYS_OUT: dict[type[ast.AST], str] = {
    ast.Div: "“/” gives fractions; use “//”, and scale first where digits are needed",
    ast.Pow: "“**” is absent; multiply, shift (1 << n), or read a constant table",
    ast.MatMult: "“@” is absent; write the loops",
    ast.In: "“in” is absent; compare with “==”, test a bit (mask >> n & 1), or loop over the table",
    ast.NotIn: "“not in” is absent; compare with “!=”, or test a bit (not mask >> n & 1)",
    ast.Is: "“is” is absent; compare with “==”",
    ast.IsNot: "“is not” is absent; compare with “!=”",
    ast.List: (
        "a list is absent here; write “x = [0] * SIZE” in a line of its own and assign its entries,"
        " declare a field in the schema, or a constant tuple at the top of the module"
    ),
    ast.ListComp: "comprehensions are absent; loop, or build a constant tuple at the top of the module",
    ast.GeneratorExp: "generators are absent; loop with “for … in range(…)”",
    ast.SetComp: "sets are absent; use the bits of an integer",
    ast.DictComp: "dicts are absent; use a constant tuple and an index",
    ast.Set: "sets are absent; use the bits of an integer",
    ast.Dict: "dicts are absent; use a constant tuple and an index",
    ast.Tuple: "a tuple inside a function is absent; name it as a constant at the top of the module",
    ast.JoinedStr: "texts are absent; report with note(s, Event.…, numbers)",
    ast.Lambda: "functions inside functions are absent; write a function at the top of the module and pass what it needs",
    ast.Try: "exceptions are absent; return a number that says what happened",
    ast.Raise: "exceptions are absent; return a number, or assert what cannot happen",
    ast.With: "“with” is absent",
    ast.Delete: "“del” is absent; assign another value",
    ast.Global: "global variables are absent; declare a field in the schema",
    ast.Nonlocal: "functions inside functions are absent; write a function at the top of the module and pass what it needs",
    ast.NamedExpr: "“:=” is absent; assign in a line of its own",
    ast.Starred: "“*arguments” are absent; write out the arguments",
    ast.Slice: "slices are absent; loop over the indices",
    ast.Match: "“match” is absent; use if and elif",
    ast.Import: "imports inside functions are absent; import at the top of the module",
    ast.ImportFrom: "imports inside functions are absent; import at the top of the module",
    ast.Yield: "generators are absent; return a number",
    ast.YieldFrom: "generators are absent; return a number",
    ast.Await: "“await” is absent",
    ast.ClassDef: "classes inside functions are absent",
    ast.AsyncFunctionDef: "“async” is absent",
}
ABSENT_CALLS = {  # functions of Python that authors expect, where the module has none of that name
    "all": "“all” is absent; loop, and set a variable or return at the first that fails",
    "any": "“any” is absent; loop, and set a variable or return at the first that holds",
    "bool": "“bool” is absent; compare, or use the number as it is: 0 is false",
    "divmod": "“divmod” is absent; write “//” and “%”",
    "enumerate": "“enumerate” is absent; write “for i in range(…)” and read the entry by its index",
    "int": "“int” is absent; all numbers are integers, so use “//” where you would divide",
    "isinstance": "“isinstance” is absent; all values are integers",
    "list": "“list” is absent; write “x = [0] * SIZE” and assign its entries in a loop",
    "map": "“map” is absent; loop over the indices",
    "pow": "“pow” is absent; multiply, shift (1 << n), or read a constant table",
    "print": "“print” is absent; report with note(s, Event.…, numbers), or print in a test that plays a table",
    "reversed": "“reversed” is absent; write “for i in range(n - 1, -1, -1)”",
    "round": "“round” is absent; all numbers are integers, so use “//” where you would divide",
    "set": "“set” is absent; use the bits of an integer",
    "sorted": "“sorted” is absent; look for the largest in a loop, once for each place",
    "sum": "“sum” is absent; add up in a loop",
    "tuple": "“tuple” is absent; name it as a constant at the top of the module",
    "zip": "“zip” is absent; write “for i in range(…)” and read both by the index",
}


class LanguageError(FairyringError, TypeError):
    """A function is not in the language. The text names file, line and function, and what to write instead."""


def problem(node: ast.AST) -> str:
    """Return why a syntax node is not in the language and what to write instead; "" if it is."""
    if not isinstance(node, ALLOWED):
        return WAYS_OUT.get(type(node), f"{type(node).__name__} is not in the language")
    match node:
        case ast.Assign(targets=targets) if len(targets) != 1:
            return "one target at a time; repeat the line"
        case ast.Assign(targets=[ast.Tuple() | ast.List()]):
            return "one target at a time; write a line for each"
        case ast.Constant(value=value) if not isinstance(value, int | str):
            return f"the constant {value!r} is not an integer; scale it, or use 0 for “none”"
        case ast.Expr(value=ast.Constant(value=str())):
            return ""
        case ast.Expr(value=value) if not isinstance(value, ast.Call):
            return "a line that does nothing"
        case ast.For(orelse=[_, *_]) | ast.While(orelse=[_, *_]):
            return "“else” of a loop is absent; set a variable before “break”"
        case ast.For(target=target) if not isinstance(target, ast.Name):
            return "a loop has one plain variable"
        case ast.For(iter=ast.Call(func=func)) if not (isinstance(func, ast.Name) and func.id == "range"):
            return "only “for … in range(…)”, or over a constant table"
        case ast.Call(keywords=[_, *_]):
            return "keyword arguments are absent; write them in order"
        case ast.Attribute(value=value) if not isinstance(value, ast.Name | ast.Attribute | ast.Subscript):
            return "only fields of the state have names after a dot"
        case ast.Subscript(slice=ast.Tuple()):
            return "an index is one integer; write a[i][j]"
        case ast.Subscript(slice=ast.Slice()):
            return WAYS_OUT[ast.Slice]
        case ast.Return(value=ast.Call(func=ast.Name(id=name))) if name in EVENT_CALLS:
            return "note and tell are statements"
        case _:
            return ""


def signature_problem(tree: ast.FunctionDef) -> str:
    """Return what a function's first line has that the language lacks; ""."""
    arguments = tree.args
    if tree.decorator_list:
        return "a decorator; call a plain function instead"
    if arguments.defaults or arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
        return "a default, or another than a plain argument; write all arguments at each call"
    return ""


def find_problems(function: FunctionType) -> list[tuple[int, str]]:
    """Return the lines of a function that are not in the language, each with the reason and a way out."""
    tree, own = function_tree(function), function.__globals__
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named = [(node.lineno, node.func.id) for node in calls if isinstance(node.func, ast.Name)]
    absent = [(line, ABSENT_CALLS[name]) for line, name in named if name in ABSENT_CALLS and name not in own]
    return sorted(dict.fromkeys([*absent, *_tree_problems(tree)]), key=lambda problem: problem[0])


@lru_cache(1024)  # a function is lowered anew for each build and for other types of arguments
def _tree_problems(tree: ast.FunctionDef) -> tuple[tuple[int, str], ...]:
    problems = [(tree.lineno, reason)] if (reason := signature_problem(tree)) else []
    waiting: list[tuple[ast.AST, int]] = [(node, tree.lineno) for node in reversed(tree.body)]
    while waiting:
        node, above = waiting.pop()
        line = getattr(node, "lineno", above)  # an operator has no line of its own
        if isinstance(node, ast.FunctionDef):
            problems.append((line, WAYS_OUT[ast.Lambda]))
        elif reason := problem(node):
            problems.append((line, reason))
        else:
            waiting += [(child, line) for child in reversed(_parts(node))]
    return tuple(problems)


def _parts(node: ast.AST) -> list[ast.AST]:
    """Return the nodes below a node that have to be in the language."""
    match node:
        case ast.Assign(targets=[ast.Name() as target], value=value) | ast.AnnAssign(target=ast.Name() as target, value=value):
            parts = None if value is None else local_array(value)
            return [target, *(parts or ([] if value is None else [value]))]
        case ast.AnnAssign():
            return [child for child in ast.iter_child_nodes(node) if child is not node.annotation]
    return list(ast.iter_child_nodes(node))


def local_array(node: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """Return the first value of the entries and the size of a new local array, `[value] * SIZE`; None for anything else."""
    match node:
        case ast.BinOp(left=ast.List(elts=[value]), op=ast.Mult(), right=size) if not isinstance(value, ast.List | ast.Starred):
            return value, size
    return None


def place_of(function: Any, line: int | None = None) -> str:
    """Return the place of a function or line: “rules.py:120, in pay”."""
    code = function.__code__
    return f"{Path(code.co_filename).name}:{line or code.co_firstlineno}, in {function.__name__}"


# Syntax trees ---------------------------------------------------------------------------------------


def function_tree(function: FunctionType) -> ast.FunctionDef:
    """Return the syntax tree of a function, with the line numbers of its file. Raises LanguageError."""
    code = function.__code__
    linecache.checkcache(code.co_filename)
    text = "".join(linecache.getlines(code.co_filename, function.__globals__))
    tree = _functions(text).get(code.co_firstlineno)
    if tree is None or tree.name != code.co_name:
        raise LanguageError(f"{place_of(function)}: not a plain function at the top of a module")
    if code.co_freevars:
        raise LanguageError(f"{place_of(function)}: {WAYS_OUT[ast.Lambda]}")
    return tree


@lru_cache(256)
def _functions(text: str) -> dict[int, ast.FunctionDef]:
    """Return the functions of a module by their first line, decorators included."""
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    return {min([tree.lineno, *(line.lineno for line in tree.decorator_list)]): tree for tree in functions}

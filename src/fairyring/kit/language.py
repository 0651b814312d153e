"""Holds the rules to the subset that both hosts understand: integers, if, for range, while, constant tables."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

from fairyring.core.game.room import Room
from fairyring.kernel.codegen import BUILTINS, HOST_FUNCTIONS, RULE_FUNCTIONS, TELLING, function_tree

INTERPRETED_ONLY = ("witness", "reporters", "confirmers")  # never called by the compiled loops, held to the subset all the same
ALLOWED = (
    ast.FunctionDef, ast.arguments, ast.arg, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.If, ast.For, ast.While, ast.Return,
    ast.Assert, ast.Expr, ast.Pass, ast.Break, ast.Continue,
    ast.BoolOp, ast.And, ast.Or, ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp,
    ast.Name, ast.Load, ast.Store, ast.Attribute, ast.Subscript, ast.Constant, ast.Call,
    ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor,
    ast.Invert, ast.Not, ast.USub, ast.UAdd, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE,
)  # fmt: skip


def rules_stay_in_the_subset(room: Room) -> Iterator[str]:
    """Every function the rules reach, in whatever file, is in the subset and says what it is for."""
    seen: set[str] = set()
    for name in (*RULE_FUNCTIONS, *INTERPRETED_ONLY):
        if not callable(getattr(room.rules, name, None)):
            yield f"rules.py has no function {name}"
            continue
        yield from _function(getattr(room.rules, name), seen, draws=name == "imagine")
    for small in room.checks.small_instances:
        yield from _function(small.prior, seen, draws=False)
    for bot in room.bots.policies.values():
        yield from _function(bot, seen, draws=True)
    for function in room.bots.search.functions():
        yield from _function(function, seen, draws=True)


def _function(function: object, seen: set[str], draws: bool) -> Iterator[str]:
    """Look at a function and all that it calls; only imagination and bots are given a random stream."""
    if not isinstance(function, FunctionType):
        yield f"{function!r} is not a plain function"
        return
    if function.__qualname__ in seen:
        return
    seen.add(function.__qualname__)
    tree = function_tree(function)
    where = place_of(function)
    begins = function.__code__.co_firstlineno - 1
    if not ast.get_docstring(tree):
        yield f"{where} has no docstring"
    if tree.decorator_list or tree.args.defaults or tree.args.vararg or tree.args.kwarg or tree.args.kwonlyargs:
        yield f"{where}: there is a decorator, a default, or another than a plain argument"
    tree.returns = None
    for arg in tree.args.args:
        arg.annotation = None
    for node in ast.walk(tree):
        problem = _problem(node)
        if problem:
            yield f"{place_of(function, begins + getattr(node, 'lineno', 1))}: {problem}"
    for name in sorted(
        {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    ):
        used = function.__globals__.get(name)
        if name == "below" and not draws:
            yield f"{where}: a random number is drawn; rules leave that to NATURE"
        elif isinstance(used, FunctionType) and name not in HOST_FUNCTIONS:
            yield from _function(used, seen, draws)
        elif name not in HOST_FUNCTIONS and name not in BUILTINS:
            yield f"{where}: it calls {name}, which is neither a rule nor one of {', '.join(sorted(BUILTINS))}"


def place_of(function: Any, line: int | None = None) -> str:
    """Where a function (or a line of it) stands: “rules.py:120, in pay”."""
    code = function.__code__
    return f"{Path(code.co_filename).name}:{line or code.co_firstlineno}, in {function.__name__}"


def _problem(node: ast.AST) -> str:
    """What is not allowed about this node, or nothing."""
    if not isinstance(node, ALLOWED):
        return f"{type(node).__name__} is not in the subset"
    match node:
        case ast.Assign(targets=targets) if len(targets) != 1 or isinstance(targets[0], ast.Tuple):
            return "one target at a time"
        case ast.Constant(value=value) if not isinstance(value, int | str):
            return f"the constant {value!r} is not an integer"
        case ast.Expr(value=ast.Constant(value=str())):
            return ""
        case ast.Expr(value=value) if not isinstance(value, ast.Call):
            return "a line that does nothing"
        case ast.For(iter=loop) if not (
            isinstance(loop, ast.Call) and isinstance(loop.func, ast.Name) and loop.func.id == "range"
        ):
            return "only “for … in range(…)”"
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name)), keywords=[]) if name.isupper():
            return ""  # what a kind of action answers
        case ast.Call(func=func, keywords=keywords) if not isinstance(func, ast.Name) or keywords:
            return "only calls of plain functions, without keywords"
        case ast.Attribute(value=value) if not isinstance(value, ast.Name):
            return "only fields of the state"
        case ast.Subscript(slice=ast.Slice() | ast.Tuple()):
            return "an index is one integer"
        case ast.Return(value=ast.Call(func=ast.Name(id=name))) if name in TELLING:
            return "note and tell are statements"
        case _:
            return ""

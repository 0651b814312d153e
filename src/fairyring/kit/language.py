"""Checks that rules and bots stay in the language of kernel/language.py, so that they run interpreted and compiled."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

from fairyring.core.game.room import Room
from fairyring.kernel import game_functions
from fairyring.kernel.entries import ir_text
from fairyring.kernel.game_functions import RULES_OF_PLAY
from fairyring.kernel.language import (
    ABSENT_CALLS,
    BUILTINS,
    PROVIDED_FUNCTIONS,
    LanguageError,
    find_problems,
    function_tree,
    place_of,
)
from fairyring.kernel.primitives import PRIMITIVES

INTERPRETED_ONLY = ("witness", "reporters", "confirmers")  # not compiled, but in the language all the same


def rules_stay_in_the_subset(room: Room) -> Iterator[str]:
    """Every function that rules and bots use is in the language, compiles, and has a docstring."""
    problems = [*_problems(room)]
    yield from problems
    if Path(game_functions.__file__).suffix != ".py":
        return  # a page has bytecode of the kernel only, and no text to compile
    try:
        ir_text(room, checked=True)
    except LanguageError as error:  # what only types tell: an unknown field, a wrong number of arguments
        if str(error) not in problems:
            yield str(error)
    except Exception:
        if not problems:  # a rule that is missing stops the lowering, too
            raise


def _problems(room: Room) -> Iterator[str]:
    """Yield what the text of the functions alone tells."""
    seen: set[str] = set()
    for name in (*RULES_OF_PLAY, *INTERPRETED_ONLY):
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
    """Check a function and all that it calls; only `imagine` and policies may draw."""
    if not isinstance(function, FunctionType):
        yield f"{function!r} is not a plain function"
        return
    if function.__qualname__ in seen:
        return
    seen.add(function.__qualname__)
    try:
        tree = function_tree(function)
    except LanguageError as error:
        yield str(error)
        return
    where = place_of(function)
    if not ast.get_docstring(tree):
        yield f"{where} has no docstring"
    for line, reason in find_problems(function):
        yield f"{place_of(function, line)}: {reason}"
    for name in sorted(
        {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    ):
        used = function.__globals__.get(name)
        if name == "below" and not draws:
            yield f"{where}: a random number is drawn; rules leave that to NATURE"
        elif used in PRIMITIVES:
            continue  # compiled code has its own
        elif isinstance(used, FunctionType) and name not in PROVIDED_FUNCTIONS:
            yield from _function(used, seen, draws)
        elif name not in {*PROVIDED_FUNCTIONS, *BUILTINS, *ABSENT_CALLS}:
            yield f"{where}: it calls {name}, which is neither a rule nor one of {', '.join(sorted(BUILTINS))}"

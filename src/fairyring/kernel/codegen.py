"""Generates the source of a game's compiled module: the rules, their constants as literals, and the template loops.

The text determines everything that the module does. Its name is a hash of the text, so numba's cache on the file is never
stale, and any edit (rules, schema, tables, loops) makes another module.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

from fairyring.core.fields.schema import Field, SeenBy, State
from fairyring.core.fields.vocabulary import Names
from fairyring.core.game.actions import ActionKind
from fairyring.core.game.room import Room
from fairyring.core.totals import WIN

RULE_FUNCTIONS = [
    "setup",
    "pending",
    "legal_count",
    "legal_nth",
    "check",
    "act",
    "chance_count",
    "chance_nth",
    "weight",
    "score",
    "standing",
    "reason",
    "tally",
    "imagine",
]
HOT_FUNCTIONS = ("pending", "legal_count", "legal_nth", "act", "chance_count", "chance_nth")
SMALL_NODES = 120  # syntax nodes of a small function: about five lines
PROVIDED_FUNCTIONS = {"below", "note", "tell"}  # the templates define the first; the others are left out
INTEGER_ARGUMENTS = {  # of template functions: which arguments are integers
    "below": [False, True],
    "join_key": [True, True],
    "draw_below": [False, True, True],
    "copy_state": [False, True, True],
    "start_stream": [False, True, False, True, True],
    "stream_at": [False, True],
}
SAME_TYPE_BUILTINS = {"min", "max"}
BUILTINS = {"range", "len", "abs"} | SAME_TYPE_BUILTINS
EVENT_CALLS = {"note", "tell"}


class _Strip(ast.NodeTransformer):
    """Removes events, docstrings, type annotations, and assertions, which the interpreted backend checks."""

    def visit_Assert(self, node: ast.Assert) -> None:
        return None

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        if isinstance(node.value, ast.Constant):
            return None
        call = node.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in EVENT_CALLS:
            return None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.value is None:
            return None
        return ast.Assign([node.target], node.value, lineno=node.lineno)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for name in ("body",):
            if isinstance(getattr(node, name, None), list) and not getattr(node, name) and not isinstance(node, ast.Module):
                setattr(node, name, [ast.Pass()])
        return node


class _Inline(ast.NodeTransformer):
    """Replaces `Phase.GUESS` by its number, and calls of action kinds by arithmetic."""

    def __init__(self, function: FunctionType, local: set[str]) -> None:
        self._globals = {name: value for name, value in function.__globals__.items() if name not in local}

    def _value(self, node: ast.expr) -> Any:
        return self._globals.get(node.id) if isinstance(node, ast.Name) else None

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        owner = self._value(node.value)
        if isinstance(owner, type) and issubclass(owner, Names):
            return ast.Constant(int(getattr(owner, node.attr)))
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        kind = self._value(node.func.value) if isinstance(node.func, ast.Attribute) else None
        if not isinstance(kind, ActionKind) or not isinstance(node.func, ast.Attribute):
            return node
        if node.func.attr == "id":
            return _id_of(kind, node.args)
        (action,) = node.args
        if node.func.attr == "has":
            ends: list[ast.expr] = [action, ast.Constant(kind.first + kind.count)]
            return ast.Compare(ast.Constant(kind.first), [ast.LtE(), ast.Lt()], ends)
        return _argument_of(kind, node.func.attr, action)


def _id_of(kind: ActionKind, args: list[ast.expr]) -> ast.expr:
    first = kind.first - sum(domain.first * kind.strides[arg] for arg, domain in kind.args.items())
    total: ast.expr = ast.Constant(first)
    for value, arg in zip(args, kind.args, strict=True):
        stride = kind.strides[arg]
        term = value if stride == 1 else ast.BinOp(value, ast.Mult(), ast.Constant(stride))
        total = ast.BinOp(total, ast.Add(), term)
    return total


def _argument_of(kind: ActionKind, arg: str, action: ast.expr) -> ast.expr:
    domain, stride = kind.args[arg], kind.strides[arg]
    value = ast.BinOp(action, ast.Sub(), ast.Constant(kind.first)) if kind.first else action
    if stride > 1:
        value = ast.BinOp(value, ast.FloorDiv(), ast.Constant(stride))
    if arg != next(iter(kind.args)):
        value = ast.BinOp(value, ast.Mod(), ast.Constant(domain.size))
    return ast.BinOp(value, ast.Add(), ast.Constant(domain.first)) if domain.first else value


def function_tree(function: FunctionType) -> ast.FunctionDef:
    """Return the syntax tree of a rule function."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    if not isinstance(tree, ast.FunctionDef):
        raise TypeError(f"{function.__qualname__} is not a plain function")
    return tree


class _WidenCalls(ast.NodeTransformer):
    """Widens integer arguments to 64 bits.

    Fields have small types, and numba would compile a function again for each mixture of them and for each literal.
    """

    def __init__(self, wide: dict[str, list[bool]]) -> None:
        self._wide = wide  # for each function, which of its arguments are integers

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        wide = [True] * len(node.args) if name in SAME_TYPE_BUILTINS else self._wide.get(name)
        if wide is not None:
            node.args = [_wide(arg) if is_wide else arg for arg, is_wide in zip(node.args, wide, strict=True)]
        return node


class _Widen(_WidenCalls):
    """Widens results, too: rules return only integers."""

    def visit_Return(self, node: ast.Return) -> ast.Return:
        self.generic_visit(node)
        if node.value is not None:
            node.value = _wide(node.value)
        return node


def _wide(value: ast.expr) -> ast.expr:
    return ast.Call(ast.Attribute(ast.Name("np", ast.Load()), "int64", ast.Load()), [value], [])


class _Collector:
    """Collects functions and constants that rule functions use, from any module."""

    def __init__(self) -> None:
        self.constants: dict[str, Any] = {}
        self.functions: dict[str, ast.FunctionDef] = {}
        self.integers: dict[str, list[bool]] = {}
        self._seen: dict[str, Any] = {}

    def add(self, function: Callable[..., Any], name: str | None = None) -> None:
        """Add a function and everything it uses. Raises TypeError for what cannot be compiled."""
        if not isinstance(function, FunctionType):
            raise TypeError(f"{function!r} is not a plain function")
        tree = function_tree(function)
        tree.name = name or tree.name
        if self._seen.setdefault(tree.name, function) is not function:
            raise TypeError(f"two different functions are called {tree.name}")
        if tree.name in self.functions:
            return
        local = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        local |= {arg.arg for arg in tree.args.args}
        stripped = _Inline(function, local).visit(_Strip().visit(tree))
        stripped.returns = None
        self.functions[tree.name] = stripped
        self.integers[tree.name] = [ast.unparse(arg.annotation or ast.Constant(0)) == "int" for arg in tree.args.args]
        for arg in tree.args.args:
            arg.annotation = None
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id not in local | BUILTINS | PROVIDED_FUNCTIONS:
                self._global(node.id, function)

    def _global(self, name: str, function: FunctionType) -> None:
        value = function.__globals__[name]
        if isinstance(value, FunctionType):
            self.add(value)
        elif isinstance(value, int | tuple):
            if self._seen.setdefault(name, value) != value:
                raise TypeError(f"{name} has two different values in the rules")
            self.constants[name] = value
        else:
            raise TypeError(f"{function.__name__} uses {name}, which is neither an integer, a tuple nor a function")


def _literal(name: str, value: Any) -> str:
    if isinstance(value, int):
        return f"{name} = {int(value)}"
    top = max(map(abs, _numbers(value)), default=0)
    kind = "int8" if top < 1 << 7 else "int16" if top < 1 << 15 else "int32" if top < 1 << 31 else "int64"
    return f"{name} = np.array({value!r}, np.{kind})"


def _numbers(value: Any) -> list[int]:
    return [value] if isinstance(value, int) else [n for item in value for n in _numbers(item)]


def redact_source(kind: type[State]) -> str:
    """Return the source of `redact_record(r, seat)`, which blanks the fields that the seat cannot know."""
    lines = ["def redact_record(r, seat):"]
    for field in kind.fields.values():
        if field.visibility.known is not SeenBy.EVERYBODY:
            lines += _blank_lines(field)
    return "\n".join([*lines, "    return 0"])


def _blank_lines(field: Field) -> list[str]:
    if not field.shape:
        return [f"    r.{field.name} = {field.blank}"]
    lines, indent, place = [], "    ", ""
    for depth, size in enumerate(field.shape):
        lines.append(f"{indent}for i{depth} in range({size}):")
        indent += "    "
        if depth == 0 and field.visibility.known is SeenBy.OWNER:
            lines.append(f"{indent}if i0 == seat: continue")
        place += f"[i{depth}]"
    return [*lines, f"{indent}r.{field.name}{place} = {field.blank}"]


def bots_source(names: list[str]) -> str:
    """Return the source of `play_bot(r, seat, bot, rng)`: the policies by number; 0 is random and handled by the caller."""
    lines = ["def play_bot(r, seat, bot, rng):"]
    lines += [f"    if bot == {number}: return bot_{name}(r, seat, rng)" for number, name in enumerate(names, start=1)]
    return "\n".join([*lines, "    return legal_nth(r, seat, below(rng, legal_count(r, seat)))"])


def _hot(functions: dict[str, ast.FunctionDef]) -> set[str]:
    """Return the functions to inline by force: those on the path of every decision that are small or called once.

    LLVM alone inlines too little here (Fairy then plays at 0.45 of hand-written C instead of 0.8);
    inlining everything doubles the time to compile a large game.
    """
    calls = {name: [node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
             for name, tree in functions.items()}  # fmt: skip
    reached = set[str]()
    waiting = list(HOT_FUNCTIONS)
    while waiting:
        name = waiting.pop()
        if name in functions and name not in reached:
            reached.add(name)
            waiting += calls[name]
    places = Counter(callee for name in reached for callee in calls[name])
    small = {name for name in reached if sum(1 for _ in ast.walk(functions[name])) <= SMALL_NODES}
    return {name for name in reached if name in small or places[name] <= 1}


def _check_names(loops: str, names: set[str]) -> None:
    """Raise a TypeError if the rules use a name of the templates, which would replace it silently."""
    taken = {node.id for node in ast.walk(ast.parse(loops)) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    taken = {name for name in taken if name.isupper()} | {
        node.name for node in ast.parse(loops).body if isinstance(node, ast.FunctionDef)
    }
    if clash := sorted(names & taken):
        raise TypeError(f"the rules may not use the name {', '.join(clash)}: the compiled loops have it")


HEADER = """import numpy as np
from numba import njit

KERNEL = dict(error_model='numpy', nogil=True, cache=True)
INNER = dict(KERNEL, cache=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)
HOT = dict(INNER, forceinline=True)"""


def template_source(name: str) -> str:
    """Return the code of a template without comments and docstrings, so that editing those makes no new module."""
    tree = ast.parse((Path(__file__).parent / "templates" / f"{name}.py").read_text(encoding="utf-8"))
    return ast.unparse(ast.fix_missing_locations(_Strip().visit(tree)))


def _decorated(text: str) -> str:
    """Return a text with its functions decorated for numba."""
    return re.sub(
        r"^def (\w+)",
        lambda found: f"@njit(**{'KERNEL' if found[1] in ENTRIES else 'INNER'})\n{found[0]}",
        text,
        flags=re.MULTILINE,
    )


def render_module(room: Room, collector: _Collector, *texts: str) -> str:
    """Return the source of a module: collected functions and constants, and these texts."""
    texts = (template_source("chance"), *texts)
    for text in texts:
        _check_names(text, {*collector.functions, *collector.constants})
    integers = collector.integers | INTEGER_ARGUMENTS
    widen, widen_calls = _Widen(integers), _WidenCalls(integers)
    texts_widened = [ast.unparse(ast.fix_missing_locations(widen_calls.visit(ast.parse(text)))) for text in texts]
    functions = [ast.unparse(ast.fix_missing_locations(widen.visit(tree))) for tree in collector.functions.values()]
    constants = {
        "OVER_": 0,
        "NATURE_": -1,
        "WIN_": WIN,
        "ACTIONS_": room.schema.actions.size,
        "OUTCOMES_": room.schema.chance.size,
    }
    hot = _hot(collector.functions)
    parts = [
        f'"""Compiled rules of {room.name}; generated by fairyring.kernel, do not edit."""',
        HEADER,
        *(_literal(name, value) for name, value in (constants | collector.constants).items()),
        texts_widened[0],
        *(
            f"@njit(**{'HOT' if name in hot else 'INNER'})\n{text}"
            for name, text in zip(collector.functions, functions, strict=True)
        ),
        *texts_widened[1:],
    ]
    return "\n\n".join(parts) + "\n"


def module_source(room: Room) -> str:
    """Return the source of the playing module of a game: rules, policies and play loops."""
    collector = _Collector()
    for name in RULE_FUNCTIONS:
        collector.add(getattr(room.rules, name), name)
    for name, bot in room.bots.policies.items():
        collector.add(bot, f"bot_{name}")
    generated = f"@njit(**INNER)\n{redact_source(room.schema.state)}\n\n@njit(**INNER)\n{bots_source(list(room.bots.policies))}"
    return render_module(room, collector, generated, _decorated(template_source("outcome")), template_source("loops"))


# The search -------------------------------------------------------------------------------------

ENTRIES = ("search_worlds", "weigh_worlds")  # the functions that Python calls
SEARCH_PRIMITIVES = """@njit(**HOT)
def copy_state(box, to, source):
    box[to] = box[source]

@njit(**HOT)
def start_stream(streams, i, seed, world, who):
    streams[i] = stream_state(seed, np.uint64(world), np.uint64(who))

@njit(**HOT)
def stream_at(streams, i):
    return streams[i : i + 1]

@njit(**HOT)
def out_of_time(clock):
    return False
"""
KEY_FUNCTION = """@njit(**HOT)
def join_key(key, value):
    z = (np.uint64(key) ^ np.uint64(value)) * M1
    return np.int64((z ^ (z >> S31)) >> ONE)
"""
DEFAULT_BODIES = {
    "rollout": "(s, seat, rng): return legal_nth(s, seat, below(rng, legal_count(s, seat)))",
    "turn_count": "(s): return 0",
    "evaluate": "(s, seat): return 0",
    "sample_choices": "(s, seat, rng): return 0",
    "draw_outcome": "(s, rng): return chance_nth(s, below(rng, chance_count(s)))",
    "suppose": "(s, seat, k): return 0",
    "likelihood": "(s, actor, action): return 0",
}


NEXT_ACTION_TEMPLATE = (
    "def next_action(s, who, seat, rng):\n    return {}rollout(s, who, rng)\n"  # the searching seat may have another policy
)


def knowledge_source(kind: type[State]) -> str:
    """Return the source of `knowledge(s, seat)`, a hash of all that the seat knows. Both backends use it."""
    lines = ["def knowledge(s, seat):", "    key = join_key(1, seat)"]
    for field in kind.fields.values():
        if field.const or field.visibility.derived or field.visibility.known is SeenBy.NOBODY:
            continue
        indent, place = "    ", ""
        for depth, size in enumerate(field.shape):
            if depth == 0 and field.visibility.known is SeenBy.OWNER:
                place = "[seat]"
                continue
            lines.append(f"{indent}for i{depth} in range({'s.players' if field.seats and depth == 0 else size}):")
            indent += "    "
            place += f"[i{depth}]"
        lines.append(f"{indent}key = join_key(key, s.{field.name}{place})")
    return "\n".join([*lines, "    return key"])


def search_source(room: Room, at_random: bool = False) -> str:
    """Return the source of the search module of a game, separate so that neither playing nor searching compiles the other.

    `at_random`, for benchmarks, plays rollouts uniformly at random.
    """
    search, collector = room.bots.search, _Collector()
    tree = search.tree_depth is not None and not at_random
    used = ("pending", "act", "standing", "imagine", "chance_count", "chance_nth")
    for name in (*used, "legal_count", "legal_nth") if at_random or tree else used:
        collector.add(getattr(room.rules, name), name)
    functions: dict[str, Callable[..., Any] | None] = {
        "rollout": None if at_random else search.rollout or room.bots.policies["normal"],
        **({"own_rollout": search.own_rollout} if search.own_rollout and not at_random else {}),
        "turn_count": search.turn_count,
        "evaluate": search.evaluate,
        "sample_choices": None if at_random else search.sample_choices,
        "draw_outcome": search.draw_outcome,
        "suppose": search.beliefs.suppose if search.beliefs else None,
        "likelihood": search.beliefs.likelihood if search.beliefs else None,
    }
    generated = [
        SEARCH_PRIMITIVES,
        *([KEY_FUNCTION, f"@njit(**INNER)\n{knowledge_source(room.schema.state)}\n"] if tree else []),
    ]
    for name, function in functions.items():
        if function is None:
            generated.append(f"@njit(**HOT)\ndef {name}{DEFAULT_BODIES[name]}\n")
        else:
            collector.add(function)
            if function.__name__ != name:  # an alias, so that a shared function is compiled once
                generated.append(f"{name} = {function.__name__}\n")
    own = "own_rollout(s, who, rng) if who == seat else " if "own_rollout" in functions else ""
    generated.append(f"@njit(**HOT)\n{NEXT_ACTION_TEMPLATE.format(own)}")
    loops = _decorated(
        "\n\n".join([template_source("outcome"), template_source("search"), *([template_source("tree")] if tree else [])])
    )
    loops += f"\n\nplay_world = {'play_by_tree' if tree else 'play_to_end'}\n"
    return render_module(room, collector, "\n".join(generated), loops)

"""Makes the source of a game's compiled module: the rules as they are, the constants they use as literals, the loops.

Everything that decides what the module does stands in its text. So its name is a hash of the text,
numba's own cache on that file can never be stale, and an edit anywhere (rules, schema, tables, loops)
simply makes another module.
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
from fairyring.core.game.totals import WIN

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
SMALL = 120  # nodes of syntax: about five lines
HOST_FUNCTIONS = {"below", "note", "tell"}  # the loops bring the first; the others do nothing here
HOST_INTEGERS = {  # which arguments of the host's own functions are integers
    "below": [False, True],
    "join_key": [True, True],
    "draw_below": [False, True, True],
    "copy_state": [False, True, True],
    "start_stream": [False, True, False, True, True],
    "stream_at": [False, True],
}
ALIKE = {"min", "max"}
BUILTINS = {"range", "len", "abs"} | ALIKE
TELLING = {"note", "tell"}


class _Strip(ast.NodeTransformer):
    """Takes out what the compiled host does not need: notes, docstrings, type annotations, and assertions,
    which the interpreted host has tried in the same games.
    """

    def visit_Assert(self, node: ast.Assert) -> None:
        return None

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        if isinstance(node.value, ast.Constant):
            return None
        call = node.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in TELLING:
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
    """Puts numbers in the place of names: `Phase.GUESS` is a constant, and what an action's kind answers is arithmetic."""

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
    """The syntax tree of a rule function."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    if not isinstance(tree, ast.FunctionDef):
        raise TypeError(f"{function.__qualname__} is not a plain function")
    return tree


class _WidenCalls(ast.NodeTransformer):
    """Makes every integer that a function takes 64 bits wide.

    Fields are small types, and numba would compile a function anew for each mixture of them, and for each literal.
    """

    def __init__(self, wide: dict[str, list[bool]]) -> None:
        self._wide = wide  # for each function, which of its arguments are integers

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        wide = [True] * len(node.args) if name in ALIKE else self._wide.get(name)
        if wide is not None:
            node.args = [_wide(arg) if is_wide else arg for arg, is_wide in zip(node.args, wide, strict=True)]
        return node


class _Widen(_WidenCalls):
    """Rules give nothing but integers, so what they return is widened, too."""

    def visit_Return(self, node: ast.Return) -> ast.Return:
        self.generic_visit(node)
        if node.value is not None:
            node.value = _wide(node.value)
        return node


def _wide(value: ast.expr) -> ast.expr:
    return ast.Call(ast.Attribute(ast.Name("np", ast.Load()), "int64", ast.Load()), [value], [])


class _Collector:
    """Walks from the rule functions to everything they use, through any module they come from."""

    def __init__(self) -> None:
        self.constants: dict[str, Any] = {}
        self.functions: dict[str, ast.FunctionDef] = {}
        self.integers: dict[str, list[bool]] = {}
        self._seen: dict[str, Any] = {}

    def add(self, function: Callable[..., Any], name: str | None = None) -> None:
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
            if isinstance(node, ast.Name) and node.id not in local | BUILTINS | HOST_FUNCTIONS:
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
    """`redact_record(r, seat)`: blank in place what the seat cannot know; the schema says what."""
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
    """`play_bot(r, seat, bot, rng)`: the room's bots by number; 0 is the random one and never gets here."""
    lines = ["def play_bot(r, seat, bot, rng):"]
    lines += [f"    if bot == {number}: return bot_{name}(r, seat, rng)" for number, name in enumerate(names, start=1)]
    return "\n".join([*lines, "    return legal_nth(r, seat, below(rng, legal_count(r, seat)))"])


def _hot(functions: dict[str, ast.FunctionDef]) -> set[str]:
    """What is worth inlining by force: what every decision runs through, where it is small or stands in one place only.

    Left to itself LLVM inlines too little here (Fairy then plays at 0.45 of hand-written C instead of 0.8);
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
    small = {name for name in reached if sum(1 for _ in ast.walk(functions[name])) <= SMALL}
    return {name for name in reached if name in small or places[name] <= 1}


def _refuse_clashes(loops: str, names: set[str]) -> None:
    """A name of the rules that is also one of the loops would quietly be replaced by it."""
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


def part(name: str) -> str:
    """The code of a file beside this one that is source of compiled modules; a better comment makes no new module."""
    tree = ast.parse((Path(__file__).parent / "templates" / f"{name}.py").read_text(encoding="utf-8"))
    return ast.unparse(ast.fix_missing_locations(_Strip().visit(tree)))


def _decorated(text: str) -> str:
    """The functions of a text as numba functions."""
    return re.sub(
        r"^def (\w+)",
        lambda found: f"@njit(**{'KERNEL' if found[1] in ENTRIES else 'INNER'})\n{found[0]}",
        text,
        flags=re.MULTILINE,
    )


def written(room: Room, collector: _Collector, *texts: str) -> str:
    """A module of what was collected, and these texts of the host."""
    for text in texts:
        _refuse_clashes(text, {*collector.functions, *collector.constants})
    integers = collector.integers | HOST_INTEGERS
    widen, widen_calls = _Widen(integers), _WidenCalls(integers)
    host = [ast.unparse(ast.fix_missing_locations(widen_calls.visit(ast.parse(text)))) for text in (part("chance"), *texts)]
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
        f'"""The compiled rules of {room.name}; made by fairyring.kernel, not to be edited."""',
        HEADER,
        *(_literal(name, value) for name, value in (constants | collector.constants).items()),
        host[0],
        *(
            f"@njit(**{'HOT' if name in hot else 'INNER'})\n{text}"
            for name, text in zip(collector.functions, functions, strict=True)
        ),
        *host[1:],
    ]
    return "\n\n".join(parts) + "\n"


def module_source(room: Room) -> str:
    """The whole text of the compiled module of a game: the rules, the bots and the loops that play."""
    collector = _Collector()
    for name in RULE_FUNCTIONS:
        collector.add(getattr(room.rules, name), name)
    for name, bot in room.bots.policies.items():
        collector.add(bot, f"bot_{name}")
    made = f"@njit(**INNER)\n{redact_source(room.schema.state)}\n\n@njit(**INNER)\n{bots_source(list(room.bots.policies))}"
    return written(room, collector, made, _decorated(part("outcome")), part("loops"))


# The search -------------------------------------------------------------------------------------

ENTRIES = ("search_worlds", "weigh_worlds")  # what Python calls
HOST = """@njit(**HOT)
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
KEYS = """@njit(**HOT)
def join_key(key, value):
    z = (np.uint64(key) ^ np.uint64(value)) * M1
    return np.int64((z ^ (z >> S31)) >> ONE)
"""
ABSENT = {
    "rollout": "(s, seat, rng): return legal_nth(s, seat, below(rng, legal_count(s, seat)))",
    "turn_count": "(s): return 0",
    "evaluate": "(s, seat): return 0",
    "sample_choices": "(s, seat, rng): return 0",
    "draw_outcome": "(s, rng): return chance_nth(s, below(rng, chance_count(s)))",
    "suppose": "(s, seat, k): return 0",
    "likelihood": "(s, actor, action): return 0",
}


NEXT = "def next_action(s, who, seat, rng):\n    return {}rollout(s, who, rng)\n"  # who thinks may play otherwise than the rest


def knowledge_source(kind: type[State]) -> str:
    """`knowledge(s, seat)`: a number for all that the seat knows; the schema says what that is. For both hosts."""
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
    """The text of a game's compiled search; a module of its own, so that neither playing nor searching compiles the other.

    With `at_random`, which is for benchmarks, imagined games are played on by doing anything.
    """
    search, collector = room.bots.search, _Collector()
    tree = search.tree_depth is not None and not at_random
    used = ("pending", "act", "standing", "imagine", "chance_count", "chance_nth")
    for name in (*used, "legal_count", "legal_nth") if at_random or tree else used:
        collector.add(getattr(room.rules, name), name)
    given: dict[str, Callable[..., Any] | None] = {
        "rollout": None if at_random else search.rollout or room.bots.policies["normal"],
        **({"own_rollout": search.own_rollout} if search.own_rollout and not at_random else {}),
        "turn_count": search.turn_count,
        "evaluate": search.evaluate,
        "sample_choices": None if at_random else search.sample_choices,
        "draw_outcome": search.draw_outcome,
        "suppose": search.beliefs.suppose if search.beliefs else None,
        "likelihood": search.beliefs.likelihood if search.beliefs else None,
    }
    made = [HOST, *([KEYS, f"@njit(**INNER)\n{knowledge_source(room.schema.state)}\n"] if tree else [])]
    for name, function in given.items():
        if function is None:
            made.append(f"@njit(**HOT)\ndef {name}{ABSENT[name]}\n")
        else:
            collector.add(function)
            if function.__name__ != name:  # one that others call too is compiled once
                made.append(f"{name} = {function.__name__}\n")
    own = "own_rollout(s, who, rng) if who == seat else " if "own_rollout" in given else ""
    made.append(f"@njit(**HOT)\n{NEXT.format(own)}")
    loops = _decorated("\n\n".join([part("outcome"), part("search"), *([part("tree")] if tree else [])]))
    loops += f"\n\nplay_world = {'play_by_tree' if tree else 'play_to_end'}\n"
    return written(room, collector, "\n".join(made), loops)

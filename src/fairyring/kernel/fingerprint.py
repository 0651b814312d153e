"""Fingerprint of the functions that a module is compiled from, without compiling: bytecode, constants and layouts.

It finds what it did not see before in a few milliseconds, while parsing and lowering the same functions takes a tenth of a
second. Whatever the compiler reads of a function is in its code and in the globals that its code names; both are hashed, and
so are the functions that they lead to.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import blake2b
from marshal import dumps
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from fairyring.core.fields.schema import State
from fairyring.core.fields.vocabulary import Names
from fairyring.core.game.actions import ActionKind
from fairyring.core.game.contract import note, tell
from fairyring.kernel.compiler.entry import EntryPoint
from fairyring.kernel.compiler.types import Array, Bundle, Known, Record, Records, Type
from fairyring.kernel.primitives import PRIMITIVES

NOT_COMPILED = {note, tell, *PRIMITIVES}  # left out, or written in IR
MARSHAL_VERSION = 2  # later versions write objects differently that are referred to twice


@cache
def compiler_fingerprint() -> bytes:
    """Return a hash of the compiler's own source."""
    digest = blake2b(digest_size=16)
    folder = Path(__file__).parent
    for path in (folder / "language.py", folder / "native.py", *sorted((folder / "compiler").glob("*.py"))):
        digest.update(path.read_bytes())
    return digest.digest()


class _Walk:
    """Hashes objects, each once."""

    def __init__(self, lines: bool) -> None:
        self.digest = blake2b(digest_size=16)
        self._lines = lines  # messages of the checked build name lines
        self._seen: dict[int, int] = {}
        self._alive: list[object] = []  # ids are unique only while their objects live

    def add(self, value: Any) -> None:
        if isinstance(value, int | str | bytes | Array):
            self.digest.update(repr(value).encode())
        elif id(value) in self._seen:
            self.digest.update(b"#%d" % self._seen[id(value)])
        else:
            self._seen[id(value)] = len(self._seen)
            self._alive.append(value)
            self._add_new(value)

    def _add_new(self, value: Any) -> None:
        self.digest.update(type(value).__name__.encode())
        match value:
            case FunctionType():
                self._add_function(value)
            case tuple():
                try:
                    self.digest.update(dumps(value, MARSHAL_VERSION))
                except ValueError:  # it holds functions
                    for item in value:
                        self.add(item)
            case ActionKind():
                domains = [(name, domain.first, domain.size) for name, domain in value.args.items()]
                self.digest.update(repr((value.name, value.first, domains)).encode())
            case type() if issubclass(value, Names):
                self.digest.update(repr(sorted((k, v) for k, v in vars(value).items() if isinstance(v, int))).encode())
            case type() if issubclass(value, State):
                declared = [
                    (f.name, f.code, f.shape, f.lo, f.hi, f.const, f.folded and f.printed, f.scratch, f.visibility.known)
                    for f in value.fields.values()
                ]
                self.digest.update(repr((value.__qualname__, declared, value.layout.offsets, value.layout.size)).encode())
            case Known(value=inner):
                self.add(inner)
            case Record(kind=kind) | Records(kind=kind):
                self.add(kind)
            case Bundle(parts=parts):
                for name, inner in parts:
                    self.add(name)
                    self.add(inner)
            case _ if is_dataclass(value):  # the functions of a game
                for field in fields(value):
                    self.add(field.name)
                    self.add(getattr(value, field.name))

    def _add_function(self, function: FunctionType) -> None:
        if function in NOT_COMPILED:
            self.add(function.__name__)
            return
        code = function.__code__
        self.digest.update(b"\0".join((code.co_code, code.co_name.encode(), repr(_constants(code)).encode())))
        self.digest.update(repr((code.co_names, code.co_varnames, code.co_freevars)).encode())
        if self._lines:
            self.digest.update(repr((code.co_filename, code.co_firstlineno)).encode() + code.co_linetable)
        for name in code.co_names:
            if name in function.__globals__:
                self.add(name)
                self.add(function.__globals__[name])


def _constants(code: CodeType) -> tuple[Any, ...]:
    """Return the constants of a function's code that are numbers or tuples of them: neither its docstring nor inner code."""
    return tuple(value for value in code.co_consts if isinstance(value, int | tuple))


def fingerprint(entries: Mapping[str, EntryPoint], checked: bool) -> str:
    """Return a hash of all that the IR of these entry points depends on."""
    walk = _Walk(lines=checked)
    walk.add(f"{sys.hexversion} {checked}")
    walk.digest.update(compiler_fingerprint())
    for name, entry in entries.items():
        walk.add(name)
        walk.add(entry.function)
        for kind in entry.types:
            _add_type(walk, kind)
        for functions in (entry.seldom, entry.inlined, entry.inlined_for_nature):
            walk.add(functions)
    return walk.digest.hexdigest()


def _add_type(walk: _Walk, kind: Type) -> None:
    walk.add(type(kind).__name__)
    walk.add(kind)

"""Older versions of a game's rules, so that games and records which began with them still end as they would have.

A change of a rule raises `VERSION` in `rules.py`. The functions as they were go into `games/NAME/older/vN.py`, which names
the functions that they stood in for; everything else is shared with the newest version. `Room.older_rules` lists these
modules, and `Room.of_version` returns the room with the older rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import FunctionType, ModuleType
from typing import Any


def older_rules(newest: ModuleType, version: int, replaced: Mapping[Any, Any]) -> ModuleType:
    """Return the rules module `newest` as it was: each function that is a key of `replaced` is exchanged for its value.

    Every rule function that reaches one of them is bound anew, so the newest rules are not affected. Only functions of the
    package of `newest` are bound anew.
    """
    binder = _Binder(newest.__name__.rpartition(".")[0], replaced)
    rules = ModuleType(f"{newest.__name__}.v{version}", newest.__doc__)
    vars(rules).update(binder.namespace(vars(newest)))
    vars(rules)["VERSION"] = version
    return rules


class _Binder:
    """Binds functions to copies of their modules' namespaces, in which the replaced functions are exchanged."""

    def __init__(self, package: str, replaced: Mapping[Any, Any]) -> None:
        self._package = package
        self._replaced = replaced
        self._namespaces: dict[int, dict[str, Any]] = {}  # by the id of the original
        self._functions: dict[FunctionType, FunctionType] = {}

    def namespace(self, original: dict[str, Any]) -> dict[str, Any]:
        """Return the copy of a module's namespace with its functions bound anew. Cycles end at the copy under way."""
        copy = self._namespaces.get(id(original))
        if copy is None:
            copy = self._namespaces[id(original)] = dict(original)
            for name, value in original.items():
                if isinstance(value, FunctionType) and value.__module__.startswith(f"{self._package}."):
                    copy[name] = self._bound(value)
        return copy

    def _bound(self, function: FunctionType) -> FunctionType:
        if function not in self._functions:
            source = self._replaced.get(function, function)
            space = self.namespace(source.__globals__)
            if function not in self._functions:  # its own namespace may have bound it meanwhile
                bound = FunctionType(source.__code__, space, function.__name__, source.__defaults__, source.__closure__)
                bound.__module__, bound.__doc__ = source.__module__, source.__doc__
                bound.__kwdefaults__ = source.__kwdefaults__
                self._functions[function] = bound
        return self._functions[function]

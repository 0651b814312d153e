"""Compiles a large game in half the time: inner functions are optimised once, in the kernel that they end up in.

By itself numba optimises and emits machine code for every function, and again for its copy inside every caller. What else it
does that takes long and brings nothing here is left out, too. That takes numba's own code generator apart a little, so it is
done only with versions where it was tried; others compile as ever.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from threading import RLock
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import codegen, event, targetconfig, types

TRIED = ("0.68",)
LARGE = 40_000  # characters of source
SELDOM = (200_000, 20, 100)  # when to look for garbage that refers to itself: a compiler makes much, and hardly any of that
_alone = RLock()
_defaults: dict[Any, dict[str, Any]] = {}  # what the options of a target are where nobody sets them
Change = tuple[Any, str, Callable[..., Any]]


@cache
def inner_functions(source: str) -> set[str]:
    """The functions of a compiled module that Python never calls."""
    return set(re.findall(r"@njit\(\*\*(?:INNER|HOT)\)\ndef (\w+)", source))


@contextmanager
def lean(source: str, interleave: bool = True) -> Iterator[None]:
    """While this module is compiled, its inner functions are only linked.

    `interleave` is for loops of a large module: the search needs it, what plays is faster without.
    """
    if not numba.__version__.startswith(TRIED):
        yield
        return
    with _alone:
        changes = [*_only_linked(inner_functions(source)), *_passes(len(source) > LARGE, interleave), *_less_ado()]
        before = [(owner, name, getattr(owner, name)) for owner, name, _ in changes]
        often = gc.get_threshold()
        try:
            gc.set_threshold(*SELDOM)
            for owner, name, change in changes:
                setattr(owner, name, change)
            yield
        finally:
            for owner, name, was in before:
                setattr(owner, name, was)
            gc.set_threshold(*often)


def _only_linked(inner: set[str]) -> list[Change]:
    """Inner functions, and numba's own such as `min`, are neither optimised nor emitted by themselves."""
    library: Any = codegen.CPUCodeLibrary
    generator: Any = codegen.JITCPUCodegen
    finalize, set_env = library.finalize, generator.set_env

    def link_only(self: Any) -> None:
        if self.name not in inner and "<locals>" not in self.name:
            finalize(self)
            return
        self._raise_if_finalized()
        for other in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(other._reload_init)
            self._final_module.link_in(other._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def set_env_if_there(self: Any, name: str, env: Any) -> None:
        """What was not emitted has no environment; nor does code without Python objects use one."""
        if self._engine.get_global_value_address(name):
            set_env(self, name, env)

    return [(library, "finalize", link_only), (generator, "set_env", set_env_if_there)]


def _passes(large: bool, interleave: bool) -> list[Change]:
    """A large module's loops are not unrolled: that makes half as much code again for everything after it to work on.

    Fairy Tale, which is large, becomes faster; Crane, which is not, would lose a twelfth of its speed.
    """
    generators: Any = codegen
    build = generators.create_pass_builder

    def optimize_functions(self: Any, module: Any) -> None:
        """As numba has it, but only for what has a body."""
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
            if not function.is_declaration:
                passes, builder = self._codegen._function_pass_manager()
                passes.run(function, builder)

    def pass_builder(machine: Any, opt: int = 2, loop_vectorize: bool = False, slp_vectorize: bool = False) -> Any:
        tuning = llvm.create_pipeline_tuning_options(opt)
        tuning.loop_vectorization = loop_vectorize
        tuning.slp_vectorization = slp_vectorize
        tuning.loop_unrolling = False
        tuning.loop_interleaving = interleave
        return llvm.create_pass_builder(machine, tuning)

    return [
        (codegen.CPUCodeLibrary, "_optimize_functions", optimize_functions),
        (generators, "create_pass_builder", pass_builder if large else build),
    ]


def _less_ado() -> list[Change]:
    """Every pass over every function tells listeners, of whom there are none, the long names of its types."""
    config: Any = targetconfig.TargetConfig
    written: dict[int, tuple[Any, str]] = {}
    write = types.Record.__repr__

    def all_values(self: Any) -> dict[str, Any]:
        """As numba has it, but not option by option: every call of every function compares them several times."""
        kind = type(self)
        if kind not in _defaults:
            _defaults[kind] = {name: option.default for name, option in kind.options.items()}
        return {**_defaults[kind], **self._values}

    def written_once(self: Any) -> str:
        if id(self) not in written:
            written[id(self)] = (self, write(self))  # with the type itself, so that no other can have its number
        return written[id(self)][1]

    return [
        (config, "values", all_values),
        (types.Record, "__repr__", written_once),
        (event, "broadcast", lambda happened: None),
    ]

"""Patches of numba that halve the time to compile a large game: inner functions are optimised once, in their caller.

numba optimises and emits machine code for every function, and again for its copy in every caller. The patches replace
internals of numba's code generator while a module compiles, and only for tested versions; others compile unpatched.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import codegen, event, targetconfig, types
from numba.core.compiler_lock import global_compiler_lock

TESTED_VERSIONS = ("0.68",)
LARGE_SOURCE = 40_000  # characters
GC_THRESHOLDS = (200_000, 20, 100)  # while compiling: it allocates much, and little of that is cyclic garbage
_defaults: dict[Any, dict[str, Any]] = {}  # default options of each target
Change = tuple[Any, str, Callable[..., Any]]


@cache
def inner_functions(source: str) -> set[str]:
    """Return the functions of a generated module that Python never calls."""
    return set(re.findall(r"@njit\(\*\*(?:INNER|HOT)\)\ndef (\w+)", source))


@contextmanager
def fast_compilation(source: str, interleave: bool = True) -> Iterator[None]:
    """Patch numba while the module with this source compiles: link its inner functions without optimising them.

    Holds numba's compiler lock, so that other threads never compile with the patches. `interleave` is LLVM's loop
    interleaving in large modules: the search is faster with it, playing without.
    """
    if not numba.__version__.startswith(TESTED_VERSIONS):
        yield
        return
    with global_compiler_lock:
        changes = [
            *_link_inner_functions(inner_functions(source)),
            *_tune_passes(len(source) > LARGE_SOURCE, interleave),
            *_disable_compile_events(),
        ]
        before = [(owner, name, getattr(owner, name)) for owner, name, _ in changes]
        thresholds = gc.get_threshold()
        try:
            gc.set_threshold(*GC_THRESHOLDS)
            for owner, name, change in changes:
                setattr(owner, name, change)
            yield
        finally:
            for owner, name, original in before:
                setattr(owner, name, original)
            gc.set_threshold(*thresholds)


def _link_inner_functions(inner: set[str]) -> list[Change]:
    """Neither optimise nor emit inner functions, and numba's own such as `min`, by themselves."""
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
        """Skip functions that were not emitted: they have no environment, and nopython code uses none."""
        if self._engine.get_global_value_address(name):
            set_env(self, name, env)

    return [(library, "finalize", link_only), (generator, "set_env", set_env_if_there)]


def _tune_passes(large: bool, interleave: bool) -> list[Change]:
    """Do not unroll loops of large modules, which would make half as much code again for all later passes.

    Fairy Tale, which is large, becomes faster; Crane, which is not, would lose a twelfth of its speed.
    """
    generators: Any = codegen
    build = generators.create_pass_builder

    def optimize_functions(self: Any, module: Any) -> None:
        """Do as numba does, but only for functions with a body."""
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


def _disable_compile_events() -> list[Change]:
    """Disable compile events, which format long type names for listeners that do not exist, and cache other texts."""
    config: Any = targetconfig.TargetConfig
    reprs: dict[int, tuple[Any, str]] = {}
    make_repr = types.Record.__repr__

    def all_values(self: Any) -> dict[str, Any]:
        """Do as numba does, but from cached defaults: every call of every function compares options several times."""
        kind = type(self)
        if kind not in _defaults:
            _defaults[kind] = {name: option.default for name, option in kind.options.items()}
        return {**_defaults[kind], **self._values}

    def cached_repr(self: Any) -> str:
        if id(self) not in reprs:
            reprs[id(self)] = (self, make_repr(self))  # keeps the type alive, so that its id stays unique
        return reprs[id(self)][1]

    return [
        (config, "values", all_values),
        (types.Record, "__repr__", cached_repr),
        (event, "broadcast", lambda _event: None),
    ]

"""Halves the time to compile a large game: inner functions are optimised once, in the kernel that they end up in.

By itself numba optimises and emits machine code for every function, and again for its copy inside every caller. That takes
numba's own code generator apart a little, so it is done only with versions where it was tried; others compile as ever.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import RLock
from typing import Any

import numba
from numba.core import codegen, targetconfig

TRIED = ("0.68",)
_alone = RLock()
_defaults: dict[Any, dict[str, Any]] = {}  # what the options of a target are where nobody sets them


@cache
def inner_functions(source: str) -> set[str]:
    """The functions of a compiled module that Python never calls."""
    return set(re.findall(r"@njit\(\*\*(?:INNER|HOT)\)\ndef (\w+)", source))


@contextmanager
def lean(source: str) -> Iterator[None]:
    """While this module is compiled, its inner functions are only linked."""
    if not numba.__version__.startswith(TRIED):
        yield
        return
    inner = inner_functions(source)
    library: Any = codegen.CPUCodeLibrary
    generator: Any = codegen.JITCPUCodegen
    config: Any = targetconfig.TargetConfig
    finalize, set_env, values = library.finalize, generator.set_env, config.values

    def link_only(self: Any) -> None:
        if self.name not in inner:
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

    def all_values(self: Any) -> dict[str, Any]:
        """As numba has it, but not option by option: every call of every function compares them several times."""
        kind = type(self)
        if kind not in _defaults:
            _defaults[kind] = {name: option.default for name, option in kind.options.items()}
        return {**_defaults[kind], **self._values}

    with _alone:
        library.finalize, generator.set_env, config.values = link_only, set_env_if_there, all_values
        try:
            yield
        finally:
            library.finalize, generator.set_env, config.values = finalize, set_env, values

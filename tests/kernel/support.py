"""Functions in the language of rules as compiled code: called with numbers and lists, like their Python originals."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any, cast

from fairyring.core.rng import Stream
from fairyring.kernel.compiler.entry import EntryPoint
from fairyring.kernel.compiler.module import module_text
from fairyring.kernel.compiler.types import HOST_ARRAY, INT, STREAMS, Type
from fairyring.kernel.native import Library, compile_ir

BUILDS = (False, True)  # fast, checked


class Compiled:
    """Several functions in one module, in one build."""

    def __init__(self, functions: Sequence[Callable[..., Any]], checked: bool) -> None:
        entries = {
            function.__name__: EntryPoint(cast(FunctionType, function), tuple(map(_type, _annotations(function))))
            for function in functions
        }
        self._library = Library(compile_ir(module_text(entries, checked), level=1), entries)

    def __call__(self, function: Callable[..., Any], *args: Any) -> int:
        """Call a function; lists and streams are changed as by Python."""
        words: list[int] = []
        arrays: list[tuple[Any, Any]] = []
        for arg in args:
            if isinstance(arg, int):
                words.append(arg)
                continue
            array = (ctypes.c_int64 * len(arg))(*[item.state if isinstance(item, Stream) else item for item in arg])
            arrays.append((arg, array))
            words.append(ctypes.addressof(array))
            if not isinstance(arg[0] if arg else 0, Stream):
                words.append(len(arg))
        result = self._library.call(function.__name__, words)
        for arg, array in arrays:
            for place, value in enumerate(array):
                if isinstance(arg[place], Stream):
                    arg[place].state = value % (1 << 64)
                else:
                    arg[place] = value
        return result


def _annotations(function: Callable[..., Any]) -> list[str]:
    return [str(kind) for name, kind in function.__annotations__.items() if name != "return"]


def _type(annotation: str) -> Type:
    return INT if annotation == "int" else STREAMS if "Stream" in annotation else HOST_ARRAY


def define(folder: Path, text: str, name: str = "f", **names: Any) -> Any:
    """Return the function `name` of a module with this text, which is written to a file: errors name its lines."""
    path = folder / "example.py"
    path.write_text(text, encoding="utf-8")
    space: dict[str, Any] = {"__name__": "example", **names}
    exec(compile(text, str(path), "exec"), space)  # noqa: S102
    return space[name]

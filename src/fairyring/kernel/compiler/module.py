"""The IR text of a whole module: entry points that a host calls, and all functions that they use.

The text names no machine: addresses are words of 64 bits in the block of an entry point also where pointers are shorter.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import FunctionType

from fairyring.core.game.contract import NATURE
from fairyring.kernel.compiler.entry import FIRST_ARGUMENT, RESULT, EntryPoint
from fairyring.kernel.compiler.expressions import Expressions
from fairyring.kernel.compiler.ir import FunctionText, ModuleText, Target
from fairyring.kernel.compiler.library import PRIMITIVES
from fairyring.kernel.compiler.lower import Lowered, Lowering
from fairyring.kernel.compiler.types import Array, Bundle, Int, Known, Type, Value
from fairyring.kernel.language import LanguageError, place_of


class Module:
    """Lowers functions into one module, each once for the types of its arguments."""

    def __init__(self, checked: bool, target: Target, entries: Collection[EntryPoint]) -> None:
        self._seldom = {function for entry in entries for function in entry.seldom}
        self._inlined = {function for entry in entries for function in entry.inlined}
        self._loops = self._inlined | {entry.function for entry in entries if entry.inlined}
        self._inlined_for_nature = {function for entry in entries for function in entry.inlined_for_nature}
        self.checked = checked
        self.text = ModuleText(target)
        self._lowered: dict[tuple[FunctionType, tuple[Type, ...]], Lowered | None] = {}

    def find(self, function: FunctionType, types: tuple[Type, ...], caller: str) -> Lowered:
        """Return a function for these types of arguments, lowered if it is new. Raises LanguageError for recursion."""
        key = (function, types)
        if key not in self._lowered:
            self._lowered[key] = None
            name = f'"{function.__name__}.{len(self._lowered)}"'
            if function in self._seldom:
                self.text.seldom.add(name)
            self._lowered[key] = Lowering(function, types, name, self.text, self, self.checked).lower()
        lowered = self._lowered[key]
        if lowered is None:
            raise LanguageError(f"{caller}: {function.__name__} calls itself; write a loop")
        return lowered

    def is_inlined(self, caller: FunctionType, function: FunctionType, args: list[Value]) -> bool:
        """Return whether a call is inlined whatever the size of the function; the compiler decides about all others."""
        if caller not in self._loops:
            return False
        folds = function in self._inlined_for_nature and any(arg.constant == NATURE for arg in args)
        return folds or function in self._inlined

    def primitive(self, code: Expressions, function: FunctionType, args: list[Value]) -> tuple[bool, Value | None]:
        """Return whether a function is written in IR, and its result then."""
        write = PRIMITIVES.get(function)
        return (False, None) if write is None else (True, write(code, args))

    def add_entry(self, name: str, entry: EntryPoint) -> None:
        """Add an entry point."""
        lowered = self.find(entry.function, entry.types, place_of(entry.function))
        self.text.entries.add(lowered.name)
        out = FunctionText()
        words: list[str] = []
        for kind in entry.types:
            self._load_argument(out, kind, words)
        passed = ", ".join(["ptr %block", *words] if self.checked else words)
        result = out.value(f"call fastcc i64 @{lowered.name}({passed})")
        pointer = out.value(f"getelementptr inbounds i64, ptr %block, i64 {RESULT}")
        out.emit(f"store i64 {result}, ptr {pointer}")
        out.finish("ret void")
        self.text.functions.append("\n".join([f"define void @{name}(ptr noalias %block) #0 {{", *out.lines, "}"]))

    def _load_argument(self, out: FunctionText, kind: Type, words: list[str]) -> None:
        if isinstance(kind, Known):
            return
        if isinstance(kind, Bundle):
            for _part, inner in kind.parts:
                self._load_argument(out, inner, words)
            return
        word = self._load_word(out, len(words))
        if isinstance(kind, Int):
            words.append(f"i64 {word}")
            return
        words.append(f"ptr {out.value(f'inttoptr i64 {word} to ptr')}")
        if isinstance(kind, Array) and kind.shape[0] < 0:
            words.append(f"i64 {self._load_word(out, len(words))}")

    def _load_word(self, out: FunctionText, number: int) -> str:
        pointer = out.value(f"getelementptr inbounds i64, ptr %block, i64 {FIRST_ARGUMENT + number}")
        return out.value(f"load i64, ptr {pointer}")


def module_text(entries: Mapping[str, EntryPoint], checked: bool, target: Target = Target.ANY) -> str:
    """Return the IR of a module with these entry points. Raises LanguageError."""
    module = Module(checked, target, entries.values())
    for name, entry in entries.items():
        module.add_entry(name, entry)
    return module.text.render()

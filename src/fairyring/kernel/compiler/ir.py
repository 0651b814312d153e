"""Text of LLVM IR: one function's blocks, and a module's tables, messages and metadata."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from fairyring.kernel.compiler.types import BITS, INT_MAX, INT_MIN, Cell

INTRINSICS = {
    "llvm.sadd.with.overflow.i64": "{ i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64)",
    "llvm.ssub.with.overflow.i64": "{ i64, i1 } @llvm.ssub.with.overflow.i64(i64, i64)",
    "llvm.smul.with.overflow.i64": "{ i64, i1 } @llvm.smul.with.overflow.i64(i64, i64)",
    "llvm.smin.i64": "i64 @llvm.smin.i64(i64, i64)",
    "llvm.smax.i64": "i64 @llvm.smax.i64(i64, i64)",
    "llvm.abs.i64": "i64 @llvm.abs.i64(i64, i1)",
    "llvm.ctpop.i64": "i64 @llvm.ctpop.i64(i64)",
    "llvm.cttz.i64": "i64 @llvm.cttz.i64(i64, i1)",
    "llvm.x86.bmi.pdep.64": "i64 @llvm.x86.bmi.pdep.64(i64, i64)",
    "llvm.wasm.bitmask.v2i64": "i32 @llvm.wasm.bitmask.v2i64(<2 x i64>)",
    "llvm.wasm.bitmask.v4i32": "i32 @llvm.wasm.bitmask.v4i32(<4 x i32>)",
    "llvm.wasm.bitmask.v8i16": "i32 @llvm.wasm.bitmask.v8i16(<8 x i16>)",
    "llvm.wasm.bitmask.v16i8": "i32 @llvm.wasm.bitmask.v16i8(<16 x i8>)",
    "llvm.memset.p0.i64": "void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
    "llvm.memcpy.p0.p0.i64": "void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
}


class Target(Enum):
    """What a module may take for granted of the machine."""

    ANY = auto()
    PDEP = auto()  # it has the instruction “parallel bit deposit”
    WASM = auto()


class ModuleText:
    """The parts of a module that its functions share."""

    def __init__(self, target: Target = Target.ANY) -> None:
        self.target = target
        self.functions: list[str] = []  # of the library, and entry points
        self.entries: set[str] = set()  # functions of the language that entry points call
        self.seldom: set[str] = set()  # functions that run seldom: they, and what only they call, stay calls
        self._bodies: dict[str, tuple[str, list[str], set[str]]] = {}
        self._tables: dict[tuple[int, ...], tuple[str, Cell]] = {}
        self._texts: dict[str, str] = {}
        self._metadata: dict[str, int] = {}
        self._intrinsics: set[str] = set()
        self._root = self._node('!"memory of fairyring"')

    def add_function(self, name: str, head: str, lines: list[str], calls: set[str]) -> None:
        """Add a function of the language; `calls` are the functions of the language that it calls."""
        self._bodies[name] = head, lines, calls

    def _reached(self, roots: set[str], without: set[str]) -> set[str]:
        """Return the functions that are reached from these, not going through others."""
        reached, waiting = set[str](), [*roots]
        while waiting:
            name = waiting.pop()
            if name in self._bodies and name not in reached and name not in without:
                reached.add(name)
                waiting += self._bodies[name][2]
        return reached

    def _node(self, content: str) -> int:
        return self._metadata.setdefault(content, len(self._metadata))

    def memory_tag(self, memory: str) -> str:
        """Return the metadata that tells memory apart: two fields never overlap."""
        kind = self._node(f'!"{memory}", !{self._root}, i64 0')
        return f", !tbaa !{self._node(f'!{kind}, !{kind}, i64 0')}"

    def range_tag(self, cell: Cell) -> str:
        """Return the metadata for the bounds of a loaded value; "" if they are those of its width."""
        half = 1 << (cell.bits - 1)
        if (cell.lo <= -half and cell.hi >= half - 1) or (cell.bits == 64 and (cell.lo <= INT_MIN or cell.hi >= INT_MAX)):
            return ""
        end = cell.hi + 1 if cell.hi + 1 < half else cell.hi + 1 - 2 * half
        return f", !range !{self._node(f'i{cell.bits} {cell.lo}, i{cell.bits} {end}')}"

    def table(self, numbers: Sequence[int]) -> tuple[str, Cell]:
        """Return the name of a constant table, and the type of its cells: as narrow as the numbers allow."""
        key = tuple(numbers)
        if key not in self._tables:
            lo, hi = min(key, default=0), max(key, default=0)
            bits = next(bits for bits in BITS.values() if -(1 << (bits - 1)) <= lo and hi < 1 << (bits - 1))
            self._tables[key] = f"@table.{len(self._tables)}", Cell(bits, lo, hi, "constant table")
        return self._tables[key]

    def text(self, text: str) -> str:
        """Return the name of a constant text that ends with a zero byte."""
        return self._texts.setdefault(text, f"@text.{len(self._texts)}")

    def intrinsic(self, name: str) -> str:
        """Return the name of an intrinsic function, declared."""
        self._intrinsics.add(name)
        return f"@{name}"

    def render(self) -> str:
        """Return the text of the module."""
        lines = []
        for numbers, (name, cell) in self._tables.items():
            item = f"i{cell.bits}"
            values = ", ".join(f"{item} {number}" for number in numbers)
            lines.append(f"{name} = private unnamed_addr constant [{len(numbers)} x {item}] [{values}], align 8")
        for text, name in self._texts.items():
            data = text.encode() + b"\0"
            escaped = "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02x}" for byte in data)
            lines.append(f'{name} = private unnamed_addr constant [{len(data)} x i8] c"{escaped}"')
        lines += [f"declare {INTRINSICS[name]}" for name in sorted(self._intrinsics)]
        often = self._reached(self.entries, without=self.seldom)
        for name, (head, body, _calls) in self._bodies.items():
            lines += [f"{head} #{0 if name in often else 1} {{", *body, "}"]
        lines += self.functions
        # No function raises, and none is replaced by a call of the C library, which WebAssembly does not have.
        lines.append('attributes #0 = { nounwind "no-builtins" }')
        lines.append('attributes #1 = { nounwind noinline "no-builtins" }')
        lines += [f"!{number} = !{{{content}}}" for content, number in self._metadata.items()]
        return "\n".join(lines) + "\n"


class FunctionText:
    """The blocks of one function while it is written."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.slots: list[str] = []  # of local variables, in the first block
        self.is_open = True  # whether the current block still lacks its end
        self._count = 0

    def name(self) -> str:
        """Return a new name."""
        self._count += 1
        return f"%v{self._count}"

    def label(self) -> str:
        """Return a new label."""
        self._count += 1
        return f"b{self._count}"

    def emit(self, text: str) -> None:
        """Add an instruction without a result."""
        if self.is_open:
            self.lines.append(f"  {text}")

    def value(self, text: str) -> str:
        """Add an instruction and return the name of its result."""
        name = self.name()
        self.emit(f"{name} = {text}")
        return name

    def slot(self, kind: str, start: str = "") -> str:
        """Return the address of a new local variable; `start` is its first value."""
        name = self.name()
        self.slots.append(f"  {name} = alloca {kind}")
        if start:
            self.slots.append(f"  store {kind} {start}, ptr {name}")
        return name

    def jump(self, label: str) -> None:
        """End the block with a jump."""
        self.emit(f"br label %{label}")
        self.is_open = False

    def branch(self, condition: str, yes: str, no: str) -> None:
        """End the block with a branch."""
        self.emit(f"br i1 {condition}, label %{yes}, label %{no}")
        self.is_open = False

    def finish(self, text: str) -> None:
        """End the block with another instruction."""
        self.emit(text)
        self.is_open = False

    def place(self, label: str) -> None:
        """Begin a block."""
        if self.is_open:
            self.jump(label)
        self.lines.append(f"{label}:")
        self.is_open = True

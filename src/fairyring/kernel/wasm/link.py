"""Linker for one WebAssembly object file: turns what LLVM emits into a module that runs, without imports.

The general tool is wasm-ld, which no small package brings: the wheel that has it is 101 MB. One object that uses nothing from
outside needs only a part of it: places for its data and its stack, the relocations of addresses and indices, and exports. The
format is that of WebAssembly's tool conventions (Linking.md), version 2.

Memory, from address 0: the stack, which grows downwards, so that an overflow is an access out of bounds; constant tables; the
heap of the host, from the exported global `heap_base`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

MAGIC = b"\0asm\1\0\0\0"
PAGE = 1 << 16  # bytes
STACK_BYTES = 1 << 16  # local arrays of the rules; there is no recursion
HEAP_ALIGNMENT = 64  # states lie on cache lines
LINKING_VERSION = 2

CUSTOM, TYPE, IMPORT, FUNCTION, MEMORY, GLOBAL, EXPORT, CODE, DATA, DATA_COUNT = 0, 1, 2, 3, 5, 6, 7, 10, 11, 12
KIND_FUNCTION, KIND_MEMORY, KIND_GLOBAL = 0, 2, 3  # of imports and exports
SEGMENT_INFO, SYMBOL_TABLE = 5, 8  # subsections of the section “linking”
SYMBOL_FUNCTION, SYMBOL_DATA, SYMBOL_GLOBAL = 0, 1, 2
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40  # flags of symbols
FUNCTION_INDEX, ADDRESS, SIGNED_ADDRESS, TYPE_INDEX, GLOBAL_INDEX = 0, 3, 4, 6, 7  # relocations
PADDED = 5  # bytes of a number that is to be relocated
STACK_POINTER = "__stack_pointer"
I32, CONSTANT, VARIABLE = 0x7F, 0, 1
I32_CONST, END = 0x41, 0x0B


class LinkError(ValueError):
    """An object that needs something that a module without imports does not have."""


class MissingFunction(LinkError):
    """An object that calls a function which it does not have; `name` is the function's."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the object needs {name} from elsewhere")
        self.name = name


@dataclass(frozen=True, slots=True)
class Symbol:
    """A function, a global or a place in the data, by its name."""

    kind: int
    name: str
    index: int = 0  # of the function or global, or of the data segment
    offset: int = 0  # in the data segment


@dataclass(frozen=True, slots=True)
class Segment:
    """Bytes of constant data, and their alignment."""

    data: bytes
    alignment: int


@dataclass(frozen=True, slots=True)
class Relocation:
    """A number in the code that depends on the place of a symbol."""

    kind: int
    offset: int
    index: int
    addend: int


@dataclass
class ObjectFile:
    """The parts of an object file that a module is made of."""

    sections: dict[int, bytes] = field(default_factory=dict)
    symbols: list[Symbol] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)
    relocations: list[Relocation] = field(default_factory=list)


class Reader:
    """Reads numbers and names from bytes."""

    def __init__(self, data: bytes) -> None:
        self.data, self.place = data, 0

    def __bool__(self) -> bool:
        return self.place < len(self.data)

    def byte(self) -> int:
        self.place += 1
        return self.data[self.place - 1]

    def take(self, size: int) -> bytes:
        self.place += size
        return self.data[self.place - size : self.place]

    def unsigned(self) -> int:
        """Read an unsigned LEB128 number."""
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return number

    def signed(self) -> int:
        """Read a signed LEB128 number."""
        start = self.place
        number = self.unsigned()
        bits = 7 * (self.place - start)
        return number - (1 << bits) if number >> (bits - 1) else number

    def sized(self) -> bytes:
        return self.take(self.unsigned())

    def name(self) -> str:
        return self.sized().decode()


def unsigned(number: int) -> bytes:
    """Return the LEB128 form of a number that is not negative."""
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def signed(number: int) -> bytes:
    """Return the signed LEB128 form of a number."""
    out = bytearray()
    while not -0x40 <= number < 0x40:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number & 0x7F])


def _sized(data: bytes) -> bytes:
    return unsigned(len(data)) + data


def _vector(items: Collection[bytes]) -> bytes:
    return unsigned(len(items)) + b"".join(items)


def _aligned(address: int, alignment: int) -> int:
    return -(-address // alignment) * alignment


# Reading ----------------------------------------------------------------------------------------------


def read_object(data: bytes) -> ObjectFile:
    """Return the parts of an object file. Raises LinkError."""
    if data[: len(MAGIC)] != MAGIC:
        raise LinkError("not a WebAssembly object")
    result, reader, custom = ObjectFile(), Reader(data[len(MAGIC) :]), dict[str, Reader]()
    numbers: list[int] = []  # of the sections, in order: relocations refer to them
    while reader:
        number, content = reader.byte(), reader.sized()
        numbers.append(number)
        if number == CUSTOM:
            inner = Reader(content)
            custom[inner.name()] = inner
        else:
            result.sections[number] = content
    _check_imports(result.sections.get(IMPORT, unsigned(0)))
    _read_linking(result, custom["linking"])
    for name, inner in custom.items():
        if name.startswith("reloc."):
            section = numbers[inner.unsigned()]
            if section != CODE:
                raise LinkError(f"addresses outside the code ({name})")
            result.relocations = [_read_relocation(inner) for _ in range(inner.unsigned())]
    return result


def _check_imports(content: bytes) -> None:
    """Refuse imports other than memory and stack pointer, which the module defines itself."""
    reader = Reader(content)
    for _ in range(reader.unsigned()):
        reader.name()
        name, kind = reader.name(), reader.byte()
        if kind == KIND_MEMORY:
            if reader.unsigned() & 1:
                reader.unsigned()
            reader.unsigned()
        elif kind == KIND_GLOBAL and name == STACK_POINTER:
            reader.take(2)
        else:
            raise MissingFunction(name)


def _read_linking(result: ObjectFile, linking: Reader) -> None:
    if linking.unsigned() != LINKING_VERSION:
        raise LinkError("another version of the linking section")
    alignments: list[int] = []
    while linking:
        number, inner = linking.byte(), Reader(linking.sized())
        if number == SYMBOL_TABLE:
            result.symbols = [_read_symbol(inner) for _ in range(inner.unsigned())]
        elif number == SEGMENT_INFO:
            for _ in range(inner.unsigned()):
                inner.name()
                alignments.append(1 << inner.unsigned())
                inner.unsigned()
    data = Reader(result.sections.get(DATA, unsigned(0)))
    for place in range(data.unsigned()):
        if data.byte() != 0 or data.byte() != I32_CONST:
            raise LinkError("data of a kind that is not expected")
        data.signed()
        data.byte()
        result.segments.append(Segment(data.sized(), alignments[place]))


def _read_symbol(reader: Reader) -> Symbol:
    kind, flags = reader.byte(), reader.unsigned()
    if kind in (SYMBOL_FUNCTION, SYMBOL_GLOBAL):
        index = reader.unsigned()
        name = reader.name() if not flags & UNDEFINED or flags & EXPLICIT_NAME else ""
        return Symbol(kind, name, index)
    name = reader.name() if kind == SYMBOL_DATA else ""
    if kind != SYMBOL_DATA or flags & UNDEFINED:
        raise LinkError(f"a symbol that is not expected: kind {kind}, {name}")
    segment, offset = reader.unsigned(), reader.unsigned()
    reader.unsigned()  # its size
    return Symbol(kind, name, segment, offset)


def _read_relocation(reader: Reader) -> Relocation:
    kind, offset, index = reader.byte(), reader.unsigned(), reader.unsigned()
    if kind not in (FUNCTION_INDEX, ADDRESS, SIGNED_ADDRESS, TYPE_INDEX, GLOBAL_INDEX):
        raise LinkError(f"a relocation of another kind: {kind}")
    return Relocation(kind, offset, index, reader.signed() if kind in (ADDRESS, SIGNED_ADDRESS) else 0)


# Writing ----------------------------------------------------------------------------------------------


def link(data: bytes, exports: Iterable[str]) -> bytes:
    """Return a module that exports these functions, its memory and `heap_base`. Raises LinkError."""
    source = read_object(data)
    places, memory = place(source.segments)
    heap = _aligned(STACK_BYTES + len(memory), HEAP_ALIGNMENT)
    functions = {symbol.name: symbol.index for symbol in source.symbols if symbol.kind == SYMBOL_FUNCTION}
    exported = [
        _export("memory", KIND_MEMORY, 0),
        _export("heap_base", KIND_GLOBAL, 1),
        *(_export(name, KIND_FUNCTION, functions[name]) for name in exports),
    ]
    sections = {
        TYPE: source.sections[TYPE],
        FUNCTION: source.sections[FUNCTION],
        MEMORY: _vector([b"\0" + unsigned(-(-heap // PAGE))]),
        GLOBAL: _vector([_global(VARIABLE, STACK_BYTES), _global(CONSTANT, heap)]),
        EXPORT: _vector(exported),
        CODE: _relocated(source, places),
    }
    if memory:
        sections[DATA] = _vector([b"\0" + _constant(STACK_BYTES) + _sized(memory)])
    return MAGIC + b"".join(bytes([number]) + _sized(content) for number, content in sections.items())


def place(segments: Iterable[Segment]) -> tuple[list[int], bytes]:
    """Return the addresses of the data segments, behind the stack, and the memory that they fill."""
    places, memory = list[int](), bytearray()
    for segment in segments:
        end = STACK_BYTES + len(memory)
        places.append(_aligned(end, segment.alignment))
        memory += bytes(places[-1] - end) + segment.data
    return places, bytes(memory)


def _export(name: str, kind: int, index: int) -> bytes:
    return _sized(name.encode()) + bytes([kind]) + unsigned(index)


def _constant(number: int) -> bytes:
    return bytes([I32_CONST]) + signed(number) + bytes([END])


def _global(mutability: int, number: int) -> bytes:
    return bytes([I32, mutability]) + _constant(number)


def _relocated(source: ObjectFile, places: list[int]) -> bytes:
    """Return the code with all numbers in their shortest form."""
    reader = Reader(source.sections[CODE])
    waiting = sorted(source.relocations, key=lambda each: each.offset, reverse=True)
    bodies = []
    for _ in range(reader.unsigned()):
        size = reader.unsigned()
        end, parts = reader.place + size, []
        while waiting and waiting[-1].offset < end:
            relocation = waiting.pop()
            parts.append(reader.take(relocation.offset - reader.place))
            parts.append(_number(source, relocation, places))
            reader.take(PADDED)
        parts.append(reader.take(end - reader.place))
        bodies.append(_sized(b"".join(parts)))
    return _vector(bodies)


def _number(source: ObjectFile, relocation: Relocation, places: list[int]) -> bytes:
    if relocation.kind == TYPE_INDEX:
        return unsigned(relocation.index)
    symbol = source.symbols[relocation.index]
    if symbol.kind != SYMBOL_DATA:
        return unsigned(symbol.index)
    address = places[symbol.index] + symbol.offset + relocation.addend
    return signed(address) if relocation.kind == SIGNED_ADDRESS else unsigned(address)

"""Base of the lowering: the function being lowered, its errors and checks, and values in memory."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from fairyring.core.fields.schema import State
from fairyring.kernel.compiler import arithmetic
from fairyring.kernel.compiler.ir import FunctionText, ModuleText
from fairyring.kernel.compiler.types import (
    STREAM,
    Array,
    Bool,
    Cell,
    Int,
    Known,
    RandomStreams,
    Record,
    Records,
    Value,
    constant,
    integer,
    known_truth,
)
from fairyring.kernel.language import LanguageError, place_of


class Memory:
    """Loads and stores fields, rows and entries of tables for one function. `line` is the line being lowered, for errors."""

    def __init__(self, function: FunctionType, module: ModuleText, checked: bool) -> None:
        self.function = function
        self.module = module
        self.checked = checked
        self.out = FunctionText()
        self.line = function.__code__.co_firstlineno

    def error(self, reason: str) -> LanguageError:
        """Return the error for the current line."""
        return LanguageError(f"{place_of(self.function, self.line)}: {reason}")

    def need_field(self, kind: type[State], name: str) -> None:
        """Raise LanguageError unless the state has a field of this name."""
        if name not in kind.fields:
            from difflib import get_close_matches  # noqa: PLC0415  (slow to import, and needed for a refusal only)

            near = get_close_matches(name, kind.fields, 1)
            maybe = (
                f"; did you mean “{near[0]}”?"
                if near
                else f"; declare it in the schema, or use one of {', '.join(kind.fields)}"
            )
            raise self.error(f"the state has no field “{name}”{maybe}")

    def fail_if(self, condition: str, reason: str) -> None:
        """In the checked build, stop with a message if the condition holds; nothing in the fast build."""
        if not self.checked:
            return
        failed, going_on = self.out.label(), self.out.label()
        self.out.branch(condition, failed, going_on)
        self.out.place(failed)
        text = self.module.text(f"{place_of(self.function, self.line)}: {reason}")
        self.out.emit(f"store i64 ptrtoint (ptr {text} to i64), ptr %failure")
        self.out.finish("ret i64 0")
        self.out.place(going_on)

    # Values ---------------------------------------------------------------------------------------

    def wrap(self, value: Any) -> Value:
        """Return a Python object as a value."""
        if isinstance(value, bool):
            return known_truth(value)
        if isinstance(value, int):
            if not arithmetic.fits(value, value):
                raise self.error(f"the constant {value} does not fit 64 bits")
            return constant(value)
        return Value(Known(value))

    def as_int(self, value: Value) -> Value:
        """Return a truth value as 0 or 1; raise LanguageError for other types than integers."""
        if isinstance(value.type, Int):
            return value
        if isinstance(value.type, Bool):
            if value.constant is not None:
                return constant(value.constant)
            return integer(self.out.value(f"zext i1 {value.text} to i64"), 0, 1)
        raise self.error("a single integer is needed here; write an index, or call the function")

    # Memory ---------------------------------------------------------------------------------------

    def _field(self, owner: Value, kind: type[State], name: str) -> Value:
        field, offset = kind.fields[name], kind.layout.offsets[name]
        if field.folded:
            return self.wrap(field.printed)
        pointer = self.out.value(f"getelementptr inbounds i8, ptr {owner.text}, i64 {offset}") if offset else owner.text
        cell = Cell.of_field(kind, field)
        return Value(Array(cell, field.shape), pointer) if field.shape else self.load(cell, pointer)

    def load(self, cell: Cell, pointer: str) -> Value:
        """Load an integer, widened to 64 bits."""
        tags = self.module.memory_tag(cell.memory) + self.module.range_tag(cell)
        loaded = self.out.value(f"load i{cell.bits}, ptr {pointer}{tags}")
        if cell.bits == 64:
            return integer(loaded, cell.lo, cell.hi)
        widen = "zext" if cell.lo >= 0 else "sext"
        return integer(self.out.value(f"{widen} i{cell.bits} {loaded} to i64"), cell.lo, cell.hi)

    def store(self, cell: Cell, pointer: str, value: Value) -> None:
        """Store an integer, narrowed; the checked build checks the bounds of the field."""
        if value.lo < cell.lo or value.hi > cell.hi:
            reason = f"{cell.memory.rpartition('.')[2]} would be outside {cell.lo}..{cell.hi}"
            if value.lo < cell.lo:
                self.fail_if(self.out.value(f"icmp slt i64 {value.text}, {cell.lo}"), reason)
            if value.hi > cell.hi:
                self.fail_if(self.out.value(f"icmp sgt i64 {value.text}, {cell.hi}"), reason)
        text = value.text
        if cell.bits < 64:
            text = self.out.value(f"trunc i64 {text} to i{cell.bits}")
        self.out.emit(f"store i{cell.bits} {text}, ptr {pointer}{self.module.memory_tag(cell.memory)}")

    def element(self, owner: Value, index: Value) -> Value:
        match owner.type:
            case Array(cell=cell, shape=shape):
                pointer = self.element_pointer(owner, index)
                return Value(Array(cell, shape[1:]), pointer) if shape[1:] else self.load(cell, pointer)
            case Records(kind=kind):
                pointer = f"getelementptr inbounds [{kind.layout.size} x i8], ptr {owner.text}, i64 {index.text}"
                return Value(Record(kind), self.out.value(pointer))
            case RandomStreams():
                return Value(STREAM, self.out.value(f"getelementptr inbounds i64, ptr {owner.text}, i64 {index.text}"))
            case Known(value=tuple() as table):
                return self._known_element(table, index)
            case Known(value=dict() | list() | set() as found):
                raise self.error(f"a {type(found).__name__} at the top of a module is absent; make it a constant tuple")
        raise self.error("only tables, fields with several entries and rows have an index")

    def element_pointer(self, owner: Value, index: Value) -> str:
        """Return the address of an element or row. A constant index below 0 counts from the end."""
        assert isinstance(owner.type, Array)
        cell, (length, *inner) = owner.type.cell, owner.type.shape
        size = constant(length) if length >= 0 else owner.length
        assert size is not None
        if index.constant is not None and index.constant < 0 and size.constant is not None:
            index = constant(index.constant + size.constant)
        self._check_index(index, size)
        kind = f"i{cell.bits}"
        for extent in reversed(inner):
            kind = f"[{extent} x {kind}]"
        return self.out.value(f"getelementptr inbounds {kind}, ptr {owner.text}, i64 {index.text}")

    def _check_index(self, index: Value, size: Value) -> None:
        if size.constant is not None:
            if index.constant is not None and not 0 <= index.constant < size.constant:
                raise self.error(f"the index {index.constant} is outside 0..{size.constant - 1}")
            if index.lo >= 0 and index.hi < size.constant:
                return
        top = "the length" if size.constant is None else str(size.constant)
        self.fail_if(self.out.value(f"icmp uge i64 {index.text}, {size.text}"), f"an index below 0, or not below {top}")

    def _known_element(self, table: tuple[Any, ...], index: Value) -> Value:
        if index.constant is not None:
            if not -len(table) <= index.constant < len(table):
                raise self.error(f"the index {index.constant} is outside 0..{len(table) - 1}")
            return self.wrap(table[index.constant])
        return self.element(self.table(table), index)

    def table(self, table: tuple[Any, ...]) -> Value:
        """Return a constant table in memory. Raises LanguageError for ragged ones."""
        shape, numbers = _flatten(table)
        if numbers is None:
            raise self.error("a table is a tuple of integers, or of equally long rows; pad the short ones")
        name, cell = self.module.table(numbers)
        return Value(Array(cell, shape), name)

    def length(self, value: Value) -> Value:
        match value.type:
            case Array(shape=(length, *_)):
                return constant(length) if length >= 0 else value.length or constant(0)
            case Known(value=known) if hasattr(known, "__len__"):
                return constant(len(known))
        raise self.error("only tables, rows and fields with several entries have a length")


def _flatten(table: tuple[Any, ...]) -> tuple[tuple[int, ...], list[int] | None]:
    """Return the shape and the numbers of a nested tuple; None if it is ragged or holds something else."""
    if all(isinstance(item, int) for item in table):
        return (len(table),), [int(item) for item in table]
    if not all(isinstance(item, tuple) for item in table):
        return (), None
    shapes, numbers = zip(*(_flatten(item) for item in table), strict=True)
    if len(set(shapes)) != 1 or any(row is None for row in numbers):
        return (), None
    return (len(table), *shapes[0]), [number for row in numbers for number in row]

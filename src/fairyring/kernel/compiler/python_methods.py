"""Methods of a Python type, in IR: entry points that Python calls without ctypes, through the stable ABI of CPython.

An instance holds its data behind Python's head, from the next cache line on: the record of a state, then random streams. A
method converts its arguments to integers, calls an entry point with the data, and converts the result. Functions of Python are
called through a table that the loader fills (`bind_python`), so that object code can be cached.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from fairyring.kernel.compiler.entry import FAILURE, FIRST_ARGUMENT, RESULT
from fairyring.kernel.primitives import REFUSED

ALIGNMENT = 64  # bytes, of a record
BIND = "bind_python"
# Functions and objects of Python that methods use, in the order of the table.
PYTHON_API = (
    "PyLong_AsLongLong", "PyLong_FromLongLong", "PyErr_Occurred", "PyErr_SetString", "PyList_New", "PyList_SetItem",
    "PyObject_Type", "PyType_GenericAlloc", "Py_IncRef", "Py_DecRef", "ValueError", "TypeError", "CheckFailed", "head",
    "integers",  # the integers from 0 to below the length of the longest list: lists take these instead of making new ones
    "items",  # where a list has the address of its items, in bytes from its start; 0 if that is not known
)  # fmt: skip
NEEDED, REFUSAL = "python.needed", "python.refusal"


class Result(Enum):
    """What a method returns."""

    INTEGER = "integer"
    LIST = "list"  # of integers: the entry point gets an array and returns how many it has written
    OBJECT = "object"  # a copy: the entry point gets the copy's record and streams, too, and first, and may change them


@dataclass(frozen=True)
class Method:
    """A method: the entry point takes the record, the streams, the integers that Python passes, and what `Result` says."""

    entry: str
    arguments: int
    result: Result


def methods_text(methods: Mapping[str, Method], record_size: int, data_size: int, list_size: int) -> str:
    """Return IR to be added to a module that has the entry points. `list_size` is the longest list."""
    lines = [
        f"@python.api = internal global [{len(PYTHON_API)} x ptr] zeroinitializer",
        _text(NEEDED, "other arguments than the method has"),
        _text(REFUSAL, "not legal here, or no such seat"),
        f"define void @{BIND}(ptr %block) #0 {{",
    ]
    for place, _name in enumerate(PYTHON_API):
        lines += [
            f"  %a{place} = getelementptr inbounds i64, ptr %block, i64 {FIRST_ARGUMENT + place}",
            f"  %b{place} = load ptr, ptr %a{place}",
            f"  store ptr %b{place}, ptr getelementptr inbounds (ptr, ptr @python.api, i64 {place})",
        ]
    lines += ["  ret void", "}"]
    for name, method in methods.items():
        lines += _Writer(name, method, record_size, data_size, list_size).lines()
    return "\n".join(lines) + "\n"


def _text(name: str, text: str) -> str:
    return f'@{name} = private unnamed_addr constant [{len(text) + 1} x i8] c"{text}\\00"'


class _Writer:
    """Writes one method."""

    def __init__(self, name: str, method: Method, record_size: int, data_size: int, list_size: int) -> None:
        self.name, self.method = name, method
        self.record_size, self.data_size, self.list_size = record_size, data_size, list_size
        self._lines: list[str] = []
        self._count = 0

    def _value(self, text: str) -> str:
        self._count += 1
        self._lines.append(f"  %v{self._count} = {text}")
        return f"%v{self._count}"

    def _emit(self, text: str) -> None:
        self._lines.append(text)

    def _api(self, name: str) -> str:
        return self._value(f"load ptr, ptr getelementptr inbounds (ptr, ptr @python.api, i64 {PYTHON_API.index(name)})")

    def _data_of(self, instance: str) -> str:
        """Return the address of an instance's data, as an integer."""
        head = self._value(f"ptrtoint ptr {self._api('head')} to i64")
        end = self._value(f"add i64 {self._value(f'ptrtoint ptr {instance} to i64')}, {head}")
        return self._value(f"and i64 {self._value(f'add i64 {end}, {ALIGNMENT - 1}')}, {-ALIGNMENT}")

    def lines(self) -> list[str]:
        """Return the function `method.NAME`."""
        count, result = self.method.arguments, self.method.result
        parameters = "ptr %self, ptr %args" if count < 2 else "ptr %self, ptr %args, i64 %count"
        self._emit(f"define ptr @method.{self.name}({parameters}) #0 {{")
        words = FIRST_ARGUMENT + 4 + count + 2  # as many as any method has
        self._emit(f"  %block = alloca [{words} x i64], align 8")
        if result is Result.LIST:
            self._emit(f"  %items = alloca [{self.list_size} x i64], align 8")
        if count > 1:
            self._emit(f"  %right = icmp eq i64 %count, {count}")
            self._emit("  br i1 %right, label %start, label %wrong")
            self._emit("wrong:")
            error = self._api("TypeError")
            self._emit(f"  call void {self._api('PyErr_SetString')}(ptr {error}, ptr @{NEEDED})")
            self._emit("  ret ptr null")
        else:
            self._emit("  br label %start")
        self._emit("start:")
        own = self._data_of("%self")
        passed = [own, self._value(f"add i64 {own}, {self.record_size}"), *self._integers(count)]
        if result is Result.OBJECT:
            copied = self._new_instance(own)
            passed = [copied, self._value(f"add i64 {copied}, {self.record_size}"), *passed]
        if result is Result.LIST:
            passed += [self._value("ptrtoint ptr %items to i64"), str(self.list_size)]
        self._emit("  store i64 0, ptr %block")
        for place, word in enumerate(passed):
            pointer = self._value(f"getelementptr inbounds i64, ptr %block, i64 {FIRST_ARGUMENT + place}")
            self._emit(f"  store i64 {word}, ptr {pointer}")
        self._emit(f"  call void @{self.method.entry}(ptr %block)")
        self._refuse()
        self._return()
        self._emit("}")
        return self._lines

    def _integers(self, count: int) -> list[str]:
        """Convert the arguments; return null from the method if one is not an integer of 64 bits."""
        numbers = []
        for place in range(count):
            item = "%args" if count == 1 else self._value(f"getelementptr inbounds ptr, ptr %args, i64 {place}")
            if count > 1:
                item = self._value(f"load ptr, ptr {item}")
            number = self._value(f"call i64 {self._api('PyLong_AsLongLong')}(ptr {item})")
            doubtful = self._value(f"icmp eq i64 {number}, -1")
            self._emit(f"  br i1 {doubtful}, label %doubt{place}, label %good{place}")
            self._emit(f"doubt{place}:")
            error = self._value(f"call ptr {self._api('PyErr_Occurred')}()")
            wrong = self._value(f"icmp ne ptr {error}, null")
            self._emit(f"  br i1 {wrong}, label %bad{place}, label %good{place}")
            self._emit(f"bad{place}:")
            self._emit("  ret ptr null")
            self._emit(f"good{place}:")
            numbers.append(number)
        return numbers

    def _new_instance(self, own: str) -> str:
        """Allocate a copy (%copy) of the instance; return the address of its data."""
        kind = self._value(f"call ptr {self._api('PyObject_Type')}(ptr %self)")
        self._emit(f"  %copy = call ptr {self._api('PyType_GenericAlloc')}(ptr {kind}, i64 0)")
        self._emit(f"  call void {self._api('Py_DecRef')}(ptr {kind})")
        self._emit("  %none = icmp eq ptr %copy, null")
        self._emit("  br i1 %none, label %failed, label %allocated")
        self._emit("failed:")
        self._emit("  ret ptr null")
        self._emit("allocated:")
        data = self._data_of("%copy")
        into, origin = self._value(f"inttoptr i64 {data} to ptr"), self._value(f"inttoptr i64 {own} to ptr")
        self._emit(
            f"  call void @llvm.memcpy.p0.p0.i64(ptr align {ALIGNMENT} {into}, ptr align {ALIGNMENT} {origin}, "
            f"i64 {self.data_size}, i1 false)"
        )
        return data

    def _refuse(self) -> None:
        """Raise CheckFailed if a check has failed, ValueError if the entry point refuses."""
        failure = self._value(f"load ptr, ptr {self._value(f'getelementptr inbounds i64, ptr %block, i64 {FAILURE}')}")
        self._emit(f"  %result = load i64, ptr {self._value(f'getelementptr inbounds i64, ptr %block, i64 {RESULT}')}")
        fine = self._value(f"icmp eq ptr {failure}, null")
        self._emit(f"  br i1 {fine}, label %passed, label %raise")
        self._emit("passed:")
        refused = self._value(f"icmp eq i64 %result, {REFUSED}")
        self._emit(f"  br i1 {refused}, label %raise, label %convert")
        self._emit("raise:")
        if self.method.result is Result.OBJECT:
            self._emit(f"  call void {self._api('Py_DecRef')}(ptr %copy)")
        error, broken = self._api("ValueError"), self._api("CheckFailed")
        kind = self._value(f"select i1 {fine}, ptr {error}, ptr {broken}")
        text = self._value(f"select i1 {fine}, ptr @{REFUSAL}, ptr {failure}")
        self._emit(f"  call void {self._api('PyErr_SetString')}(ptr {kind}, ptr {text})")
        self._emit("  ret ptr null")
        self._emit("convert:")

    def _return(self) -> None:
        match self.method.result:
            case Result.INTEGER:
                make = self._api("PyLong_FromLongLong")
                self._emit(f"  ret ptr {self._value(f'call ptr {make}(i64 %result)')}")
            case Result.OBJECT:
                self._emit("  ret ptr %copy")
            case Result.LIST:
                self._return_list()

    def _return_list(self) -> None:
        """Return the items as a list. Memory that runs out in between is left to Python: SetItem of null is allowed."""
        self._emit(f"  %list = call ptr {self._api('PyList_New')}(i64 %result)")
        new, put, keep = self._api("PyLong_FromLongLong"), self._api("PyList_SetItem"), self._api("Py_IncRef")
        integers, offset = self._api("integers"), self._value(f"ptrtoint ptr {self._api('items')} to i64")
        self._emit("  %no_list = icmp eq ptr %list, null")
        self._emit("  %empty = icmp sle i64 %result, 0")
        self._emit("  %skip = or i1 %no_list, %empty")
        self._emit("  br i1 %skip, label %end, label %fill")
        self._emit("fill:")
        is_direct = self._value(f"icmp ne i64 {offset}, 0")
        self._emit(f"  br i1 {is_direct}, label %direct, label %checked")
        # A new list has room for its items, so they are written there: PyList_SetItem would check each of them.
        self._emit("direct:")
        array = self._value(f"load ptr, ptr {self._value(f'getelementptr inbounds i8, ptr %list, i64 {offset}')}")
        self._emit("  br label %next")
        self._emit("checked:")
        self._emit("  br label %next")
        self._emit("next:")
        self._emit(f"  %array = phi ptr [ {array}, %direct ], [ null, %checked ], [ %array, %written ]")
        self._emit("  %place = phi i64 [ 0, %direct ], [ 0, %checked ], [ %following, %written ]")
        item = self._value(f"load i64, ptr {self._value('getelementptr inbounds i64, ptr %items, i64 %place')}")
        self._emit(f"  br i1 {self._value(f'icmp ult i64 {item}, {self.list_size}')}, label %known, label %other")
        self._emit("known:")
        known = self._value(f"load ptr, ptr {self._value(f'getelementptr inbounds ptr, ptr {integers}, i64 {item}')}")
        self._emit(f"  call void {keep}(ptr {known})")
        self._emit("  br label %put")
        self._emit("other:")
        created = self._value(f"call ptr {new}(i64 {item})")
        self._emit("  br label %put")
        self._emit("put:")
        number = self._value(f"phi ptr [ {known}, %known ], [ {created}, %other ]")
        self._emit(f"  br i1 {is_direct}, label %write, label %call")
        self._emit("write:")
        self._emit(f"  store ptr {number}, ptr {self._value('getelementptr inbounds ptr, ptr %array, i64 %place')}")
        self._emit("  br label %written")
        self._emit("call:")
        self._value(f"call i32 {put}(ptr %list, i64 %place, ptr {number})")
        self._emit("  br label %written")
        self._emit("written:")
        self._emit("  %following = add i64 %place, 1")
        self._emit("  %more = icmp slt i64 %following, %result")
        self._emit("  br i1 %more, label %next, label %end")
        self._emit("end:")
        self._emit("  ret ptr %list")

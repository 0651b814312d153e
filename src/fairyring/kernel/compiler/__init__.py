"""Compiler of the language of rules (kernel/language.py): syntax trees to LLVM IR as text. Knows neither llvmlite nor games.

    types.py        types and values while lowering: integers with ranges, arrays, records, streams
    ir.py           IR text of a module: blocks, tables, metadata
    arithmetic.py   operators of integers: Python's meaning, ranges, checks
    lower.py        statements and calls of functions
    expressions.py  expressions
    library.py      functions that are written in IR: random streams, copies of states, bits
    module.py       entry points, and the text of a whole module

Every function is lowered once for the types of its arguments. Two builds come from the one lowering: `checked` stops with a
message where Python would raise or a value would not fit (index, overflow, division by zero, shift, bounds of a field,
unassigned variable, assert); `fast` leaves the checks out, and is defined all the same, except for an index out of range.
"""

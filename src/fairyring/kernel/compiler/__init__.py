"""Compiler of the language of rules (kernel/language.py): syntax trees to LLVM IR as text. Knows neither llvmlite nor games.

    types.py        types and values while lowering: integers with ranges, arrays, records, streams
    ir.py           IR text of a module: blocks, tables, metadata
    arithmetic.py   operators of integers: Python's meaning, ranges, checks
    memory.py       the function being lowered: errors, checks, fields and tables in memory
    conditions.py   truth values and branches
    expressions.py  names, operators, calls up to what is called
    variables.py    arguments and variables
    statements.py   assignments, branches, loops
    lower.py        whole functions, and calls between them
    library.py      functions that are written in IR: random streams, copies of states, bits
    entry.py        entry points
    module.py       the text of a whole module

From memory.py to lower.py each class extends the one before, and uses nothing of those after it but what it declares.

Every function is lowered once for the types of its arguments. Two builds come from the one lowering: `checked` stops with a
message where Python would raise or a value would not fit (index, overflow, division by zero, shift, bounds of a field,
unassigned variable, assert); `fast` leaves the checks out, and is defined all the same, except for an index out of range.
"""

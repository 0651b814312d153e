"""Functions of the language that are written in IR: random streams (splitmix64), copies of states, bits, hash keys.

Each one has a Python function of the same meaning (kernel/primitives.py), by which the compiler recognises it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from types import FunctionType
from typing import Any, cast

from fairyring.core.fields import schema
from fairyring.core.fields.bits import count_bits, equal_entries, nth_bit, occupied
from fairyring.core.fields.schema import Field, SeenBy, State
from fairyring.core.game.contract import below
from fairyring.kernel import primitives
from fairyring.kernel.compiler.expressions import Expressions
from fairyring.kernel.compiler.ir import Target
from fairyring.kernel.compiler.types import BITS, Array, RandomStream, RandomStreams, Records, Value, constant, integer
from fairyring.kernel.primitives import KEY_FACTOR, copy_redacted, copy_state, join_key, lowest_bit, out_of_time, start_stream

MAX_ROW = 63  # entries of a row whose bits fit an integer that is not negative
VECTOR_BITS = 128  # of the vectors that WebAssembly has, and all processors
COPY_GAP = 64  # bytes of constants that a copy takes along rather than being split

LIBRARY = {
    "mix": """define internal fastcc i64 @library.mix(i64 %z) #0 {
  %a = lshr i64 %z, 30
  %b = xor i64 %z, %a
  %c = mul i64 %b, -4658895280553007687
  %d = lshr i64 %c, 27
  %e = xor i64 %c, %d
  %f = mul i64 %e, -7723592293110705685
  %g = lshr i64 %f, 31
  %h = xor i64 %f, %g
  ret i64 %h
}""",
    "stream_state": """define internal fastcc i64 @library.stream_state(i64 %seed, i64 %game, i64 %purpose) #0 {
  %a = add i64 %seed, -7046029254386353131
  %b = call fastcc i64 @library.mix(i64 %a)
  %c = add i64 %game, 1
  %d = mul i64 %c, -7046029254386353131
  %e = add i64 %b, %d
  %f = call fastcc i64 @library.mix(i64 %e)
  %g = add i64 %purpose, 1
  %h = mul i64 %g, -7046029254386353131
  %i = add i64 %f, %h
  %j = call fastcc i64 @library.mix(i64 %i)
  ret i64 %j
}""",
    "draw": """define internal fastcc i64 @library.draw(ptr noalias %rng, i64 %wide) #0 {
  %n = and i64 %wide, 4294967295
  %s0 = load i64, ptr %rng{tag}
  %s1 = add i64 %s0, -7046029254386353131
  %m1 = call fastcc i64 @library.mix(i64 %s1)
  %b1 = lshr i64 %m1, 32
  %p1 = mul i64 %b1, %n
  %l1 = and i64 %p1, 4294967295
  %short = icmp ult i64 %l1, %n
  br i1 %short, label %maybe, label %done1
done1:
  store i64 %s1, ptr %rng{tag}
  %r1 = lshr i64 %p1, 32
  ret i64 %r1
maybe:
  %span = sub i64 4294967296, %n
  %threshold = urem i64 %span, %n
  br label %test
test:
  %s = phi i64 [ %s1, %maybe ], [ %s2, %again ]
  %p = phi i64 [ %p1, %maybe ], [ %p2, %again ]
  %l = and i64 %p, 4294967295
  %low = icmp ult i64 %l, %threshold
  br i1 %low, label %again, label %done
again:
  %s2 = add i64 %s, -7046029254386353131
  %m2 = call fastcc i64 @library.mix(i64 %s2)
  %b2 = lshr i64 %m2, 32
  %p2 = mul i64 %b2, %n
  br label %test
done:
  store i64 %s, ptr %rng{tag}
  %r = lshr i64 %p, 32
  ret i64 %r
}""",
}
USES = {"stream_state": ("mix",), "draw": ("mix",)}
STREAM_MEMORY = "random stream"


def _require(code: Expressions, name: str) -> None:
    """Add a function of the library to the module, once."""
    for used in USES.get(name, ()):
        _require(code, used)
    text = LIBRARY[name].replace("{tag}", code.module.memory_tag(STREAM_MEMORY))
    if text not in code.module.functions:
        code.module.functions.append(text)


def _below(code: Expressions, args: list[Value]) -> Value:
    stream, n = args
    if not isinstance(stream.type, RandomStream):
        raise code.error("below draws from a random stream")
    n = code.as_int(n)
    if n.lo < 1 or n.hi >= 1 << 32:
        less = code.out.value(f"sub i64 {n.text}, 1")
        code.fail_if(code.out.value(f"icmp uge i64 {less}, {(1 << 32) - 1}"), "below needs a number from 1 to 2**32 - 1")
    _require(code, "draw")
    drawn = code.out.value(f"call fastcc i64 @library.draw(ptr {stream.text}, i64 {n.text})")
    return integer(drawn, 0, max(0, n.hi - 1) if n.lo > 0 else (1 << 63) - 1)


def _start_stream(code: Expressions, args: list[Value]) -> None:
    streams, place, seed, game, purpose = args
    if not isinstance(streams.type, RandomStreams):
        raise code.error("start_stream needs random streams")
    _require(code, "stream_state")
    numbers = ", ".join(f"i64 {number.text}" for number in (seed, game, purpose))
    state = code.out.value(f"call fastcc i64 @library.stream_state({numbers})")
    pointer = code.out.value(f"getelementptr inbounds i64, ptr {streams.text}, i64 {place.text}")
    code.out.emit(f"store i64 {state}, ptr {pointer}{code.module.memory_tag(STREAM_MEMORY)}")


class Action(Enum):
    """What a copy does with a field."""

    COPY = "copy"
    BLANK = "blank"
    SKIP = "skip"  # a constant, the same in all states of a game; or working memory, blank in all states


Part = tuple[Action, int, int]  # with first byte, and last byte + 1


def copied_parts(kind: type[State], action_of: Callable[[Field], Action]) -> list[Part]:
    """Return the parts of a record that a copy handles, neighbours together; a copy takes small constants along."""
    parts: list[Part] = []
    for field in kind.fields.values():
        first = kind.layout.offsets[field.name]
        last = first + field.size * BITS[field.code] // 8
        action = Action.SKIP if field.const or field.scratch else action_of(field)
        after_copy = len(parts) > 1 and parts[-1][0] is Action.SKIP and parts[-2][0] is Action.COPY
        if action is Action.COPY and after_copy and first - parts[-2][2] < COPY_GAP:
            parts.pop()
        if parts and parts[-1][0] is action:
            first = parts.pop()[1]
        parts.append((action, first, last))
    return [part for part in parts if part[0] is not Action.SKIP]


def _copy(code: Expressions, into: str, origin: str, first: int, size: int) -> None:
    """Copy a part of a record; `first` tells how it is aligned."""
    function = code.module.intrinsic("llvm.memcpy.p0.p0.i64")
    align = next(align for align in (64, 8, 4, 2, 1) if first % align == 0)
    code.out.emit(f"call void {function}(ptr align {align} {into}, ptr align {align} {origin}, i64 {size}, i1 false)")


def _at(code: Expressions, record: Value, offset: int) -> str:
    return code.out.value(f"getelementptr inbounds i8, ptr {record.text}, i64 {offset}")


def _two_states(code: Expressions, args: list[Value]) -> tuple[type[State], Value, Value]:
    target, to, source, place = args
    if not isinstance(target.type, Records) or target.type != source.type:
        raise code.error("states are copied between arrays of states of one game")
    return target.type.kind, code.element(target, code.as_int(to)), code.element(source, code.as_int(place))


def _copy_state(code: Expressions, args: list[Value]) -> None:
    kind, into, origin = _two_states(code, args)
    for _action, first, last in copied_parts(kind, lambda field: Action.COPY):
        _copy(code, _at(code, into, first), _at(code, origin, first), first, last - first)


def _copy_redacted(code: Expressions, args: list[Value]) -> None:
    *states, seat = args
    kind, into, origin = _two_states(code, states)
    for action, first, last in copied_parts(
        kind, lambda field: Action.COPY if field.visibility.known is SeenBy.EVERYBODY else Action.BLANK
    ):
        if action is Action.COPY:
            _copy(code, _at(code, into, first), _at(code, origin, first), first, last - first)
        else:
            _blank(code, kind, _at(code, into, first), first, last)
    for field in kind.fields.values():
        if field.visibility.known is SeenBy.OWNER:
            first, row = kind.layout.offsets[field.name], field.size // field.shape[0] * BITS[field.code] // 8
            code.fail_if(code.out.value(f"icmp uge i64 {seat.text}, {field.shape[0]}"), "there is no such seat")
            own = [
                code.out.value(f"getelementptr inbounds [{row} x i8], ptr {_at(code, record, first)}, i64 {seat.text}")
                for record in (into, origin)
            ]
            _copy(code, own[0], own[1], BITS[field.code] // 8, row)


def _blank(code: Expressions, kind: type[State], into: str, first: int, last: int) -> None:
    """Write the blank values of a part: zeros, or a constant table of bytes."""
    values = schema.pack(schema.blank(kind, _lowest_constants(kind)))[first:last]
    if any(values):
        table, _cell = code.module.table([byte - 256 if byte > 127 else byte for byte in values] + [-128, 127])
        _copy(code, into, table, 1, last - first)
    else:
        function = code.module.intrinsic("llvm.memset.p0.i64")
        code.out.emit(f"call void {function}(ptr {into}, i8 0, i64 {last - first}, i1 false)")


def _lowest_constants(kind: type[State]) -> dict[str, Any]:
    """Return some constants for a blank state; its other fields do not depend on them."""
    return {name: field.empty() for name, field in kind.fields.items() if field.const}


def _lowest_bit(code: Expressions, args: list[Value]) -> Value:
    function = code.module.intrinsic("llvm.cttz.i64")
    code.fail_if(code.out.value(f"icmp eq i64 {args[0].text}, 0"), "no bit is set")
    return integer(code.out.value(f"call i64 {function}(i64 {args[0].text}, i1 false)"), 0, 64)


def _count_bits(code: Expressions, args: list[Value]) -> Value:
    (bits,) = args
    if bits.lo < 0:
        code.fail_if(code.out.value(f"icmp slt i64 {bits.text}, 0"), "a set of bits below 0")
    function = code.module.intrinsic("llvm.ctpop.i64")
    most = bits.hi.bit_length() if bits.lo >= 0 else 64
    return integer(code.out.value(f"call i64 {function}(i64 {bits.text})"), 0, most)


def _nth_bit(code: Expressions, args: list[Value]) -> Value:
    bits, k = args
    missing = "k is not less than the number of set bits"
    trailing = code.module.intrinsic("llvm.cttz.i64")
    if k.constant == 0:
        code.fail_if(code.out.value(f"icmp eq i64 {bits.text}, 0"), missing)
        return integer(code.out.value(f"call i64 {trailing}(i64 {bits.text}, i1 false)"), 0, 64)
    if code.module.target is not Target.PDEP:
        return _nth_bit_by_counts(code, bits, k, missing)
    deposit = code.module.intrinsic("llvm.x86.bmi.pdep.64")
    below_k = code.out.value(f"shl i64 1, {code.out.value(f'and i64 {k.text}, 63')}")
    found = code.out.value(f"call i64 {deposit}(i64 {below_k}, i64 {bits.text})")
    code.fail_if(code.out.value(f"icmp eq i64 {found}, 0"), missing)
    if k.lo < 0 or k.hi > 63:
        code.fail_if(code.out.value(f"icmp ugt i64 {k.text}, 63"), missing)
    return integer(code.out.value(f"call i64 {trailing}(i64 {found}, i1 false)"), 0, 64)


def _nth_bit_by_counts(code: Expressions, bits: Value, k: Value, missing: str) -> Value:
    """Halve the set by the number of bits in its lower half until one bit is left: no branches, no tables."""
    count = code.module.intrinsic("llvm.ctpop.i64")
    total = code.out.value(f"call i64 {count}(i64 {bits.text})")
    code.fail_if(code.out.value(f"icmp uge i64 {k.text}, {total}"), missing)
    half = 32
    while half > 1 and bits.lo >= 0 and bits.hi < 1 << half:
        half //= 2
    name = f"library.nth_of_{2 * half}_bits"
    text = _nth_bit_function(name, half)
    if text not in code.module.functions:
        code.module.functions.append(text)
    return integer(code.out.value(f"call fastcc i64 @{name}(i64 {bits.text}, i64 {k.text})"), 0, 64)


def _nth_bit_function(name: str, half: int) -> str:
    """Return a function that finds the k-th bit of a set of two halves of this width."""
    lines, bits, left, base = list[str](), "%bits", "%k", "0"
    while half:
        lines += [
            f"  %low{half} = and i64 {bits}, {(1 << half) - 1}",
            f"  %count{half} = call i64 @llvm.ctpop.i64(i64 %low{half})",
            f"  %above{half} = icmp uge i64 {left}, %count{half}",
            f"  %high{half} = lshr i64 {bits}, {half}",
            f"  %bits{half} = select i1 %above{half}, i64 %high{half}, i64 %low{half}",
            f"  %rest{half} = sub i64 {left}, %count{half}",
            f"  %left{half} = select i1 %above{half}, i64 %rest{half}, i64 {left}",
            f"  %more{half} = add i64 {base}, {half}",
            f"  %base{half} = select i1 %above{half}, i64 %more{half}, i64 {base}",
        ]
        bits, left, base = f"%bits{half}", f"%left{half}", f"%base{half}"
        half //= 2
    return "\n".join([f"define internal fastcc i64 @{name}(i64 %bits, i64 %k) #0 {{", *lines, f"  ret i64 {base}", "}"])


def _occupied(code: Expressions, args: list[Value]) -> Value:
    (row,) = args
    return _compare_row(code, "occupied", row, "ne", constant(0))


def _equal_entries(code: Expressions, args: list[Value]) -> Value:
    row, value = args
    bits = _compare_row(code, "equal_entries", row, "eq", value)
    assert isinstance(row.type, Array)
    half = 1 << (row.type.cell.bits - 1)
    if -half <= value.lo and value.hi < half:
        return bits
    kind, out = f"i{row.type.cell.bits}", code.out
    narrow = out.value(f"trunc i64 {value.text} to {kind}")
    same = out.value(f"icmp eq i64 {out.value(f'sext {kind} {narrow} to i64')}, {value.text}")  # else no entry can be equal
    return integer(out.value(f"select i1 {same}, i64 {bits.text}, i64 0"), bits.lo, bits.hi)


def _compare_row(code: Expressions, function: str, row: Value, relation: str, value: Value) -> Value:
    """Compare all entries of a row with the low bits of a value, a vector at a time; the lanes of the results are the bits."""
    if not isinstance(row.type, Array) or len(row.type.shape) != 1 or not 0 < row.type.shape[0] <= MAX_ROW:
        raise code.error(f"{function} needs a row of 1 to {MAX_ROW} entries")
    cell, (size,), out = row.type.cell, row.type.shape, code.out
    lanes = 1 << (min(size, VECTOR_BITS // cell.bits).bit_length() - 1)
    entry, vector, align = f"i{cell.bits}", f"<{lanes} x i{cell.bits}>", cell.bits // 8
    tag = code.module.memory_tag(cell.memory)
    narrow = value.text if cell.bits == BITS["q"] else out.value(f"trunc i64 {value.text} to {entry}")
    single = out.value(f"insertelement {vector} poison, {entry} {narrow}, i64 0")
    wanted = out.value(f"shufflevector {vector} {single}, {vector} poison, <{lanes} x i32> zeroinitializer")
    bits = "0"
    for first in sorted({*range(0, size - lanes, lanes), size - lanes}):  # the last vector may overlap the one before
        place = out.value(f"getelementptr {entry}, ptr {row.text}, i64 {first}")
        loaded = out.value(f"load {vector}, ptr {place}, align {align}{tag}")
        truths = out.value(f"icmp {relation} {vector} {loaded}, {wanted}")
        mask = _lanes_as_bits(code, lanes, truths)
        bits = out.value(f"or i64 {bits}, {out.value(f'shl i64 {mask}, {first}')}")
    return integer(bits, 0, (1 << size) - 1)


def _lanes_as_bits(code: Expressions, lanes: int, truths: str) -> str:
    """Return a vector of truth values as an integer of 64 bits.

    WebAssembly has its own instruction for it. LLVM finds that for a `bitcast`, too, but it aborts if a narrow integer that
    comes of a vector is compared with another value than a constant.
    """
    out = code.out
    if code.module.target is Target.WASM and lanes > 1:
        width = VECTOR_BITS // lanes
        spread = out.value(f"sext <{lanes} x i1> {truths} to <{lanes} x i{width}>")
        bitmask = code.module.intrinsic(f"llvm.wasm.bitmask.v{lanes}i{width}")
        return out.value(f"zext i32 {out.value(f'call i32 {bitmask}(<{lanes} x i{width}> {spread})')} to i64")
    return out.value(f"zext i{lanes} {out.value(f'bitcast <{lanes} x i1> {truths} to i{lanes}')} to i64")


def _join_key(code: Expressions, args: list[Value]) -> Value:
    key, number = args
    out = code.out
    mixed = out.value(f"mul i64 {out.value(f'xor i64 {key.text}, {number.text}')}, {KEY_FACTOR - (1 << 64)}")
    folded = out.value(f"xor i64 {mixed}, {out.value(f'lshr i64 {mixed}, 31')}")
    return integer(out.value(f"lshr i64 {folded}, 1"), 0)


def _never(_code: Expressions, _args: list[Value]) -> Value:
    return constant(0)


Write = Callable[[Expressions, list[Value]], Value | None]
PRIMITIVES: dict[FunctionType, Write] = {
    cast(FunctionType, function): write
    for function, write in (
        (below, _below),
        (start_stream, _start_stream),
        (copy_state, _copy_state),
        (copy_redacted, _copy_redacted),
        (lowest_bit, _lowest_bit),
        (count_bits, _count_bits),
        (nth_bit, _nth_bit),
        (occupied, _occupied),
        (equal_entries, _equal_entries),
        (join_key, _join_key),
        (out_of_time, _never),
    )
}
assert set(PRIMITIVES) == set(primitives.PRIMITIVES), "fingerprints know the functions that are written in IR"

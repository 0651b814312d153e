"""Builds the WebAssembly module of a game, and the manifest by which a host drives it without knowing the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b, sha256
from typing import Any

from fairyring.core.fields.schema import State
from fairyring.core.game.room import Room
from fairyring.kernel.compiled_search import STREAMS
from fairyring.kernel.compiler.ir import Target
from fairyring.kernel.compiler.module import module_text
from fairyring.kernel.compiler.types import BITS, Array, Bundle, Int, Known, RandomStreams, Records, Type
from fairyring.kernel.native import compile_wasm_object
from fairyring.kernel.tree_arrays import FRACTION_BITS, MAX_COUNT, TABLE_SIZE
from fairyring.kernel.wasm.entries import has_search, wasm_entries
from fairyring.kernel.wasm.link import MissingFunction, link

FORMAT = 1  # of manifests and entry points; client/src/lib/kernel/kernel.ts has the same
LEVEL = 3  # of optimisation; at 2 Fairy searches 0.8 times as fast, Crane 0.85 times, and all games save 8 kB of brotli
LEVEL_OF_LARGE = 2  # Fairy Tale searches 1.09 times as fast as at 3, and saves a quarter of its bytes
LARGE_TEXT = 400_000  # characters of IR

# Functions that LLVM calls where WebAssembly has no instruction. `__multi3` is the product of two integers of 128 bits, into
# which it turns loops that add up products; not optimised, for LLVM would make it call itself.
SUPPORT = {
    "__multi3": """define void @__multi3(ptr %result, i64 %a, i64 %a_high, i64 %b, i64 %b_high) nounwind noinline optnone {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %carry0 = lshr i64 %p00, 32
  %mid0 = add i64 %p10, %carry0
  %mid_low = and i64 %mid0, 4294967295
  %mid_high = lshr i64 %mid0, 32
  %mid1 = add i64 %p01, %mid_low
  %carry1 = lshr i64 %mid1, 32
  %high0 = add i64 %p11, %mid_high
  %high1 = add i64 %high0, %carry1
  %cross0 = mul i64 %a, %b_high
  %cross1 = mul i64 %a_high, %b
  %high2 = add i64 %high1, %cross0
  %high = add i64 %high2, %cross1
  %low = mul i64 %a, %b
  store i64 %low, ptr %result
  %second = getelementptr inbounds i8, ptr %result, i32 8
  store i64 %high, ptr %second
  ret void
}
"""
}


def compile_wasm(text: str, exports: Iterable[str], level: int | None = None) -> bytes:
    """Return the WebAssembly module of an IR text that exports these functions. Raises LinkError, TargetMissing.

    `level` of optimisation is by default that of its size.
    """
    if level is None:
        level = LEVEL if len(text) < LARGE_TEXT else LEVEL_OF_LARGE
    exports = list(exports)
    try:
        return link(compile_wasm_object(text, level), exports)
    except MissingFunction as missing:
        if missing.name not in SUPPORT:
            raise
        return link(compile_wasm_object(text + SUPPORT[missing.name], level), exports)


@dataclass(frozen=True, slots=True)
class GameModule:
    """The module of one game, and its manifest, which can be written as JSON."""

    code: bytes
    manifest: dict[str, Any]


def build(room: Room) -> GameModule:
    """Compile the rules, bots and search of a game to WebAssembly. Takes some seconds. Raises LanguageError."""
    entries = wasm_entries(room)
    code = compile_wasm(module_text(entries, checked=False, target=Target.WASM), entries)
    kind, search = room.schema.state, room.bots.search
    manifest = {
        "format": FORMAT,
        "game": room.name,
        "rules": room.rules.VERSION,
        "schema": schema_fingerprint(kind),
        "sha256": sha256(code).hexdigest(),
        "state": {"bytes": kind.layout.size, "fields": _fields(kind)},
        "seats": kind.seats[1],
        "streams": STREAMS,
        "bots": ["random", *room.bots.policies],
        "kinds": [action.name for action in room.schema.actions.kinds],
        "tallies": len(room.schema.tallies),
        "ends": len(room.schema.ends),
        "actions": room.schema.actions.size,
        "outcomes": room.schema.chance.size,
        "search": has_search(room),
        "beliefs": search.beliefs is not None,
        "tree": {"slots": TABLE_SIZE, "counts": MAX_COUNT, "fractionBits": FRACTION_BITS} if search.tree_depth else None,
        "entries": {name: [*_argument_names(entry.types)] for name, entry in entries.items()},
    }
    return GameModule(code, manifest)


def _fields(kind: type[State]) -> dict[str, dict[str, Any]]:
    """Return where the fields of a state lie; all are signed and little-endian."""
    return {
        field.name: {
            "offset": kind.layout.offsets[field.name],
            "bits": BITS[field.code],
            "shape": list(field.shape),
            "constant": field.const,
        }
        for field in kind.fields.values()
    }


def schema_fingerprint(kind: type[State]) -> str:
    """Return a hash of all that the bytes of a state mean: names, places, bounds and visibility of its fields."""
    declared = [
        (f.name, f.code, f.shape, f.lo, f.hi, f.const, f.visibility.known.name, kind.layout.offsets[f.name])
        for f in kind.fields.values()
    ]
    return blake2b(repr((declared, kind.layout.size)).encode(), digest_size=16).hexdigest()


def _argument_names(types: Iterable[Type]) -> Iterator[str]:
    """Yield the kinds of the words that an entry point takes; an array is two words, address and length."""
    for kind in types:
        match kind:
            case Known():
                continue
            case Bundle(parts=parts):
                yield from _argument_names(inner for _name, inner in parts)
            case Int():
                yield "integer"
            case Records():
                yield "states"
            case RandomStreams():
                yield "streams"
            case Array():
                yield from ("array", "length")

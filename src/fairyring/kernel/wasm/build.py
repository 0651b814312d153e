"""Builds the WebAssembly module of a game, and the manifest by which a host drives it without knowing the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b, sha256
from typing import Any

from fairyring.core.fields.schema import State
from fairyring.core.game.room import Room
from fairyring.kernel.compiled_search import STREAMS
from fairyring.kernel.compiler.module import module_text
from fairyring.kernel.compiler.types import BITS, Array, Bundle, Int, Known, RandomStreams, Records, Type
from fairyring.kernel.native import compile_wasm_object
from fairyring.kernel.tree_arrays import FRACTION_BITS, MAX_COUNT, TABLE_SIZE
from fairyring.kernel.wasm.entries import has_search, wasm_entries
from fairyring.kernel.wasm.link import link

FORMAT = 1  # of manifests and entry points; client/src/lib/kernel/kernel.ts has the same
LEVEL = 3  # of optimisation; at 2 Fairy searches 0.8 times as fast, Crane 0.85 times, and all games save 8 kB of brotli
LEVEL_OF_LARGE = 2  # Fairy Tale searches 1.09 times as fast as at 3, and saves a quarter of its bytes
LARGE_TEXT = 400_000  # characters of IR


def compile_wasm(text: str, exports: Iterable[str], level: int | None = None) -> bytes:
    """Return the WebAssembly module of an IR text that exports these functions. Raises LinkError, TargetMissing.

    `level` of optimisation is by default that of its size.
    """
    if level is None:
        level = LEVEL if len(text) < LARGE_TEXT else LEVEL_OF_LARGE
    return link(compile_wasm_object(text, level), exports)


@dataclass(frozen=True, slots=True)
class GameModule:
    """The module of one game, and its manifest, which can be written as JSON."""

    code: bytes
    manifest: dict[str, Any]


def build(room: Room) -> GameModule:
    """Compile the rules, bots and search of a game to WebAssembly. Takes some seconds. Raises LanguageError."""
    entries = wasm_entries(room)
    code = compile_wasm(module_text(entries, checked=False), entries)
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

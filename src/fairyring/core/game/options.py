"""Options: players, variants and house rules, as one validated value per game.

The texts `option.NAME` and `option.NAME.VALUE` explain an option and its values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from fairyring.core.errors import DataError, OptionError
from fairyring.core.text.messages import msg

MAX_DIGITS = 20  # of a number; more than any option needs, and far below the limit of int()
MAX_VALUE_CHARACTERS = 300  # of an option that is no file; also of the name of a file
# Of a file. The shipped deck has 4 KiB in lines of up to 146 characters. Strangers send such files to servers, so they are
# measured before they are parsed, and what they may cost follows from these two numbers.
MAX_FILE_BYTES = 16 * 1024
MAX_LINE_CHARACTERS = 500


class Option(Protocol):
    """A named option: its default, and how typed text becomes its value."""

    @property
    def name(self) -> str: ...
    @property
    def default(self) -> Any: ...

    def read(self, value: object) -> Any:
        """Return the validated value. Raises OptionError, which names the valid values."""

    def usage(self) -> str:
        """Return the syntax, such as `variant=standard|fifteen`."""

    def form(self) -> dict[str, Any]:
        """Return what a form needs to ask for it, ready for JSON."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An option with a few values; the first is the default."""

    name: str
    values: tuple[str, ...]

    @property
    def default(self) -> str:
        return self.values[0]

    def read(self, value: object) -> str:
        if str(value) in self.values:
            return str(value)
        raise OptionError(msg("error.option.choice", name=self.name, value=value, known=", ".join(self.values)))

    def usage(self) -> str:
        return f"{self.name}={'|'.join(self.values)}"

    def form(self) -> dict[str, Any]:
        return {"name": self.name, "kind": "choice", "values": list(self.values), "default": self.default}


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number between bounds."""

    name: str
    default: int
    lo: int
    hi: int

    def read(self, value: object) -> int:
        text = str(value)
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) < MAX_DIGITS and self.lo <= int(text) <= self.hi:
            return int(text)
        raise OptionError(msg("error.option.number", name=self.name, value=text, lo=self.lo, hi=self.hi))

    def usage(self) -> str:
        return f"{self.name}={self.lo}…{self.hi}"

    def form(self) -> dict[str, Any]:
        return {"name": self.name, "kind": "number", "min": self.lo, "max": self.hi, "default": self.default}


@dataclass(frozen=True, slots=True)
class RuleNumber:
    """A number of the printed rules that a table may change: any other value is a house rule.

    `printed` is the number of the rulebook, or a function of the other options where it depends on them. Options hold a
    rule number only if it differs, so games by the printed rules, and their records, do not mention it. `Game.numbers` has
    all of them.
    """

    name: str
    printed: int | Callable[[Mapping[str, Any]], int]
    lo: int
    hi: int

    @property
    def default(self) -> int | None:
        """The printed number, unless it depends on other options."""
        return self.printed if isinstance(self.printed, int) else None

    def printed_with(self, options: Mapping[str, Any]) -> int:
        """Return the number of the rulebook for these options."""
        return self.printed if isinstance(self.printed, int) else self.printed(options)

    def read(self, value: object) -> int:
        return Number(self.name, self.lo, self.lo, self.hi).read(value)

    def usage(self) -> str:
        return f"{self.name}={self.lo}…{self.hi}"

    def form(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a form needs to ask for it, ready for JSON."""
        number = {"name": self.name, "kind": "number", "min": self.lo, "max": self.hi}
        return {**number, "default": self.printed_with(options), "house": True}


@dataclass(frozen=True, slots=True)
class Notation:
    """An option with a syntax of its own, such as `match=first-to:3`. `parse` returns the normal form or raises OptionError."""

    name: str
    default: str
    forms: tuple[str, ...]
    parse: Callable[[str], str]

    def read(self, value: object) -> str:
        return self.parse(str(value))

    def usage(self) -> str:
        return f"{self.name}={'|'.join(self.forms)}"

    def form(self) -> dict[str, Any]:
        return {"name": self.name, "kind": "written", "forms": list(self.forms), "default": self.default}


class FileText(str):
    """The name of a file together with its text, as the value of an option; a record carries both.

    Two are equal if name and text are; a `FileText` never equals a plain string.
    """

    __slots__ = ("text",)
    text: str

    @classmethod
    def of(cls, name: str, text: str) -> FileText:
        """Return the value for a file of this name with this text. Raises DataError if it is too long to be parsed.

        All ways in pass here (command line, HTTP, sockets, records, logs), so no parser meets a longer text.
        """
        if len(name) > MAX_VALUE_CHARACTERS:
            raise DataError(msg("error.file.name", most=MAX_VALUE_CHARACTERS))
        if len(text) > MAX_FILE_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_FILE_BYTES:
            raise DataError(msg("error.file.big", name=name, most=MAX_FILE_BYTES >> 10))
        for number, line in enumerate(text.splitlines(), start=1):
            if len(line) > MAX_LINE_CHARACTERS:
                raise DataError(msg("error.file.line", name=name, line=number, most=MAX_LINE_CHARACTERS))
        value = cls(name)
        value.text = text
        return value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FileText) and str(self) == str(other) and self.text == other.text

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((str(self), self.text))

    def __reduce__(self) -> tuple[Any, ...]:
        return FileText.of, (str(self), self.text)


@dataclass(frozen=True, slots=True)
class NameOrFile:
    """A shipped name, or a file of the user as a `FileText`. Options never open files; the caller reads them.

    `check(name, text)` raises DataError for unusable content.
    """

    name: str
    values: tuple[str, ...]
    check: Callable[[str, str], object]

    @property
    def default(self) -> str:
        return self.values[0]

    def read(self, value: object) -> str:
        if isinstance(value, FileText):
            self.check(str(value), value.text)
            return value
        if str(value) in self.values:
            return str(value)
        raise OptionError(msg("error.option.file", name=self.name, value=value, known=", ".join(self.values)))

    def usage(self) -> str:
        return f"{self.name}={'|'.join(self.values)}|FILE"

    def form(self) -> dict[str, Any]:
        return {"name": self.name, "kind": "file", "values": list(self.values), "default": self.default}


class Options(Mapping[str, Any]):
    """All options of a game, validated; a mapping whose keys are attributes, too."""

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


def read_options(
    title: str,
    seats: tuple[int, int],
    known: Sequence[Option],
    values_given: Mapping[str, object],
    numbers: Sequence[RuleNumber] = (),
) -> Options:
    """Validate given options, fill in the defaults, and leave out rule numbers that are as printed. Raises OptionError."""
    lo, hi = seats
    declared: list[Option | RuleNumber] = [*known, *numbers]
    names = ["players", *(option.name for option in declared)]
    for key in values_given:
        if key not in names:
            from difflib import get_close_matches  # noqa: PLC0415  (slow to import, and needed for a refusal only)

            forms, name = [f"players={lo}…{hi}", *(option.usage() for option in declared)], key[:MAX_VALUE_CHARACTERS]
            near = get_close_matches(name, names, 1)
            forms_text = ", ".join(forms)
            raise OptionError(
                msg("error.option.unknown", game=title, name=name, near=near[0] if near else None, forms=forms_text)
            )
        if not isinstance(values_given[key], FileText) and len(str(values_given[key])) > MAX_VALUE_CHARACTERS:
            raise OptionError(msg("error.option.long", name=key, most=MAX_VALUE_CHARACTERS))
    default = min(max(2, lo), hi)
    try:
        players = Number("players", default, lo, hi).read(values_given.get("players", default))
    except OptionError:
        key = "error.option.players" if lo < hi else "error.option.exactly"
        raise OptionError(msg(key, game=title, lo=lo, hi=hi, players=values_given["players"])) from None
    values: dict[str, Any] = {"players": players}
    for option in known:
        values[option.name] = option.read(values_given[option.name]) if option.name in values_given else option.default
    chosen = {number.name: number.read(values_given[number.name]) for number in numbers if number.name in values_given}
    printed = {number.name: number.printed_with(values) for number in numbers}
    values |= {name: value for name, value in chosen.items() if value != printed[name]}
    return Options(values)


def rule_numbers(numbers: Sequence[RuleNumber], options: Mapping[str, Any]) -> dict[str, int]:
    """Return all rule numbers by name: the house rules among the options, else as printed."""
    return {number.name: int(options.get(number.name, number.printed_with(options))) for number in numbers}

"""Messages: keys with arguments, formatted by the texts of one file per language and game.

A text is ICU MessageFormat as far as games need it::

    {name}                                      an argument: a number, a player, a thing, a list, another message
    {n, plural, one {# card} other {# cards}}   by the language's plural, or =0 {…} for an exact number
    {x, select, yes {…} other {…}}              by a word; a flag is yes or no, nothing is none
    {n, signed}   {x, start}                    +2 or −1; the first letter as at the start of a sentence
    {card, face}                                a thing with what is printed on it: its entry `face`, a message

Besides its own arguments a text may use the numbers of the rules that a table can change (`{goal}`).

A thing (`Named("card", 4)`) is spoken by the text `card.4`; where there is none, by the text `card` with the thing's own
entries in the catalogue as arguments; where there is none either, by its title or its plain name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cache, lru_cache, reduce
from pathlib import Path
from typing import Any

from fairyring.core.text.plurals import plural_category
from fairyring.core.values import value_class

ENGLISH = "en"
MINUS = "−"


@value_class
class Named:
    """A word of a domain, to be formatted by its text."""

    label: str
    word: str | int


@value_class
class Player:
    """A seat, formatted as the player's name."""

    seat: int


@value_class
class Message:
    """A text key with arguments, independent of language."""

    key: str
    args: Mapping[str, Any] = field(default_factory=dict)

    def wire(self) -> dict[str, Any]:
        """Return the message as JSON values."""
        return {"key": self.key, "args": {name: _wire(value) for name, value in self.args.items()}}


def msg(key: str, /, **args: Any) -> Message:
    """Return `Message(key, args)`."""
    return Message(key, args)


def _wire(value: Any) -> Any:
    if isinstance(value, Message):
        return value.wire()
    if isinstance(value, Named):
        return {"one": value.label, "word": value.word}
    if isinstance(value, Player):
        return {"seat": value.seat}
    if isinstance(value, list | tuple):
        return [_wire(item) for item in value]
    return value


def spoken(speech: Any, value: Any) -> Any:
    """Return a shown value as an argument of a message; `speech` is the result of `FieldType.speech`."""
    if value is None or speech in ("number", "flag"):
        return value
    if speech == "seat":
        return Player(value)
    if "seats" in speech:
        by_seat = [(Player(seat), spoken(speech["seats"], item)) for seat, item in enumerate(value) if item is not None]
        return in_a_row([Message("of-seat", {"seat": seat, "value": item}) for seat, item in by_seat])
    if "row" in speech:
        return in_a_row([spoken(speech["row"], item) for item in value if item is not None])
    if "list" in speech:
        return [spoken(speech["list"], item) for item in value if item is not None]
    return Player(value) if speech["one"] == "seat" else Named(speech["one"], value)


def in_a_row(items: Sequence[Any]) -> Any:
    """Return the items as an enumeration without “and” before the last; [] for none."""
    if not items:
        return []
    return reduce(lambda start, item: Message("list.more", {"start": start, "next": item}), items)


# Files -------------------------------------------------------------------------------------------


@cache
def read_texts(folder: Path, language: str) -> Mapping[str, str]:
    """Return the texts of a folder in a language; missing ones are English."""
    english = _read(folder / f"{ENGLISH}.json")
    return english if language == ENGLISH else {**english, **_read(folder / f"{language}.json")}


def _read(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    texts: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return texts


def languages() -> tuple[str, ...]:
    """Return the codes of the available languages."""
    return tuple(sorted(path.stem for path in Path(__file__).with_name("messages").glob("*.json")))


def core_texts(language: str) -> Mapping[str, str]:
    """Return the texts that all games share."""
    return read_texts(Path(__file__).with_name("messages"), language)


# Formatting ----------------------------------------------------------------------------------------


class Speaker:
    """Formats messages in one language, with these names of players."""

    def __init__(
        self,
        texts: Mapping[str, str],
        things: Mapping[str, Mapping[Any, Mapping[str, Any]]] | None = None,
        players: Sequence[str] = (),
        language: str = ENGLISH,
        numbers: Mapping[str, int] | None = None,
    ) -> None:
        self.numbers = numbers or {}  # arguments that every text has: the numbers of the rules at this table
        self.texts = texts
        self.things = things or {}
        self.players = players
        self.language = language

    def has(self, key: str) -> bool:
        """Return whether there is a text for the key."""
        return key in self.texts

    def say(self, message: Message | str, /, **args: Any) -> str:
        """Return a message, or a key with arguments, as text. Raises KeyError for a key without a text."""
        key, values = (message.key, message.args) if isinstance(message, Message) else (message, args)
        return self._format(parse(self.texts[key]), values, None)

    def value(self, value: Any) -> str:
        """Return an argument as text."""
        match value:
            case bool():
                return "yes" if value else "no"
            case int():
                return str(value).replace("-", MINUS)
            case str():
                return value
            case Message():
                return self.say(value)
            case Player(seat=seat):
                return self.players[seat] if seat < len(self.players) else self.say("player", number=seat + 1)
            case Named():
                return self._named(value)
            case list() | tuple():
                return self._list([self.value(item) for item in value])
            case None:
                return self.say("nothing")
            case Mapping():  # counts or values by word
                return self._list([self._entry(word, one) for word, one in value.items()])
            case _:
                return str(value)

    def _entry(self, word: Any, value: Any) -> str:
        """Return an entry of a mapping as text: “2 × five”, or “left: yes” if the value is no number."""
        counts = isinstance(value, int) and not isinstance(value, bool)
        return f"{self.value(value)} × {self.value(word)}" if counts else f"{self.value(word)}: {self.value(value)}"

    def _named(self, thing: Named) -> str:
        entry = self.things.get(thing.label, {}).get(thing.word, {})
        key = f"{thing.label}.{thing.word}"
        if key in self.texts and not entry.get("own"):
            return self.say(key, **entry)
        if thing.label in self.texts and entry:
            return self.say(thing.label, **{thing.label: thing.word, **entry})
        return str(entry.get("title", thing.word))

    def _face(self, thing: Any) -> str:
        entry = self.things.get(thing.label, {}).get(thing.word, {}) if isinstance(thing, Named) else {}
        return self.value(entry.get("face", thing))

    def _list(self, words: Sequence[str]) -> str:
        if len(words) < 2:
            return words[0] if words else self.say("nothing")
        start = words[0]
        for word in words[1:-1]:
            start = self.say("list.more", start=start, next=word)
        return self.say("list.last", start=start, last=words[-1])

    def _format(self, parts: Sequence[Any], args: Mapping[str, Any], number: int | None) -> str:
        return "".join([part if isinstance(part, str) else self._part(part, args, number) for part in parts])

    def _part(self, part: tuple[str, str, dict[str, Any]], args: Mapping[str, Any], number: int | None) -> str:
        name, form, cases = part
        if name == "#":
            return self.value(number)
        value = args[name] if name in args else self.numbers[name]
        if not form:
            return self.value(value)
        if form in ("plural", "signed") and isinstance(value, Named):
            value = value.word  # a number that is a name, as in “grab 8”
        if form == "signed":
            return f"+{value}" if value > 0 else self.value(value)
        if form == "start":
            text = self.value(value)
            return text[:1].upper() + text[1:]
        if form == "face":
            return self._face(value)
        if form == "plural":
            exact, number = f"={value}", value if isinstance(value, int) else 0
            case = exact if exact in cases else plural_category(self.language, number)
            return self._format(cases.get(case, cases["other"]), args, value)
        return self._format(cases.get(self._word(value), cases["other"]), args, number)

    def _word(self, value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if value is None:
            return "none"
        return str(value.word if isinstance(value, Named) else value)


# Texts -------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def parse(text: str) -> tuple[Any, ...]:
    """Return a text as strings and (name, form, cases). Raises ValueError for malformed texts. Cached."""
    parts, end = _parse(text, 0, inner=False)
    if end != len(text):
        raise ValueError(f"a closing brace too many in “{text}”")
    return parts


def _parse(text: str, at: int, inner: bool) -> tuple[tuple[Any, ...], int]:
    parts: list[Any] = []
    while at < len(text) and text[at] != "}":
        if text[at] == "{":
            part, at = _argument(text, at + 1)
            parts.append(part)
        elif text[at] == "#" and inner:
            parts.append(("#", "", {}))
            at += 1
        else:
            match = re.compile(r"[^{}#]+" if inner else r"[^{}]+").match(text, at)
            assert match
            parts.append(match[0])
            at = match.end()
    return tuple(parts), at


def _argument(text: str, at: int) -> tuple[tuple[str, str, dict[str, Any]], int]:
    match = re.compile(r"\s*(\w+)\s*(?:,\s*(plural|select|signed|start|face)\s*)?(,|})").match(text, at)
    if not match:
        raise ValueError(f"“{text}” has an argument that cannot be read at column {at + 1}")
    name, form, at = match[1], match[2] or "", match.end()
    cases: dict[str, Any] = {}
    while match[3] == ",":
        case = re.compile(r"\s*(=?[\w-]+)\s*{").match(text, at)
        if not case:
            break
        cases[case[1]], at = _parse(text, case.end(), inner=form == "plural")
        at += 1
    if form in ("plural", "select") and "other" not in cases:
        raise ValueError(f"“{text}” has no case “other” for {name}")
    if match[3] == ",":
        close = re.compile(r"\s*}").match(text, at)
        if not close:
            raise ValueError(f"“{text}” has cases that cannot be read")
        at = close.end()
    return (name, form, cases), at


def arguments(text: str) -> set[str]:
    """Return the names of the arguments that a text uses."""
    return _names(parse(text))


def _names(parts: Sequence[Any]) -> set[str]:
    names: set[str] = set()
    for part in parts:
        if not isinstance(part, str) and part[0] != "#":
            names.add(part[0])
        if not isinstance(part, str):
            for inner in part[2].values():
                names |= _names(inner)
    return names

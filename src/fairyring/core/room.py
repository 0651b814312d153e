"""A room: everything one game brings, in one value. Adding a game is adding a folder that makes one."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Protocol, cast

from fairyring.core import defaults
from fairyring.core.actions import Actions
from fairyring.core.events import Events
from fairyring.core.hand import Hand
from fairyring.core.messages import ENGLISH, Message, Speaker, core_texts, read_texts
from fairyring.core.minds import Exact, Mind, Search
from fairyring.core.names import Given, Names
from fairyring.core.options import Choice, Option, Options
from fairyring.core.schema import State
from fairyring.core.view import View
from fairyring.core.zones import Zones


class Rules(Protocol):
    """The functions of a `rules.py`; `fairyring.core.rules` says what each one means."""

    VERSION: int

    def setup(self, s: Any, /) -> None: ...
    def pending(self, s: Any, /) -> int: ...
    def legal_count(self, s: Any, seat: int, /) -> int: ...
    def legal_nth(self, s: Any, seat: int, k: int, /) -> int: ...
    def check(self, s: Any, seat: int, action: int, /) -> int: ...
    def act(self, s: Any, seat: int, action: int, /) -> None: ...
    def chance_count(self, s: Any, /) -> int: ...
    def chance_nth(self, s: Any, k: int, /) -> int: ...
    def weight(self, s: Any, outcome: int, /) -> int: ...
    def score(self, s: Any, seat: int, /) -> int: ...
    def standing(self, s: Any, seat: int, /) -> int: ...
    def reason(self, s: Any, /) -> int: ...
    def tally(self, s: Any, k: int, /) -> int: ...
    def witness(self, s: Any, seat: int, action: int, viewer: int, /) -> int: ...
    def imagine(self, s: Any, seat: int, rng: Any, /) -> None: ...
    def reporters(self, s: Any, /) -> int: ...
    def confirmers(self, s: Any, /) -> int: ...


RULES = ("setup", "pending", "legal_count", "legal_nth", "check", "act", "chance_count", "chance_nth", "weight", "score")
DEFAULTS = ("reason", "tally", "witness", "imagine", "reporters", "confirmers")


def complete(module: ModuleType) -> Rules:
    """A rules module with the answers that most games give alike filled in."""
    found = {name: getattr(module, name, None) for name in ("VERSION", *RULES)}
    found |= {name: getattr(module, name, getattr(defaults, name)) for name in DEFAULTS}
    found["standing"] = getattr(module, "standing", found["score"])
    return cast(Rules, SimpleNamespace(**found))


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a seat is asked to do now. The texts are `prompt.KEY` and, a sentence of help, `help.KEY`."""

    key: str
    rule: str = ""  # the rule that matters now, as “R7”
    args: Mapping[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> Message:
        return Message(f"prompt.{self.key}", self.args)

    @property
    def help(self) -> Message:
        return Message(f"help.{self.key}", self.args)

    def wire(self) -> dict[str, Any]:
        return {"prompt": self.text.wire(), "help": self.help.wire(), "rule": self.rule}


# A thing's own entries in the catalogue: numbers, words, flags, and `Named` where an entry is itself to be spoken.
Things = Mapping[str, Mapping[str | int, Mapping[str, Any]]]


class Face(Protocol):
    """What the room shows besides its fields; `face.py` of a room is a module with these functions.

    All of them are ordinary Python over a state of the interpreted host. `prompt` and `aids` get a state in which
    everything is blank that the seat does not see now, so they can tell nothing else.
    """

    def things(self, options: Options, /) -> Things:
        """The cards, tiles and spaces by label and name, each with what is printed on it."""

    def prompt(self, game: Any, s: Any, seat: int, /) -> Prompt:
        """What this seat, which owes a decision, is asked."""

    def aids(self, game: Any, s: Any, seat: int, /) -> dict[str, Any]:
        """What a careful player could work out from the own view, ready for JSON; {} where that is nothing."""

    def sheet(self, game: Any, s: Any, /) -> list[Message]:
        """The final score sheet with reasons, a line each."""


def options_as_constants(room: Room, options: Options) -> dict[str, Any]:
    """The usual way from options to constants: a choice by its index, a number as it is."""
    values: dict[str, Any] = {"players": options["players"]}
    for option in room.options:
        if option.name in room.state.fields:
            value = options[option.name]
            values[option.name] = option.values.index(value) if isinstance(option, Choice) else value
    return values


@cache
def all_texts(folder: Path, language: str) -> Mapping[str, str]:
    return {**core_texts(language), **read_texts(folder / "messages", language)}


@dataclass(frozen=True)
class Command:
    """Something a room adds to the command line: `fairyring NAME GAME …`."""

    help: str
    configure: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]


def one_way(_s: Any, _seat: int, _action: int) -> int:
    """The usual prior: every action is one gesture."""
    return 1


@dataclass(frozen=True)
class Small:
    """An instance small enough for brute force: options, and constants that only tests may change.

    The kit enumerates all its histories and compares what `imagine` gives with the truth. For that it plays the seats at
    random, and `prior` says in how many ways a seat could physically have done what it did: two equal cards in a hand are
    two ways to play “that card”. The worlds that `imagine` draws must then be equally likely, one by one.
    """

    options: Mapping[str, object]
    constants: Mapping[str, Any] = field(default_factory=dict)
    depth: int = 6  # how many decisions deep the kit enumerates all histories
    prior: Callable[[Any, int, int], int] = one_way


@dataclass(frozen=True)
class Meanings:
    """What is true when the game says something: an independent word on every name, so that a mix-up is found.

    The kit asks for an entry for each name, and holds every occurrence to it.
    """

    ends: Mapping[int, Callable[[Any], bool]]  # by end reason: is true of the final state
    refusals: Mapping[int, Callable[[Any, int, Any], bool]]  # by refusal: is true of (state, seat, action)
    events: Mapping[str, Callable[[Any, Any, Mapping[str, Any]], bool]]  # by name: of (before, after, arguments)
    actions: Mapping[str, Callable[[Any, Any, int, Mapping[str, Any]], bool]]  # by kind: of (before, after, seat, arguments)


@dataclass(frozen=True)
class Guide:
    """A first game to learn by: what nature and the bots do, as far as it says. After that they do as ever."""

    options: Mapping[str, object]
    chance: tuple[str, ...]  # nature's outcomes, in their order
    bots: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # by seat; the first seat is the learner's


@dataclass(frozen=True, eq=False)
class Room:
    """One game."""

    name: str
    folder: Path  # where RULES.md and messages/ are
    designer: str
    publisher: str
    minutes: tuple[int, int]
    state: type[State]
    module: ModuleType  # rules.py
    face: Face
    actions: Actions  # what seats can do
    chance: Actions  # what nature can do
    events: type[Events]
    zones: type[Zones]
    ends: type[Names]
    refusals: type[Names]
    tallies: type[Names]  # what `tally` counts; turns and rounds first
    small: Small | tuple[Small, ...]
    meanings: Meanings
    names: Callable[[Options], Given] = lambda options: {}  # what the options call the things that they decide
    options: tuple[Option, ...] = ()
    constants: Callable[[Room, Options], dict[str, Any]] = options_as_constants
    numbers: Mapping[str, int] = field(default_factory=dict)  # constants of the rules that pages show, by a name in TypeScript
    refuse: Callable[[Options], None] = lambda options: None  # raises OptionError for impossible combinations
    needs_hands: Callable[[Options], bool] = lambda options: False  # whether outcomes come from outside (a real deck)
    hand: Hand | None = None  # a hand on a screen, where the game has one
    laws: tuple[Callable[[Any], bool], ...] = ()  # conservation laws: true in every reachable state
    bots: Mapping[str, Mind] = field(default_factory=dict)
    search: Search = field(default_factory=Search)  # of the bot `strong`, which every game with a `normal` one has
    exact: Exact | None = None  # where it is known how to play perfectly
    view: type[View] = View  # the generated type of its views
    table: Callable[[Any, Any, Speaker], list[str]] = lambda game, view, say: str(view).splitlines()  # in the terminal
    kit_options: Sequence[Mapping[str, object]] = ({},)  # the variants that the kit plays
    commands: Mapping[str, Command] = field(default_factory=dict)
    plans: bool = False  # whether a seat knows all that its own steps lead to, until somebody else decides: pages plan with it
    guide: Guide | None = None  # the first game of somebody who learns it

    def __post_init__(self) -> None:
        for what, names in (("ends", self.ends), ("refusals", self.refusals)):
            if names.first != 1:
                raise TypeError(
                    f"the {what} of {self.name} are counted from {names.first}; count them from 1, for 0 means none"
                )

    @property
    def smalls(self) -> tuple[Small, ...]:
        return self.small if isinstance(self.small, tuple) else (self.small,)

    @cached_property
    def rules(self) -> Rules:
        """The rules with everything filled in."""
        return complete(self.module)

    def texts(self, language: str = ENGLISH) -> Mapping[str, str]:
        """All texts of the game, and those that all games share."""
        return all_texts(self.folder, language)

    @property
    def title(self) -> str:
        return self.texts().get("title", self.name)

    def rules_text(self, language: str = ENGLISH) -> str:
        """RULES.md; in another language RULES.LANGUAGE.md beside it, if there is one."""
        translated = self.folder / f"RULES.{language}.md"
        return (translated if translated.is_file() else self.folder / "RULES.md").read_text(encoding="utf-8")

"""A room: everything one game brings, in one value. Adding a game is adding a folder that makes one."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from fairyring.core.actions import Actions
from fairyring.core.events import EventKind
from fairyring.core.options import Choice, Option, Options
from fairyring.core.schema import State


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
    def outside(self, s: Any, /) -> int: ...
    def witness(self, s: Any, seat: int, action: int, viewer: int, /) -> int: ...
    def score(self, s: Any, seat: int, /) -> int: ...
    def place(self, s: Any, seat: int, /) -> int: ...
    def reason(self, s: Any, /) -> int: ...
    def tally(self, s: Any, k: int, /) -> int: ...
    def imagine(self, s: Any, seat: int, rng: Any, /) -> None: ...
    def prior(self, s: Any, seat: int, action: int, /) -> int: ...


class Words(Protocol):
    """The texts of a game, by message key."""

    TEXT: Mapping[str, str]  # English; keys: title, blurb, event.*, action.*, refuse.*, end.*, score.*
    EVENTS: tuple[EventKind, ...]  # by the number that `note` is given
    REFUSALS: tuple[str, ...]  # by the number that `check` returns; the first is ""
    END_REASONS: tuple[str, ...]  # by the number that `reason` returns; the first is ""
    TALLIES: tuple[str, ...]  # what `tally` counts; "turns" and "rounds" first

    def table(self, game: Any, view: Any, names: Any, /) -> list[str]:
        """The table as lines of text, for the terminal."""

    def sheet(self, game: Any, state: Any, names: Any, /) -> list[str]:
        """The final score sheet, with reasons."""


def options_as_constants(room: Room, options: Options) -> dict[str, Any]:
    """The usual way from options to constants: a choice by its index, a number as it is."""
    values: dict[str, Any] = {"players": options["players"]}
    for option in room.options:
        if option.name in room.state.fields:
            value = options[option.name]
            values[option.name] = option.values.index(value) if isinstance(option, Choice) else value
    return values


# What a bot of the room is: a function in the rules' subset, over a redacted state.
Mind = Callable[[Any, int, Any], int]


@dataclass(frozen=True)
class Command:
    """Something a room adds to the command line: `fairyring NAME GAME …`."""

    help: str
    configure: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]


@dataclass(frozen=True)
class Small:
    """An instance small enough for brute force: options, and constants that only tests may change."""

    options: Mapping[str, object]
    constants: Mapping[str, Any] = field(default_factory=dict)
    depth: int = 6  # how many decisions deep the kit enumerates all histories


@dataclass(frozen=True)
class Room:
    """One game."""

    name: str
    designer: str
    state: type[State]
    rules: Rules
    words: Words
    actions: Callable[[Options], Actions]  # what seats can do
    chance: Callable[[Options], Actions]  # what nature can do
    small: Small
    options: tuple[Option, ...] = ()
    constants: Callable[[Room, Options], dict[str, Any]] = options_as_constants
    refuse: Callable[[Options], None] = lambda options: None  # raises OptionError for impossible combinations
    laws: tuple[Callable[[Any], bool], ...] = ()  # conservation laws: true in every reachable state
    bots: Mapping[str, Mind] = field(default_factory=dict)
    kit_options: tuple[Mapping[str, object], ...] = ({},)  # the variants that the kit plays
    commands: Mapping[str, Command] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return self.words.TEXT["title"]
